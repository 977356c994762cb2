import { nameKey } from './fold.ts';

export type Municipality = { name: string; state: string; key: string };

/** The municipalities of Brazil by name and by state. */
export type Municipalities = {
  named(key: string): Municipality[];
  /** Whether a name may begin so. */
  begin(key: string): boolean;
  ofState(state: string): Municipality[];
};

/** Names that changed, or that people write in another way than the registers do. */
const OTHER_NAMES: Record<string, [name: string, state: string]> = {
  embu: ['Embu das Artes', 'SP'],
  santanadolivramento: ["Sant'Ana do Livramento", 'RS'],
  mojimirim: ['Mogi Mirim', 'SP'],
  mojiguacu: ['Mogi Guaçu', 'SP'],
  parati: ['Paraty', 'RJ'],
  saoluizdoparaitinga: ['São Luiz do Paraitinga', 'SP'],
  assu: ['Açu', 'RN'],
  bh: ['Belo Horizonte', 'MG'],
  poa: ['Porto Alegre', 'RS'],
};

const BEGINNING = 4;

let loaded: Promise<Municipalities> | null = null;

/** Loaded with the first address, so that the server listens at once. */
export const loadMunicipalities = (): Promise<Municipalities> => (loaded ??= load());

async function load(): Promise<Municipalities> {
  const { getMunicipalities } = await import('@brazilian-utils/brazilian-utils/get-municipalities');
  const all = getMunicipalities().map(({ name, stateCode }) => ({
    name,
    state: stateCode as string,
    key: nameKey(name),
  }));
  const byState = Map.groupBy(all, ({ state }) => state);
  const others = Object.entries(OTHER_NAMES).flatMap(([key, [name, state]]) =>
    all.filter((one) => one.name === name && one.state === state).map((one) => ({ ...one, key })),
  );
  const byKey = Map.groupBy([...all, ...others], ({ key }) => key);
  const beginnings = new Set([...byKey.keys()].map((key) => key.slice(0, BEGINNING)));
  return {
    begin: (key) => key.length < BEGINNING || beginnings.has(key.slice(0, BEGINNING)),
    named: (key) => byKey.get(key) ?? NONE,
    ofState: (state) => byState.get(state) ?? NONE,
  };
}

const NONE: Municipality[] = [];

/** The most words the name of a municipality is written in. */
export const LONGEST_NAME = 8;
