import type { Cell } from './cells.ts';
import { hasValidCheckDigit, MRZ_CHARACTERS, type MrzField } from './formats.ts';

/** The text of a field, and for each character whether it is too doubtful to be used. */
type FieldText = { text: string; doubts: boolean[] };

/** An alternative must be this likely, beside the likeliest character of its place. */
const POSSIBLE = 0.01;
/** How much likelier than every other reading with a right check digit the taken one must be: as read, and repaired. */
const LIKELIER = { asRead: Math.log(40), repaired: Math.log(15) };
/** The least probability of a character without a check digit. */
const CLEAR = 0.6;
const MOST_ALTERNATIVES = 30;

/** The text of a field by its pixels alone. */
export const likeliestText = (cells: Cell[], { from, to }: MrzField): string =>
  cells
    .slice(from, to)
    .map((cell) => MRZ_CHARACTERS[cell.indexOf(Math.max(...cell))])
    .join('');

/** The likeliest text of a field; of a checked one, the likeliest with a right check digit. */
export function readField(cells: Cell[], field: MrzField): FieldText {
  const own = cells.slice(field.from, field.to);
  const places = own.map(alternativesOf);
  const text = likeliestText(cells, field);
  if (!field.checked) return { text, doubts: own.map((cell) => Math.max(...cell) < CLEAR) };
  const all = (isDoubtful: boolean) => own.map(() => isDoubtful);
  const valid = variantsOf(places)
    .filter((variant) => hasValidCheckDigit(variant.text))
    .toSorted((a, b) => a.cost - b.cost);
  const [best, second] = valid;
  if (!best) return { text, doubts: all(true) };
  return {
    text: best.text,
    doubts: all((second?.cost ?? Infinity) - best.cost < (best.cost === 0 ? LIKELIER.asRead : LIKELIER.repaired)),
  };
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
