import { parseArgs } from 'node:util';
import { CONDITIONS, type Condition } from './degradations/conditions.ts';
import { KINDS, type Kind } from './document.ts';
import type { Wanted } from './documents.ts';

export type Options = Wanted & { save: string | null; details: boolean; readme: boolean; memory: number | null };

export const USAGE = `npm run sandbox:accuracy -- [options]
  --kind K        only this kind; may be repeated (${KINDS.join(', ')})
  --condition C   only this condition; may be repeated (${CONDITIONS.join(', ')})
  --known, --unseen   only these layouts
  --seeds N       N documents of each layout and condition instead of one
  --save FOLDER   writes the documents and what is true of them, and reads nothing
  --details       lists every wrong and every missing value
  --readme        writes the tables into sandbox/README.md
  --memory N      sends N pages and prints the memory of the sandbox`;

export function optionsFrom(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      kind: { type: 'string', multiple: true },
      condition: { type: 'string', multiple: true },
      known: { type: 'boolean', default: false },
      unseen: { type: 'boolean', default: false },
      seeds: { type: 'string', default: '1' },
      save: { type: 'string' },
      details: { type: 'boolean', default: false },
      readme: { type: 'boolean', default: false },
      memory: { type: 'string' },
    },
  });
  const both = values.known === values.unseen;
  return {
    kinds: oneOf<Kind>(values.kind, KINDS),
    conditions: oneOf<Condition>(values.condition, CONDITIONS),
    known: both || values.known,
    unseen: both || values.unseen,
    seeds: wholeNumber(values.seeds),
    save: values.save ?? null,
    details: values.details,
    readme: values.readme,
    memory: values.memory === undefined ? null : wholeNumber(values.memory),
  };
}

function oneOf<T extends string>(given: string[] | undefined, allowed: readonly T[]): T[] | null {
  const wrong = given?.find((value) => !allowed.includes(value as T));
  if (wrong) throw new Error(`There is no "${wrong}"; there are ${allowed.join(', ')}`);
  return (given as T[] | undefined) ?? null;
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`"${text}" is not a whole number of at least 1`);
  return value;
}
