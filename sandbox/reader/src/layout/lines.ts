import type { TextItem } from '../reading.ts';
import { median } from '../statistics.ts';
import { CURRENCY } from '../text/amounts.ts';
import { justifiedWords } from './justified.ts';
import { attachColons, restoreColons, restoreSpaces } from './lostCharacters.ts';
import { splitAtColumnEdges, splitAtLabels } from './segmentation.ts';
import { letterPlaces, lineFrom, segmentFrom, widthInEms, wordsOf, type Line, type Segment } from './segments.ts';
import { deskew } from './skew.ts';

/** Wider than a space between words, in ems. */
const COLUMN_GAP = 1;
const WORD_GAP = 0.15;
const SAME_BASELINE = 0.35;

/** Text items as lines: cleaned of noise, deskewed, put on baselines and split into segments. */
export function buildLines(items: TextItem[]): Line[] {
  const rows: TextItem[][] = [];
  for (const item of withRaised(withCents(deskew(cleanItems(items))))
    .flatMap(splitAtWideSpaces)
    .toSorted((a, b) => a.x - b.x)) {
    const row = rowOf(rows, item);
    if (row) row.push(item);
    else rows.push([item]);
  }
  const justified = justifiedWords(rows);
  const lines = splitAtColumnEdges(rows.flatMap((row) => asLine(row, justified)).toSorted((a, b) => a.y - b.y));
  return restoreColons(restoreSpaces(attachColons(lines)));
}

/**
 * A baseline may bend across the page, so each item is compared with the one left of it. Of two texts printed over each
 * other, it goes on from the one that begins nearer to it.
 */
function rowOf(rows: TextItem[][], item: TextItem): TextItem[] | null {
  let best: { row: TextItem[]; off: number; x: number } | null = null;
  for (const row of rows) {
    const last = row.at(-1) as TextItem;
    const least = Math.min(last.size, item.size);
    const off = Math.abs(last.y - item.y);
    const overlaps = item.x < last.x + last.width - 0.5 * least;
    if (overlaps || off > SAME_BASELINE * least) continue;
    if (!best || off < best.off || (off === best.off && last.x > best.x)) best = { row, off, x: last.x };
  }
  return best?.row ?? null;
}

function asLine(row: TextItem[], justified: Set<TextItem>): Line[] {
  const segments = joinNeighbours(withoutLeaders(row), justified).flatMap(splitAtLabels);
  return segments.length > 0 ? [lineFrom(segments)] : [];
}

function joinNeighbours(row: TextItem[], justified: Set<TextItem>): Segment[] {
  const groups: TextItem[][] = [];
  for (const item of row) {
    const group = groups.at(-1);
    if (isBar(item.text)) groups.push([]);
    else if (group && continues(group, item, justified)) group.push(item);
    else groups.push([item]);
  }
  return groups.filter((group) => group.length > 0).map(joinItems);
}

/** The ruling line between two cells, recognised as a letter. */
const isBar = (text: string) => /^[|¦│┃]+$/.test(text.trim());

const ENDS_WITH_CURRENCY = new RegExp(`(?:^|:) ?${CURRENCY}$`);

/** Whether a text goes on with an item. The sign of a currency before an amount belongs to it, however far that is. */
function continues(group: TextItem[], item: TextItem, justified: Set<TextItem>): boolean {
  const last = group.at(-1);
  if (!last || last.cell !== item.cell) return false;
  const isNear = justified.has(item) || item.x - last.x - last.width < COLUMN_GAP * Math.max(last.size, item.size);
  // Marks, as an arrow behind a result, are printed in any weight.
  if (isNear && (last.bold === item.bold || !/[\p{L}\p{N}]/u.test(item.text))) return true;
  if (!/^[-(]?\d/.test(item.text)) return false;
  return ENDS_WITH_CURRENCY.test(group.map(({ text }) => text.trim()).join(' '));
}

/** How much larger the digits are behind which others are raised as cents. */
const LARGER = 1.6;

/** Amounts whose cents are printed small and high, as on price tags: `1.234⁵⁶`. */
function withCents(items: TextItem[]): TextItem[] {
  const largest = items.reduce((most, { size }) => Math.max(most, size), 0);
  const raised = items.filter(({ text, size }) => LARGER * size < largest && /^\d\d$/.test(text.trim()));
  return raised.reduce((all, cents) => {
    const at = all.findIndex((item) => isRaised(cents, item) && /(?:^|\$ ?)\d[\d.]*,?$/.test(item.text.trim()));
    const whole = all[at];
    if (!whole) return all;
    const text = `${whole.text.trim().replace(/,$/, '')},${cents.text.trim()}`;
    return all.with(at, { ...whole, text, width: cents.x + cents.width - whole.x }).filter((item) => item !== cents);
  }, items);
}

/** Letters and digits that are printed small and raised, and how they are written: powers, ordinals, signs of footnotes. */
const SIGNS = '0123456789()abcdefghijklmnoprstuvwxyz';
const RAISED = [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ'];
const MAY_BE_RAISED = /^(?:\d{1,2}(?:,\d{1,2})?|\(\d{1,2}\)|[*†‡§]{1,3}|[a-z]{1,2})$/;
/** An amount that goes on. */
const GOES_ON = /\d[.,]\d?$/;
/** In sizes of the text before it: how far from its end, and above its baseline. */
const RAISE = { apart: 0.3, least: 0.2, most: 0.8 };

/** What is raised right behind a text is the end of it, and stands in no line of its own. */
function withRaised(items: TextItem[]): TextItem[] {
  const joined: TextItem[] = [];
  for (const item of items) {
    const before = joined.at(-1);
    const sign = item.text.trim();
    if (before && MAY_BE_RAISED.test(sign) && isRaisedBehind(item, before)) {
      const text = before.text.trimEnd();
      joined[joined.length - 1] = {
        ...before,
        text: text + asRaised(sign, text),
        width: item.x + item.width - before.x,
      };
    } else joined.push(item);
  }
  return joined;
}

function asRaised(sign: string, behind: string): string {
  if (GOES_ON.test(behind)) return sign;
  const isOrdinal = /(?:(?<![.,]\d?)\d|\bn\.?)$/i.test(behind) && /^(?:[oa]|[a-z]{2})$/.test(sign);
  if (isOrdinal) return { o: 'º', a: 'ª' }[sign] ?? sign;
  return sign.replace(/[\da-z()]/g, (one) => RAISED[SIGNS.indexOf(one)] ?? one);
}

const isRaisedBehind = (item: TextItem, { x, y, width, size, cell }: TextItem) =>
  item.size <= size &&
  item.cell === cell &&
  Math.abs(item.x - x - width) < RAISE.apart * size &&
  y - item.y > RAISE.least * size &&
  y - item.y < RAISE.most * size;

const isRaised = (cents: TextItem, { x, y, width, size }: TextItem) =>
  size > LARGER * cents.size &&
  Math.abs(cents.x - x - width) < cents.size &&
  y - cents.y > SAME_BASELINE * cents.size &&
  y - cents.y < size;

function joinItems(items: TextItem[]): Segment {
  const words = items.flatMap(wordsOf);
  const text = items.reduce(
    (all, item, index) => all + (isSpaceBetween(items[index - 1], item) ? ' ' : '') + item.text.trim(),
    '',
  );
  const [first] = items as [TextItem, ...TextItem[]];
  const segment = segmentFrom(words, {
    y: meanOf(items, 'y'),
    size: meanOf(items, 'size'),
    bold: first.bold,
    recognised: first.confidence !== undefined,
    cell: first.cell,
    band: first.band,
  });
  // Letters that the file places one by one are one word.
  return text.split(/\s+/).length === words.length ? segment : withText(segment, text);
}

function withText(segment: Segment, text: string): Segment {
  const whole = wordsOf({
    ...segment,
    text,
    width: segment.right - segment.x,
    confidence: Math.min(...segment.words.map(({ confidence }) => confidence)),
  });
  return segmentFrom(whole, segment);
}

/** Weighted by letters: a full stop says little about the size of a line. */
function meanOf(items: TextItem[], measure: 'y' | 'size'): number {
  const letters = items.reduce((sum, { text }) => sum + text.length, 0);
  return items.reduce((sum, item) => sum + item[measure] * item.text.length, 0) / letters;
}

function isSpaceBetween(last: TextItem | undefined, item: TextItem): boolean {
  if (!last) return false;
  const gap = item.x - last.x - last.width;
  return (
    gap > WORD_GAP * item.size ||
    /^\s/.test(item.text) ||
    /\s$/.test(last.text) ||
    (/\p{Ll}{3}$/u.test(last.text) && /^\p{Lu}\p{Ll}{2}/u.test(item.text))
  );
}

const RUN = /[\s._]{2,}|(?<!,)-{2,}|[|¦│┃]/g;
const DIVIDES = /\s{3}|\.{4}|_{4}|(?:\s\.){4}|[|¦│┃]/;
const LEADER = /\.{2}|(?:\s\.){4}|-/;
const BAR = /[|¦│┃]/;

/**
 * The texts of an item, between wide blanks, bars and dot leaders, of which recognition leaves little at either end, with the
 * bars; without text, a leader.
 */
function splitAtWideSpaces(item: TextItem): TextItem[] {
  const isLeft = ({ 0: run, index }: RegExpExecArray) =>
    item.confidence !== undefined && /\S{2}/.test(run) && (index === 0 || index + run.length === item.text.length);
  const dividers = [...item.text.matchAll(RUN)].filter((run) => DIVIDES.test(run[0]) || isLeft(run));
  if (dividers.length === 0 || isBar(item.text)) return [item];
  const places = letterPlaces(item.text).map((place) => item.x + place * item.width);
  let from = 0;
  return [...dividers, { 0: '', index: item.text.length }].flatMap(({ 0: run, index }) => {
    const [stop = ''] = /^\.{1,3}(?=\s)/.exec(run) ?? [];
    const text = (item.text.slice(from, index) + stop).trim();
    const start = item.text.indexOf(text, from);
    from = index + run.length;
    const [x = 0, right = 0] = [places[start], places[start + text.length]];
    const sign = LEADER.test(run) ? '' : BAR.exec(run)?.[0];
    const behind = sign === undefined ? [] : [{ ...item, text: sign, x: right, width: 0 }];
    return text ? [{ ...item, text, x, width: right - x }, ...behind] : behind;
  });
}

const LED = /^\p{L}.*[\p{L}\d%°][.)]?$/su;
/** Behind a leader: a number of few digits, which may be that of a page, the rest of a sentence, or a colon. */
const NO_VALUE = /^(?:\d{1,4}\s*$|\p{Ll}+\s|:)/u;

/** A leader says as much as a colon. */
const withoutLeaders = (row: TextItem[]): TextItem[] =>
  row.flatMap((item, at) => {
    const next = row.slice(at + 1).find(({ text }) => text !== '');
    const isLed = row[at + 1]?.text === '' && next && LED.test(item.text) && !NO_VALUE.test(next.text);
    return item.text === '' ? [] : isLed ? { ...item, text: `${item.text}:` } : item;
  });

/** A few letters with a lower confidence come from a stamp, a picture or a ruling line. */
const SURE_LETTERS = 0.6;
const FEW_LETTERS = 3;
/** Average width of a letter in ems, over the text of an item. */
const LETTER = { narrowest: 0.33, usual: 0.5, widest: 0.8 };
const FROM_USUAL = 1.6;
const FROM_FITTING = 1.4;

/** The items that have content, without the marks that ruling lines and specks were recognised as. */
function cleanItems(items: TextItem[]): TextItem[] {
  const usual = median(items.map(({ size }) => size)) ?? 1;
  return items
    .filter(hasContent)
    .map((item) => (item.confidence === undefined ? item : withPlausibleSize(withoutNoise(item), usual)));
}

/** Underscores are blanks to be filled in; tills draw their rules with signs. */
const hasContent = ({ text, confidence = 1 }: TextItem) =>
  /[^\s._]|\.{4}/.test(text) &&
  !/^[\s*=~-]{5,}$/.test(text) &&
  (confidence >= SURE_LETTERS || text.trim().length > FEW_LETTERS);

/** The edges of boxes are recognised as quotation marks and bars. */
function withoutNoise(item: TextItem): TextItem {
  const text = item.text
    .replace(/\b(CPF|CNPJ)[I1l|7](CPF|CNPJ)\b/, '$1/$2')
    .replace(/^[“”„"'`´‘’|~«»*\s]+(?=[\p{L}\p{N}])/u, '')
    .replace(/(?<![“”„`´‘|~«»\s])[“”„`´‘|~«»\s]+$/u, '');
  // A bracket without its counterpart is the edge of a box.
  const closed = /[\]}]/.test(text) ? text : text.replace(/^[[{]+/, '');
  const bare = /[[{]/.test(closed) ? closed : closed.replace(/(?<![\]}])[\]}]+$/, '');
  return bare === item.text || bare.trim() === '' ? item : { ...item, text: bare };
}

/** Corrects a font size that does not fit the width of the letters: it was measured on something beside them. */
function withPlausibleSize(item: TextItem, usual: number): TextItem {
  const letters = item.text.length;
  const fitting = item.width / widthInEms(item.text);
  if (letters > 1 && letters <= FEW_LETTERS && item.size > FROM_FITTING * fitting) return { ...item, size: fitting };
  if (letters <= FEW_LETTERS)
    return Math.max(item.size / usual, usual / item.size) > FROM_USUAL ? { ...item, size: usual } : item;
  const wide = item.width / letters;
  const isPlausible = item.size <= wide / LETTER.narrowest && item.size >= wide / LETTER.widest;
  return isPlausible ? item : { ...item, size: wide / LETTER.usual };
}
