// Loads our own files anew for each file of tests, as Jest does, and packages once: n8n-core alone takes one to two seconds.
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import Runtime from 'jest-runtime';

const isPackage = (name) => !/^[./]/.test(name);

export default class OwnScopeRuntime extends Runtime {
  constructor(...settings) {
    super(...settings);
    const { executor } = this;
    // Without Jest's context.
    executor.compile = (source, filename) => compileFunction(source, executor.injectedModuleParameters, { filename });
  }

  requireModule(from, name, options, ...others) {
    if (name !== undefined && isPackage(name) && !options?.isInternalModule) return createRequire(from)(name);
    return super.requireModule(from, name, options, ...others);
  }
}
