import { compilePattern, PatternRejection } from '../../../nodes/DocumentProcessing/documents/pattern';

describe('a pattern', () => {
  test.each([
    ['^\\d{5}-\\d{3}$', ['01310-100'], ['01310100', 'CEP 01310-100']],
    ['\\d{5}', ['CEP 01310-100'], ['0131']],
    ['^[A-Z]{2,4}-?\\d+(?:/\\d{2,4})?$', ['NF-1/25', 'ABCD1'], ['A-1', 'NF-']],
    ['^(?:a|b|)c$', ['ac', 'bc', 'c'], ['abc']],
    ['^\\p{Lu}\\p{L}+$', ['Ângela'], ['ângela']],
    ['/^sim|não$/i', ['SIM', 'NÃO'], ['talvez']],
    ['^a.c$', ['abc', 'a😀c'], ['a\nc']],
    ['^\\d{3}\\-\\d$', ['123-4'], ['1234']],
    ['^(?<year>\\d{4})\\b', ['2025-01'], ['20251']],
    ['^x{2,}$', ['xx', 'xxxxx'], ['x']],
    ['^x{0}y$', ['y'], ['xy']],
  ])('%s', (source, matching, others) => {
    const matches = compilePattern(source);
    for (const text of matching) expect([text, matches(text)]).toEqual([text, true]);
    for (const text of others) expect([text, matches(text)]).toEqual([text, false]);
  });

  test.each([
    '(',
    '[a',
    '*',
    'a{2,1}',
    '(?=a)b',
    '(?<!a)b',
    '(a)\\1',
    '/a/g',
    'a{5000}',
    '((a{50}){50}){50}',
    '((((){1000}){1000}){1000})',
    '(((a{0}){1000}){1000}){10}',
    '',
    'a'.repeat(501),
  ])('%s is refused', (source) => {
    expect(() => compilePattern(source)).toThrow(PatternRejection);
  });

  test.each(['(a+)+$', '(a|aa)+$', '(.*)*x', '((|)(.*?|){2})+^^x', '^(([a-z])+.)+[A-Z]([a-z])+$'])(
    '%s takes no long time on a text that almost matches',
    (source) => {
      const matches = compilePattern(source);
      const before = process.cpuUsage();
      expect(matches(`${'a'.repeat(20_000)}!`)).toBe(false);
      expect(process.cpuUsage(before).user / 1e6).toBeLessThan(5);
    },
  );

  test('takes no longer for many texts of a document: what is left of them does not match', () => {
    const matches = compilePattern('.{1,100}\\d$');
    const texts = Array.from({ length: 100 }, () => `${'a'.repeat(9_999)}1`);
    const found = texts.map(matches);
    expect(found.slice(0, 5)).toEqual([true, true, true, true, true]);
    expect(found.slice(-80)).toEqual(Array.from({ length: 80 }, () => false));
    const light = compilePattern('^a+\\d$');
    expect(texts.every(light)).toBe(true);
    // Each place of a text is tried in many ways before a character is read.
    const empty = compilePattern(`(?:${'|'.repeat(400)})\\d$`);
    expect(texts.map(empty).slice(-80)).toEqual(Array.from({ length: 80 }, () => false));
  });
});
