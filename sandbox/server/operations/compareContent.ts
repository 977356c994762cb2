import { Type } from '@sinclair/typebox';
import { standardName, type Term, type TermMatch } from 'document-processing-reader';
import { OK } from '../envelope.ts';
import { asServiceError, wrongParameter } from '../errors.ts';
import { parseJson } from '../json.ts';
import { countDocuments, extractionTags } from '../content.ts';
import { openSource } from '../upload/source.ts';
import type { UploadFolder } from '../upload/upload.ts';
import { results } from '../schemas/results.ts';
import { operation } from './operation.ts';
import { parameter, passwordIfEncrypted, requiredIf } from '../schemas/parameters.ts';

const { file, fileUrl } = parameter;
const known = {
  file: requiredIf(file, 'fileUrl is absent'),
  fileUrl: requiredIf(fileUrl, 'file is absent'),
  filePassword: passwordIfEncrypted,
};

/** Operation 6. */
export const compareContent = operation({
  number: 6,
  name: 'Content compare (multipart)',
  description:
    'Compares requested fields with the content of a document. One parameter holds them, as the JSON text of a ' +
    'list of fields; its name is not shown.',
  sandbox: [
    'The list may be in a parameter of any name. Its members need `name`; `value` may be null. It has 1000 at most.',
  ],
  errorCodes: [],
  service: 'content-compare',
  success: OK,
  errorsAs: 'list',
  parameters: Type.Object(known, { additionalProperties: true }),
  result: results.compare,
  async answer(given, { services, folder }) {
    const terms = termsAmong(given, folder);
    const source = await openSource(given, { folder, settings: services.settings });
    const { documents, made } = await services.reader.readDocument(source, {}, ['comparison', terms]);
    const { matches, score, tables } = made;
    const [document] = documents;
    const documentType = document?.documentType ?? null;
    const item = {
      fields: terms.map(({ name }, index) => comparedField(name, matches[index] as TermMatch)),
      image: null,
      score,
      type: documentType?.type ?? null,
      stdType: documentType?.stdType ?? null,
      pageNumber: commonPage(matches),
      tags: document ? extractionTags(document) : null,
      tables,
      processType: 'extraction',
    };
    return { result: [item], counted: countDocuments([documentType]) };
  },
});

/** `value` is what the document has, null where nothing in it is alike. */
function comparedField(name: string, { text, score }: TermMatch) {
  return { name, stdName: standardName(name), value: text, score };
}

/** 0, as the interface allows, when the terms were not all found on one page. */
function commonPage(matches: TermMatch[]): number {
  const pages = new Set(matches.filter(({ text }) => text !== null).map(({ page }) => page));
  return pages.size === 1 ? ([...pages][0] ?? 0) : 0;
}

/** Each is compared with the whole document. */
const MOST_TERMS = 1000;

/** The name of the parameter is not shown: any will do whose text is a list of fields. */
function termsAmong(given: object, folder: UploadFolder): Term[] {
  const unknown = Object.entries(given).filter(([name]) => !Object.hasOwn(known, name));
  const lists = unknown.map(([, value]) => termsIn(value, folder)).filter((list) => list !== null);
  const [terms] = lists;
  if (!terms || terms.length === 0)
    throw wrongParameter('fields', 'no form parameter holds a JSON list of {name, value}');
  if (terms.length > MOST_TERMS) throw wrongParameter('fields', `the list has more than ${MOST_TERMS} fields`);
  return terms;
}

function termsIn(text: unknown, folder: UploadFolder): Term[] | null {
  try {
    const list = parseJson(String(text), folder);
    return Array.isArray(list) && list.every(isTerm) ? list : null;
  } catch (error) {
    if (asServiceError(error).httpStatus === 503) throw error;
    return null;
  }
}

function isTerm(value: unknown): value is Term {
  if (typeof value !== 'object' || value === null) return false;
  const { name, value: text } = value as Partial<Term>;
  return typeof name === 'string' && name !== '' && (typeof text === 'string' || text === null || text === undefined);
}
