import type { FastifyInstance } from 'fastify';
import { sendForm } from './client.ts';
import { paragraphs, type ExpectedReading } from './generativeDocuments.ts';

type Cell = { name: string; value: string | null };
export type GivenSection = {
  name: string;
  score: number | null;
  fields: Cell[];
  tables: { name: string; values: Cell[][] }[];
};

export async function readSections(
  app: FastifyInstance,
  expected: ExpectedReading,
  tag: string,
): Promise<GivenSection[]> {
  const { body } = await sendForm(app, '/process-image/generative-content-extraction', [
    ['file', await paragraphs(expected.lines)],
    ['tags', tag],
  ]);
  return body.result.flatMap(({ extractions }: { extractions: { sections: GivenSection[] }[] }) =>
    extractions.flatMap(({ sections }) => sections),
  );
}

/** Facts that were expected and did not come back, and facts that came back in the same places and were not expected. */
export function compareFacts(sections: GivenSection[], facts: string[]): { missing: string[]; wrong: string[] } {
  const given = sections.flatMap((section, index) => factsOf(section, index));
  const places = new Set(facts.map(placeOf));
  const missing = facts.filter((fact) => !given.includes(fact));
  return { missing, wrong: given.filter((fact) => places.has(placeOf(fact)) && !facts.includes(fact)) };
}

const placeOf = (fact: string) => fact.slice(0, fact.indexOf('='));

function factsOf({ fields, tables }: GivenSection, index: number): string[] {
  const said = fields.filter(({ value }) => value !== null).map(({ name, value }) => `${index}.${name}=${value}`);
  return [
    ...said,
    ...tables.flatMap(({ name, values }) =>
      values.map((row) => `${index}.${name}=${row.map(({ value }) => value ?? '').join('|')}`),
    ),
  ];
}
