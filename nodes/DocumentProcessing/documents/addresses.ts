import type { Envelope } from '../transport/envelope';
import { asList, asNumber, asObject, asObjects, asText, type JsonObject } from '../common/shape';
import type { OutputSettings } from './settings';
import { byName } from './by-name';
import { readDocument } from './document';
import { lowConfidence } from './fields';
import type { Output } from '../common/output';

/** The envelope as it came, once for all the items it answers. */
export const rawOutputs = (envelope: Envelope, items: number[]): Output[][] =>
  items.map((_item, position) => (position === 0 ? [{ json: envelope, pairedItems: items }] : []));

/**
 * The addresses found in one text, each flat: its components by standardised name (interface, "Address parsing
 * result").
 */
export function addressOutputs(content: JsonObject, requestId: string | null, settings: OutputSettings): Output[] {
  const sections = asObjects(content['extractions']).flatMap((extraction) =>
    asObjects(extraction['sections']).map((section) => ({ source: extraction['source'], section })),
  );
  const outputs = sections.flatMap(({ source, section }) =>
    asObjects(section['groups']).map((group) => ({
      json: flatAddress(group, { section: section['name'], source, requestId }, settings),
    })),
  );
  return outputs.length > 0
    ? outputs
    : [{ json: { stdValue: null, needsReview: true, lowConfidence: [], requestId }, hint: 'unidentified' }];
}

function flatAddress(
  group: JsonObject,
  origin: { section: unknown; source: unknown; requestId: string | null },
  settings: OutputSettings,
): JsonObject {
  const components = asObjects(group['components']);
  const low = lowConfidence(readDocument({ fields: components }).sections, { ...settings, fieldNames: 'stdName' });
  return {
    ...byName(
      components.map((component) => [componentName(component), component['stdValue'] ?? component['value'] ?? null]),
    ),
    stdValue: group['stdValue'] ?? null,
    score: asNumber(group['score']) ?? null,
    group: asText(group['name']) ?? null,
    section: asText(origin.section) ?? null,
    source: asText(origin.source) ?? null,
    ...(settings.includeScores
      ? { scores: byName(components.map((component) => [componentName(component), component['score'] ?? null])) }
      : {}),
    ...secondaries(group['secondaries']),
    lowConfidence: low,
    needsReview: low.length > 0,
    requestId: origin.requestId,
  };
}

const componentName = (component: JsonObject): string =>
  asText(component['stdName']) ?? asText(component['name']) ?? '';

/** Their shape is not shown: they pass through, when there are any. */
const secondaries = (value: unknown): JsonObject => (asList(value).length > 0 ? { secondaries: value } : {});

/**
 * The element of `result.contents` for each position of the request. The index may count from 0 or, when all agree,
 * from 1.
 */
export function contentsByPosition(result: unknown, count: number): Array<JsonObject | undefined> {
  const contents = asObjects(asObject(result)['contents']);
  const indexes = contents.map((content) => asNumber(content['index']));
  const fromOne =
    indexes.length === count &&
    Array.from({ length: count }, (_, position) => position + 1).every((one) => indexes.includes(one));
  return Array.from({ length: count }, (_, position) => contents[indexes.indexOf(position + (fromOne ? 1 : 0))]);
}
