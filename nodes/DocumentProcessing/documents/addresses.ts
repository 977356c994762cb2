import { UnreadableResponseError } from '../common/errors';
import type { Output } from '../common/output';
import {
  asList,
  asNumber,
  asObject,
  asObjects,
  asText,
  type JsonObject,
  oneOrMoreObjects,
  textOf,
} from '../common/shape';
import { byName, nameOf, scoresByName } from './by-name';
import { lowConfidence } from './judgement';
import { hasKnownShape, isEmptyValue, readDocument } from './service-document';
import type { OutputSettings } from './settings';
import { inReadingOrder, isEmpty } from './simplify';

/** The addresses found in one text, each as a flat object of its components (service interface, "Address parsing result"). */
export function addressOutputs(contents: JsonObject[], requestId: string | null, settings: OutputSettings): Output[] {
  const outputs = contents.flatMap((content): Output[] =>
    hasKnownShape(content)
      ? addressesIn(content, requestId, settings)
      : [{ json: { ...content, needsReview: true, requestId }, needsReview: true, hint: 'unknownShape' }],
  );
  return outputs.length > 0
    ? outputs
    : [
        {
          json: { stdValue: null, needsReview: true, lowConfidence: [], requestId },
          hint: 'noAddress',
          needsReview: true,
        },
      ];
}

const addressesIn = (content: JsonObject, requestId: string | null, settings: OutputSettings): Output[] =>
  asObjects(content['extractions']).flatMap((extraction) =>
    // Groups beside the sections are one without a name.
    [{ groups: extraction['groups'] }, ...asObjects(extraction['sections'])].flatMap((section: JsonObject) =>
      asObjects(section['groups']).map((group) => {
        const given = { section: section['name'], source: extraction['source'], requestId };
        const json = inReadingOrder(flatAddress(group, given, settings));
        return { json, needsReview: json['needsReview'] === true };
      }),
    ),
  );

function flatAddress(
  group: JsonObject,
  { section, source, requestId }: { section: unknown; source: unknown; requestId: string | null },
  settings: OutputSettings,
): JsonObject {
  const components = asObjects(group['components']);
  // The address has a score of its own.
  const whole = { name: 'stdValue', value: group['stdValue'], score: group['score'] };
  const fields = [whole, ...components];
  const naming = { ...settings, fieldNames: 'stdName' } as const;
  const low = lowConfidence(readDocument({ fields }).sections, naming);
  const named = readDocument({ fields: components })
    .sections.flatMap((one) => one.fields)
    .map((field) => ({ name: nameOf(field, naming), field }));
  const secondaries = group['secondaries'];
  const values = [group, ...components].flatMap(({ stdValue, value }) => [stdValue, value]);
  const parts = byName(components.map((component, index) => [named[index]?.name ?? '', componentValue(component)]));
  const members = {
    stdValue: group['stdValue'] ?? null,
    score: asNumber(group['score']) ?? null,
    group: asText(group['name']) ?? null,
    section: asText(section) ?? null,
    source: asText(source) ?? null,
    ...(settings.includeScores && { scores: scoresByName(named) }),
    // The service interface does not describe their shape: they are kept as they came.
    ...(asList(secondaries).length > 0 && { secondaries }),
    lowConfidence: low,
    needsReview: low.length > 0 || values.every(isEmptyValue),
    requestId,
  };
  // A component called as one of these, e.g. `score`, would be lost.
  const hidden = Object.entries(parts).filter(([name]) => Object.hasOwn(members, name) || name === 'components');
  return { ...parts, ...members, ...(hidden.length > 0 && { components: Object.fromEntries(hidden) }) };
}

/** An empty standardised value does not hide the one that was written. */
const componentValue = ({ stdValue, value }: JsonObject): unknown =>
  [stdValue, value].find((one) => !isEmptyValue(one)) ?? null;

/**
 * The elements of `result.contents` for each position of the request: none if the response has nothing for it, and an
 * error where it does not say for certain what belongs to it. An address at the wrong item is worse than none.
 *
 * The service interface does not say whether `index` counts from 0 or from 1. An index that only one of the two ways of
 * counting can give proves that one. One element is all that a request of one item can get.
 */
export function contentsByPosition(
  { result, requestId }: { result?: unknown; requestId?: unknown },
  count: number,
): Array<JsonObject[] | Error> {
  const given = oneOrMoreObjects(asObject(result)['contents']);
  const contents = given
    .map((content) => ({ content, index: asIndex(content['index']) }))
    // One without an index and without an address says nothing.
    .filter(({ content, index }) => index !== undefined || !isEmpty(content['extractions']));
  if (count === 1) return [contents.map(({ content }) => content)];

  const indexes = contents.flatMap(({ index }) => index ?? []);
  const unclear = () =>
    new UnreadableResponseError(
      'The response of the service does not say to which item its addresses belong',
      `${count} items were sent, and the indexes of the answers are ${describe(given)}. ` +
        'Set "Batch Size" to 1: then each response belongs to its item.',
      requestId,
    );
  const bases = [0, 1].filter((base) => indexes.every((index) => index >= base && index < base + count));
  const found = Array.from({ length: count }, (): JsonObject[] => []);
  for (const { content, index } of contents) if (index !== undefined) found[index - (bases[0] ?? 0)]?.push(content);
  const withoutIndex = contents.length - indexes.length;
  const withoutContents = found.filter((list) => list.length === 0).length;
  // Where no answer has an index, both ways of counting are possible too.
  const isUnclear = contents.length > 0 && (bases.length !== 1 || withoutIndex > withoutContents);
  return found.map((list) =>
    isUnclear || list.length > 1 || (list.length === 0 && withoutIndex > 0) ? unclear() : list,
  );
}

function asIndex(value: unknown): number | undefined {
  const index = asNumber(value);
  return Number.isInteger(index) ? index : undefined;
}

const MOST_DESCRIBED = 20;

const describe = (contents: JsonObject[]): string =>
  contents
    .slice(0, MOST_DESCRIBED)
    .map(({ index }) => textOf(index).slice(0, 20) || 'none')
    .join(', ') + (contents.length > MOST_DESCRIBED ? ', …' : '');
