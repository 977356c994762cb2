import type { Envelope } from '../transport/envelope';
import { ServiceError } from '../common/errors';
import { asObject, isObject, type JsonObject } from '../common/shape';
import type { OutputSettings } from './settings';
import { readDocument, type ServiceDocument } from './document';
import { takeFiles } from './files';
import { maskCardNumbers } from './mask';
import type { Output } from '../common/output';
import { rowOutputs, sectionOutputs } from './parts';
import { simplifyDocument } from './simplify';

/** What an operation adds to the simplified form of its documents. */
export type Extend = (document: ServiceDocument, settings: OutputSettings) => JsonObject;

/** The items of an answer whose result is a list of documents: simplified, split, or the envelope as it came. */
export function documentOutputs(envelope: Envelope, settings: OutputSettings, extend: Extend = () => ({})): Output[] {
  if (!settings.simplify) return [{ json: envelope }];
  const documents = resultItems(envelope).map((raw) =>
    readDocument(settings.maskCardNumber ? maskCardNumbers(raw) : raw),
  );
  if (documents.length === 0) return [nothingRecognised(envelope, settings)];
  return documents.flatMap((document) => splitDocument(document, envelope, settings, extend));
}

function splitDocument(
  document: ServiceDocument,
  envelope: Envelope,
  settings: OutputSettings,
  extend: Extend,
): Output[] {
  const { kept, files, left, broken } = takeFiles(document, settings);
  const whole = { ...simplifyDocument(kept, envelope, settings), ...extend(kept, settings) };
  const outputs = PARTS[settings.splitInto](whole, kept, settings);
  const hint = broken ? 'brokenFile' : isIdentified(kept) ? undefined : 'unidentified';
  // The files are the document's: they go with the first of its items.
  return outputs.map((json, index) => (index === 0 ? { json: { ...json, ...left }, files, hint } : { json }));
}

const PARTS = {
  documents: (whole: JsonObject) => [whole],
  sections: sectionOutputs,
  rows: rowOutputs,
};

/** Documents that are only typified have no fields; those that were not identified have neither. */
const isIdentified = ({ raw, sections }: ServiceDocument): boolean =>
  typeof raw['type'] === 'string' ||
  typeof raw['stdType'] === 'string' ||
  sections.some(({ fields, tables }) => fields.length + tables.length > 0);

/** An input item is not lost when the service recognises nothing in it: its item says so. */
function nothingRecognised(envelope: Envelope, settings: OutputSettings): Output {
  const empty = readDocument({ type: null, stdType: null, score: null, fields: [], tables: [] });
  return { json: { ...simplifyDocument(empty, envelope, settings), needsReview: true }, hint: 'unidentified' };
}

function resultItems(envelope: Envelope): JsonObject[] {
  const { result } = envelope;
  if (Array.isArray(result)) return result.map(asObject);
  if (isObject(result)) return [result];
  throw new ServiceError({
    reason: 'The answer of the service has no result',
    advice: 'Switch "Simplify" off to see the whole answer.',
    requestId: envelope.requestId ?? undefined,
  });
}
