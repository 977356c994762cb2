import type { TextItem } from '../reading.ts';
import { median } from '../statistics.ts';
import { widthInEms } from './letterWidths.ts';

/** A few letters that the engine itself doubts were a stamp, a picture, a rule. */
const SURE_LETTERS = 0.6;
const FEW = 3;
/** How wide letters are for their size, on the average of a text, in the fonts of documents. */
const LETTER = { narrowest: 0.33, usual: 0.5, widest: 0.8 };
const FROM_USUAL = 1.6;
const FROM_FITTING = 1.4;

/** Texts that say something, without what rules and specks beside them were taken for. */
export function cleanItems(items: TextItem[]): TextItem[] {
  const usual = median(items.map(({ size }) => size)) ?? 1;
  return items
    .filter(isSaying)
    .map((item) => (item.confidence === undefined ? item : withSoundSize(withoutDirt(item), usual)));
}

/** Dots and underscores only lead the eye or wait to be filled in. */
const isSaying = ({ text, confidence = 1 }: TextItem) =>
  /[^\s._]/.test(text) && (confidence >= SURE_LETTERS || text.trim().length > FEW);

/** Edges of boxes are read as quotation marks and bars. */
function withoutDirt(item: TextItem): TextItem {
  const text = item.text
    .replace(/\b(CPF|CNPJ)[I1l|7](CPF|CNPJ)\b/, '$1/$2')
    .replace(/^[“”„"'`´‘’|~«»*\s]+(?=[\p{L}\p{N}])/u, '')
    .replace(/[“”„`´‘|~«»\s]+$/u, '');
  // A bracket that nothing closes, or opens, is the edge of a box.
  const bare = text.replace(/^[[{]+(?=[^\]}]*$)/, '').replace(/(?<=^[^[{]*)[\]}]+$/, '');
  return bare === item.text || bare.trim() === '' ? item : { ...item, text: bare };
}

/** A size that the width of the letters rules out was measured on something else beside them. */
function withSoundSize(item: TextItem, usual: number): TextItem {
  const letters = item.text.length;
  const fitting = item.width / widthInEms(item.text);
  if (letters > 1 && letters <= FEW && item.size > FROM_FITTING * fitting) return { ...item, size: fitting };
  if (letters <= FEW)
    return Math.max(item.size / usual, usual / item.size) > FROM_USUAL ? { ...item, size: usual } : item;
  const wide = item.width / letters;
  const isSound = item.size <= wide / LETTER.narrowest && item.size >= wide / LETTER.widest;
  return isSound ? item : { ...item, size: wide / LETTER.usual };
}
