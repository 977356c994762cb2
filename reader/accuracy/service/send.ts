import { setTimeout as pause } from 'node:timers/promises';
import type { Kind } from '../document.ts';
import type { MadeDocument } from '../documents.ts';
import { answerFrom, type Answer, type Envelope } from './answer.ts';
import type { Sandbox } from './sandbox.ts';

const CONTENT = '/process-image/content-extraction';
const IDENTITY: Kind[] = ['cnh', 'rg', 'cin', 'passport', 'td1'];
const WITH_TAGS: Partial<Record<Kind, string>> = {
  contract: 'id=bra-nlp-contrato-social-1',
  registry: 'id=bra-nlp-registro-imovel-1',
};

/** Longer than the sandbox itself allows a document. */
const LONGEST_ANSWER = 150_000;
const NO_ANSWER = 599;

/** A document goes to the operation a person would send it to. */
export async function send(sandbox: Sandbox, document: MadeDocument): Promise<Answer> {
  const { layout, truth, bytes } = document;
  const tag = WITH_TAGS[layout.kind];
  if (layout.kind === 'card')
    return sendJson(sandbox, '/process-image/payment-card-extraction', { fileBase64: bytes.toString('base64') });
  if (layout.kind === 'nfse') return sendForm(sandbox, '/process-invoice/extraction', document);
  if (layout.kind === 'mixed') return sendForm(sandbox, '/process-image/multipage-content-extraction', document);
  if (layout.kind === 'vio' && truth.fields.length > 0)
    return sendForm(sandbox, '/process-image/vio-extraction', document);
  if (tag) return sendForm(sandbox, '/process-image/generative-content-extraction', document, { tags: tag });
  return sendForm(sandbox, CONTENT, document, {
    ...(truth.codes ? { returnMetadata: 'true' } : {}),
    ...(IDENTITY.includes(layout.kind) ? { returnCrops: 'true' } : {}),
  });
}

/** Too long is the document's failure; a sandbox that is gone would make all that follow look unread. */
function onFailure(error: Error): null {
  if (error.name === 'TimeoutError') return null;
  throw new Error(`The sandbox does not answer any more (${String(error.cause ?? error.message)})`);
}

export const sendJson = (sandbox: Sandbox, path: string, body: unknown): Promise<Answer> =>
  post(sandbox, path, () => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }));

function sendForm(
  sandbox: Sandbox,
  path: string,
  { bytes, name, extension }: MadeDocument,
  values: Record<string, string> = {},
): Promise<Answer> {
  return post(sandbox, path, () => {
    const body = new FormData();
    for (const [member, value] of Object.entries(values)) body.append(member, value);
    body.append('file', new Blob([new Uint8Array(bytes)]), `${name}.${extension}`);
    return { body };
  });
}

async function post(
  sandbox: Sandbox,
  path: string,
  request: () => { headers?: Record<string, string>; body: string | FormData },
): Promise<Answer> {
  const { headers, body } = request();
  const signal = AbortSignal.timeout(LONGEST_ANSWER);
  const response = await fetch(sandbox.address + path, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${sandbox.token}` },
    body,
    signal,
  }).catch(onFailure);
  if (!response) return answerFrom(NO_ANSWER, { result: null, elapsedMilliseconds: LONGEST_ANSWER });
  if (response.status === 503) return pause(1000).then(() => post(sandbox, path, request));
  return answerFrom(response.status, (await response.json()) as Envelope);
}
