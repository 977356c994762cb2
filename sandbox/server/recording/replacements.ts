import { createHmac } from 'node:crypto';

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

/** What a text is made of. The first that fits is taken. */
const PIECES = new RegExp(
  [
    String.raw`(?<base64>[A-Za-z0-9+/]{200,}={0,2})`,
    String.raw`(?<email>[\p{L}\p{N}_.+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+)`,
    String.raw`(?<![\d.,/-])(?:(?<iso>\d{4}-\d{2}-\d{2})|(?<day>\d{2}(?<separator>[./-])\d{2}\k<separator>(?:\d{4}|\d{2}))|` +
      String.raw`(?<month>\d{4}-\d{2}|\d{2}/(?:\d{4}|\d{2})))(?![./-]?\d)`,
    String.raw`(?<time>(?<!\d)(?:[01]\d|2[0-3])(?::[0-5]\d){1,2}(?:\.\d{1,9})?(?!\d))`,
    String.raw`(?!T\d\d:)(?<code>(?:\p{L}{1,40}\d|\d{1,40}\p{L})[\p{L}\d]*)`,
    String.raw`(?<digits>\d(?:[\d.,/-]*\d)?)`,
    String.raw`(?<word>\p{L}[\p{L}\p{M}]*)`,
  ].join('|'),
  'gu',
);

/** Not those in an identifier. */
const LONGER_NUMBERS =
  /[\p{L}\p{N}_.+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+|(?<![\p{L}\p{N}_.,/-])\d(?:[\d.,/-]*\d)?(?![\p{L}\p{N}_-])/gu;

type Piece = 'base64' | 'email' | 'iso' | 'day' | 'month' | 'time' | 'code' | 'digits' | 'word';

/** Say nothing of anyone, and workflows branch on them. So do words of one or two letters: sex, state, category. */
const KEPT_WORDS = new Set(['true', 'false', 'sim', 'não', 'nao', 'yes', 'null', 'none']);

const DIGITS = '0123456789';
const VOWELS = 'aeiou';
const CONSONANTS = 'bcdfglmnprstvz';
const DAY = 24 * 60 * 60 * 1000;

/**
 * Replaces values by others of the same shape. A word and a number are replaced alike wherever they stand, in whatever
 * case or with whatever punctuation, so that what a workflow puts together from answers is again what was recorded.
 */
export class Replacements {
  readonly #key: Buffer;
  readonly #milliseconds: number;

  constructor(key: Buffer) {
    this.#key = key;
    // The same for all dates: which of two is the earlier, and by how much, stays.
    this.#milliseconds = (30 + (this.#bytes('days').readUInt16BE(0) % 700)) * DAY;
  }

  text(text: string): string {
    return text.replace(PIECES, (piece: string, ...rest: unknown[]) => {
      const groups = rest.at(-1) as Record<Piece, string | undefined>;
      const [kind] = Object.entries(groups).find(([, found]) => found !== undefined) as [Piece, string];
      return this.#piece(kind, piece);
    });
  }

  number(value: number): number {
    const [sign, digits] = value < 0 ? [-1, String(-value)] : [1, String(value)];
    return /^\d+(\.\d+)?$/.test(digits) ? sign * Number(this.#digits(digits)) : value;
  }

  /** A text whose words stay, as messages have them: of it only e-mail addresses and longer numbers are replaced. */
  numbers(text: string): string {
    return text.replace(LONGER_NUMBERS, (piece) =>
      piece.includes('@') || piece.replace(/\D/g, '').length >= 5 ? this.text(piece) : piece,
    );
  }

  #piece(kind: Piece, text: string): string {
    if (kind === 'base64') return SMALLEST.find(({ start }) => text.startsWith(start))?.base64 ?? '';
    if (kind === 'email') return `${this.text(text.slice(0, text.indexOf('@')))}@example.com`;
    if (kind === 'time') return this.#time(text);
    if (kind === 'word' || kind === 'code') return this.#letters(text);
    return kind === 'digits' ? this.#digits(text) : (this.#date(kind, text) ?? this.#digits(text));
  }

  /** A word, or a code of letters and digits. */
  #letters(word: string): string {
    const letters = [...word.normalize('NFC')];
    if (letters.length <= 2 || KEPT_WORDS.has(word.toLowerCase())) return word;
    const plain = letters.map((letter) => letter.normalize('NFD').charAt(0).toLowerCase());
    const bytes = this.#bytes(`letters ${plain.join('')}`);
    return letters
      .map((letter, at) => {
        const choice = [DIGITS, VOWELS].find((kind) => kind.includes(plain[at] ?? '')) ?? CONSONANTS;
        const replaced = choice.charAt((bytes[at % bytes.length] as number) % choice.length);
        return letter === letter.toLowerCase() ? replaced : replaced.toUpperCase();
      })
      .join('');
  }

  #digits(text: string): string {
    const digits = text.replace(/\D/g, '');
    if (digits.length === 1 || /^0+$/.test(digits)) return text;
    const bytes = this.#bytes(`digits ${digits}`);
    const zeros = /^0*/.exec(digits)?.[0].length ?? 0;
    const replaced = Array.from(digits, (_, at) => {
      const byte = bytes[at % bytes.length] as number;
      return at < zeros ? 0 : at === zeros ? 1 + (byte % 9) : byte % 10;
    }).join('');
    const checked = withCheckDigits(digits, replaced === digits ? otherEnding(replaced) : replaced);
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
  const isRight = checks.some(({ complete, count }) => complete(replaced.slice(0, -count)) === replaced);
  return isRight ? otherEnding(replaced) : replaced;
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
