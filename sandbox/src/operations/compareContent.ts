import { Type } from '@sinclair/typebox';
import { groupPages } from '../../../reader/src/documents/grouping.ts';
import { withLanguage } from '../../../reader/src/documents/tags.ts';
import { standardName } from '../../../reader/src/text/naming.ts';
import { presentTables, round } from '../../../reader/src/documents/present.ts';
import { candidatesOf } from '../../../reader/src/documents/comparison/candidates.ts';
import { findMatch, type Match, type Term } from '../../../reader/src/documents/comparison/find.ts';
import { OK } from '../envelope.ts';
import { wrongParameter } from '../errors.ts';
import { countDocuments } from '../content.ts';
import { openSource } from '../upload/source.ts';
import { operation } from './operation.ts';
import { parameter } from './parameters.ts';

const { file, fileUrl, filePassword } = parameter;
const known = { file, fileUrl, filePassword };

/** Operation 6. */
export const compareContent = operation({
  service: 'content-compare',
  success: OK,
  errorsAs: 'list',
  parameters: Type.Object(known, { additionalProperties: true }),
  async answer(given, { services, folder }) {
    const terms = termsAmong(given);
    const source = await openSource(given, { folder, settings: services.settings });
    const pages = await services.reader.read(source);
    const candidates = candidatesOf(pages);
    const matches = terms.map((term) => findMatch(term, candidates));
    const [document] = groupPages(pages);
    const kind = document?.kind ?? null;
    const item = {
      fields: terms.map(({ name }, index) => comparedField(name, matches[index] as Match)),
      image: null,
      score: matches.length > 0 ? round(matches.reduce((sum, { score }) => sum + score, 0) / matches.length) : null,
      type: kind?.type ?? null,
      stdType: kind?.stdType ?? null,
      pageNumber: commonPage(matches),
      tags: document ? withLanguage(document.tags, document.text) : null,
      tables: document ? presentTables(document.sections.flatMap(({ tables }) => tables)) : null,
      processType: 'extraction',
    };
    return { result: [item], counted: countDocuments([kind]) };
  },
});

/** `value` is what the document has, null where nothing in it is alike. */
function comparedField(name: string, { text, score }: Match) {
  return { name, stdName: standardName(name), value: text, score: round(score) };
}

/** 0, as the interface allows, when the terms were not all found on one page. */
function commonPage(matches: Match[]): number {
  const pages = new Set(matches.filter(({ text }) => text !== null).map(({ page }) => page));
  return pages.size === 1 ? ([...pages][0] ?? 0) : 0;
}

/** The name of the parameter is not shown: any will do whose text is a list of fields. */
function termsAmong(given: object): Term[] {
  const unknown = Object.entries(given).filter(([name]) => !Object.hasOwn(known, name));
  const lists = unknown.map(([, value]) => termsIn(value)).filter((list) => list !== null);
  const [terms] = lists;
  if (!terms || terms.length === 0)
    throw wrongParameter('fields', 'no form parameter holds a JSON list of {name, value}');
  return terms;
}

function termsIn(text: unknown): Term[] | null {
  try {
    const list: unknown = JSON.parse(String(text));
    return Array.isArray(list) && list.every(isTerm) ? list : null;
  } catch {
    return null;
  }
}

function isTerm(value: unknown): value is Term {
  if (typeof value !== 'object' || value === null) return false;
  const { name, value: text } = value as Partial<Term>;
  return typeof name === 'string' && name !== '' && (typeof text === 'string' || text === null || text === undefined);
}
