import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { DEGRADATIONS, type Degradation } from './degradations/degradations.ts';
import { DOCUMENT_TYPES, type DocumentType } from './groundTruth.ts';
import { GROUPS } from './documents.ts';
import { SUITES, type SuiteName } from './suites.ts';

const SUITE_NAMES = Object.keys(SUITES) as SuiteName[];

export const USAGE = `npm run accuracy -- [options]
  --type T          only this type of document; may be repeated
                    (${DOCUMENT_TYPES.join(', ')})
  --degradation D   only this degradation; may be repeated
                    (${DEGRADATIONS.join(', ')})
  --known, --held-out, --third-party   only these layouts
  --seeds N         N documents of each layout and degradation instead of one
  --save FOLDER     writes the documents and their ground truth, and reads nothing
  --details         lists every wrong and every missing value
  --explain NAME    says how labels and values of one document were paired: a file, or a generated document by name
  --about TEXT      of that, only labels, values and fields that contain this text
  --write           writes the tables into docs/making/reader-figures.md
  ${SUITE_NAMES.map((name) => `--${name}`).join(', ')}
                    only these
  --seed TEXT       these pictures or documents again; a run without it has new ones, and prints its seed`;

const all = <Kind, Name extends string>(kind: Kind, names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, kind])) as Record<Name, Kind>;

const OPTIONS = {
  ...all({ type: 'boolean', default: false } as const, [...GROUPS, ...SUITE_NAMES, 'details', 'write']),
  ...all({ type: 'string' } as const, ['save', 'explain', 'about', 'seeds', 'seed']),
  ...all({ type: 'string', multiple: true } as const, ['type', 'degradation']),
};

export function optionsFrom(args: string[]) {
  const { values } = parseArgs({ args, options: OPTIONS });
  const { type = [], degradation = [], seeds = '1' } = values;
  const groups = GROUPS.filter((group) => values[group]);
  const areLayoutsMeant = [groups, type, degradation].some(({ length }) => length > 0);
  const suites = SUITE_NAMES.filter((name) => values[name] || (areLayoutsMeant && name === 'layouts'));
  if (values.write && suites.length > 0) throw new Error('Only a whole run can be written');
  return {
    ...values,
    types: oneOf<DocumentType>(type, DOCUMENT_TYPES),
    degradations: oneOf<Degradation>(degradation, DEGRADATIONS),
    groups: groups.length > 0 ? groups : [...GROUPS],
    suites: suites.length > 0 ? suites : SUITE_NAMES,
    seeds: wholeNumber(seeds),
    seed: values.seed ?? randomUUID().slice(0, 8),
  };
}

function oneOf<T extends string>(given: string[], allowed: readonly T[]): T[] | null {
  const wrong = given.find((value) => !allowed.includes(value as T));
  if (wrong) throw new Error(`There is no "${wrong}"; choose from ${allowed.join(', ')}`);
  return given.length > 0 ? (given as T[]) : null;
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`"${text}" is not a whole number of at least 1`);
  return value;
}
