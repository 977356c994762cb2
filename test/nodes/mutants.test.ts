import { mutantsOf, withSwitches } from '../mutants/mutants.ts';

const mutated = (source: string) => mutantsOf(source).map(({ original, mutated }) => `${original} → ${mutated}`);

describe('The mutants of a source', () => {
  test('are comparisons, conditions, returns, calls and values', () => {
    expect(mutated('if (a < 1) send();')).toEqual([
      'a < 1 → (a) <= (1)',
      'a < 1 → (a) >= (1)',
      'a < 1 → true',
      'a < 1 → false',
      '1 → (1 + 1)',
      'send() → undefined',
    ]);
    expect(mutated('const f = () => list.filter(isOpen);')).toEqual([
      'list.filter(isOpen) → undefined',
      'list.filter(isOpen) → list',
    ]);
    expect(mutated("x = [!a && b, c + 1 - d, 'one', '', true];")).toEqual([
      "[!a && b, c + 1 - d, 'one', '', true] → []",
      '!a && b → (!a) || (b)',
      '!a → a',
      'c + 1 - d → (c + 1) + (d)',
      'c + 1 → (c) - (1)',
      '1 → (1 + 1)',
      "'one' → ''",
      "'' → 'mutated'",
      'true → false',
    ]);
  });

  test('are none of types, imports, names and what people read', () => {
    const source = `import { a } from 'a'; export type A = 'b' | 1; let c: 'd'; interface E { f: 'g' }
      const { 'h': i, j } = k; [l, m] = n; o = { 'p': q, displayName: 'R', hint: s ? 't' : 'u' };
      throw new Error('Two words'); v = w?.trim().x;`;
    expect(mutated(source)).toEqual([]);
  });

  test('are all in the compiled source, of which one is active', () => {
    const source = 'function f(a, b) { if (a > 1 && b) return [a + b].filter(Number); return -1; }';
    const mutants = mutantsOf(source).map((mutant, id) => ({ ...mutant, id }));
    const run = (active?: number) => {
      const before = globalThis.isMutant;
      globalThis.isMutant = (id: number) => id === active;
      try {
        const f = new Function(`${withSwitches(source, mutants)}; return f`)() as (a: number, b: number) => unknown;
        return JSON.stringify([f(2, 3), f(1, 3), f(0, 0), f(1, -1)]);
      } finally {
        globalThis.isMutant = before;
      }
    };
    expect(run()).toBe('[[5],-1,-1,-1]');
    const notNoticed = mutants.filter(({ id }) => run(id) === run()).map(({ mutated }) => mutated);
    expect(notNoticed).toEqual(['[a + b]']);
  });
});
