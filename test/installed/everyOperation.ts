// A request to each of the service's thirteen operations, with documents that the sandbox can read.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Answered {
  status: number;
  code: string;
  result: unknown;
}

const sample = (name: string): Promise<Buffer> => readFile(join('sandbox/samples', name));
const base64 = async (name: string): Promise<string> => (await sample(name)).toString('base64');

/** The values of the first document of an answer by their names. */
export function fieldsOf(answer: Answered | undefined): Record<string, string | null> {
  const [document] = answer?.result as Array<{ fields: Array<{ name: string; value: string | null }> }>;
  return Object.fromEntries((document?.fields ?? []).map(({ name, value }) => [name, value]));
}

/** The text of a page. Readers of PDFs find the objects without their table. */
const pageWith = (text: string): Buffer =>
  Buffer.from(`%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>> endobj
4 0 obj <</Length ${text.length + 29}>> stream
BT /F 14 Tf 40 120 Td (${text}) Tj ET
endstream endobj
5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj
trailer <</Root 1 0 R>>
`);

/** Sends a document, or a JSON body, to a path of the service. */
export async function ask(
  { url, token }: { url: string; token: string },
  path: string,
  body: Record<string, unknown>,
): Promise<Answered> {
  const file = body['file'];
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    form.append(name, Buffer.isBuffer(value) ? new Blob([new Uint8Array(value)]) : String(value));
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...(!file && { 'content-type': 'application/json' }) },
    body: file ? form : JSON.stringify(body),
  });
  const { status, result } = (await response.json()) as { status: { code: string }; result: unknown };
  return { status: response.status, code: status.code, result };
}

/** The operations by the number they have in the service interface. `callbackUrl` is where 2 and 13 send their results. */
export async function askEveryOperation(
  service: { url: string; token: string },
  callbackUrl: string,
): Promise<Record<number, Answered>> {
  const invoice = await sample('service-invoice.pdf');
  const webhook = { url: callbackUrl };
  const card = pageWith('4111 1111 1111 1111  12/30').toString('base64');
  const requests: Record<number, [path: string, body: Record<string, unknown>]> = {
    1: ['/process-image/content-extraction', { file: invoice, returnImage: true }],
    2: ['/process-image/content-extraction', { fileBase64: await base64('contract.pdf'), webhook }],
    3: ['/process-image/multipage-content-extraction', { file: await sample('identity.pdf'), returnMetadata: true }],
    4: ['/process-image/multipage-content-extraction', { fileBase64: await base64('statement.pdf') }],
    5: [
      '/process-image/generative-content-extraction',
      { file: await sample('property-registry.pdf'), tags: 'id=bra-nlp-registro-imovel-1' },
    ],
    6: ['/process-image/content-compare', { file: invoice, fields: '[{"name":"numero","value":"00004217"}]' }],
    7: ['/process-invoice/extraction', { file: invoice }],
    8: ['/billing/daily-summary', { startDate: '2000-01-01 00:00:00.000Z', endDate: '2999-01-01 00:00:00.000Z' }],
    9: ['/process-image/vio-extraction', { qrCodeField: 'made up' }],
    10: ['/process-image/vio-extraction', { file: await sample('identity.pdf') }],
    11: ['/process-image/payment-card-extraction', { fileBase64: card }],
    12: ['/process-text/multi-address-parsing', { contents: [{ casa: 'Rua A, 1, Centro, Natal - RN, 59000-000' }] }],
    13: ['/big-data/enrichment/async', { query: 'pf', parameters: { cpf: '1' }, webhook }],
  };
  const answers: Record<number, Answered> = {};
  for (const [number, [path, body]] of Object.entries(requests))
    answers[Number(number)] = await ask(service, path, body);
  return answers;
}
