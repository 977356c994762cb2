import { expect, test } from '@jest/globals';
import { GENERATIVE, sendForm } from './client.ts';
import {
  contracts,
  inTwoColumns,
  inUnevenColumns,
  otherContracts,
  paragraphs,
  registries,
  type ExpectedReading,
} from './generativeDocuments.ts';
import { openSandbox } from './surroundings.ts';

type Cell = { name: string; value: string | null };
type Section = { name: string; fields: Cell[]; tables: { name: string; values: Cell[][] }[] };

const app = await openSandbox();
const named = (documents: ExpectedReading[], tag: string, print = paragraphs) =>
  documents.map((expected) => [expected.name, expected, tag, print] as const);
const CONTRACT = 'id=bra-nlp-contrato-social-1';
const columned = (how: string) =>
  contracts.map((contract) => ({ ...contract, name: `${contract.name}, in ${how} columns` }));

/** The answer says all that the document says, in its own words. */
const lettersOf = (text: string) => text.replace(/[^\p{L}\d]/gu, '');

/** `section.field=value` and `section.table=cell|cell`, a section being its place. */
const factsOf = ({ fields, tables }: Section, place: number) => [
  ...fields.filter(({ value }) => value !== null).map(({ name, value }) => `${place}.${name}=${value}`),
  ...tables.flatMap(({ name, values }) =>
    values.map((row) => `${place}.${name}=${row.map(({ value }) => value ?? '').join('|')}`),
  ),
];
const subjectOf = (fact: string) => fact.slice(0, fact.indexOf('='));

test.each([
  ...named(registries, 'id=bra-nlp-registro-imovel-1'),
  ...named([...contracts, ...otherContracts], CONTRACT),
  ...named(columned('two'), CONTRACT, inTwoColumns),
  ...named(columned('uneven'), CONTRACT, inUnevenColumns),
])(
  'of a document in running text come all its words, its sections and facts, and no others of the same names: %s',
  async (_, expected, tag, print) => {
    const { result } = await sendForm(app, GENERATIVE, { file: await print(expected.lines), tags: tag });
    const sections: Section[] = result[0].extractions[0].sections;
    expect(sections.map(({ name }) => name)).toEqual(expected.sections);
    const subjects = new Set(expected.facts.map(subjectOf));
    const facts = sections.flatMap(factsOf).filter((fact) => subjects.has(subjectOf(fact)));
    expect(facts.toSorted()).toEqual(expected.facts.toSorted());
    const said = lettersOf(sections.flatMap(({ fields }) => fields.map(({ value }) => value ?? '')).join());
    const printed = expected.lines.map((line) => lettersOf(typeof line === 'string' ? line : line.bold));
    expect(printed.filter((line) => !said.includes(line))).toEqual([]);
  },
);
