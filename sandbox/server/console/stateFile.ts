import { readFile } from 'node:fs/promises';
import { Type, type Static } from '@sinclair/typebox';
import { faultIn, ServiceError, tooLarge, type Violation } from '../errors.ts';
import { checkStructure, textIn } from '../json.ts';
import { exportedFault, MOST_ARMED } from '../faults.ts';
import { exportedRequest } from '../plugins/requestLog.ts';
import { exportedProcess } from '../processes/processStore.ts';
import { exportedConsumption } from '../store.ts';
import type { Upload } from '../upload/upload.ts';

export const FORMAT = 'document-processing-sandbox-state';

/**
 * Everything but documents and answers, as it is exported and imported: all that the rest of the sandbox relies on. A file is
 * looked at before anything is forgotten for it.
 */
export const stateFile = Type.Object({
  format: Type.Literal(FORMAT),
  version: Type.Literal(1),
  exportedAt: Type.String(),
  requests: Type.Array(exportedRequest),
  processes: Type.Array(exportedProcess),
  faults: Type.Array(exportedFault, { maxItems: MOST_ARMED }),
  usage: Type.Array(exportedConsumption),
});

/** Nothing is answered while it is parsed. Each member takes memory, however short it is. */
const MOST_BYTES = 256 * 1024 * 1024;
const MOST_MEMBERS = 4_000_000;

/** Compiled from the schema. */
export type CheckState = { (value: unknown): value is Static<typeof stateFile>; errors?: Violation[] | null };

/** Reads the file of a state; fails with the place of what is wrong. */
export async function readState({ path, size }: Upload, check: CheckState): Promise<Static<typeof stateFile>> {
  if (size > MOST_BYTES) throw tooLarge('file', `a state has at most ${MOST_BYTES} bytes`);
  let state: unknown = null;
  try {
    const json = textIn(await readFile(path));
    checkStructure(json, MOST_MEMBERS);
    state = JSON.parse(json);
  } catch (error) {
    throw error instanceof SyntaxError ? noState('it is no JSON') : error;
  }
  if (check(state)) return state;
  throw noState(faultIn(check.errors ?? [])[1]);
}

const noState = (reason: string) =>
  new ServiceError('400', 400, `This file is not the state of a sandbox (GET /_sandbox/state writes one): ${reason}`);
