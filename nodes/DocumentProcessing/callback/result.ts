import type { Trace } from '../common/custom-data';
import { ServiceError, UnreadableResponseError } from '../common/errors';
import type { Output } from '../common/output';
import {
  asObject,
  asTextOrNumber,
  isObject,
  isTooDeep,
  type JsonObject,
  oneOrMoreObjects,
  own,
  textOf,
} from '../common/shape';
import { documentOutputs, processIdIn, processIdOf } from '../documents/envelope-outputs';
import { isDocument } from '../documents/service-document';
import type { OutputSettings } from '../documents/settings';
import { type Envelope, readEnvelope } from '../transport/envelope';
import { describeError, withoutSecrets } from '../transport/node-error';
import { hideSecrets, redactOwn, type Secrets } from '../transport/redact';
import { WebhookRejection } from './webhook-response';
import type { CallbackToken } from './token';

/** The items of a callback: the shape of the synchronous answer, plus what says which callback they came with. */
export function callbackOutputs(
  payload: unknown,
  { event, correlationId }: CallbackToken,
  settings: OutputSettings,
  deliveryId: string,
  secrets: Secrets,
): Output[] {
  const reference = { processId: processIdOf(payload) ?? null, event, correlationId, deliveryId };
  const outputs =
    event === 'enrichment'
      ? [enrichmentOutput(payload, secrets)]
      : extractionOutputs(payload, settings, reference, secrets);
  return outputs.map((output) => ({
    ...output,
    json: { ...output.json, ...conflictingMembers(reference, output.json), ...reference },
  }));
}

/** By what the execution that a callback starts or resumes is found again. */
export function traceOf(outputs: Array<Pick<Output, 'json' | 'needsReview'>>, secrets: Secrets): Trace {
  const { requestId, processId, error } = outputs[0]?.json ?? {};
  const clean = (id: unknown) => redactOwn(asTextOrNumber(id), secrets);
  return {
    firstRequestId: clean(requestId),
    lastRequestId: clean(requestId),
    failedRequestId: error === undefined ? undefined : clean(requestId),
    processId: clean(processId),
    needsReview: outputs.filter(({ needsReview }) => needsReview === true).length,
  };
}

/** If the service uses one of our names for another value, the item keeps the whole payload under `payload`. */
function conflictingMembers(reference: JsonObject, json: JsonObject): JsonObject {
  // A process ID may come as a number. A member that is null is no other value.
  const isConflicting = ([name, value]: [string, unknown]) =>
    (own(json, name) ?? null) !== null && textOf(json[name]) !== textOf(value);
  return Object.entries(reference).some(isConflicting) ? { payload: json } : {};
}

/**
 * What a callback is: the result, or a failure, or that the process has only been started. The result may still follow
 * the other two. What the payload of an enrichment looks like is not shown: its failure is a status with a code that is
 * no success, and no result beside it, and all else is its result.
 */
export function outcomeOf(payload: unknown, event: CallbackToken['event']): 'result' | 'failed' | 'started' {
  const { result } = asObject(payload);
  const isRejected = readAnswer(asObject(payload)) instanceof ServiceError;
  if (event !== 'contentExtraction') return isRejected && (result ?? null) === null ? 'failed' : 'result';
  if (isRejected || typeof result !== 'object' || result === null) return 'failed';
  return namesOnlyProcess(result) ? 'started' : 'result';
}

/** As the answer that starts a process does (service interface, operation 2). */
function namesOnlyProcess(result: unknown): boolean {
  const items = oneOrMoreObjects(result);
  return items.length > 0 && items.every((one) => processIdIn(one) !== '' && !isDocument(one));
}

/** The service interface shows a status with the synchronous answer only: without a code in it, the result tells. */
function readAnswer(payload: JsonObject): Envelope | ServiceError {
  const hasCode = textOf(asObject(payload['status'])['code']).trim() !== '';
  return readEnvelope({ httpStatus: 200, body: hasCode ? payload : { ...payload, status: { code: '200' } } });
}

/** The service interface does not show the payload of an enrichment: it passes through whole. */
function enrichmentOutput(payload: unknown, secrets: Secrets): Output {
  const shown = () => (outcomeOf(payload, 'enrichment') === 'failed' ? hideSecrets(payload, secrets) : payload);
  if (!isTooDeep(payload)) return { json: isObject(payload) ? (shown() as JsonObject) : { payload } };
  return errorOutput(
    new UnreadableResponseError(
      'The callback of the service is nested too deeply to be read',
      'Give the process ID to the support of the service.',
    ),
  );
}

/** Whether a payload may be the result of an extraction, or say why there is none. */
export const isExtraction = (payload: unknown): payload is JsonObject =>
  isObject(payload) && (payload['result'] !== undefined || payload['status'] !== undefined);

function extractionOutputs(
  payload: unknown,
  settings: OutputSettings,
  reference: JsonObject,
  secrets: Secrets,
): Output[] {
  if (!isExtraction(payload))
    throw new WebhookRejection(400, 'The body of this callback is not a result of content extraction');
  const envelope = readAnswer(payload);
  if (envelope instanceof ServiceError) {
    const { json } = errorOutput(withoutSecrets(envelope, secrets));
    // Which codes there are is not shown: one that is unknown does not take away what was read.
    const hasResult = (payload['result'] ?? null) !== null;
    return [{ json: hasResult ? { ...json, payload: hideSecrets(payload, secrets) } : json }];
  }
  if (outcomeOf(payload, 'contentExtraction') === 'result') {
    // As members of the documents they can be selected, and are looked for as no field.
    const outputs = documentOutputs(envelope, settings, { members: () => ({ inText: {}, besideText: reference }) });
    // Raw is the payload as it came, without the status that was added.
    return settings.output === 'raw' ? outputs.map((output) => ({ ...output, json: payload })) : outputs;
  }
  if (settings.output === 'raw') return [{ json: payload, needsReview: true }];
  return [
    errorOutput(
      new UnreadableResponseError(
        'The callback of the service has no result',
        'Set "Output" to Raw to see the whole callback.',
        envelope.requestId,
      ),
    ),
  ];
}

/** A node that receives a callback has no error branch: the item carries the error. */
function errorOutput(failure: ServiceError): Output {
  const { message, description } = describeError(failure);
  return { json: { error: message, message: description, requestId: failure.details.requestId ?? null } };
}
