import type { Field } from '../../documents/present.ts';
import type { Section } from '../../documents/sections.ts';
import { findAreas } from './areas.ts';
import { findDates } from './dates.ts';
import { passageBehind } from './labels.ts';
import { findPeople, nameIn } from './people.ts';
import { textOf, type Passage } from './passages.ts';
import { field, sectionOf, tableOf } from './shapes.ts';

/** Numbers the head of a sheet has, with or without a colon. */
const NUMBERS: [name: string, pattern: RegExp][] = [
  ['matricula', /MATR[ÍI]CULA\s*(?:n[º°o.]*)?\s*[:.-]?\s*(\d{1,3}(?:\.\d{3})+|\d{1,7})(?![\d/])/iu],
  ['ficha', /FICHA\s*(?:n[º°o.]*)?\s*[:.-]?\s*(\d{1,4}[A-Z]?)(?!\d|[./]\d)/iu],
  ['livro', /LIVRO\s*(?:n[º°o.]*)?\s*[:.-]?\s*(\d{1,2}(?:-?[A-Z]{1,2})?)(?![\d\p{L}])/iu],
  [
    'fracao_ideal',
    /fra[çc][ãa]o\s+ideal\s+(?:d[eo]\s+)?(?:solo\s+|terreno\s+)?(?:(?:de|correspondente\s+a|equivalente\s+a)\s+)?(\d{1,3}(?:[.,]\d+)+\s?%?|\d{1,3}\s?%|\d+\/\d+)/iu,
  ],
];

/** What describes the property and who owned it before the first record. */
export function registryHead(passage: Passage): Section {
  const text = textOf(passage);
  const numbers = NUMBERS.map(([name, pattern]) => ({ name, value: pattern.exec(text)?.[1]?.trim() ?? null })).filter(
    ({ value }) => value !== null,
  );
  const description = passageBehind(text, 'im[óo]vel');
  const fields: Field[] = [
    ...numbers.map(({ name, value }) => field(name, value)),
    ...(description ? [field('imovel', description, 0.85)] : []),
    ...opened(text),
    ...findAreas(text).map(({ name, value }) => field(name, value, 0.85)),
  ];
  return sectionOf('header', passage, fields, tableOf('original_owners', ['name', 'document'], owners(text)));
}

/** The day the sheet was opened, where it stands by itself behind a place or a label. */
function opened(text: string): Field[] {
  const found = findDates(text).find(({ at }) =>
    /(?:\p{Lu}\p{L}+(?:\s*[-/]\s*\p{Lu}{2})?,\s+(?:em\s+)?|abertura\s*[:.]?\s*(?:em\s+)?|^\s*)$/u.test(
      text.slice(Math.max(0, at - 40), at),
    ),
  );
  return found ? [field('data', found.value, 0.8)] : [];
}

function owners(text: string): Field[][] {
  const passage = passageBehind(text, 'propriet[áa]ri[oa]s?(?:\\s?\\([^)]*\\))?');
  if (!passage) return [];
  const people = findPeople(passage);
  if (people.length > 0) return people.map(({ name, number }) => [field('name', name), field('document', number)]);
  const name = nameIn(passage);
  return name === null ? [] : [[field('name', name, 0.8), field('document', null)]];
}
