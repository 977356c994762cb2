import { createRequire } from 'node:module';
import type { FastifyServerOptions } from 'fastify';

type Builders = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

/** What Fastify's compilers are made of, as far as it matters here. */
type Build = (...given: unknown[]) => Compile;
type Compile = (route: unknown) => Validate;
type Validate = { (value: unknown): unknown; errors?: unknown };

/** They are loaded from where Fastify has them. */
const load = createRequire(import.meta.resolve('fastify'));
const ofFastify = (name: string): Build => (load(name) as () => Build)();

const buildValidator: Build = (...given) => {
  let compile: Compile | null = null;
  return (route) => late(() => (compile ??= ofFastify('@fastify/ajv-compiler')(...given))(route));
};

const buildSerializer: Build = (...given) => ofFastify('@fastify/fast-json-stringify-compiler')(...given);

/**
 * Schemas are compiled when a request first needs them: loading the compilers and compiling all of them was a fifth of
 * the start.
 */
export const lateSchemas = { buildValidator, buildSerializer } as unknown as Builders;

function late(compile: () => Validate): Validate {
  let compiled: Validate | null = null;
  const validate: Validate = (value) => {
    compiled ??= compile();
    const answer = compiled(value);
    validate.errors = compiled.errors;
    return answer;
  };
  return validate;
}
