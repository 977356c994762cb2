import { Readable } from 'node:stream';
import type { IWebhookFunctions } from 'n8n-workflow';
import { WebhookRejection, readPayload, readText } from '../../../nodes/DocumentProcessing/callback/receive';

const MEGABYTE = Buffer.alloc(1024 * 1024, ' ');

/** A call whose body n8n has left to the node. */
const callOf = (chunks: Iterable<Buffer>): IWebhookFunctions =>
  ({ getRequestObject: () => Readable.from(chunks) }) as unknown as IWebhookFunctions;

function* repeated(chunk: Buffer, times: number): Generator<Buffer> {
  for (let count = 0; count < times; count++) yield chunk;
}

test('a body is read as it comes, whatever lies between its pieces', async () => {
  const bytes = Buffer.from('{"nome": "Conceição"}');
  const pieces = [...bytes].map((byte) => Buffer.from([byte]));
  expect(readPayload(await readText(callOf(pieces)))).toEqual({ nome: 'Conceição' });
});

test('a body of 99 MB is taken, one of 101 MB is rejected (413)', async () => {
  expect(await readText(callOf(repeated(MEGABYTE, 99)))).toHaveLength(99 * MEGABYTE.length);
  const refused = await readText(callOf(repeated(MEGABYTE, 101))).catch((caught: unknown) => caught);
  expect(refused).toBeInstanceOf(WebhookRejection);
  expect(refused).toMatchObject({ status: 413 });
});

test.each(['', 'text', '"text"', '1', 'true', 'null', '{', '{"a": 1}}'])(
  'a body that is no JSON object is rejected (400): %j',
  (text) => {
    expect(() => readPayload(text)).toThrow(expect.objectContaining({ status: 400 }) as Error);
  },
);
