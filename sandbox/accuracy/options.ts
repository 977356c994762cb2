import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { DEGRADATIONS, type Degradation } from './degradations/degradations.ts';
import { DOCUMENT_TYPES, type DocumentType } from './groundTruth.ts';
import { GROUPS } from './documents.ts';

/** What a measurement tells of one file after the other. */
export type Yielded<Measure> = Measure extends (...given: never[]) => AsyncGenerator<infer Result> ? Result : never;

/** Of what is made anew for each run: pictures with a machine-readable zone or codes, forms, layers, receipts. */
export type Seeds = { seed: string; seeds: number };

export type Options = ReturnType<typeof optionsFrom>;

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
  --hostile         only the hostile files
  --mrz             only the pictures with a machine-readable zone
  --codes           only the pictures with codes
  --forms           only the documents of unknown kinds in new layouts
  --layers          only PDFs whose text layer and page differ
  --receipts        only receipts of made-up shops
  --seed TEXT       these pictures or documents again; a run without it has new ones, and prints its seed
  --load            only times of PDFs, many at once too, and memory
  --memory N        sends N mixed pages, two at a time, and prints the memory of the sandbox`;

const all = <Kind, Name extends string>(kind: Kind, names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, kind])) as Record<Name, Kind>;

const OPTIONS = {
  ...all({ type: 'boolean', default: false } as const, [...GROUPS, 'details', 'write']),
  ...all({ type: 'boolean', default: false } as const, [
    'hostile',
    'mrz',
    'codes',
    'forms',
    'layers',
    'receipts',
    'load',
  ]),
  ...all({ type: 'string' } as const, ['save', 'explain', 'about', 'seeds', 'seed', 'memory']),
  ...all({ type: 'string', multiple: true } as const, ['type', 'degradation']),
};

export function optionsFrom(args: string[]) {
  const { values } = parseArgs({ args, options: OPTIONS });
  const { type = [], degradation = [], seeds = '1', memory } = values;
  const groups = GROUPS.filter((group) => values[group]);
  return {
    ...values,
    types: oneOf<DocumentType>(type, DOCUMENT_TYPES),
    degradations: oneOf<Degradation>(degradation, DEGRADATIONS),
    groups: groups.length > 0 ? groups : [...GROUPS],
    seeds: wholeNumber(seeds),
    seed: values.seed ?? randomUUID().slice(0, 8),
    memory: memory === undefined ? null : wholeNumber(memory),
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
