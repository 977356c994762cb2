import { verboseRegExp } from '../../text/pattern.ts';

/**
 * An amount in cents, where it stands, whether it is the only one of its line, and what stands before it there, or above it where
 * it stands alone.
 */
type PrintedAmount = { cents: number; line: number; isAtEnd: boolean; isOnly: boolean; label: string };

const AMOUNT = verboseRegExp('gu')`
  (?<![\d.,:/])([-–−]\s?)?
  ((?:(?<=^|\s\s|[€£$])\d{1,3}(?: \d{3})+)|\d{1,3}(?:[.,'’]\d{3})+|\d+)
  [.,](\d{2})(?![\d%])(?![.,:/]\d)(?!\s?%)(\s?[-–−](?!\s?\d))?
`;
/** A currency or the letter of a tax rate may stand behind an amount that ends its line. */
const END = /^\)?[\p{L}€£$*#+]{0,4}\.?(?: ?[\p{L}\d*#])?$/u;

/** The amounts of these lines. */
export function printedAmounts(lines: string[]): PrintedAmount[] {
  return lines.flatMap((printed, line) => {
    const text = withDigitsInAmounts(printed);
    const found = [...text.matchAll(AMOUNT)];
    return found.map((match, at) => {
      const [amount, minus, whole = '', cents = '', minusBehind] = match;
      const before = text.slice(0, match.index).trim();
      const above = lines[line - 1] ?? '';
      return {
        cents: Number(whole.replace(/\D/g, '') + cents) * (minus || minusBehind ? -1 : 1),
        line,
        isOnly: found.length === 1,
        isAtEnd: at === found.length - 1 && END.test(text.slice(match.index + amount.length).trim()),
        label: /\p{L}{2}/u.test(before) || /\d[.,]\d{2}/.test(above) ? before : above,
      };
    });
  });
}

/** Letters read for digits inside of an amount, and blanks beside its point. */
const withDigitsInAmounts = (text: string) =>
  text
    .replace(/(?<=\d|\d[.,])[Oo](?=[\d.,\s]|$)/g, '0')
    .replace(/(?<=\d|\d[.,])[lI|](?=[\d.,])/g, '1')
    .replace(/(?<=\d)\s?([.,])\s(?=\d{2}(?:\s|$))/g, '$1');

const SUM = verboseRegExp('iu')`
  tot[ao]|su(?:m|mm)[ae]\b|gesamt|betrag|zahl(?:en|bar)|due\b|to pay|pa(?:y|i)er|pagar|betal|voldoen|import[eo]
  |montant|razem|yhteens|i alt|amount
`;
const PART = verboseRegExp('iu')`
  sub|zw(?:ischen|[.-])|sous|delsumm|warenwert|taxable|\bnet(?:t?o(?:betrag|summe)?)?\b(?! (?:total|a |à ))|\bbase\b|excl|\bht\b|hors
  |brut(?!to(?:betrag|summe))|ite[mn]s?\b|artik|qty|before|avant
`;
const TAX = verboseRegExp('iu')`
  \b(?:tax|vat|[cs]?gst|[sph]st|tva|iva|mwst|ust|btw|moms|mva|ptu|alv|imposto|impuesto|tribut\p{L}*|service|icms)\b|%
`;
const WITH_TAX = /incl|inkl|ttc|bruttobetrag/i;
const OTHER = verboseRegExp('iu')`
  cash|tender|chang|cambio|troco|r[üu]ckgeld|zur[üu]ck|gegeben|rend[ur]|resto|contant|wissel|v[äa]xel|kontant|efectiv
  |esp[èe]ces|dinheiro|numer[áa]rio|discount|disc\b|rabatt|remise|descuento|desconto|sconto|korting|sav(?:ed|ing)
  |coupon|points?|punt|round|tip\b|card|karte|cart|visa|master|balance b
`;

/** How much each sign of a total counts. */
const POINTS = { cash: 4, items: 3, taxes: 1.5, again: 1.5, highest: 1.5, label: 2, part: -2, other: -3, exceeded: -2 };
const [FEWEST_POINTS, LEAD] = [2.5, 1];
const SCORE = { twoProofs: 0.95, proven: 0.92, likely: 0.85, largest: 0.7 };
const MOST_ITEMS = 40;
/** Of the net amount: no country takes a larger tax. */
const MOST_TAX = 0.35;

type Sign = keyof typeof POINTS;
export type Total = { value: string; score: number; isProven: boolean };

/**
 * The total among the amounts of a receipt: what the items add up to; what was paid less the change; net amount and tax
 * together; the largest before what was paid. Words count as one sign among others.
 */
export function findTotal(amounts: PrintedAmount[]): Total | null {
  const ends = amounts.filter(({ isAtEnd }) => isAtEnd);
  const candidates = ends.map(({ cents, isOnly }, at) => {
    const signs = cents > 0 ? signsOf(ends, at, amounts) : [];
    return { cents, isOnly, signs, points: signs.reduce((sum, sign) => sum + POINTS[sign], 0) };
  });
  const sorted = candidates.filter(({ cents }) => cents > 0).toSorted((a, b) => b.points - a.points);
  const [best] = sorted;
  const second = sorted.find(({ cents }) => cents !== best?.cents);
  if (!best || best.points < FEWEST_POINTS || (second && best.points - second.points < LEAD)) return null;
  // What stands in columns may be the sum of another column.
  const most = best.isOnly ? 1 : SCORE.likely;
  return {
    value: (best.cents / 100).toFixed(2),
    score: Math.min(scoreOf(best.signs), most),
    isProven: isProven(best.signs),
  };
}

const isProven = (signs: Sign[]) => signs.includes('cash') || signs.includes('items');

function scoreOf(signs: Sign[]): number {
  const isPaid = signs.includes('cash');
  const supports = signs.filter((sign) => ['again', 'taxes', 'label'].includes(sign)).length;
  if (signs.some((sign) => POINTS[sign] < 0) || !(isProven(signs) || supports > 0)) return SCORE.largest;
  if (isPaid && (signs.includes('items') || supports > 1)) return SCORE.twoProofs;
  return isProven(signs) && supports > 0 ? SCORE.proven : SCORE.likely;
}

function signsOf(ends: PrintedAmount[], at: number, all: PrintedAmount[]): Sign[] {
  const { cents: total, label, line } = ends[at] as PrintedAmount;
  const values = ends.map(({ cents }) => cents);
  const behind = values.slice(at + 1);
  // The first amounts are of goods, three of which may add up by chance.
  const paid = at > 0 || SUM.test(label) ? paidBehind(values, at) : [];
  const isExceeded = behind.some((value) => value > total && !paid.includes(value));
  const signs: [Sign, boolean][] = [
    ['items', isSumOfItems(values, at)],
    ['cash', paid.length > 0],
    [isExceeded ? 'exceeded' : 'highest', true],
    ['again', behind.includes(total)],
    ['taxes', isSplitIntoTax(all, total, line)],
    [wordsIn(label) ?? 'label', wordsIn(label) !== null],
  ];
  return signs.filter(([, isSeen]) => isSeen).map(([sign]) => sign);
}

function wordsIn(label: string): Sign | null {
  if (PART.test(label)) return 'part';
  if ((TAX.test(label) && !WITH_TAX.test(label)) || OTHER.test(label)) return 'other';
  return SUM.test(label) ? 'label' : null;
}

/** Whether the amounts right above are two or more that add up to this one; up to two others may stand between. */
function isSumOfItems(values: number[], at: number): boolean {
  for (let end = at - 1; end >= Math.max(0, at - 3); end--)
    for (let first = end, sum = 0; first >= 0 && end - first < MOST_ITEMS; first--) {
      sum += values[first] as number;
      if (sum === values[at] && first < end) return true;
    }
  return false;
}

/** What was paid and the change, if an amount soon behind this one is larger by another one behind it. */
function paidBehind(values: number[], at: number): number[] {
  const total = values[at] as number;
  for (let paid = at + 1; paid <= at + 4; paid++)
    for (let change = paid + 1; change <= paid + 3; change++) {
      const [given, back] = [values[paid], values[change]];
      if (given !== undefined && back !== undefined && back !== 0 && given > total && given - Math.abs(back) === total)
        return [given, back];
    }
  return [];
}

/** Whether a net amount and its tax stand near each other, not far above the amount that they add up to. */
function isSplitIntoTax(all: PrintedAmount[], total: number, line: number): boolean {
  const near = all.filter((amount) => amount.line > line - 4 && amount.cents > 0);
  return near.some((net, at) =>
    near
      .slice(Math.max(0, at - 2), at + 3)
      .some((tax) => tax !== net && net.cents + tax.cents === total && tax.cents < MOST_TAX * net.cents),
  );
}
