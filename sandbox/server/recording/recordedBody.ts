import { setImmediate as pause } from 'node:timers/promises';
import type { TSchema } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { tooLarge } from '../errors.ts';
import { checkStructure, parsed } from '../json.ts';
import { hideTexts } from '../secrets.ts';
import type { AccountAnswer } from './account.ts';
import type { RecordedBody } from './cassette.ts';
import { concealJson, concealText, isText, withoutFiles, type Manner } from './concealment.ts';
import { MAXIMUM_BYTES } from './parameters.ts';
import { HIDDEN } from './secrets.ts';

/**
 * Where a body of the account is written, how what is in it is hidden, what the interface says of it, and which values of its
 * request it may repeat.
 */
export type Place = { file: string; manner: Manner; schema: TSchema; values: ReadonlyMap<string, string> };

/** What is JSON stays as it was written. */
export async function recordedBody(
  { text, bytes, headers }: Pick<AccountAnswer, 'text' | 'bytes' | 'headers'>,
  { file, manner, schema, values }: Place,
  log: FastifyRequest['log'],
): Promise<RecordedBody> {
  try {
    // Each step takes a while with a hundred megabytes: others get their turn between them.
    await pause();
    checkStructure(text);
    await pause();
    if (withoutFiles(text).length > MAXIMUM_BYTES)
      throw tooLarge('body', `more than ${MAXIMUM_BYTES} bytes besides files`);
    await pause();
    const isJson = parsed(text) !== undefined;
    await pause();
    const isPacked = 'content-encoding' in headers;
    const isWritten = isText(text, headers['content-type']) && !isPacked;
    if (isJson || (isWritten && /^\s*[[{]/.test(text))) {
      const { text: concealed, repeated } = await concealJson(text, schema, manner, values);
      // White space around it is not in the file.
      return isJson && text.trim() === text ? { json: concealed, repeated } : { text: concealed, repeated };
    }
    if (text === '' || manner.isSignIn || isWritten) return { text: concealText(text, manner), repeated: {} };
    return !isPacked && mayBeKept(text, bytes, manner)
      ? { base64: bytes.toString('base64') }
      : { missing: `${bytes.length} bytes that ${isPacked ? 'could not be unpacked' : 'are no text'}` };
  } catch (error) {
    // It would stop everything else for minutes, or has no stack for a text of megabytes. It is passed on all the same.
    const missing = `${bytes.length} bytes: ${(error as Error).message}`;
    log.error(`${file} has no body: ${missing}`);
    return { missing };
  }
}

/** The bytes of a document are a person's data. They may also be a text in which each letter has two of them. */
function mayBeKept(text: string, bytes: Buffer, { replacements, secrets }: Manner): boolean {
  const swapped = Buffer.concat([bytes.subarray(1), Buffer.alloc(1)]);
  const texts = [text, bytes.toString('utf16le'), swapped.toString('utf16le')];
  return !replacements && texts.every((one) => hideTexts(one, secrets, HIDDEN) === one);
}
