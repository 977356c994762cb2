import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { DEGRADATIONS, type Degradation } from './degradations/degradations.ts';
import { DOCUMENT_TYPES, type DocumentType } from './groundTruth.ts';
import { GROUPS, type Selection } from './documents.ts';

export type Options = Selection & {
  save: string | null;
  details: boolean;
  write: boolean;
  memory: number | null;
  hostile: boolean;
  mrz: boolean;
  codes: boolean;
  forms: boolean;
  receipts: boolean;
  load: boolean;
  explain: string | null;
  about: string | null;
  /** Of the pictures with a machine-readable zone and with codes, of the forms and of the receipts. */
  seed: string;
};

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
  --receipts        only receipts of made-up shops
  --seed TEXT       these pictures or documents again; a run without it has new ones, and prints its seed
  --load            only times of PDFs, many at once too, and memory
  --memory N        sends N mixed pages, two at a time, and prints the memory of the sandbox`;

export function optionsFrom(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      type: { type: 'string', multiple: true },
      degradation: { type: 'string', multiple: true },
      known: { type: 'boolean', default: false },
      'held-out': { type: 'boolean', default: false },
      'third-party': { type: 'boolean', default: false },
      seeds: { type: 'string', default: '1' },
      save: { type: 'string' },
      details: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      memory: { type: 'string' },
      explain: { type: 'string' },
      about: { type: 'string' },
      mrz: { type: 'boolean', default: false },
      codes: { type: 'boolean', default: false },
      forms: { type: 'boolean', default: false },
      receipts: { type: 'boolean', default: false },
      load: { type: 'boolean', default: false },
      seed: { type: 'string' },
      hostile: { type: 'boolean', default: false },
    },
  });
  const groups = GROUPS.filter((group) => values[group]);
  return {
    types: oneOf<DocumentType>(values.type ?? [], DOCUMENT_TYPES),
    degradations: oneOf<Degradation>(values.degradation ?? [], DEGRADATIONS),
    groups: groups.length > 0 ? groups : [...GROUPS],
    seeds: wholeNumber(values.seeds),
    save: values.save ?? null,
    details: values.details,
    write: values.write,
    hostile: values.hostile,
    mrz: values.mrz,
    codes: values.codes,
    forms: values.forms,
    receipts: values.receipts,
    load: values.load,
    explain: values.explain ?? null,
    about: values.about ?? null,
    seed: values.seed ?? randomUUID().slice(0, 8),
    memory: values.memory === undefined ? null : wholeNumber(values.memory),
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
