import { nameKey } from '../text/normalise.ts';
import { standardForms } from '../text/pattern.ts';
import { weightedDistance } from '../text/distance.ts';
import { isMisread, repairWord } from './standardForm.ts';
import { beginsPart, keyOf, matches, type Draft, type Span, type Word } from './tokens.ts';
import { suburbStartsAt, type NameContext, streetTypeOf, AMBIGUOUS_SUBURBS, isCompleteSuburb } from './vocabulary.ts';

type Municipality = { name: string; state: string; key: string };

/** The municipalities of Brazil by the keys of their names and by state. */
export type Municipalities = Record<'named' | 'ofState', (key: string) => Municipality[]>;

/** The keys of names, with former names and spellings that differ from the official ones. */
const OTHER_NAMES = standardForms(`
  embudasartes: embu | mogimirim: mojimirim | mogiguacu: mojiguacu | paraty: parati | assu: acu | belohorizonte: bh |
  portoalegre: poa
`);

let loaded: Promise<Municipalities> | null = null;

/** Loaded with the first address, because it takes time. */
export const loadMunicipalities = (): Promise<Municipalities> => (loaded ??= load());

async function load(): Promise<Municipalities> {
  const { getMunicipalities } = await import('@brazilian-utils/brazilian-utils/get-municipalities');
  const all = getMunicipalities().map(({ name, stateCode: state }) => ({ name, state, key: nameKey(name) }));
  const byState = Map.groupBy(all, ({ state }) => state as string);
  const byKey = Map.groupBy(all, ({ key }) => key);
  const named = (key = '') => byKey.get(key) ?? [];
  return {
    named: (key) => [...named(key), ...named(OTHER_NAMES[key])],
    ofState: (state) => byState.get(state) ?? [],
  };
}

/** The most words the name of a municipality is written in. */
const LONGEST_NAME = 8;

/** A possible city: the municipalities of that name. `exact` unless letters were corrected. */
export type CityCandidate = Span & { cities: Municipality[]; exact: boolean; score: number };

const SHORT: Record<string, string[]> = {
  s: ['sao', 'santo', 'santa'],
  sto: ['santo'],
  sta: ['santa'],
  st: ['santo', 'sao'],
  j: ['jose', 'joao'],
};

export function cityCandidates(draft: Draft, context: NameContext, all: Municipalities): CityCandidate[] {
  const found: CityCandidate[] = [];
  draft.words.forEach((_word, from) => {
    for (let to = from + 1; to <= Math.min(from + LONGEST_NAME, draft.words.length); to++) {
      if (!mayHoldCity(draft, { from, to })) break;
      const names = readings(draft.words.slice(from, to));
      const cities = names.flatMap((key) => all.named(key));
      if (cities.length > 0)
        found.push({
          from,
          to,
          cities,
          exact: names.length === 1 && !draft.words.slice(from, to).some(({ text }) => isMisread(text)),
          score: cityScore(draft, { from, to }, context),
        });
    }
  });
  return found;
}

/** The one municipality whose name differs from the words by a letter or two. */
export function misspelledCity(
  draft: Draft,
  span: Span,
  context: NameContext,
  cities: Municipality[],
): CityCandidate | null {
  const key = readings(draft.words.slice(span.from, span.to))[0] ?? '';
  const most = key.length >= 9 ? 2 : key.length >= 5 ? 1 : 0;
  if (most === 0) return null;
  // Such an error leaves the beginning or the end intact.
  const alike = cities.filter((city) => city.key.startsWith(key.slice(0, 3)) || city.key.endsWith(key.slice(-3)));
  const near = alike
    .map((city) => ({ city, apart: weightedDistance(key, city.key, { swaps: true, most }) }))
    .filter(({ apart }) => apart <= most);
  const least = Math.min(...near.map(({ apart }) => apart));
  const best = near.filter(({ apart }) => apart === least).map(({ city }) => city);
  return best.length === 1 ? { ...span, cities: best, exact: false, score: cityScore(draft, span, context) - 1 } : null;
}

export function mayHoldCity({ words, taken }: Draft, { from, to }: Span): boolean {
  const [first, last] = [words[from] as Word, words[to - 1] as Word];
  if (taken[to - 1] || last.kind !== 'word' || (first.hint !== null && !/^(city|street|state)$/.test(first.hint)))
    return false;
  return to - 1 === from || (!beginsPart(last) && first.hint === last.hint);
}

/** The keys of the names that the words may abbreviate: `S. J. dos Campos` has several. */
function readings(words: Word[]): string[] {
  let names = [''];
  words.forEach((word, index) => {
    const plain = nameKey(repairWord(word.text));
    const short = index < words.length - 1 && index < 2 && Object.hasOwn(SHORT, plain) ? SHORT[plain] : undefined;
    names = (short ?? [plain]).flatMap((one) => names.map((name) => name + one));
  });
  return names;
}

const BEHIND_LEAD_IN = /(?<=(?:cidade|municipio|comarca)[\n| -]d[eoa][\n| -]|[\n| -]em[\n| -])/y;

function cityScore(draft: Draft, { from, to }: Span, { inStreet, inSuburb }: NameContext): number {
  const { words } = draft;
  const [word, before, next] = [words[from] as Word, words[from - 1], words[to]];
  const closed = !next || beginsPart(next) || draft.taken[to];
  const alone = beginsPart(word) && closed;
  const led = matches(draft, from, BEHIND_LEAD_IN);
  const tied =
    before &&
    !beginsPart(word) &&
    !led &&
    ((streetTypeOf(before.plain)?.reach ?? 'first') !== 'first' ||
      suburbStartsAt(words, from - 1) ||
      /^(d[aeo]s?|e)$/.test(before.plain)) &&
    !isCompleteSuburb(before.plain);
  const unsure = AMBIGUOUS_SUBURBS.has(keyOf(words, { from, to }));
  const elsewhere = (inStreet[from] ? 4 : 0) + (inSuburb[from] ? 2.5 : 0) + (tied ? 5 : 0) + (unsure ? 1.5 : 0);
  const last = words.slice(to).every(({ kind }, index) => kind === 'cep' || draft.taken[to + index]);
  return (
    2 +
    0.3 * (to - from) +
    (alone ? 1 : 0) +
    (last ? 1 : 0) +
    (led ? 2 : 0) +
    (word.hint === 'city' ? 3 : 0) +
    0.5 * (from / words.length) -
    elsewhere
  );
}
