import { DISPUTED, type FieldReading, type Refusal, UNPROVEN, unproven } from '../reading.ts';
import { parseAccessKey } from '../text/accessKey.ts';
import { CURRENCY_SIGN, parseAmount } from '../text/amounts.ts';
import { parseDate } from '../text/dates.ts';
import { parseIban } from '../text/iban.ts';
import { fold } from '../text/normalise.ts';
import { verboseRegExp } from '../text/pattern.ts';
import { taxNumbersIn } from '../text/taxNumbers.ts';
import { normaliseValue } from '../text/values.ts';
import { collectValueLines, collectWrappedLines, isUnfinished, mayGoOn, mayWrap, othersBehind } from './fieldValues.ts';
import { CHOICE, labelStrength, TICK, withoutRate } from './labels.ts';
import { scoreOfPair, worthOf, type Pairing, type Worth } from './scores.ts';
import { isFixedPitch, linesOf, textOfLines, type Segment } from './segments.ts';
import type { SpatialIndex } from './spatialIndex.ts';

/** Whether a value belongs to a label: how they are arranged, or why it does not. */
export type Verdict = Pairing | Refusal;

const ARRANGEMENTS: Record<Pairing, string> = {
  colon: 'the label ends with a colon, or begins a paragraph with one',
  boldLeft: 'label and value differ in weight',
  above: 'the label is in other type than the value below it, or ends with a colon',
  column: 'one of a column of labels with a column of values',
  aboveAlike: 'known label above a value in the same type',
  apart: 'a number to the right of its label, or in one text with it',
  under: 'one of the captions that are nearer to the text above them',
};

/** By `labelStrength`. */
const KNOWN = ['no label by its words', 'may be a label', 'begins like a known label', 'known label'];

/** Tells what became of a label and a value that it may have. */
export function tellVerdict(
  page: SpatialIndex,
  label: Segment,
  value: Segment,
  way: 'above' | 'beside' | 'below',
  verdict: Verdict,
): void {
  page.trace?.({
    step: 'candidate',
    rules: 'layout',
    label: { ...placeOf(label), known: KNOWN[labelStrength(label.text)] ?? null },
    value: placeOf(value),
    way,
    cost: null,
    isChosen: typeof verdict === 'string',
    reason:
      typeof verdict === 'string'
        ? `${ARRANGEMENTS[verdict]}, score ${scoreOfPair(worthOf(verdict, label, value, page), [value])}`
        : verdict.refused,
  });
}

const placeOf = ({ text, x, y, size }: Segment) => ({ text, x, y, size });

/** A field from a label and its value, which are then used. */
export function pairField(
  label: Segment,
  value: Segment,
  pairing: Pairing,
  page: SpatialIndex,
  name = withoutColon(label.text),
): FieldReading {
  page.used.add(label);
  page.filled.add(label);
  const worth = worthOf(pairing, label, value, page);
  const isBelow = pairing === 'above' || pairing === 'aboveAlike';
  const lines = collectValueLines(value, page, isBelow ? page.endOfCell(label) : null);
  const isSmall = value.words.length > 1 && /^\p{Ll}/u.test(page.below(label)?.text ?? '');
  const goesOn = lines.length === 1 && lines[0] === value && !isBelow && (isUnfinished(value) || isSmall);
  const others = isBelow ? [] : othersBehind(value, page);
  const own = goesOn ? collectWrappedLines(value, label, page) : lines;
  const field = makeField(name, own, worth, others);
  const isInLine = page.printedLineOf(label)[0] !== label;
  const isCut = isInLine && !isBelow && own.length === 1 && mayWrap(own, value, page);
  return isCut || mayGoOn(own, label, page) ? unproven(field) : field;
}

/** A field without a value. */
export function emptyField(label: Segment, page: SpatialIndex, name = withoutColon(label.text)): FieldReading {
  page.used.add(label);
  page.unfilled.add(label);
  return { label: name, value: null, score: scoreOfPair('proven', []) };
}

/**
 * Behind a number or a date, other words; behind a few words or a quantity, a sentence; or what may be the rest of one; signs
 * between two texts; another label, with a colon or a long number; a street: `70872490 — page 2 of 2`, `None. You may ask for it.`,
 * `Transfer · IBAN DE89…`, `in May. Place: Bonn`, `Decree 1.234 – Code 99000011`
 */
const RUNS_ON = verboseRegExp('u')`
  ^\d[\d.,/-]{4,}\s[-–—]\s\p{Ll}|^\d\d?[./-]\d\d?[./-]\d{4}\s(?:[-–—]\s\p{L}|\p{Lu}\p{Ll})
  |^(?:\S+\s+){0,3}(?:\p{L}{5,}|[\d.,]*[.,]\d{1,2}\s?\S{0,3}|\d+\s\p{L}+)\.\s+\p{Lu}[\p{Ll}’']*\s
  |^\p{Ll}\S*(?:\s+\S+){4,}\.$|\s[·•|]\s|\p{Ll}[\p{Ll}.]:\s
  |(?:\s[-–—/]|[,;])\s(?!CEP)(?:\p{Lu}[\p{L}.]*\s){1,3}\(?\+?(?:\d[\s().-]{0,2}){5}
  |\d\s[-–—]\s(?:Rua|Avenida)\s
`;

/** How much wider than others, and than usual ones in ems, a blank between two texts is. */
const WIDE = { times: 1.9, usual: 0.28, fixed: 0.6 };

/** Whether words of a line are farther apart than words of one text: blanks divide two of them. */
export function hasWideBlank(segment: Segment): boolean {
  const { words, size, recognised } = segment;
  const blanks = words.slice(1).map(({ x }, at) => x - (words[at]?.right ?? x));
  const usual = (isFixedPitch(segment) ? WIDE.fixed : WIDE.usual) * size;
  const least = blanks.length > 1 ? Math.min(...blanks) : 0;
  return !recognised && Math.max(...blanks) > WIDE.times * Math.max(usual, least);
}

/** Nobody can tell whether these are one word: `A 7 7 1`. */
const LETTERS_APART = /^[\p{L}\d](?:\s[\p{L}\d]){2,}$/u;

/** In ems, how alike the ends of justified lines are. */
const SAME_END = 0.1;

/** Whether the last of several lines ends where the one above does, but no sentence: justified text goes on somewhere else. */
function isFilled(lines: Segment[]): boolean {
  const [above, last] = lines.slice(-2);
  if (!above || !last || last.recognised || /[.!?;)]$/.test(last.text)) return false;
  return Math.abs(above.right - last.right) < SAME_END * last.size;
}

/** Behind an amount, a letter may be the sign of a currency that the layer of the page calls so; D and C are none. */
const STRAY_LETTER = /\d[.,]\d\d\s(?![CD]$)\p{L}$/u;

/** The amount was crossed out, or is written otherwise. */
const LONE_CURRENCY = new RegExp(`^${CURRENCY_SIGN}$`);

const DATE = String.raw`\d{1,4}[./-]\d{1,2}[./-]\d{2,4}`;
const AMOUNT = String.raw`${CURRENCY_SIGN}\s?\d[\d.,]*`;
/** Nobody can tell which of two dates or two amounts is the value. */
const SEVERAL = new RegExp(`^(?:${DATE}(?:\\s+${DATE})+|${AMOUNT}(?:\\s+${AMOUNT})+)$`);

/** A field from its label, the lines of its value, and the `others` behind it, of which each may be its value. */
export function makeField(label: string, own: Segment[], worth: Worth, others: Segment[] = []): FieldReading {
  const value = [...own, ...others];
  const printed = value.flatMap(linesOf);
  const lines = printed.map(({ text }) => text);
  const recognised = value.some((line) => line.recognised);
  const whole = textOfLines(value).replace(/(?<=\S@)\s(?=\S+$)/u, '');
  const text = withoutRate(whole.replace(/(?<=\S)(?:\s|(?<![,;]))[,;]+$/, ''));
  const score = scoreOfPair(worth, value);
  const choice = choiceIn(text);
  const isDoubtful =
    others.length > 0 ||
    (recognised && (isBrokenAmount(text) || isBrokenDate(text))) ||
    LONE_CURRENCY.test(text) ||
    SEVERAL.test(text);
  const isUnsureEnd =
    isUnfinished(value.at(-1) as Segment) ||
    RUNS_ON.test(text) ||
    STRAY_LETTER.test(text) ||
    isMismapped(text) ||
    LETTERS_APART.test(text) ||
    label.lastIndexOf('(') > label.lastIndexOf(')') ||
    isFilled(printed) ||
    printed.some(hasWideBlank);
  const most = isDoubtful
    ? DISPUTED
    : isUnsureEnd || (recognised && (mayBeMisread(text) || isDisproven(label, text)))
      ? UNPROVEN
      : 1;
  return {
    label,
    value: choice?.value ?? text,
    score: Math.min(score, most, choice?.score ?? 1),
    ...(recognised ? { recognised } : {}),
    ...(lines.length > 1 ? { lines } : {}),
  };
}

/** The most that is certain of what stands behind a box. */
export const scoreOfBox = (text: string) => (TICK.test(text) ? UNPROVEN : DISPUTED);

/**
 * What is ticked of `[ ] Sim [x] Não` or `Sim ( ) Não (x)`; null where nothing is to be ticked. Boxes may be missing:
 * `ja [x] nein`.
 */
function choiceIn(text: string): { value: string | null; score: number } | null {
  if (!CHOICE.test(text)) return null;
  const parts = text.split(new RegExp(`(${CHOICE.source})`, 'i')).map((part) => part.trim());
  const boxes = parts.filter((part) => CHOICE.test(part));
  const ticks = parts.flatMap((part, at) => (TICK.test(part) ? [at] : []));
  const [tick] = ticks;
  if (tick === undefined || ticks.length > 1) return { value: null, score: DISPUTED };
  const isWhole = boxes.length > 1 && parts.filter((part) => part !== '').length === 2 * boxes.length;
  const value = (parts.at(-1) === '' ? parts[tick - 1] : parts[tick + 1]) || null;
  return { value, score: isWhole ? UNPROVEN : DISPUTED };
}

/** An amount that lost a digit or a separator. */
const isBrokenAmount = (text: string) =>
  /^(R\$|US\$)\s*-?(?!\d{1,3}(\.\d{3})*$)\d[\d.,\s]*$|^\d[\d.]*(\s[.,]|[.,]\s)\s?\d{1,3}$|^\d+\s\d\d?,\d\d$/.test(
    text,
  ) && parseAmount(text) === null;

/** A date that lost a sign or has a wrong digit: `17/0 9/2025`, `03.09 2024`, `22/18/2028`. */
const isBrokenDate = (text: string) =>
  /^\d\s?\d?\s?[./\s-]\s?\d\s?\d?\s?[./\s-]\s?\d\s?\d\s?\d\s?\d$/.test(text) && parseDate(text) === null;

/** A code of capitals and digits has some that look alike. */
const LOOK_ALIKES = /(?<![\p{L}\d])(?=\d*\p{Lu}\d*\p{Lu})(?=\p{Lu}*\d\p{Lu}*\d)[\p{Lu}\d]*[0OQ1I5S2Z8B6G]/u;
/** Signs that look alike: of ordinals and degrees; a question mark, a two or none for that of `m²`; a quotation mark alone; l for I. */
const MISREAD_SIGN =
  /\d[ºª°](?!C)|\p{L}\?$|(?:\b|\d)m[23]?$|^[“"«][^”"»]*$|^[^“"«]*[”"»]$|(?<!\p{L})l[b-df-hjkm-np-tv-z]/u;

/** Letters for digits, or question marks for letters, as a font says them that maps them so; in an address on the web they may be. */
const MISMAPPED = /\d[OIl]+\d|\d[.,]\d?[OIl]{1,2}$|\p{L}\?\p{L}/u;
const isMismapped = (text: string) => MISMAPPED.test(text) && !/[@=]|www\.|:\//.test(text);

/** What check digits prove is written in another way. */
const mayBeMisread = (text: string) =>
  MISREAD_SIGN.test(text) || (LOOK_ALIKES.test(text) && normaliseValue(text) === text);

/** Numbers with check digits, by the folded words of their labels, and what proves them. */
const CHECKED: [RegExp, (text: string) => unknown][] = [
  [/\b(?:cnpj|cpf)\b/, (text) => taxNumbersIn(text).some(({ isProven }) => isProven)],
  [/\bchave de acesso\b/, parseAccessKey],
  [/\biban\b/, parseIban],
];

/** Whether a number is none of the kind that its label names. */
export function isDisproven(label: string, text: string): boolean {
  const own = CHECKED.filter(([named]) => named.test(fold(label)));
  return /\d/.test(text) && own.length > 0 && !own.some(([, proves]) => proves(text));
}

const withoutColon = (text: string) =>
  text.replace(/(?:(?<!\s)\s+|(?<![\s:.…]))[:.…]*$/u, (end) => (end.includes(':') || end.length > 1 ? '' : end));
