import { verboseRegExp } from '../../text/pattern.ts';
import type { NamedSection } from '../../documents/sections.ts';
import { UNPROVEN, type SectionReading, type NamedField } from '../../reading.ts';
import { findDates } from './datesInText.ts';
import { findAmounts, findAreas } from './numbersInText.ts';
import { findParties, type Party, findPeople, nameIn } from './parties.ts';
import { factsIn, field, passagesOf, sectionOf, tableOf, textAfterLabel, textOf } from './passages.ts';
import type { Fact, Passage } from './passages.ts';
import { MATRICULA_NUMBER, actOf, entryDate, entryMarkers, matriculaIn, type Marker } from './registryEntries.ts';

/** A property registry (matrícula): its head, then a section for each record and annotation. */
export function registrySections(sections: SectionReading[]): NamedSection[] {
  const matricula = matriculaIn(sections.flatMap(({ heading, lines }) => [heading ?? '', ...lines]).join('\n'));
  return passagesOf(sections, entryMarkers(matricula)).map((passage) =>
    passage.marker ? registryEntry(passage, passage.marker) : registryHead(passage),
  );
}

/** A record (R) or annotation (AV): its number, date, act, parties and amounts. */
function registryEntry(passage: Passage, { letter, number, rest }: Marker): NamedSection {
  const text = textOf(passage);
  const date = entryDate(passage, text);
  const act = actOf(rest, text);
  const fields = [
    field('number', `${letter}.${number}`),
    field('date', date?.value ?? null, date?.score),
    field('text', text.replace('\n', ' '), UNPROVEN),
  ];
  const tables = [
    ...tableOf('types', ['type'], act ? [[field('type', act.name, act.score)]] : []),
    ...tableOf('involved', ['role', 'name', 'document'], findParties(text).map(partyCells)),
    ...tableOf(
      'values',
      ['value'],
      findAmounts(text).map(({ value }) => [field('value', value, UNPROVEN)]),
    ),
  ];
  return sectionOf(letter === 'AV' ? 'annotation' : 'record', passage, fields, tables);
}

const partyCells = ({ role, name, number, score }: Party): NamedField[] => [
  field('role', role, score),
  field('name', name, Math.min(score, UNPROVEN)),
  field('document', number, score),
];

const NUMBER = String.raw`\d+(?:[.,]\d+)*`;

/** Numbers in the head, with or without a colon. */
const NUMBERS: Fact[] = [
  { name: 'matricula', pattern: MATRICULA_NUMBER },
  { name: 'ficha', pattern: /FICHA\s*(?:n[º°o.]*\s*)?(?:[:.-]\s*)?(\d{1,4}[A-Z]?)(?!\d|[./]\d)/iu },
  { name: 'livro', pattern: /LIVRO\s*(?:n[º°o.]*\s*)?(?:[:.-]\s*)?(\d{1,2}(?:-?[A-Z]{1,2})?)(?![\d\p{L}])/iu },
  {
    name: 'fracao_ideal',
    pattern: verboseRegExp('iu')`
      fra[çc][ãa]o\s+ideal\s+(?:d[eo]\s+)?(?:solo\s+|terreno\s+)?
      (?:(?:de|correspondente\s+a|equivalente\s+a)\s+)?(${NUMBER}(?:\s?%|\s?/\s?${NUMBER})|\d+(?:[.,]\d+)+)
    `,
    value: (found) => found.replace(/\s?\/\s?/, '/'),
  },
];

/** The head: the description of the property and its owners before the first record. */
function registryHead(passage: Passage): NamedSection {
  const text = textOf(passage);
  const description = textAfterLabel(text, 'im[óo]vel');
  const fields = [
    ...factsIn(text, NUMBERS),
    ...(description ? [field('imovel', description, 0.85)] : []),
    ...openingDate(text),
    ...findAreas(text).map(({ name, value }) => field(name, value, 0.85)),
    field('text', text, UNPROVEN),
  ];
  return sectionOf('header', passage, fields, tableOf('original_owners', ['name', 'document'], owners(text)));
}

/** The date on which the matrícula was opened: behind a place or a label. */
function openingDate(text: string): NamedField[] {
  const found = findDates(text).find(({ at }) =>
    /(?:\p{Lu}\p{L}{1,40}(?:\s*[-/]\s*\p{Lu}{2})?,\s+(?:em\s+)?|abertura\s*(?:[:.]\s*)?(?:em\s+)?|^\s*)$/u.test(
      text.slice(Math.max(0, at - 40), at),
    ),
  );
  return found ? [field('data', found.value, 0.8)] : [];
}

function owners(text: string): NamedField[][] {
  const passage = textAfterLabel(text, 'propriet[áa]ri[oa]s?(?:\\s?\\([^)]*\\))?');
  if (!passage) return [];
  const people = findPeople(passage);
  if (people.length > 0)
    return people.map(({ name, number }) => [field('name', name, UNPROVEN), field('document', number)]);
  const name = nameIn(passage);
  return name === null ? [] : [[field('name', name, 0.8), field('document', null)]];
}
