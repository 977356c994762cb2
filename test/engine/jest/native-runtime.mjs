// Lets Node itself load a file of tests and what it imports, as it loads the sandbox when people run it. Jest's own loader would
// compile everything anew for each file, into a scope whose arrays native libraries do not know.
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import OwnScopeRuntime from './runtime.mjs';

const TESTS = new URL('../../', import.meta.url).href;
const GLOBALS = 'jest:globals';

/** What `@jest/globals` has for the file that runs. */
let globals = {};
let files = 0;

registerHooks({
  resolve(name, context, next) {
    // Of the file that imports: our own modules are loaded anew for each file of tests, because they say what is done after it.
    const [, file = ''] = (context.parentURL ?? '').split('?');
    if (name === '@jest/globals') return { url: `${GLOBALS}?${file}`, format: 'module', shortCircuit: true };
    const found = next(name, context);
    return file && found.url.startsWith(TESTS) ? { ...found, url: `${found.url}?${file}` } : found;
  },
  load(url, context, next) {
    if (!url.startsWith(GLOBALS)) return next(url, context);
    const key = `globalThis[Symbol.for('${GLOBALS}')]`;
    const source = `export const { ${Object.keys(globals).join(', ')} } = ${key};`;
    return { format: 'module', shortCircuit: true, source };
  },
});

export default class NativeRuntime extends OwnScopeRuntime {
  unstable_shouldLoadAsEsm(path) {
    return path.endsWith('.ts');
  }

  async unstable_importModule(path) {
    globals = this.jestGlobals.cjsGlobals(path);
    globalThis[Symbol.for(GLOBALS)] = globals;
    return import(`${pathToFileURL(path).href}?${++files}`);
  }
}
