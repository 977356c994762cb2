import { createRequire } from 'node:module';
import type { FastifyServerOptions } from 'fastify';
import { Upload } from '../upload/upload.ts';

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

/** The parts of Fastify's compilers that matter here. */
type Build = (...options: unknown[]) => Compile;
type Compile = (route: unknown) => Validate;
type Validate = { (value: unknown): unknown; errors?: unknown };

const requireFromFastify = createRequire(import.meta.resolve('fastify'));
const loadCompiler = (name: string): Build => (requireFromFastify(name) as () => Build)();

const buildValidator: Build = (...options) => {
  let compile: Compile | null = null;
  return (route) => lazy(() => (compile ??= loadCompiler('@fastify/ajv-compiler')(...options))(route));
};

const buildSerializer: Build = (...options) => loadCompiler('@fastify/fast-json-stringify-compiler')(...options);

/**
 * Compiles a schema when a request first needs it: loading the compilers and compiling all schemas took a fifth of the
 * start.
 */
export const lazySchemas = { buildValidator, buildSerializer } as unknown as Compilers;

function lazy(compile: () => Validate): Validate {
  let compiled: Validate | null = null;
  const validate: Validate = (value) => {
    compiled ??= compile();
    const isValid = compiled(value);
    validate.errors = compiled.errors;
    return isValid;
  };
  return validate;
}

export const ajvOptions: NonNullable<FastifyServerOptions['ajv']> = {
  // JSON has types, so no value is converted to another type.
  // `verbose` tells what a schema names, for the sentence about what it does not.
  customOptions: { coerceTypes: false, removeAdditional: false, verbose: true },
  plugins: [defineUpload],
};

/** Adds the keyword `upload`: a received file, which no JSON value can pass for. The `x-…` keywords only document. */
function defineUpload(ajv: { addKeyword(keyword: never): unknown }): never {
  for (const keyword of ['x-sandbox', 'x-required']) ajv.addKeyword(keyword as never);
  const validate = (_: unknown, value: unknown) => value instanceof Upload;
  return ajv.addKeyword({ keyword: 'upload', validate, error: { message: 'must be a file' } } as never) as never;
}
