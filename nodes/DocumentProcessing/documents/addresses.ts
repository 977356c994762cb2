import type { Output } from '../common/output';
import { asList, asNumber, asObject, asObjects, asText, type JsonObject } from '../common/shape';
import { readDocument } from './service-document';
import { byName, inReadingOrder, lowConfidence, type OutputSettings } from './simplify';

/** The addresses found in one text, each as a flat object of its components (service interface, "Address parsing result"). */
export function addressOutputs(content: JsonObject, requestId: string | null, settings: OutputSettings): Output[] {
  const outputs = asObjects(content['extractions']).flatMap(({ source, sections }) =>
    asObjects(sections).flatMap(({ name: section, groups }) =>
      asObjects(groups).map((group) => {
        const json = inReadingOrder(flatAddress(group, { section, source, requestId }, settings));
        return { json, needsReview: json['needsReview'] === true };
      }),
    ),
  );
  return outputs.length > 0
    ? outputs
    : [
        {
          json: { stdValue: null, needsReview: true, lowConfidence: [], requestId },
          hint: 'unidentified',
          needsReview: true,
        },
      ];
}

function flatAddress(
  group: JsonObject,
  { section, source, requestId }: { section: unknown; source: unknown; requestId: string | null },
  settings: OutputSettings,
): JsonObject {
  const components = asObjects(group['components']);
  const low = lowConfidence(readDocument({ fields: components }).sections, { ...settings, fieldNames: 'stdName' });
  const secondaries = group['secondaries'];
  return {
    ...byName(
      components.map((component) => [componentName(component), component['stdValue'] ?? component['value'] ?? null]),
    ),
    stdValue: group['stdValue'] ?? null,
    score: asNumber(group['score']) ?? null,
    group: asText(group['name']) ?? null,
    section: asText(section) ?? null,
    source: asText(source) ?? null,
    ...(settings.includeScores
      ? { scores: byName(components.map((component) => [componentName(component), component['score'] ?? null])) }
      : {}),
    // The service interface does not describe their shape: they are kept as they came.
    ...(asList(secondaries).length > 0 ? { secondaries } : {}),
    lowConfidence: low,
    needsReview: low.length > 0,
    requestId,
  };
}

const componentName = (component: JsonObject): string =>
  asText(component['stdName']) ?? asText(component['name']) ?? '';

/**
 * The element of `result.contents` for each position of the request. Its `index` counts from 0; if all indexes of a
 * response fit 1 to n, it counts from 1.
 */
export function contentsByPosition(result: unknown, count: number): Array<JsonObject | undefined> {
  const contents = asObjects(asObject(result)['contents']);
  const indexes = contents.map((content) => asNumber(content['index']));
  const countsFromOne =
    indexes.length === count &&
    Array.from({ length: count }, (_, position) => position + 1).every((one) => indexes.includes(one));
  return Array.from({ length: count }, (_, position) => contents[indexes.indexOf(position + (countsFromOne ? 1 : 0))]);
}
