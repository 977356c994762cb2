import { compilePattern } from '../../../nodes/DocumentProcessing/documents/pattern';

const compiled = (source: string) => compilePattern(source, (reason) => new Error(reason));

describe('a pattern', () => {
  test.each([
    ['^\\d{5}-\\d{3}$', ['01310-100'], ['01310100', 'CEP 01310-100']],
    ['\\d{5}', ['CEP 01310-100'], ['0131']],
    ['^[A-Z]{2,4}-?\\d+(?:/\\d{2,4})?$', ['NF-1/25', 'ABCD1'], ['A-1', 'NF-']],
    ['^(?:a|b|)c$', ['ac', 'bc', 'c'], ['abc']],
    ['^\\p{Lu}\\p{L}+$', ['Ângela'], ['ângela']],
    ['/^sim|não$/i', ['SIM', 'NÃO'], ['talvez']],
    ['^a.c$', ['abc', 'a😀c'], ['a\nc']],
    ['^(?<year>\\d{4})\\b', ['2025-01'], ['20251']],
    ['^x{0}y$', ['y'], ['xy']],
    ['^(?:\\d{3}\\.?){3}-\\d{2}$', ['111.444.777-35'], ['111.444-35']],
    ['^\\d{1,3}(?:\\.\\d{3})*,\\d{2}$', ['1.234.567,00'], ['1234,00']],
    ['^[(+*]+\\(\\+\\)+$', ['+(+)'], ['()']],
    ['^\\u{1F600}{2}$', ['😀😀'], ['😀']],
    ['^(?=.*\\d)(?!.*x)(\\w)\\1', ['aa1'], ['aab', 'aa1x', 'ab1']],
  ])('%s', (source, matching, others) => {
    const matches = compiled(source);
    for (const text of matching) expect([text, matches(text)]).toEqual([text, true]);
    for (const text of others) expect([text, matches(text)]).toEqual([text, false]);
  });

  test.each([
    ['(', 'group'],
    ['[a', 'character class'],
    ['*', 'Nothing to repeat'],
    ['a{2,1}', 'out of order'],
    ['/a/g', 'only the flags i, m and s are supported'],
    ['a{5000}', 'it repeats too often'],
    ['((a{50}){50}){50}', 'it repeats a group that repeats something itself'],
    ['', 'it is empty'],
    ['a'.repeat(501), 'it is longer than 500 characters'],
  ])('%s is refused', (source, reason) => {
    expect(() => compiled(source)).toThrow(reason);
  });

  test.each([
    '(a+)+$',
    '((|)(.*?|){2})+^^x',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(a?){20}a{20}',
    '((?=a*)b)+',
    '([)]a*)+',
    '(a\\)*)+',
    '(a{1,})+?',
  ])('%s, which could take hours for a short text, is refused', (source) => {
    expect(() => compiled(source)).toThrow('it repeats a group that');
  });

  test.each([
    ['a+\\d$', 'a', '1', 10_000],
    ['^a+.*\\d$', 'a', '1', 10_000],
    ['a+.*\\d$', 'a', '1', 670],
    ['a{4}.*\\d$', 'a', '1', 10_000],
    ['^(\\d+)-([A-Z]+)\\s*/\\s*\\d+$', '1', '-A / 1', 10_000],
    ['[\\w.]+[\\w-]+\\w+@', 'a', '@', 187],
    ['^\\s*[A-Z ]*\\s*[A-Za-z ]*\\s*:\\s*$', ' ', ':', 92],
    ['.*'.repeat(40), 'a', '', 28],
  ])('%s is searched in no text in which it could take long', (source, repeated, end, longest) => {
    const text = (length: number) => repeated.repeat(length - end.length) + end;
    expect([longest, longest + 1].map((length) => compiled(source)(text(length)))).toEqual([true, false]);
  });
});
