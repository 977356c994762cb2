import type { Cell } from './cells.ts';
import {
  hasValidCheckDigit,
  MRZ_CHARACTERS,
  placeInComposite,
  residueOf,
  type MrzField,
  type MrzFormat,
} from './formats.ts';

/** The text of a field, and for each character whether it is too doubtful to be used. */
type FieldText = { text: string; doubts: boolean[] };

/** An alternative must be this likely, beside the likeliest character of its place. */
const POSSIBLE = 0.01;
/** How much likelier than every other reading with a right check digit the taken one must be: as read, and repaired. */
const LIKELIER = { asRead: Math.log(40), repaired: Math.log(15) };
/** What a reading costs that the final check digit disproves: that digit, or a field beside, may have been misread. */
const DISPROVEN = Math.log(20);
/** The least probability of a filler, and how much likelier than every other a character without a check digit must be. */
const CLEAR_FILLER = 0.6;
const CLEARER = 6;
const MOST_ALTERNATIVES = 30;

/** The text of characters by their pixels alone. */
export const likeliestText = (cells: Cell[]): string =>
  cells.map((cell) => MRZ_CHARACTERS[cell.indexOf(Math.max(...cell))]).join('');

/** A text of a field, how much less likely it is than the likeliest one, and its part of the final check digit's sum. */
type Variant = { text: string; cost: number; residue: number };

/**
 * The likeliest texts of the fields of each line; of a field with a check digit, one that agrees with it. What the final
 * digit checks too should agree with the likeliest texts of the other fields that it checks.
 */
export function readFields(lines: Cell[][], format: MrzFormat): FieldText[][] {
  const fields = format.lines.map((own, line) =>
    own.map((field) => {
      const cells = (lines[line] as Cell[]).slice(field.from, field.to);
      const place = placeInComposite(format, line, field);
      return { cells, field, variants: possibleTexts(cells, field, place), isInComposite: place !== null };
    }),
  );
  const inComposite = fields.flat().filter(({ isInComposite }) => isInComposite);
  return fields.map((line) =>
    line.map((own) => {
      const others = inComposite.filter((other) => other !== own).map(({ variants }) => variants);
      return takenText(own.cells, own.field, own.isInComposite ? weighed(own.variants, others) : own.variants);
    }),
  );
}

function possibleTexts(cells: Cell[], field: MrzField, place: number | null): Variant[] {
  const variants = variantsOf(cells.map(alternativesOf));
  const valid = field.checked ? variants.filter(({ text }) => hasValidCheckDigit(text)) : variants;
  return (valid.length > 0 ? valid : variants).map((one) => ({
    ...one,
    residue: place === null ? 0 : residueOf(one.text, place),
  }));
}

/** The variants of a field, costlier if the likeliest variants of the other fields do not agree with the final digit. */
function weighed(variants: Variant[], others: Variant[][]): Variant[] {
  const costs = others.reduce<number[]>(
    (sums, own) => {
      const next = Array.from({ length: 10 }, () => Infinity);
      for (const [sum, cost] of sums.entries())
        for (const variant of own) {
          const total = (sum + variant.residue) % 10;
          next[total] = Math.min(next[total] as number, cost + variant.cost);
        }
      return next;
    },
    Array.from({ length: 10 }, (_, sum) => (sum === 0 ? 0 : Infinity)),
  );
  const least = Math.min(...costs);
  return variants.map((variant) => {
    const beside = (costs[(10 - variant.residue) % 10] as number) - least;
    return { ...variant, cost: variant.cost + Math.min(beside, DISPROVEN) };
  });
}

function takenText(cells: Cell[], field: MrzField, variants: Variant[]): FieldText {
  const [best, second] = variants.toSorted((a, b) => a.cost - b.cost);
  const { text } = best as Variant;
  if (!field.checked)
    return {
      text,
      doubts: cells.map((cell, at) => {
        const [first = 0, second = 0] = cell.toSorted().toReversed();
        return text[at] === '<' ? first < CLEAR_FILLER : first < CLEARER * second;
      }),
    };
  const apart = text === likeliestText(cells) ? LIKELIER.asRead : LIKELIER.repaired;
  const isDoubtful = !hasValidCheckDigit(text) || (second?.cost ?? Infinity) - (best as Variant).cost < apart;
  return { text, doubts: cells.map(() => isDoubtful) };
}

/** A character at a place, and the logarithm of how much less likely it is than the likeliest one. */
type Alternative = { character: string; cost: number };

function alternativesOf(cell: Cell): Alternative[] {
  const best = Math.max(...cell);
  return [...cell]
    .map((value, at) => ({ character: MRZ_CHARACTERS[at] as string, cost: Math.log(best / Math.max(1e-9, value)) }))
    .filter(({ cost }) => cost <= -Math.log(POSSIBLE))
    .toSorted((a, b) => a.cost - b.cost);
}

/** The likeliest text, and those with another character at one or two places. */
function variantsOf(places: Alternative[][]): { text: string; cost: number }[] {
  const likeliest = places.map(([best]) => (best as Alternative).character);
  const changes = places
    .flatMap((alternatives, at) => alternatives.slice(1).map((alternative) => ({ at, ...alternative })))
    .toSorted((a, b) => a.cost - b.cost)
    .slice(0, MOST_ALTERNATIVES);
  const withChanges = (some: typeof changes) => ({
    text: likeliest.map((own, at) => some.find((change) => change.at === at)?.character ?? own).join(''),
    cost: some.reduce((sum, { cost }) => sum + cost, 0),
  });
  const pairs = changes.flatMap((one, index) =>
    changes
      .slice(index + 1)
      .filter(({ at }) => at !== one.at)
      .map((other) => withChanges([one, other])),
  );
  return [withChanges([]), ...changes.map((one) => withChanges([one])), ...pairs];
}
