import { asObject, asText, isObject, type JsonObject } from '../common/shape';
import type { Output } from '../common/output';
import type { Envelope } from '../transport/envelope';
import { ServiceError } from '../common/errors';
import { extractFiles } from './files';
import { readDocument, type ServiceDocument } from './service-document';
import { inReadingOrder, type OutputSettings, simplifyDocument, splitIntoRows, splitIntoSections } from './simplify';

/** Members an operation adds to the simplified form of its documents. */
export type AddMembers = (document: ServiceDocument, settings: OutputSettings) => JsonObject;

/** The items of a result that is a list of documents: simplified and split, or the envelope as it came. */
export function documentOutputs(
  envelope: Envelope,
  settings: OutputSettings,
  addMembers: AddMembers = () => ({}),
): Output[] {
  if (!settings.simplify) return [{ json: envelope }];
  const documents = resultItems(envelope).map((raw) =>
    readDocument(settings.maskCardNumber ? (maskCardNumbers(raw) as JsonObject) : raw),
  );
  // An input item in which nothing is recognised keeps an output item.
  if (documents.length === 0) return [emptyOutput(envelope, settings)];
  return documents.flatMap((document) => splitDocument(document, envelope, settings, addMembers));
}

const SPLITTERS = {
  documents: (simplified: JsonObject) => [simplified],
  sections: splitIntoSections,
  rows: splitIntoRows,
};

function splitDocument(
  original: ServiceDocument,
  envelope: Envelope,
  settings: OutputSettings,
  addMembers: AddMembers,
): Output[] {
  const { document, files, members, hasInvalidBase64 } = extractFiles(original, settings);
  const simplified = { ...simplifyDocument(document, envelope, settings), ...addMembers(document, settings) };
  const hint = hasInvalidBase64 ? 'invalidBase64' : isIdentified(document) ? undefined : 'unidentified';
  // The files belong to the document: they go with the first of its items.
  return SPLITTERS[settings.splitInto](simplified, document, settings).map((json, index) =>
    index === 0 ? { json: inReadingOrder({ ...json, ...members }), files, hint } : { json: inReadingOrder(json) },
  );
}

/** A document that was only classified has a type and no fields; one that was not identified has neither. */
const isIdentified = ({ raw, sections }: ServiceDocument): boolean =>
  typeof raw['type'] === 'string' ||
  typeof raw['stdType'] === 'string' ||
  sections.some(({ fields, tables }) => fields.length + tables.length > 0);

function emptyOutput(envelope: Envelope, settings: OutputSettings): Output {
  const empty = readDocument({ type: null, stdType: null, score: null, fields: [], tables: [] });
  const json = { ...simplifyDocument(empty, envelope, settings), needsReview: true };
  return { json: inReadingOrder(json), hint: 'unidentified' };
}

function resultItems({ result, requestId }: Envelope): JsonObject[] {
  if (Array.isArray(result)) return result.map(asObject);
  if (isObject(result)) return [result];
  throw new ServiceError({
    reason: 'The response of the service has no result',
    advice: 'Switch "Simplify" off to see the whole response.',
    requestId: requestId ?? undefined,
  });
}

/** Hides all but the last four digits of every card number: of each field `number`, at any depth. */
function maskCardNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskCardNumbers);
  if (!isObject(value)) return value;
  const masked = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, maskCardNumbers(member)]));
  const isNumberField = value['name'] === 'number' || value['stdName'] === 'number';
  return isNumberField ? { ...masked, value: maskDigits(value['value']) } : masked;
}

/** `5555 5555 5555 4444` becomes `**** **** **** 4444`. */
function maskDigits(value: unknown): unknown {
  const text = asText(value) ?? (typeof value === 'number' ? String(value) : undefined);
  return text === undefined ? value : text.replace(/\d(?=(?:\D*\d){4})/g, '*');
}

/** The item of a started process (service interface, "Async process reference"). */
export function processOutput(envelope: Envelope, { correlationId }: { correlationId: string }): Output[] {
  const processId = asText(asObject(envelope.result)['processId']);
  if (processId === undefined) {
    throw new ServiceError({
      reason: 'The response of the service has no process ID',
      requestId: envelope.requestId ?? undefined,
    });
  }
  return [{ json: { processId, correlationId, requestId: envelope.requestId ?? null } }];
}
