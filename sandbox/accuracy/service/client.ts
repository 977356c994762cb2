import { setTimeout as pause } from 'node:timers/promises';
import type { DocumentType } from '../groundTruth.ts';
import type { SyntheticDocument } from '../documents.ts';
import type { Sandbox } from './sandbox.ts';

const CONTENT = '/process-image/content-extraction';
const GENERATIVE = '/process-image/generative-content-extraction';
const PAYMENT_CARD = '/process-image/payment-card-extraction';
const IDENTITY: DocumentType[] = ['cnh', 'rg', 'cin', 'passport', 'td1'];
/** Operations with the values that are sent with a document, where it is not its content that is extracted. */
const OPERATIONS: Partial<Record<DocumentType, [path: string, values?: Record<string, string>]>> = {
  nfse: ['/process-invoice/extraction'],
  mixed: ['/process-image/multipage-content-extraction'],
  vio: ['/process-image/vio-extraction'],
  contract: [GENERATIVE, { tags: 'id=bra-nlp-contrato-social-1' }],
  registry: [GENERATIVE, { tags: 'id=bra-nlp-registro-imovel-1' }],
};

/** Longer than the limit that the sandbox sets for a document. */
const LONGEST_ANSWER = 150_000;
const NO_ANSWER = 599;

/** Sends a document to the operation that a person would choose for it. */
export async function send(sandbox: Sandbox, document: SyntheticDocument): Promise<Answer> {
  const { layout, truth, bytes } = document;
  if (layout.type === 'card')
    return answerTo(sandbox, PAYMENT_CARD, JSON.stringify({ fileBase64: bytes.toString('base64') }));
  const isUnknownCode = layout.type === 'vio' && truth.fields.length === 0;
  const content = {
    ...(truth.codes ? { returnMetadata: 'true' } : {}),
    ...(IDENTITY.includes(layout.type) ? { returnCrops: 'true' } : {}),
  };
  const [path, values = {}] = (isUnknownCode ? null : OPERATIONS[layout.type]) ?? [CONTENT, content];
  return sendFile(sandbox, document, values, path);
}

export type SentFile = { bytes: Buffer; name: string; extension: string };

/** Sends a file of any kind, for its content and its codes, or with other values for something else. */
export function sendFile(
  sandbox: Sandbox,
  { bytes, name, extension }: SentFile,
  values: Record<string, string> = { returnMetadata: 'true' },
  path = CONTENT,
): Promise<Answer> {
  const body = new FormData();
  for (const [member, value] of Object.entries(values)) body.append(member, value);
  body.append('file', new Blob([new Uint8Array(bytes)]), `${name}.${extension}`);
  return answerTo(sandbox, path, body);
}

const answerTo = async (...request: Parameters<typeof post>): Promise<Answer> =>
  answerFrom(await post<Envelope>(...request));

type Answered<T> = { status: number; content: T | null };

/** Posts a form or JSON, and again while the sandbox has no room for it. A time-out counts against the document. */
export async function post<T>(sandbox: Sandbox, path: string, body: string | FormData): Promise<Answered<T>> {
  const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
  const headers = { ...type, authorization: `Bearer ${sandbox.token}` };
  const signal = AbortSignal.timeout(LONGEST_ANSWER);
  const response = await fetch(sandbox.address + path, { method: 'POST', headers, body, signal }).catch(
    (error: Error) => {
      if (error.name === 'TimeoutError') return null;
      // Without a sandbox, all further documents would count as unread.
      throw new Error(`The sandbox does not answer any more (${String(error.cause ?? error.message)})`);
    },
  );
  if (!response) return { status: NO_ANSWER, content: null };
  if (response.status === 503) return pause(1000).then(() => post(sandbox, path, body));
  return { status: response.status, content: (await response.json()) as T };
}

export type Answer = ReturnType<typeof answerFrom>;

export type Field = { name: string; value: string | null; score?: number | null };

/** Everything with a name and a value. */
export function fieldsIn(answer: unknown): Field[] {
  if (typeof answer !== 'object' || answer === null) return [];
  if ('name' in answer && 'value' in answer) return typeof answer.value === 'string' ? [answer as Field] : [];
  return Object.values(answer).flatMap(fieldsIn);
}

type Table = { values: Field[][] };
type Section = { fields?: Field[] | null; tables?: Table[] | null; pages?: { number: number }[] };
type Item = Section & {
  pageNumber?: number | null;
  crops?: { name: string; value: string }[] | null;
  metadata?: { barcodes?: { value: string }[] };
  extractions?: ({ source?: string; sections?: Section[] } & Section)[];
};
type Envelope = { result: Item[] | null; elapsedMilliseconds: number };

/**
 * The response of any operation, flattened, in its own order; `parts`: the pages of each document found. `official`
 * extractions repeat what was read and are not counted twice.
 */
function answerFrom({ status, content }: Answered<Envelope>) {
  const items = content?.result ?? [];
  const extractions = items.flatMap((item) => item.extractions ?? []).filter(({ source }) => source !== 'official');
  const parts = extractions.flatMap((extraction) => extraction.sections ?? []);
  const sections: Section[] = [...items, ...extractions, ...parts];
  return {
    status,
    milliseconds: content?.elapsedMilliseconds ?? LONGEST_ANSWER,
    fields: sections.flatMap(({ fields }) => fields ?? []),
    tables: sections.flatMap(({ tables }) => tables ?? []).map(({ values }) => values),
    crops: items.flatMap(({ crops }) => crops ?? []),
    codes: items.flatMap(({ metadata }) => metadata?.barcodes ?? []),
    parts: items.map(pagesOf),
  };
}

function pagesOf({ pageNumber, extractions }: Item): number[] {
  const numbers = (extractions ?? []).flatMap(({ sections }) => sections ?? []).flatMap(({ pages }) => pages ?? []);
  const pages = numbers.length > 0 ? numbers.map(({ number }) => number) : pageNumber ? [pageNumber] : [];
  return [...new Set(pages)].toSorted((a, b) => a - b);
}
