import { createContext, runInContext } from 'node:vm';
import fc from '../../support/generated.ts';
import { compilePattern } from '../../../nodes/DocumentProcessing/documents/pattern';

const inputs = createContext({ source: '', text: '' });

/** What JavaScript's own engine says; null where it takes too long, as for `((|)(.*?|){2})+^^` and eight letters. */
function matchesInJavaScript(source: string, text: string): boolean | null {
  Object.assign(inputs, { source, text });
  try {
    return runInContext("new RegExp(source, 'u').test(text)", inputs, { timeout: 500 }) as boolean;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null;
    throw error;
  }
}

test('a pattern matches what the engine of JavaScript matches', () => {
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
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', ' ', '\n'), maxLength: 8 });
  fc.assert(
    fc.property(pattern, text, (source, given) => {
      fc.pre(source !== '');
      const matches = compilePattern(source)(given);
      const expected = matchesInJavaScript(source, given);
      fc.pre(expected !== null);
      expect(matches).toBe(expected);
    }),
    { numRuns: 3000 },
  );
});
