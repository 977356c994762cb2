// Loads our own files anew for each file of tests, as Jest does, and packages once: n8n-core alone takes one to two seconds.
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import Runtime from 'jest-runtime';

const isPackage = (name) => !/^[./]/.test(name);

export default class OwnScopeRuntime extends Runtime {
  constructor(...settings) {
    super(...settings);
    const { executor, registries, requireBuilder } = this;
    // Without Jest's context.
    executor.compile = (source, filename) => compileFunction(source, executor.injectedModuleParameters, { filename });
    keepApart(registries, requireBuilder);
  }

  requireModule(from, name, options, ...others) {
    if (name !== undefined && isPackage(name) && !options?.isInternalModule) return createRequire(from)(name);
    return super.requireModule(from, name, options, ...others);
  }
}

/** What a test has loaded apart, by `jest.isolateModules`, stays apart: what it loads only when it is used belongs to it. */
function keepApart(registries, requireBuilder) {
  const requireFor = requireBuilder.for.bind(requireBuilder);
  requireBuilder.for = (...module) => {
    const require = requireFor(...module);
    const { isolation } = registries;
    if (!isolation) return require;
    const requireApart = (name) => {
      const current = registries.isolation;
      registries.isolation = isolation;
      try {
        return require(name);
      } finally {
        registries.isolation = current;
      }
    };
    return Object.assign(requireApart, require);
  };
  registries.exitIsolated = () => (registries.isolation = null);
}
