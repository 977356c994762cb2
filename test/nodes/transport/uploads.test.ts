import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Container } from '@n8n/di';
import type { INodeExecutionData } from 'n8n-workflow';
import fc from '../../support/generated.ts';
import { BinaryDataService } from 'n8n-core';
import { FileSource } from '../../../nodes/DocumentProcessing/transport/file';
import { encodeJson } from '../../../nodes/DocumentProcessing/transport/request-body';
import { fileItem } from '../../engine/binaryData.ts';
import { runOperation } from '../../support/document-node.ts';
import { failure } from '../../support/envelope.ts';
import { serverForEachTest } from '../../support/opened.ts';
import { formOf, only } from '../../support/sent.ts';
import { startServer } from '../../support/server.ts';

const server = serverForEachTest();

function bytesOf(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  for (let index = 0; index < size; index++) bytes[index] = index * 31 + 7 * (index >> 8);
  return bytes;
}

test.each([
  ['plain.pdf', 'application/pdf', bytesOf(1000)],
  ['março – nº 1 文書 😀.pdf', 'application/pdf', bytesOf(3)],
  ['crlf.bin', 'application/octet-stream', Buffer.from('\r\n--boundary\r\n\r\n--\r\n')],
])('the parts of an upload of %s arrive as they are', async (fileName, mimeType, bytes) => {
  const fields: Array<[string, string]> = [
    ['tags', 'a=1'],
    ['tags', 'b=ção "x"; y'],
    ['empty', ''],
    ['nome 1', '{"a":[1]}'],
    ['lines', 'a\nb\r\nc\rd\n'],
  ];
  const parameters = {
    ...{ path: 'ours', bodyType: 'multipart' },
    formFields: { field: fields.map(([name, value]) => ({ name, value })) },
    formFiles: { file: [{ name: 'file', binaryPropertyName: 'data' }] },
  };
  const items = [await fileItem(bytes, { fileName, mimeType })];
  await runOperation(server, 'api.sendRequest', parameters, { items });
  const file = { filename: fileName, contentType: mimeType, content: bytes.toString('latin1') };
  expect(formOf(only(server.requests))).toEqual([...fields, ['file', file]]);
});

test.each(['filesystem', 'default'] as const)(
  'a file n8n keeps in mode "%s" is sent whole, with a true length, as a form and as base64 in JSON',
  async (binaryMode) => {
    const bytes = bytesOf(300_001);
    const items = [await fileItem(bytes, { fileName: 'a.pdf', mimeType: 'application/pdf', binaryMode })];
    expect(items[0]?.binary?.['data']?.id === undefined).toBe(binaryMode === 'default');
    await runOperation(server, 'document.extractContent', {}, { items, binaryMode });
    await runOperation(server, 'document.extractPaymentCard', {}, { items, binaryMode });
    for (const { headers, size } of server.requests) {
      expect(headers['content-length']).toBe(String(size));
      expect(headers['transfer-encoding']).toBeUndefined();
    }
    const [part] = server.requests[0]?.parts ?? [];
    expect(server.requests[0]?.parts).toMatchObject([
      { name: 'file', filename: 'a.pdf', contentType: 'application/pdf' },
    ]);
    // Jest compares buffers byte by byte, which takes seconds.
    expect(part?.data.equals(bytes)).toBe(true);
    expect(server.requests[1]?.json).toEqual({ fileBase64: bytes.toString('base64') });
  },
);

test('base64 in JSON is the same however the file comes in chunks, and several files may stand anywhere', async () => {
  const chunked = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 12 });
  const source = (chunks: Uint8Array[]) =>
    new FileSource('a', 'b', Buffer.concat(chunks).length, async () => Readable.from(chunks));
  const base64 = (chunks: Uint8Array[]) => Buffer.concat(chunks).toString('base64');
  await fc.assert(
    fc.asyncProperty(chunked, chunked, fc.json(), async (one, other, json) => {
      const bodyOf = <T>(files: T[]) => ({ ção: json, one: files[0], list: [{ other: files[1] }, 1] });
      const body = encodeJson(bodyOf([source(one), source(other)])) as Blob;
      const sent = Buffer.from(await new Response(body.stream()).arrayBuffer());
      expect(sent.toString()).toBe(JSON.stringify(bodyOf([base64(one), base64(other)])));
      expect(body.size).toBe(sent.length);
    }),
    { numRuns: 100 },
  );
});

test.each(['document.extractContent', 'document.extractPaymentCard'])(
  'a storage that fails is not taken for the service: %s',
  async (operation) => {
    const items = [await fileItem(bytesOf(10), { fileName: 'a.bin', binaryMode: 'filesystem' })];
    const gone = Object.assign(new Error('connect ECONNREFUSED 192.0.2.1:9000'), { code: 'ECONNREFUSED' });
    const open = jest.spyOn(Container.get(BinaryDataService), 'getAsStream').mockRejectedValue(gone);
    const { error } = await runOperation(server, operation, {}, { items, binaryMode: 'filesystem' });
    expect(open).toHaveBeenCalledTimes(1);
    open.mockRestore();
    expect(error?.message).toBe('The file "a.bin" could not be read: connect ECONNREFUSED 192.0.2.1:9000 [item 0]');
    expect(error?.description).toContain('With several processes of n8n');
  },
);

test('a file that n8n has deleted, or a worker cannot find, is told of before anything is sent', async () => {
  const items = [await fileItem(bytesOf(10), { fileName: 'a.bin', binaryMode: 'filesystem' })];
  const data = items[0]?.binary?.['data'];
  if (data?.id) data.id = data.id.replace(/.{4}$/, 'gone');
  const { error } = await runOperation(server, 'document.extractContent', {}, { items, binaryMode: 'filesystem' });
  expect(error).toMatchObject({
    message: 'The file "a.bin" could not be read: File not found [item 0]',
    description: expect.stringMatching(/^n8n deletes a file with the execution .* a folder that they share/),
  });
  expect(server.requests).toEqual([]);
});

test.each([
  ['a binary file', { source: 'binary' }],
  ['base64', { source: 'base64', fileBase64: '={{ $json.base64 }}' }],
])(
  'files that n8n has in memory are decoded while they are sent, not all before the first: %s',
  async (_what, source) => {
    const base64 = bytesOf(3_000_000).toString('base64');
    const items = Array.from({ length: 20 }, () => ({
      json: { base64 },
      binary: { data: { data: base64, mimeType: 'application/pdf' } },
    }));
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const held = () => {
      collectGarbage();
      return process.memoryUsage().arrayBuffers;
    };
    let atFirst: number | undefined;
    const answer = () => {
      atFirst ??= held();
      return { result: [] };
    };
    const forgetful = await startServer(answer, { keepBodies: false });
    const before = held();
    const parameters = { ...source, options: { maxConcurrency: 1 } };
    await runOperation(forgetful, 'document.extractInvoice', parameters, { items, binaryMode: 'default' });
    await forgetful.close();
    expect(forgetful.requests).toHaveLength(20);
    expect((atFirst ?? Infinity) - before).toBeLessThan(30_000_000);
  },
);

test.each([
  ['a form', 'document.extractContent'],
  ['base64 in JSON', 'document.extractPaymentCard'],
])('a repeated upload sends the same bytes again: %s', async (_what, operation) => {
  const bytes = bytesOf(150_000);
  server.respond((_request, index) =>
    index < 2 ? { status: 503, headers: { 'retry-after': '0' }, json: failure('503', 'Busy') } : { result: [] },
  );
  const run = await runOperation(server, operation, {}, { items: [await fileItem(bytes, { fileName: 'a.pdf' })] });
  expect(run.error).toBeUndefined();
  expect(server.requests).toHaveLength(3);
  for (const request of server.requests) {
    const sent = request.parts[0]?.data ?? Buffer.from((request.json as { fileBase64: string }).fileBase64, 'base64');
    expect(sent.equals(bytes)).toBe(true);
  }
});

test.each([
  ['a form', 'document.extractContent'],
  ['base64 in JSON', 'document.extractPaymentCard'],
])(
  'an answer that comes before the upload is read is not lost: %s',
  async (_what, operation) => {
    const early = createServer((request, response) => {
      response.writeHead(413, { 'content-type': 'application/json' }).end(JSON.stringify(failure('413', 'Too large')));
      request.resume();
    });
    await new Promise<void>((resolve) => early.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(early.address() as AddressInfo).port}`;
    const bytes = bytesOf(5_000_000);
    const items = Array(20).fill(await fileItem(bytes, { fileName: 'a.pdf' })) as INodeExecutionData[];
    const run = await runOperation({ url }, operation, {}, { items, onError: 'continueRegularOutput' });
    early.closeAllConnections();
    await new Promise((resolve) => early.close(resolve));
    expect(run.items.map(({ json }) => json['error'])).toEqual(
      items.map((_item, index) => `Too large (413) [item ${index}]`),
    );
  },
  30_000,
);
