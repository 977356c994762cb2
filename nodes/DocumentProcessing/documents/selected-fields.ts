import type { OutputFile, SoughtName } from '../common/output';
import { asObject, isSameName, type JsonObject, own } from '../common/shape';
import { byName, nameOf, scoresByName, valueOf } from './by-name';
import { REASONS } from './judgement';
import { type Field, fieldsNamed } from './service-document';
import type { OutputSettings } from './settings';

/** Members of the simplified form that a document may lack: then they are `null`, and not looked for as fields. */
export const KNOWN_MEMBERS = [
  ...['type', 'stdType', 'score', 'pageNumber', 'pages', 'tags', 'fields', 'scores', 'texts', 'tables', 'sections'],
  ...['processType', 'processId', 'metadata', ...REASONS, 'needsReview'],
  ...['requestId', 'elapsedMilliseconds', 'errors', 'official', 'iocr'],
];

/** Files come with every selection: where one is text, it is a member of this name. */
const FILES = ['image', 'crops', 'download'];

/**
 * The selected part of a simplified document, always with its `requestId`: members by their name, and fields, below
 * `fields`, by the name or standardised name that was selected, with their scores if the settings ask for them. A field
 * that the document lacks is `null`.
 */
export function selectFields(
  simplified: JsonObject,
  read: Field[],
  files: OutputFile[],
  settings: OutputSettings,
): { json: JsonObject; soughtNames: SoughtName[] } {
  const all = [...new Set(settings.selectedFields)];
  const names = all.filter((name) => name !== 'requestId');
  const isMember = (name: string): boolean => Object.hasOwn(simplified, name) || KNOWN_MEMBERS.includes(name);
  const isStored = (name: string): boolean =>
    files.some(({ field }) => field === name || (name === 'crops' && field.startsWith('crop_')));
  const fieldsFor = (name: string): Field[] => {
    const shown = read.filter((field) => isSameName(nameOf(field, settings), name));
    return shown.length > 0 ? shown : fieldsNamed(name, read);
  };
  const valuesFor = (name: string): Array<[string, unknown]> => {
    const found = fieldsFor(name);
    if (found.length === 0) return isMember(name) || FILES.includes(name) ? [] : [[name, null]];
    return found.map((field) => [name, valueOf(field, settings)]);
  };
  const fields = byName(names.flatMap(valuesFor));
  const scores = names.includes('fields')
    ? asObject(simplified['scores'])
    : scoresByName(names.flatMap((name) => fieldsFor(name).map((field) => ({ name, field }))));
  return {
    json: {
      ...Object.fromEntries(names.filter(isMember).map((name) => [name, own(simplified, name) ?? null])),
      ...(Object.keys(fields).length > 0 && !names.includes('fields') && { fields }),
      ...(settings.includeScores && Object.keys(scores).length > 0 && !names.includes('scores') && { scores }),
      requestId: simplified['requestId'] ?? null,
    },
    soughtNames: all.map((name) => ({
      name,
      chosenIn: 'Selected Fields',
      isFound: isMember(name) || isStored(name) || fieldsFor(name).length > 0,
    })),
  };
}
