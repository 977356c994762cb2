import { asObject, asText, isObject, type JsonObject } from '../common/shape';
import type { Output } from '../common/output';
import type { Envelope } from '../transport/envelope';
import { ServiceError } from '../common/errors';
import { extractFiles } from './files';
import { documentAsMarkdown } from './markdown';
import { type Field, readDocument, type ServiceDocument } from './service-document';
import { selectFields } from './selected-fields';
import { inReadingOrder, type OutputSettings, simplifyDocument, splitIntoRows, splitIntoSections } from './simplify';

/** What an operation adds to the output of its documents. */
export interface Additions {
  /** Members of the simplified form. */
  members?(document: ServiceDocument, settings: OutputSettings): JsonObject;
  /** The fields that field rules check, if not all. */
  ruleFields?(document: ServiceDocument, settings: OutputSettings): Field[];
}

/** The items of a result that is a list of documents, in the form the settings ask for. */
export function documentOutputs(envelope: Envelope, settings: OutputSettings, additions: Additions = {}): Output[] {
  if (settings.output === 'raw') return [rawOutput(envelope, settings, additions)];
  const documents = resultItems(envelope).map((raw) =>
    readDocument(settings.maskCardNumber ? (maskCardNumbers(raw) as JsonObject) : raw),
  );
  // An input item in which nothing is recognised keeps an output item.
  if (documents.length === 0) return [emptyOutput(envelope, settings)];
  return documents.flatMap((document) => documentItems(document, envelope, settings, additions));
}

/** The envelope as it came, to be checked by a person if one of its documents is. */
function rawOutput(envelope: Envelope, settings: OutputSettings, additions: Additions): Output {
  if (!settings.reviewOutput) return { json: envelope };
  const { result } = envelope;
  const raw = Array.isArray(result) ? result.map(asObject) : isObject(result) ? [result] : [];
  const needReview = raw.map((one) => {
    const document = readDocument(one);
    return needsReview(document, simplify(document, envelope, settings, additions));
  });
  return { json: envelope, needsReview: raw.length === 0 || needReview.includes(true) };
}

const simplify = (
  document: ServiceDocument,
  envelope: Envelope,
  settings: OutputSettings,
  { members, ruleFields }: Additions,
): JsonObject => ({
  ...simplifyDocument(document, envelope, settings, ruleFields?.(document, settings)),
  ...members?.(document, settings),
});

const needsReview = (document: ServiceDocument, simplified: JsonObject): boolean =>
  simplified['needsReview'] === true || !isIdentified(document);

const SPLITTERS = {
  documents: (simplified: JsonObject) => [simplified],
  sections: splitIntoSections,
  rows: splitIntoRows,
};

function documentItems(
  original: ServiceDocument,
  envelope: Envelope,
  settings: OutputSettings,
  additions: Additions,
): Output[] {
  const { document, files, members, hasInvalidBase64 } = extractFiles(original, settings);
  const simplified = simplify(document, envelope, settings, additions);
  const hint = hasInvalidBase64 ? 'invalidBase64' : isIdentified(document) ? undefined : 'unidentified';
  const common = { needsReview: needsReview(document, simplified) };
  if (settings.output === 'selectedFields')
    return [{ json: selectFields({ ...simplified, ...members }, document, settings), files, hint, ...common }];
  if (settings.output === 'markdown') return [{ json: markdownMembers(simplified), files, hint, ...common }];
  // The files belong to the document: they go with the first of its items.
  return SPLITTERS[settings.splitInto](simplified, document, settings).map((json, index) =>
    index === 0
      ? { json: inReadingOrder({ ...json, ...members }), files, hint, ...common }
      : { json: inReadingOrder(json), ...common },
  );
}

/** The output for models and chats: the content as one text, and what is needed to go on with it. */
const markdownMembers = (simplified: JsonObject): JsonObject => ({
  type: simplified['type'],
  stdType: simplified['stdType'],
  pageNumber: simplified['pageNumber'],
  markdown: documentAsMarkdown(simplified),
  needsReview: simplified['needsReview'],
  requestId: simplified['requestId'],
});

/** A document that was only classified has a type and no fields; one that was not identified has neither. */
const isIdentified = ({ raw, sections }: ServiceDocument): boolean =>
  typeof raw['type'] === 'string' ||
  typeof raw['stdType'] === 'string' ||
  sections.some(({ fields, tables }) => fields.length + tables.length > 0);

function emptyOutput(envelope: Envelope, settings: OutputSettings): Output {
  const empty = readDocument({ type: null, stdType: null, score: null, fields: [], tables: [] });
  const simplified = { ...simplifyDocument(empty, envelope, settings), needsReview: true };
  const json =
    settings.output === 'markdown'
      ? markdownMembers(simplified)
      : settings.output === 'selectedFields'
        ? selectFields(simplified, empty, settings)
        : inReadingOrder(simplified);
  return { json, hint: 'unidentified', needsReview: true };
}

function resultItems({ result, requestId }: Envelope): JsonObject[] {
  if (Array.isArray(result)) return result.map(asObject);
  if (isObject(result)) return [result];
  throw new ServiceError({
    reason: 'The response of the service has no result',
    advice: 'Set "Output" to Raw to see the whole response.',
    requestId: asText(requestId),
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
export function processOutput(envelope: Envelope, correlationId: string): Output[] {
  const processId = asText(asObject(envelope.result)['processId']);
  if (processId === undefined) {
    throw new ServiceError({
      reason: 'The response of the service has no process ID',
      advice: 'Its result could not be told from others. Give the request ID to the support of the service.',
      requestId: asText(envelope.requestId),
    });
  }
  return [{ json: { processId, correlationId, requestId: envelope.requestId ?? null } }];
}
