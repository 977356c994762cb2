import { UNPROVEN } from '../reading.ts';
import { fold } from '../text/normalise.ts';
import { verboseRegExp } from '../text/pattern.ts';
import { mayBeBelow } from './captions.ts';
import { hasLabel, isProse, isQuantity, isValueLike, labelStrength } from './labels.ts';
import { isSameStyle, isSmaller, overlap, type Segment } from './segments.ts';
import type { SpatialIndex } from './spatialIndex.ts';

/**
 * How a label and its value are arranged. `boldLeft`: bold label to the left; `above`: label above in another style;
 * `aboveAlike`: in the same style; `apart`: far to the left; `under`: below the value.
 */
export type Pairing = 'colon' | 'boldLeft' | 'above' | 'column' | 'aboveAlike' | 'apart' | 'under';

/**
 * How certain a label and value belong together. `proven`: not only by their places, but by the words of the label and the
 * form of the value, with no other label or value that may be meant; `provenBeside`: and in bold type to its left.
 */
const PAIRED = { colon: 0.99, provenBeside: 0.95, proven: 0.92, byPlace: UNPROVEN };
/** `doubted`: a label with a colon that may be misread, or of which it is not clear where it begins. */
export type Worth = keyof typeof PAIRED | 'doubted';
/** `shifted`: the cell stands below the header of another column. */
const TABLE = { strong: 0.97, weak: 0.9, unproven: UNPROVEN, shifted: 0.6 };
type CellPlace = keyof typeof TABLE;

/** Combines the two uncertainties, pairing and recognition. A text is as certain as its least certain word. */
const scoreOfReading = (paired: number, value: Segment[]): number => rounded(paired * confidenceOf(value));

export const scoreOfPair = (worth: Worth, value: Segment[]): number =>
  worth === 'doubted' ? Math.min(UNPROVEN, scoreOfPair('colon', value)) : scoreOfReading(PAIRED[worth], value);

export const scoreOfTable = (place: CellPlace): number => TABLE[place];

export const scoreOfCell = (place: CellPlace, cell: Segment[]): number => scoreOfReading(TABLE[place], cell);

const confidenceOf = (segments: Segment[]) =>
  Math.min(1, ...segments.flatMap(({ words }) => words.map(({ confidence }) => confidence)));

export const rounded = (score: number) => Math.round(score * 10_000) / 10_000;

/** Labels whose values have a form of their own, by their folded words, and that form: dates, numbers, amounts. */
const FORMS: [RegExp, (value: string) => boolean][] = [
  [
    /\b(?:data|dates?|fecha|dt|vencimento|vcto|nascimento|birth)\b|datum\b/,
    (value) => /\d\s?[/.-]\s?\d|(?<!\d)(?:19|20)\d\d/.test(value),
  ],
  [
    verboseRegExp('')`
      \b(?:n[ro]?|num|numero|number|cod|codigo|code|cnpj|cpf|nif|cif|cep|zip|plz|phone|fone|tel(?:efon[eo]?)?|fax|rg)\b
      |nummer\b|-nr\b|nº
    `,
    (value) => /\d.*\d|^\d$/.test(value) && !/^\d{1,2}[/.]\d{1,2}[/.]\d{4}$/.test(value),
  ],
  [
    verboseRegExp('')`
      \b(?:(?:sub)?tota(?:l|is|al|le)|valor|vlr|amount|importe|preco|price|montante?|saldo|balance|prix|prezzo|bedrag)\b
      |\b(?:base|iva|vat|tva|tax|net|neto|netto|mwst|gross|paid|due|desconto|discount|frete)\b|(?:betrag|summe|preis)\b
    `,
    isQuantity,
  ],
  [
    verboseRegExp('')`
      ^(?:delivery\snote|lieferschein|rechnung|angebot|invoice|quote|quotation|order|receipt|fatura|recibo|orcamento|pedido|factura
      |presupuesto|albaran|facture|devis|commande|fattura|preventivo|bolla|ordine)\W*$
    `,
    (value) => /\d/.test(value) && !/\p{L}{3}/u.test(value),
  ],
];

/** Whether a value has the form that the values of its label have; null where they have none of their own. */
export function hasFormOf(label: string, value: string): boolean | null {
  const words = fold(label);
  const own = FORMS.filter(([named]) => named.test(words));
  return own.length === 0 ? null : own.some(([, fits]) => fits(value));
}

/** The rest of such a label is in another line. */
const GOES_ON = /\s(?:d[aeo]s?|du|del|of)$/i;

/** In these arrangements label and value differ in type, or are aligned with others of their kind. */
const DISTINCT: Pairing[] = ['boldLeft', 'above', 'column'];

/**
 * What an arrangement is worth. The place alone proves nothing: the words of the label must be known, and the value have
 * the form that it says, or none that another label or a table has.
 */
export function worthOf(pairing: Pairing, label: Segment, value: Segment, page: SpatialIndex): Worth {
  const name = label.text.replace(/:$/, '').trimEnd();
  const strength = GOES_ON.test(name) ? 1 : labelStrength(name);
  if (AGREED.test(fold(value.text))) return 'byPlace';
  // A colon is easily misread, and so is a word that nobody knows.
  if (pairing === 'colon')
    return (label.recognised && strength < 3) || isOfSpreadLine(label, value, page) ? 'doubted' : 'colon';
  const form = hasFormOf(label.text, value.text);
  const isEarned = DISTINCT.includes(pairing)
    ? strength >= 2 && form !== false && (form || labelStrength(value.text) < 2)
    : strength === 3 && form === true;
  // What is printed smaller beside a label, or below it over larger text, may be the same in another language.
  const below = pairing === 'above' ? page.below(value) : null;
  const isOverLarger = below !== null && !isSmaller(label, value) && isSmaller(value, below);
  const isCaption = (value.size < CAPTION * label.size || isOverLarger) && !/\d/.test(value.text);
  if (
    mayBeMoved(pairing, label, value, page) ||
    !isEarned ||
    isCaption ||
    ARROW.test(value.text) ||
    isProse(value, true) ||
    isContested(pairing, label, value, page)
  )
    return 'byPlace';
  return pairing === 'boldLeft' ? 'provenBeside' : 'proven';
}

/** What is written by hand before a signature, behind the label of who signs. */
const AGREED = verboseRegExp('')`
  ^\W*(?:lu\set\sapprouve|bon\spour\saccord|read\sand\s(?:approved|agreed)|gelesen\sund\sgenehmigt|letto\se\sapprovato
  |lido\se\s(?:aprovado|aceit[eo])|leido\sy\s(?:aceptado|conforme))\W*$
`;

/** What leads from one value to the next is none. */
const ARROW = /^[\u2190-\u21ff\u25b6-\u25bb\u2794-\u27be\u27f0-\u27ff\u2900-\u297f\u2b00-\u2bff]+$/;

/** In sizes of the label. */
const CAPTION = 0.9;

/** In ems, the widest blanks of justified text, and how alike those of a line are. */
const [SPREAD, ALIKE] = [4, 0.1];

/** Whether the blank between a label and its value is that before or behind them, too: all three are words of one line. */
function isOfSpreadLine(label: Segment, value: Segment, page: SpatialIndex): boolean {
  const line = page.lineOf(value);
  const [before, next] = [line[line.indexOf(label) - 1], line[line.indexOf(value) + 1]];
  const isFree = (other: Segment) => !page.used.has(other) && !hasLabel(other.text) && labelStrength(other.text) < 2;
  const blanks = [
    before && isFree(before) ? label.x - before.right : NaN,
    next && isFree(next) ? next.x - value.right : NaN,
  ];
  const own = value.x - label.right;
  return (
    line.includes(label) &&
    own < SPREAD * value.size &&
    !/\d/.test(value.text) &&
    blanks.some((blank) => Math.abs(blank - own) <= ALIKE * value.size)
  );
}

/** Letters in boxes of their own are no farther from each other, in ems. */
const COMB = 2.5;

/** In ems, from a line to the next one, and the widest blank between two words. */
const [NEXT_LINE, WORD_BLANK] = [1.6, 0.6];

/** In distances from the label to the value, how exactly the next text of a list is as far below. */
const SAME_PITCH = 0.15;

/** Whether more cells in the type of a value stand below its own, as far from each other as it is from its label: a column. */
const isFirstOfList = (label: Segment, value: Segment, page: SpatialIndex) =>
  value.cell !== undefined &&
  page
    .under(value)
    .some(
      (next) =>
        isSameStyle(next, value) &&
        Math.abs(next.x - value.x) <= ALIKE * value.size &&
        Math.abs(next.y - 2 * value.y + label.y) <= SAME_PITCH * (value.y - label.y) &&
        labelStrength(next.text) < 2 &&
        !hasLabel(next.text),
    );

/** Whether a label may be that of the text above it. The first one of a column is read nowhere then, and all others are moved. */
function mayBeMoved(pairing: Pairing, label: Segment, value: Segment, page: SpatialIndex): boolean {
  const above = pairing === 'above' ? page.above(label) : undefined;
  if (!above || !mayBeBelow(above, label, value, !page.used.has(above) || page.rests.has(above))) return false;
  page.rests.add(above).add(value);
  return true;
}

/** Whether another label may be meant, or another value. */
function isContested(pairing: Pairing, label: Segment, value: Segment, page: SpatialIndex): boolean {
  const isLetter = ({ text }: Segment) => /^[\p{L}\d]$/u.test(text);
  const isOfComb = page
    .lineOf(value)
    .some((other) => other !== value && isLetter(other) && Math.abs(other.x - value.x) <= COMB * value.size);
  if (isLetter(value) && isOfComb) return true;
  if (pairing !== 'above' && pairing !== 'aboveAlike') {
    const below = page.below(label);
    const row = page.lineOf(value);
    const next = row[row.indexOf(value) + 1];
    if (
      next &&
      isSameStyle(next, value) &&
      labelStrength(next.text) < 2 &&
      !hasLabel(next.text) &&
      page.isInColumn(next)
    )
      return true;
    return (
      below !== null && below.y - label.y <= NEXT_LINE * Math.max(label.size, below.size) && isValueLike(below.text)
    );
  }
  const labels = page.lineOf(label);
  const isFree = (other: Segment) => other.x >= label.right && !page.used.has(other) && !hasLabel(other.text);
  if (label.text.endsWith(':') && labels.some(isFree)) return true;
  // The value of a bold label may stand right behind it.
  const isBehind = ({ x, size }: Segment) => x >= label.right && x - label.right < WORD_BLANK * size;
  if (label.bold && labels.some((other) => isBehind(other) && !other.bold)) return true;
  const isUnderOther = labels.some((other) => other.x >= label.right && other.x < value.right);
  const beside = page.lineOf(value).find(({ x }) => x > value.x);
  const isOfRow = beside !== undefined && isValueLike(beside.text) && !labels.some((other) => overlap(other, beside));
  if (isUnderOther || isOfRow || page.isFirstRow(value) || isFirstOfList(label, value, page)) return true;
  return isValueLike(value.text) && page.numberBelow(value) !== null;
}
