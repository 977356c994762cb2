import { readAnswer } from '../transport/envelope';
import { ServiceFailure } from '../transport/failure';
import { describeFailure } from '../transport/failure-text';
import { asObject, asText, isObject, type JsonObject } from '../common/shape';
import type { OutputSettings } from '../parameters/output-settings';
import { documentOutputs } from '../documents/documents';
import type { Output } from '../documents/output';
import { NotTaken } from './receive';
import type { Ticket } from './ticket';

/** What a callback becomes: the shape of the synchronous answer, with what it belongs to. */
export function callbackOutputs(
  payload: unknown,
  { event, correlationId }: Ticket,
  settings: OutputSettings,
): Output[] {
  const belongsTo = { processId: processIdOf(payload) ?? null, event, correlationId };
  const outputs = event === 'enrichment' ? [{ json: enrichmentJson(payload) }] : extractionOutputs(payload, settings);
  return outputs.map((output) => ({
    ...output,
    json: { ...output.json, ...coveredBy(belongsTo, output.json), ...belongsTo },
  }));
}

/** What the service calls by one of our names stands under `payload`, with all that came with it. */
function coveredBy(belongsTo: JsonObject, json: JsonObject): JsonObject {
  const isCovered = ([name, value]: [string, unknown]) => Object.hasOwn(json, name) && json[name] !== value;
  return Object.entries(belongsTo).some(isCovered) ? { payload: json } : {};
}

/** Beside the result, or in it as in the answer that started the process. */
export const processIdOf = (payload: unknown): string | undefined =>
  asText(asObject(payload)['processId']) || asText(asObject(asObject(payload)['result'])['processId']) || undefined;

/** The payload of an enrichment has no shown shape: it passes through whole. */
const enrichmentJson = (payload: unknown): JsonObject => (isObject(payload) ? payload : { payload });

function extractionOutputs(payload: unknown, settings: OutputSettings): Output[] {
  if (!isObject(payload) || (payload['result'] === undefined && payload['status'] === undefined)) {
    throw new NotTaken(400, 'The body of this callback is not a result of content extraction');
  }
  // The interface shows the status with the synchronous answer only: a result that comes without one is a result.
  const envelope = readAnswer({
    httpStatus: 200,
    body: payload['status'] === undefined ? { ...payload, status: { code: '200' } } : payload,
  });
  if (envelope instanceof ServiceFailure) return [failureOutput(envelope)];
  if (!settings.simplify) return [{ json: payload }];
  if (typeof envelope.result === 'object' && envelope.result !== null) return documentOutputs(envelope, settings);
  return [
    failureOutput(
      new ServiceFailure({
        reason: 'The callback of the service has no result',
        requestId: envelope.requestId ?? undefined,
      }),
    ),
  ];
}

/** There is no branch for errors where a callback comes in: the item says it. */
function failureOutput({ facts }: ServiceFailure): Output {
  const { message, description } = describeFailure(facts);
  return { json: { error: message, message: description, requestId: facts.requestId ?? null } };
}
