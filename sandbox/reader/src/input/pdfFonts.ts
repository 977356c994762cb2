// What a PDF's fonts say of its letters, and whether that can be true.
import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextItem } from '../reading.ts';
import { mayBeWords } from '../text/language.ts';
import { isHoled, shapesOf } from './pdfPath.ts';

/** `operatorListId`: the name of a drawing, as it is called in a font whose letters are drawings. */
export type Glyph =
  | {
      unicode: string;
      originalCharCode: number;
      fontChar: string;
      width: number;
      isSpace: boolean;
      operatorListId?: string | number;
    }
  | number;

/**
 * `isDrawn`: its letters are drawings, which need no names; `isBlank`: none of them paints more than its width, as in fonts
 * for text that was recognised; `isOdd`: not to be followed; `isPicture`: nothing is left of this letter, since it is a picture,
 * which pdf.js was told not to decode.
 */
export type PrintedFont = {
  unit: number;
  bold: boolean;
  isDrawn: boolean;
  isBlank: boolean;
  isOdd: boolean;
  isPicture(glyph: Exclude<Glyph, number>): boolean;
  signs: string | null;
};

/**
 * Of a font, the first codes of its digits and of the blank, in the order in which they appear, with the width and the
 * length of the outline; `ascii`: how many more of its other characters have their own code than another one; `isOther`: a digit is drawn
 * without its hole, or with one that it has not, or two codes of one of these characters are drawn otherwise;
 * `isGuess`: nothing says which letters it has, so that their codes are taken for them: its drawings have numbers for names,
 * or it has codes that are no letters.
 */
type Codes = { first: Map<string, { code: number; form: string }>; ascii: number; isOther: boolean; isGuess: boolean };

/** By the name of each font of a file. */
export type FontCodes = Map<string, Codes>;

type FontOfPdf = {
  name?: string;
  bold?: boolean;
  black?: boolean;
  fontMatrix?: number[];
  charProcOperatorList?: Record<string, { fnArray: number[] }>;
};

/** The least part of vowels among the letters of a font, where there are so many. */
const WORDS = { letters: 16, vowels: 0.2 };

/** The fonts of a page, by name. What their codes tell is kept for the whole file. */
export class PageFonts {
  readonly #page: PDFPageProxy;
  readonly #codes: FontCodes;

  constructor(page: PDFPageProxy, codes: FontCodes) {
    this.#page = page;
    this.#codes = codes;
  }

  printed(name: string): PrintedFont {
    const { commonObjs } = this.#page;
    const font = commonObjs.has(name) ? (commonObjs.get(name) as FontOfPdf) : {};
    const drawings = font.charProcOperatorList ? Object.values(font.charProcOperatorList) : [];
    const isDrawn = drawings.length > 0;
    const isBlank = isDrawn && drawings.every(({ fnArray }) => fnArray.length === 1);
    const isOdd = drawings.some(({ fnArray }) => fnArray.includes(OPS.setFillRGBColor));
    const isPicture = ({ operatorListId: id = '' }: Exclude<Glyph, number>) =>
      font.charProcOperatorList?.[id]?.fnArray.length === 0;
    const [signs = null] = /dingbats|wingdings|fey[bm]/i.exec(font.name ?? '') ?? [];
    return { unit: font.fontMatrix?.[0] ?? 0.001, bold: isBold(font), isDrawn, isBlank, isOdd, isPicture, signs };
  }

  note(name: string, { unicode, originalCharCode, fontChar, width, operatorListId }: Exclude<Glyph, number>): void {
    const codes = this.#codes.get(name) ?? { first: new Map(), ascii: 0, isOther: false, isGuess: false };
    this.#codes.set(name, codes);
    const isNumbered = /\d/.test(`${operatorListId ?? ''}`) && unicode.charCodeAt(0) === originalCharCode;
    codes.isGuess ||= isNumbered || (unicode < ' ' && unicode.trim() !== '');
    const isDigit = DIGIT.test(unicode);
    if (!isDigit) codes.ascii += unicode.charCodeAt(0) === originalCharCode ? 1 : -1;
    const known = codes.first.get(unicode);
    if ((!isDigit && unicode !== ' ') || known?.code === originalCharCode) return;
    const id = `${name}_path_${fontChar}`;
    const { commonObjs } = this.#page;
    const outline = commonObjs.has(id) ? (commonObjs.get(id) as { path: Float32Array } | null) : null;
    const drawn = { code: originalCharCode, form: `${width} ${outline?.path.length}` };
    if (!known) codes.first.set(unicode, drawn);
    const isOther = isDigit && outline && isHoled(shapesOf(outline.path)) !== /[0689]/.test(unicode);
    // A four may be open.
    codes.isOther ||= (isOther && unicode !== '4') || (known ?? drawn).form !== drawn.form;
  }

  /** Of these words those that may say something else than is drawn, by font. */
  suspects<Word extends TextItem & { font: string }>(words: Word[]): Word[][] {
    const found = [...this.#codes].map(([name, codes]) => {
      const ofFont = words.filter(({ font }) => font === name);
      if (codes.isGuess || !mayBeWords(ofFont, WORDS)) return ofFont;
      return mayBeOthers(codes) ? ofFont.filter(({ text }) => /\d/.test(text)) : [];
    });
    return found.filter((ofFont) => ofFont.length > 0);
  }
}

/**
 * Whether digits may be others than a font of the file says: the codes are those of other digits, or neither in their order
 * nor in that in which they appear, as where a font has only what is used of it.
 */
function mayBeOthers({ first, ascii, isOther }: Codes): boolean {
  if (isOther) return true;
  const digits = [...first]
    .filter(([character]) => character !== ' ')
    .map(([digit, { code }]) => [digit, code] as const);
  const inOrder = digits.toSorted(([a], [b]) => a.localeCompare(b));
  if (ascii >= 0 && inOrder.every(([, code]) => DIGIT.test(String.fromCharCode(code))))
    return inOrder.some(([digit, code]) => digit.charCodeAt(0) !== code);
  return !isAscending(digits.map(([, code]) => code)) && !isAscending(inOrder.map(([, code]) => code));
}

const DIGIT = /^\d$/;

const isAscending = (codes: number[]) => codes.every((code, at) => at === 0 || code > (codes[at - 1] as number));

export const isBold = ({ name = '', bold, black }: FontOfPdf) =>
  Boolean(bold || black || /bold|black|heavy|demi/i.test(name));

/** By code: boxes, ticked boxes, and marks of Wingdings. */
const WINGDINGS: [string, string][] = [
  ['☐', 'o¨q¡£'],
  ['☒', 'þýxRS'],
  ['✓', 'üûnlPO'],
];
/** Those of Dingbats are in the order of their codes, from two codes on, but for some. */
const [DINGBATS, MORE_DINGBATS, FEW_DINGBATS] = [0x26e0, 0x26c0, ['%*+Hlnstuw', '☎☛☞★●■▲▼◆◗'] as const];

/** What a font of signs, whose characters are codes or for private use, shows for one of them: those of TeX for the euro one sign. */
export function signOf(unicode: string, font: string): string {
  if (/^fey/i.test(font)) return '€';
  const code = unicode.charCodeAt(0) & 0xff;
  if (unicode > 'ÿ' && !/[\uf000-\uf0ff]/.test(unicode)) return unicode;
  const letter = String.fromCharCode(code);
  if (/^w/i.test(font)) return WINGDINGS.find(([, letters]) => letters.includes(letter))?.[0] ?? letter;
  const other = FEW_DINGBATS[1][FEW_DINGBATS[0].indexOf(letter)];
  return other ?? String.fromCharCode(code + (code < 0x80 ? DINGBATS : MORE_DINGBATS));
}
