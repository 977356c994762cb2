import { createContext, runInContext } from 'node:vm';
import fc from '../../support/generated.ts';
import { compilePattern } from '../../../nodes/DocumentProcessing/documents/pattern';

const compiled = (source: string) => compilePattern(source, (reason) => new Error(reason));

const inputs = createContext({ matches: () => false, text: '' });

test('no pattern takes long for a short text', () => {
  const atom = fc.constantFrom('a', 'b', 'c', '.', '\\d', '[ab]', '[^a]', '\\w', '\\b', '^', '$', '1', '\\s');
  const quantifier = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,2}', '{0,}', '*?', '+?');
  const { pattern } = fc.letrec<{ pattern: string; term: string }>((tie) => ({
    pattern: fc
      .array(fc.array(tie('term'), { maxLength: 3 }), { minLength: 1, maxLength: 3 })
      .map((alternatives) => alternatives.map((terms) => terms.join('')).join('|')),
    term: fc.oneof(
      { maxDepth: 2 },
      fc.tuple(atom, quantifier).map(([one, times]) => (/^(?:\\b|\^|\$)$/.test(one) ? one : one + times)),
      fc.tuple(tie('pattern'), quantifier).map(([inside, times]) => `(${inside})${times}`),
    ),
  }));
  const text = fc.tuple(fc.constantFrom('a', 'b', 'ab', '1'), fc.constantFrom('', 'c', ' ', '!'));
  let tried = 0;
  fc.assert(
    fc.property(pattern, text, (source, [repeated, last]) => {
      let matches;
      try {
        matches = compiled(source);
      } catch {
        return;
      }
      tried++;
      for (const length of [40, 90, 180, 650]) {
        Object.assign(inputs, { matches, text: repeated.repeat(length / repeated.length) + last });
        runInContext('matches(text)', inputs, { timeout: 10_000 });
      }
    }),
    { numRuns: 3000 },
  );
  expect(tried).toBeGreaterThan(500);
});
