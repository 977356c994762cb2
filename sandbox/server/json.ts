import { wrongParameter } from './errors.ts';

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, withoutPrototype);
  } catch {
    throw wrongParameter('body', 'the body is not JSON');
  }
}

/** `__proto__` in JSON is a member like any other, but spreading it later would touch the prototype. */
function withoutPrototype(this: unknown, key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
