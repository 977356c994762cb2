// Compiles as the tests of the nodes are, with the mutants of the sample in it.
import { readFileSync } from 'node:fs';
import swc from '@swc/jest';
import { withSwitches } from './mutants.ts';

export default {
  createTransformer(settings) {
    const { process: compile, getCacheKey } = swc.createTransformer(settings);
    const sample = JSON.parse(readFileSync(process.env.MUTANTS, 'utf8'));
    const switched = (source, path) =>
      withSwitches(
        source,
        sample.filter(({ file }) => path.endsWith(`/${file}`)),
      );
    return {
      process: (source, path, options) => compile(switched(source, path), path, options),
      getCacheKey: (source, path, options) => getCacheKey(switched(source, path), path, options),
    };
  },
};
