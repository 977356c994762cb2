import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** What takes the place of a file or picture in base64: the smallest of its kind. */
const SMALLEST = [
  {
    start: 'iVBOR',
    base64:
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSu' +
      'QmCC',
  },
  { start: 'JVBERi', base64: Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64') },
  {
    start: '',
    base64:
      '/9j/2wBDAP//////////////////////////////////////////////////////////////////////////////////////2wBDAf//////////////' +
      '////////////////////////////////////////////////////////////////////////wgARCAABAAEDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAA' +
      'AAAAAAAAAAP/xAAUAQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIQAxAAAACgP//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAT8Af//EABQRAQAA' +
      'AAAAAAAAAAAAAAAAAAD/2gAIAQIBAT8Af//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQMBAT8Af//Z',
  },
];

/** What a text is made of. The first that fits is taken. Of what fits none, marks of punctuation and currencies stay. */
const PIECES = new RegExp(
  [
    String.raw`(?<url>[a-z][a-z\d+.-]{0,20}://[^\s"'<>]+)`,
    String.raw`(?<base64>[A-Za-z0-9+/]{200,}={0,2})`,
    // What a date and a time have between them, and an amount before it.
    String.raw`(?<mark>(?<=\d)T(?=\d\d:)|(?<=:\d\d(?:\.\d{1,9})?)Z(?![\p{L}\d])|(?<![\p{L}\d])[A-Z]{1,2}\$)`,
    String.raw`(?<email>[\p{L}\p{N}_.+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+)`,
    String.raw`(?<![\d.,/-])(?:(?<iso>\d{4}-\d{2}-\d{2})|(?<day>\d{2}(?<separator>[./-])\d{2}\k<separator>(?:\d{4}|\d{2}))|` +
      String.raw`(?<month>\d{4}-\d{2}|\d{2}/(?:\d{4}|\d{2})))(?![./-]?\d)`,
    String.raw`(?<time>(?<!\d)(?:[01]\d|2[0-3])(?::[0-5]\d){1,2}(?:\.\d{1,9})?(?!\d))`,
    String.raw`(?!T\d\d:)(?<code>(?:\p{L}{1,40}\d|\d{1,40}\p{L})[\p{L}\d]*)`,
    String.raw`(?<digits>\d(?:[\d.,/-]*\d)?)`,
    String.raw`(?<word>\p{L}[\p{L}\p{M}]*)`,
    String.raw`(?<other>[^\p{P}\p{Sc}\p{Z}\x00-\x7f])`,
  ].join('|'),
  'gu',
);

/**
 * Replaces runs of base64 of at least so many characters, and what is between them. The end of one, which may have a hundred
 * megabytes, is looked for in a table: a set takes twenty times as long, a pattern five times.
 */
export function replaceFiles(
  text: string,
  shortest: number,
  replace: (base64: string) => string,
  replaceOthers = (others: string) => others,
): string {
  const pieces: string[] = [];
  const begins = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{200}/g;
  let last = 0;
  for (let found = begins.exec(text); found; found = begins.exec(text)) {
    let end = begins.lastIndex;
    while (end < text.length && IS_BASE64[text.charCodeAt(end)] === 1) end++;
    for (let padding = 0; padding < 2 && text[end] === '='; padding++) end++;
    begins.lastIndex = end;
    if (end - found.index < shortest) continue;
    pieces.push(replaceOthers(text.slice(last, found.index)), replace(text.slice(found.index, end)));
    last = end;
  }
  return pieces.join('') + replaceOthers(text.slice(last));
}

const IS_BASE64 = new Uint8Array(2 ** 16);
for (const byte of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')) IS_BASE64[byte] = 1;

const smallestOf = (base64: string) => SMALLEST.find(({ start }) => base64.startsWith(start))?.base64 ?? '';

/** What is longer is part of no address. */
const LARGE_FILE = 2 ** 16;

type Piece =
  'url' | 'base64' | 'mark' | 'email' | 'iso' | 'day' | 'month' | 'time' | 'code' | 'digits' | 'word' | 'other';

const SHORTEST_DIGEST = 20;

const DIGITS = '0123456789';
const VOWELS = 'aeiou';
const CONSONANTS = 'bcdfglmnprstvz';
const DAY = 24 * 60 * 60 * 1000;

/**
 * Replaces values by others of the same shape. A word and a number are replaced alike wherever they stand, in whatever
 * case or with whatever punctuation, so that what a workflow puts together from answers is again what was recorded. Words
 * that differ by an accent are two.
 */
export class Replacements {
  readonly #key: KeyObject;
  readonly #milliseconds: number;

  constructor(key: Buffer) {
    // Made anew for each word it takes five times as long.
    this.#key = createSecretKey(key);
    // The same for all dates: which of two is the earlier, and by how much, stays.
    this.#milliseconds = (30 + (this.#bytes('days').readUInt16BE(0) % 700)) * DAY;
  }

  text(text: string): string {
    return replaceFiles(text, LARGE_FILE, smallestOf, (others) => this.#words(others));
  }

  #words(text: string): string {
    return text.replace(PIECES, (piece: string, ...rest: unknown[]) => {
      const groups = rest.at(-1) as Record<Piece, string | undefined>;
      for (const kind in groups) if (groups[kind as Piece] !== undefined) return this.#piece(kind as Piece, piece);
      return piece;
    });
  }

  /** As JSON writes it. */
  number(text: string): string {
    return text.replace(/\d+(?:\.\d+)?/, (digits) => this.#digits(digits));
  }

  #piece(kind: Piece, text: string): string {
    switch (kind) {
      case 'url':
        return `https://example.com/${this.#bytes(`url ${text}`).toString('hex').slice(0, 16)}`;
      case 'base64':
        return smallestOf(text);
      case 'mark':
        return text;
      case 'email':
        return `${this.text(text.slice(0, text.indexOf('@')))}@example.com`;
      case 'time':
        return this.#time(text);
      case 'code':
        return text.length < SHORTEST_DIGEST ? this.#letters(text) : this.#digest(text);
      case 'word':
        return this.#letters(text);
      case 'other':
        return '?';
      case 'digits':
        return this.#digits(text);
      default:
        return this.#date(kind, text) ?? this.#digits(text);
    }
  }

  /** A word, or a code of letters and digits. */
  #letters(word: string): string {
    const letters = [...word.normalize('NFC')];
    const plain = letters.map((letter) => letter.normalize('NFD').charAt(0).toLowerCase());
    const bytes = this.#bytes(`letters ${letters.join('').toLowerCase()}`);
    return letters
      .map((letter, at) => {
        const own = plain[at] as string;
        const kind = [DIGITS, VOWELS].find((one) => one.includes(own)) ?? CONSONANTS;
        const replaced = otherOf(kind, own, bytes[at % bytes.length] as number);
        return letter === letter.toLowerCase() ? replaced : replaced.toUpperCase();
      })
      .join('');
  }

  /** By where the digits of a digest are, one could check a guess at what it was made of. */
  #digest(text: string): string {
    const bytes = this.#bytes(`digest ${text.toLowerCase()}`).toString('hex');
    return bytes.repeat(Math.ceil(text.length / bytes.length)).slice(0, text.length);
  }

  /** Zeros at the beginning stay. */
  #digits(text: string): string {
    const digits = text.replace(/\D/g, '');
    const bytes = this.#bytes(`digits ${digits}`);
    const zeros = /^0*/.exec(digits)?.[0].length ?? 0;
    const replaced = Array.from(digits, (digit, at) => {
      const kind = at < zeros ? '0' : at === zeros ? DIGITS.slice(1) : DIGITS;
      return otherOf(kind, at < zeros ? '' : digit, bytes[at % bytes.length] as number);
    }).join('');
    const checked = withCheckDigits(digits, replaced);
    let at = 0;
    return text.replace(/\d/g, () => checked.charAt(at++));
  }

  /** Null if it is no date of the calendar. */
  #date(kind: 'iso' | 'day' | 'month', text: string): string | null {
    const separator = /\D/.exec(text)?.[0] ?? '';
    const numbers = text.split(separator);
    const isYearFirst = numbers[0]?.length === 4;
    if (!isYearFirst) numbers.reverse();
    const [year = '', month = '', day = '15'] = numbers;
    const date = new Date(`${year.padStart(4, '20')}-${month}-${day}T00:00:00Z`);
    if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day) || date.getUTCFullYear() < 10) return null;
    const shifted = new Date(date.getTime() - this.#milliseconds).toISOString().slice(0, 10).split('-');
    const parts = [shifted[0]?.slice(-year.length), shifted[1], ...(kind === 'month' ? [] : [shifted[2]])];
    return (isYearFirst ? parts : parts.reverse()).join(separator);
  }

  #time(text: string): string {
    const bytes = this.#bytes(`time ${text}`);
    let at = 0;
    return text.replace(/(?<=^|:)\d{2}/g, () => {
      const most = at === 0 ? 24 : 60;
      return String((bytes[at++] as number) % most).padStart(2, '0');
    });
  }

  #bytes(text: string): Buffer {
    return createHmac('sha512', this.#key).update(text).digest();
  }
}

/** One of these characters, but not the own one. */
function otherOf(kind: string, own: string, byte: number): string {
  const others = kind.replace(own, '');
  return others.charAt(byte % others.length);
}

/** How numbers end whose last digits check the others. */
const CHECKS: { lengths: number[]; complete(base: string): string; count: number }[] = [
  { lengths: [11], count: 2, complete: (base) => modulo11(modulo11(base, 11), 12) },
  { lengths: [14], count: 2, complete: (base) => modulo11(modulo11(base, 9), 9) },
  { lengths: [13, 14, 15, 16, 17, 18, 19], count: 1, complete: luhn },
];

/** CPF, CNPJ and card numbers that are right stay right, and others wrong. */
function withCheckDigits(original: string, replaced: string): string {
  const checks = CHECKS.filter(({ lengths }) => lengths.includes(original.length));
  const right = checks.find(({ complete, count }) => complete(original.slice(0, -count)) === original);
  if (right) return right.complete(replaced.slice(0, -right.count));
  const isRight = (digits: string) =>
    checks.some(({ complete, count }) => complete(digits.slice(0, -count)) === digits);
  let wrong = replaced;
  while (isRight(wrong)) wrong = otherEnding(wrong);
  return wrong;
}

/** Weights from 2 upwards, from the right; above `highest` they begin again. */
function modulo11(base: string, highest: number): string {
  const sum = [...base].reverse().reduce((total, digit, at) => total + Number(digit) * (2 + (at % (highest - 1))), 0);
  return `${base}${sum % 11 < 2 ? 0 : 11 - (sum % 11)}`;
}

function luhn(base: string): string {
  const sum = [...base].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${base}${(10 - (sum % 10)) % 10}`;
}

const otherEnding = (digits: string) => `${digits.slice(0, -1)}${(Number(digits.at(-1)) + 1) % 10}`;
