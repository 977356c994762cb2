import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { Replacements } from '../../../sandbox/server/recording/replacements.ts';

const replacements = new Replacements(Buffer.alloc(32, 7));
const replaced = (text: string) => replacements.text(text);

test.each([
  ['Maria Exemplo', /^[A-Z][a-z]{4} [A-Z][a-z]{6}$/],
  ['111.444.777-35', /^[1-9]\d\d\.\d{3}\.\d{3}-\d\d$/],
  ['00004217', /^0000[1-9]\d{3}$/],
  ['(11) 98765-4321', /^\([1-9]\d\) [1-9]\d{4}-\d{4}$/],
  ['R$ 1.234,56', /^R\$ [1-9]\.\d{3},\d\d$/],
  ['ana.exemplo@escola.com.br', /^[a-z]{3}\.[a-z]{7}@example\.com$/],
  ['QK7T-9XWZ', /^[A-Z]{2}\d[A-Z]-\d[A-Z]{3}$/],
  ['14:05:59', /^[0-2]\d:[0-5]\d:[0-5]\d$/],
])('%s keeps its shape', (text, shape) => {
  expect(replaced(text)).toMatch(shape);
  expect(replaced(text)).not.toBe(text);
});

test.each(['', '0.00', '—', ' € '])('what says nothing of anyone stays: %j', (text) => {
  expect(replaced(text)).toBe(text);
});

test.each(['S', 'SP', 'true', '7', 'sim', '王伟', 'Ли', '١٢٣', '½', '🙂', 'é', 'ﷺ'])(
  'all else is replaced: %j',
  (text) => {
    for (let at = 0; at < 100; at++) {
      const other = new Replacements(Buffer.alloc(32, at)).text(text);
      const before = [...text];
      expect([...other].filter((letter, place) => letter === before[place])).toEqual([]);
    }
  },
);

test('an address is one of example.com', () => {
  const address = replaced('see https://ana:pw@host.test/Maria/a.pdf?sig=abc#x now');
  expect(address).toMatch(/^[a-z]{3} https:\/\/example\.com\/[0-9a-f]{16} [a-z]{3}$/);
});

const checkDigits = (digits: string, weights: number[][]) =>
  weights.every((list) => {
    const sum = list.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
    return Number(digits[list.length]) === (sum % 11 < 2 ? 0 : 11 - (sum % 11));
  });
const CPF = [
  [10, 9, 8, 7, 6, 5, 4, 3, 2],
  [11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
];
const CNPJ = [
  [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
  [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
];

test('a CPF, a CNPJ and a card number that are right stay right, and wrong ones wrong', () => {
  for (let at = 0; at < 200; at++) {
    const other = new Replacements(Buffer.alloc(32, at));
    expect(checkDigits(other.text('11144477735'), CPF)).toBe(true);
    expect(checkDigits(other.text('11144477736'), CPF)).toBe(false);
    expect(checkDigits(other.text('11222333000181'), CNPJ)).toBe(true);
    expect(checkDigits(other.text('11222333000182'), CNPJ)).toBe(false);
    const doubled = Array.from(
      other.text('4111111111111111'),
      (digit, place) => Number(digit) * (place % 2 === 0 ? 2 : 1),
    );
    expect(doubled.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10).toBe(0);
  }
});

test('dates stay dates of the calendar, in their order and their distance', () => {
  const [birth, issue] = [replaced('1990-04-12'), replaced('2024-02-29')].map((text) => Date.parse(text));
  expect((issue as number) - (birth as number)).toBe(Date.parse('2024-02-29') - Date.parse('1990-04-12'));
  const [year, month, day] = replaced('2025-01-31').split('-') as [string, string, string];
  expect(replaced('31/01/2025')).toBe(`${day}/${month}/${year}`);
  expect(replaced('31.01.25')).toBe(`${day}.${month}.${year.slice(2)}`);
  expect(replaced('2025-01-31T14:05:59.000Z')).toMatch(
    new RegExp(`^${year}-${month}-${day}T\\d\\d:\\d\\d:\\d\\d\\.000Z$`),
  );
  expect(replaced('05/2029')).toMatch(/^(0[1-9]|1[0-2])\/20\d\d$/);
  expect(replaced('05/29')).toMatch(/^(0[1-9]|1[0-2])\/\d\d$/);
  // No date, so digits.
  expect(replaced('2025-02-30')).toMatch(/^[1-9]\d{3}-\d\d-\d\d$/);
});

test('a value is replaced alike in whatever case, with whatever punctuation, and in whatever text', () => {
  expect(replaced('MARÍA')).toBe(replaced('María').toUpperCase());
  expect(replaced('Maria')).not.toBe(replaced('María'));
  expect(replaced('111.444.777-35').replace(/\D/g, '')).toBe(replaced('11144477735'));
  expect(replaced('Maria Exemplo, 215')).toBe(`${replaced('Maria')} ${replaced('Exemplo')}, ${replaced('215')}`);
  expect(new Replacements(Buffer.alloc(32, 8)).text('Maria')).not.toBe(replaced('Maria'));
});

test('of a code of letters and digits nothing stays', () => {
  for (const part of ['QK7T', '9XWZ', '6e6904db', 'A1B']) expect(replaced(part)).not.toBe(part);
  expect(replaced('QK7T-9XWZ')).toBe(`${replaced('QK7T')}-${replaced('9XWZ')}`);
});

test('of a digest not even where its digits are stays', () => {
  const digest = createHash('sha256').update('a password').digest('hex');
  const shapes = Array.from({ length: 20 }, (_, at) => new Replacements(Buffer.alloc(32, at)).text(digest));
  expect(new Set(shapes.map((text) => text.replace(/\d/g, '0').replace(/[a-z]/g, 'a'))).size).toBe(20);
  expect(new Set(shapes.map(({ length }) => length))).toEqual(new Set([64]));
});

test('a long text is replaced in a moment', () => {
  const letters = 'a'.repeat(199);
  const long = `${`${letters}.`.repeat(500)}${'1-'.repeat(50_000)}${'a1'.repeat(90)}${'a:'.repeat(900_000)}`;
  expect(replaced(long)).toHaveLength(long.length);
});

test('numbers keep their sign, their digits and the way they are written', () => {
  expect(replacements.number('0')).toBe('0');
  expect(replacements.number('-1234.50')).toMatch(/^-[1-9]\d{3}\.\d\d$/);
  expect(replacements.number('0.10')).toMatch(/^0\.[1-9]\d$/);
  expect(replacements.number('9007199254740993')).toMatch(/^[1-9]\d{15}$/);
  expect(replacements.number('1e300')).toMatch(/^[2-9]e300$/);
});

test('files and pictures are replaced by the smallest of their kind', () => {
  const start = (text: string) => Buffer.from(replaced(text), 'base64').subarray(0, 4).toString('latin1');
  const like = (bytes: string) =>
    Buffer.concat([Buffer.from(bytes, 'latin1'), Buffer.alloc(400, 90)]).toString('base64');
  expect(start(like('\u00ff\u00d8\u00ff\u00e0'))).toBe('\u00ff\u00d8\u00ff\u00db');
  expect(start(like('\u0089PNG\r\n\u001a\n'))).toBe('\u0089PNG');
  expect(start(like('%PDF-1.7'))).toBe('%PDF');
  expect(replaced(like('%PDF-1.7')).length).toBeLessThan(50);
  const said = replaced(`of ${like('\u0089PNG\r\n\u001a\n')}: João`);
  expect(said).toMatch(/^[a-z]{2} iVBORw0KGgo[A-Za-z0-9+/]{60,200}QmCC: [A-Z][a-z]{3}$/);
});
