import { asObject, asTextOrNumber, isObject, type JsonObject, oneOrMoreObjects } from '../common/shape';
import type { Hint, Output, SoughtName } from '../common/output';
import type { Envelope } from '../transport/envelope';
import { UnreadableResponseError } from '../common/errors';
import { maskCardNumber, maskEnvelope, maskMembers } from './card-number';
import { extractFiles, withoutOriginals } from './files';
import { checkRules, type Judgement, lowConfidence, REASONS } from './judgement';
import { documentAsMarkdown } from './markdown';
import {
  hasKnownShape,
  hasType,
  isEmptyValue,
  readDocument,
  type Section,
  type ServiceDocument,
} from './service-document';
import { selectFields } from './selected-fields';
import { checkSums } from './sums';
import type { OutputSettings } from './settings';
import { type Content, hasErrors, inReadingOrder, isEmpty, simplifyDocument } from './simplify';
import { splitIntoRows, splitIntoSections } from './split';

/** What is particular to the documents of an operation. */
export interface DocumentHooks {
  /** What of a document is output and judged, if not all. */
  content?(document: ServiceDocument): Content;
  /** Whether it was identified, if its type does not tell. */
  isIdentified?(document: ServiceDocument): boolean;
  /** What is said if it was not. */
  unidentifiedHint?: Hint;
  /** Further members of the simplified form. */
  members?(document: ServiceDocument, content: Content): Members;
}

interface Members {
  /** In Markdown, these are part of the text. */
  inText: JsonObject;
  besideText?: JsonObject;
}

/** The items of a result that is a list of documents, in the form the settings ask for. */
export function documentOutputs(envelope: Envelope, settings: OutputSettings, hooks: DocumentHooks = {}): Output[] {
  const shown = settings.maskCardNumber ? maskEnvelope(envelope) : envelope;
  if (settings.output === 'raw') return [{ ...rawReview(envelope, settings, hooks), json: shown }];
  const documents = resultItems(envelope)?.map(readDocument);
  if (!documents)
    throw new UnreadableResponseError(
      'The response of the service has no result',
      'Set "Output" to Raw to see the whole response.',
      envelope.requestId,
    );
  // An input item in which nothing is recognised keeps an output item.
  if (documents.length === 0) return documentItems(NOTHING, shown, settings, { ...hooks, isIdentified: () => false });
  return documents.flatMap((document) => documentItems(document, shown, settings, hooks));
}

const NOTHING: ServiceDocument = { raw: {}, tags: [], score: null, sections: [] };

/** What is told of an envelope as it came: a person is to check it if one of its documents is to be checked. */
function rawReview(envelope: Envelope, settings: OutputSettings, hooks: DocumentHooks): Omit<Output, 'json'> {
  if (!settings.reviewOutput && settings.fieldRules.length + settings.sums.length === 0) return {};
  const documents = (resultItems(envelope) ?? []).map(readDocument);
  const judgements = documents.map((document) => judge(document, settings, hooks));
  const soughtNames = judgements.flatMap((one, index) => soughtIn(documents[index], one.soughtNames));
  if (!settings.reviewOutput) return { soughtNames };
  const needsReview = documents.length === 0 || hasErrors(envelope) || judgements.some((one) => one.needsReview);
  return { needsReview, soughtNames };
}

/** A document without any name says nothing about how those it lacks are spelled. */
const soughtIn = (document: ServiceDocument | undefined, names: SoughtName[]): SoughtName[] =>
  document?.sections.some(
    ({ fields, tables, unknownTables }) => fields.length + tables.length + unknownTables.length > 0,
  )
    ? names
    : names.filter(({ isFound }) => isFound);

const contentOf = (document: ServiceDocument, { content }: DocumentHooks): Content =>
  content?.(document) ?? {
    fields: document.sections.flatMap((section) => section.fields),
    sections: document.sections,
  };

/** The same whatever form the document is output in, so it takes the values as they came: not masked, files included. */
function judge(
  document: ServiceDocument,
  settings: OutputSettings,
  hooks: DocumentHooks,
): Judgement & { isIdentified: boolean; soughtNames: SoughtName[]; sumRemarks: string[] } {
  const { fields, sections } = contentOf(document, hooks);
  const rules = settings.fieldRules;
  const { missing, invalid, unknown } = checkRules(rules, fields, sections, settings);
  const { soughtNames, ...remarks } = checkSums(settings.sums, { fields, sections }, settings);
  // They have values in them.
  const { wrong, notChecked } = settings.maskCardNumber ? (maskMembers(remarks) as typeof remarks) : remarks;
  const low = lowConfidence(sections, settings);
  const isIdentified = (hooks.isIdentified ?? hasType)(document);
  return {
    lowConfidence: low,
    found: {
      ...(rules.length > 0 && { missing }),
      ...(rules.length + settings.sums.length > 0 && { invalid: [...invalid, ...wrong] }),
      ...(settings.sums.length > 0 && { notChecked }),
    },
    needsReview:
      low.length + missing.length + invalid.length + wrong.length > 0 || !isIdentified || !hasKnownShape(document.raw),
    isIdentified,
    soughtNames: [
      ...rules.map(({ name }) => ({ name, chosenIn: 'Field Rules' as const, isFound: !unknown.includes(name) })),
      ...soughtNames,
    ],
    sumRemarks: [...wrong, ...notChecked],
  };
}

/** Members in whose place the Markdown stands. */
const IN_MARKDOWN = new Set(['fields', 'tables', 'sections']);

function documentItems(
  original: ServiceDocument,
  envelope: Envelope,
  settings: OutputSettings,
  hooks: DocumentHooks,
): Output[] {
  const { isIdentified, soughtNames, sumRemarks, ...judged } = judge(original, settings, hooks);
  const needsReview = judged.needsReview || hasErrors(envelope);
  const judgement = { ...judged, needsReview };
  const shown = settings.maskCardNumber ? maskCardNumber(original) : original;
  if (!hasKnownShape(original.raw)) {
    const json = { ...shown.raw, needsReview, requestId: envelope.requestId };
    return [{ json, needsReview, hint: 'unknownShape' }];
  }
  const { document, files, members, originals, hasInvalidBase64 } = extractFiles(shown, settings);
  const content = contentOf(document, hooks);
  const added = hooks.members?.(document, content) ?? { inText: {} };
  const simplified = simplifyDocument(document, content, judgement, envelope, settings);
  // A source called e.g. `score` replaces no member; the members of every document come first.
  const complete = { ...simplified, ...added.inText, ...added.besideText, ...simplified };
  const hint = hasInvalidBase64
    ? 'invalidBase64'
    : isIdentified
      ? undefined
      : (hooks.unidentifiedHint ?? 'unidentified');
  const asItems = (jsons: JsonObject[], names: SoughtName[] = []): Output[] =>
    jsons.map((json, index) =>
      index === 0
        ? { json, files, needsReview, hint, soughtNames: soughtIn(document, [...soughtNames, ...names]) }
        : { json, needsReview },
    );
  if (settings.output === 'selectedFields') {
    const selected = selectFields({ ...complete, ...members }, content.fields, files, settings);
    // Files that become binary data come with every selection, and so do those that stay text.
    const isChosen = settings.selectedFields.some((name) => name === 'download' || name === 'fields');
    const { minScore, fieldRules, sums } = settings;
    const told = minScore !== undefined || fieldRules.length + sums.length > 0 || hasErrors(envelope);
    const json = {
      ...(settings.originalFile && !isChosen && originals),
      ...members,
      ...selected.json,
      ...(told && reasonsFor(needsReview, complete)),
    };
    return asItems([json], selected.soughtNames);
  }
  if (settings.output === 'markdown') {
    const others = Object.fromEntries(Object.entries(simplified).filter(([name]) => !IN_MARKDOWN.has(name)));
    // For a text that people or models read.
    const readable = withoutOriginals(document, settings);
    const readableContent = contentOf(readable, hooks);
    const markdown = documentAsMarkdown(
      {
        type: [simplified['type'], simplified['stdType']].find((type) => !isEmptyValue(type)),
        comparison: added.inText['comparison'],
        content: readableContent,
        others: restOf(readable, readableContent),
        sumRemarks,
      },
      settings,
    );
    const json = { markdown, ...added.besideText, ...others, ...originals, ...members };
    return asItems([inReadingOrder(json)]);
  }
  // Files and a comparison belong to the document: they go with the first of its items. Rows have no fields, where the
  // original is.
  const { comparison } = added.inText;
  const ofDocument = {
    ...(comparison !== undefined && { comparison }),
    ...(settings.originalFile && settings.splitInto === 'rows' && originals),
    ...members,
  };
  const split =
    settings.splitInto === 'sections'
      ? splitIntoSections(complete, document.sections, settings)
      : settings.splitInto === 'rows'
        ? splitIntoRows(complete, content.sections, settings)
        : [complete];
  return asItems(split.map((json, index) => inReadingOrder(index === 0 ? { ...json, ...ofDocument } : json)));
}

/** What a selection says of a document that was judged: whether a person should check it, and what for. */
function reasonsFor(needsReview: boolean, simplified: JsonObject): JsonObject {
  const reasons = [...REASONS, 'errors'].map((name) => [name, simplified[name]] as const);
  return { ...Object.fromEntries(reasons.filter(([, value]) => !isEmpty(value))), needsReview };
}

/** What was read of a document and does not count, unless it is the same as what does. */
function restOf({ sections }: ServiceDocument, content: Content): Section[] {
  if (content.sections === sections) return [];
  const counted = content.sections.flatMap(({ fields, tables, unknownTables }) => [
    ...fields,
    ...tables,
    ...unknownTables,
  ]);
  const known = new Set<unknown>(counted);
  const same = new Set(counted.map(withoutScores));
  const isOther = (one: unknown) => !known.has(one) && !same.has(withoutScores(one));
  return sections.map((section) => ({
    ...section,
    fields: section.fields.filter((field) => isOther(field) && !isEmptyValue(field.value)),
    tables: section.tables.filter(isOther),
    unknownTables: section.unknownTables.filter(isOther),
  }));
}

const withoutScores = (value: unknown): string =>
  JSON.stringify(value, (name, member: unknown) => (name === 'score' ? undefined : member));

const resultItems = ({ result }: Envelope): JsonObject[] | undefined =>
  Array.isArray(result) ? result.map(asObject) : isObject(result) ? [result] : undefined;

/** A process ID; an empty text if there is none. */
export function processIdIn({ processId }: JsonObject): string {
  const text = asTextOrNumber(processId) ?? '';
  return text.trim() === '' ? '' : text;
}

/** The process ID stands beside the result, inside it as in the answer that starts a process, or in its documents. */
export function processIdOf(payload: unknown): string | undefined {
  const { result } = asObject(payload);
  const inside = new Set(oneOrMoreObjects(result).map(processIdIn).filter(Boolean));
  return processIdIn(asObject(payload)) || (inside.size === 1 ? [...inside][0] : undefined);
}

/** The item of a started process (service interface, "Async process reference"). */
export function processOutput(envelope: Envelope, correlationId: string): Output[] {
  const processId = processIdOf(envelope);
  if (processId === undefined) {
    throw new UnreadableResponseError(
      'The response of the service has no process ID',
      'Its result could not be told from others. Give the request ID to the support of the service.',
      envelope.requestId,
    );
  }
  return [{ json: { processId, correlationId, requestId: envelope.requestId ?? null } }];
}
