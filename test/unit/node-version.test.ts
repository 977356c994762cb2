// Workflows keep the version of a node they were saved with. These are saved ones: version 1 must go on as it did.
import type { INodeParameters } from 'n8n-workflow';
import { fileItem } from '../engine/binaryData.ts';
import { DocumentProcessing } from '../../nodes/DocumentProcessing/DocumentProcessing.node';
import { PDF, runOperation } from '../support/document-node.ts';
import { envelope } from '../support/envelope.ts';
import { field } from '../support/samples.ts';
import { formOf, only } from '../support/sent.ts';
import { startServer } from '../support/server.ts';
import type { RecordingServer } from '../support/server.ts';

let server: RecordingServer;
beforeEach(async () => {
  server = await startServer(() => ({ json: envelope([{ fields: [field('a', '1')] }]) }));
});
afterEach(async () => server.close());

const file = (property = 'data') => fileItem(PDF, { fileName: 'a.pdf', mimeType: 'application/pdf', property });

const addresses = (count: number) =>
  envelope({ contents: Array.from({ length: count }, (_, index) => ({ index, extractions: [] })) });

/** Runs a node as it is saved: with its version, and without the parameters that have their default value. */
const run = async (typeVersion: number, operation: string, parameters: INodeParameters = {}, items = [file()]) =>
  await runOperation(server, operation, parameters, { items: await Promise.all(items), node: { typeVersion } });

const texts = (count: number) => Array.from({ length: count }, () => ({ json: { text: 'Rua A, 1' } })) as never[];

test('new nodes are of version 1.1', () => {
  expect(new DocumentProcessing().description).toMatchObject({ version: [1, 1.1], defaultVersion: 1.1 });
});

describe('a saved node of version 1', () => {
  test('uses the model for articles of association if no other is chosen', async () => {
    expect((await run(1, 'document.extractGenerative')).error).toBeUndefined();
    expect(formOf(only(server.requests))).toContainEqual(['tags', 'id=bra-nlp-contrato-social-1']);
  });

  test('needs a file under the name of its parameter', async () => {
    const { error } = await run(1, 'document.extractContent', {}, [file('Invoice')]);
    expect(error?.message).toBe('The item has no file in the binary field "data" [item 0]');
    expect(error?.description).toContain('Its binary fields are: Invoice.');
    expect(server.requests).toEqual([]);
  });

  test("returns an invoice's original file", async () => {
    const fields = [field('download', PDF.toString('base64'))];
    server.respond(() => ({ json: envelope([{ extractions: [{ source: 'official', fields, tables: [] }] }]) }));
    const { items } = await run(1, 'document.extractInvoice');
    expect(items).toMatchObject([{ binary: { download: { fileName: 'download.pdf' } } }]);
  });

  test('sends the number of addresses and the name of the text that its parameters say', async () => {
    server.respond(({ json }) => ({ json: addresses((json as { contents: unknown[] }).contents.length) }));
    await run(1, 'address.parse', { text: 'Rua A, 1', textProperty: 'endereco', batchSize: 2 }, texts(3));
    expect(server.requests.map(({ json }) => json)).toEqual([
      { contents: [{ endereco: 'Rua A, 1' }, { endereco: 'Rua A, 1' }] },
      { contents: [{ endereco: 'Rua A, 1' }] },
    ]);
  });

  test.each(['document.compareContent', 'document.extractDriverLicence', 'document.extractPaymentCard'])(
    'splits the result of %s',
    async (operation) => {
      const fields = { field: [{ name: 'a', value: '1' }] };
      const { items } = await run(1, operation, { splitInto: 'sections', fields });
      expect(items).toMatchObject([{ json: { sectionNumber: 1 } }]);
    },
  );

  test('sends the quality of the image that was saved as a text', async () => {
    await run(1, 'document.extractContent', { options: { returnImage: true, returnedImageQuality: '60' } });
    expect(formOf(only(server.requests))).toContainEqual(['returnedImageQuality', '60']);
  });

  test('joins the list of parameters and those given as JSON', async () => {
    server.respond(() => ({ json: envelope({ processId: 'p-1' }) }));
    const parameters = { parameter: [{ name: 'cpf', value: '111' }] };
    const callbackUrl = 'https://example.com/callback';
    await run(1, 'enrichment.start', { parameters, parametersJson: '{"name":"Ana"}', delivery: 'url', callbackUrl });
    expect(only(server.requests).json).toMatchObject({ parameters: { name: 'Ana', cpf: '111' } });
  });
});

describe('a node of version 1.1', () => {
  test('sends nothing before a model is chosen', async () => {
    const nothing = run(1.1, 'document.extractGenerative');
    await expect(nothing).rejects.toThrow('Parameter "Model" is required');
    const { error } = await run(1.1, 'document.extractGenerative', { model: '={{ "" }}', customTag: 'key=value' });
    expect(error?.message).toBe('The parameter "Model" is empty [item 0]');
    expect(server.requests).toEqual([]);
  });

  test.each(['filesystem', 'default'] as const)('takes the only file of an item, stored in %s', async (binaryMode) => {
    const items = [
      await fileItem(PDF, { fileName: 'a.pdf', mimeType: 'application/pdf', property: 'Invoice', binaryMode }),
    ];
    const { error } = await runOperation(server, 'document.extractContent', {}, { items, binaryMode });
    expect(error).toBeUndefined();
    expect(formOf(only(server.requests))).toMatchObject([['file', { filename: 'a.pdf' }]]);
  });

  test('does not choose between two files, and says what they are called', async () => {
    const [one, other] = await Promise.all([file('Front'), file('Back')]);
    const both = { json: {}, binary: { ...one.binary, ...other.binary } };
    const { error } = await run(1.1, 'document.extractContent', {}, [Promise.resolve(both as never)]);
    expect(error?.message).toBe('The item has no file in the binary field "data" [item 0]');
    expect(error?.description).toContain('Its binary fields are: Front, Back.');
    expect(server.requests).toEqual([]);
  });

  test('takes no other file than the one that is named', async () => {
    const named = { binaryPropertyName: 'Contract' };
    const { error } = await run(1.1, 'document.extractContent', named, [file('Invoice')]);
    expect(error?.message).toBe('The item has no file in the binary field "Contract" [item 0]');
  });

  test.each([
    ['among the options', { options: { batchSize: 2, textProperty: 'endereco' } }],
    ['where version 1 had it', { batchSize: 2, textProperty: 'endereco' }],
  ])('obeys the batch size and the text property %s', async (_where, parameters) => {
    server.respond(({ json }) => ({ json: addresses((json as { contents: unknown[] }).contents.length) }));
    await run(1.1, 'address.parse', { text: 'Rua A, 1', ...parameters }, texts(3));
    expect(server.requests.map(({ json }) => json)).toEqual([
      { contents: [{ endereco: 'Rua A, 1' }, { endereco: 'Rua A, 1' }] },
      { contents: [{ endereco: 'Rua A, 1' }] },
    ]);
  });

  test('sends 50 addresses in one request, each as "text", if nothing else is set', async () => {
    server.respond(({ json }) => ({ json: addresses((json as { contents: unknown[] }).contents.length) }));
    await run(1.1, 'address.parse', { text: 'Rua A, 1' }, texts(51));
    const sizes = server.requests.map(({ json }) => (json as { contents: Array<{ text: string }> }).contents.length);
    expect(sizes.sort((one, other) => other - one)).toEqual([50, 1]);
  });

  test.each([
    ['among the options', { options: { parametersJson: '{"name":"Ana"}' } }],
    ['where version 1 had it', { parametersJson: '{"name":"Ana"}' }],
  ])('reads parameters as JSON %s', async (_where, parameters) => {
    server.respond(() => ({ json: envelope({ processId: 'p-1' }) }));
    await run(1.1, 'enrichment.start', { delivery: 'url', callbackUrl: 'https://example.com/callback', ...parameters });
    expect(only(server.requests).json).toMatchObject({ parameters: { name: 'Ana' } });
  });

  test('still obeys a split that its panel does not show', async () => {
    const { items } = await run(1.1, 'document.extractPaymentCard', { splitInto: 'sections' });
    expect(items).toMatchObject([{ json: { sectionNumber: 1 } }]);
  });
});
