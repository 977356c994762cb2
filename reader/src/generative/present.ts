import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj';
import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf';
import { identifier } from '../text/naming.ts';
import { meanScore, type Field, type Table } from '../documents/present.ts';
import type { Section } from '../documents/sections.ts';
import { normaliseValue } from '../text/values.ts';
import { support, type Evidence } from './evidence.ts';
import type { Reply } from './reply.ts';

type Named = { name: string; value: string | null };

/** What a model answered as sections; each value as sure as the document bears it out, and none that it does not. */
export const presentReply = ({ sections }: Reply, evidence: Evidence): Section[] =>
  sections.map(({ name, fields, tables }) => {
    const shaped = {
      fields: fields.map((one) => checked(one, evidence)),
      tables: tables.map((table) => presentTable(table, evidence)),
    };
    const score = meanScore(
      [...shaped.fields, ...shaped.tables.flatMap(({ values }) => values.flat())].filter(({ value }) => value !== null),
    );
    return { name: identifier(name), stdName: identifier(name), score, ...shaped };
  });

function presentTable({ name, rows }: Reply['sections'][number]['tables'][number], evidence: Evidence): Table {
  const columns = [...new Set(rows.flat().map((cell) => identifier(cell.name)))];
  const values = rows.map((row) =>
    columns.map((column) =>
      checked({ name: column, value: row.find((cell) => identifier(cell.name) === column)?.value ?? null }, evidence),
    ),
  );
  const score = meanScore(values.flat());
  return {
    name: identifier(name),
    stdName: identifier(name),
    score,
    headers: columns.map((column) => ({ name: column, stdName: column, score })),
    values,
  };
}

function checked({ name, value }: Named, evidence: Evidence): Field {
  const own = identifier(name);
  const said = value?.trim() ? normaliseValue(value.trim()) : null;
  const score = said === null || isFalseNumber(own, said) ? null : support(said, evidence);
  return { name: own, stdName: own, value: score === null ? null : said, score };
}

/** A CPF or CNPJ whose check digits are wrong was misread. */
function isFalseNumber(name: string, value: string): boolean {
  if (!/cpf|cnpj|document/.test(name) || !/^[A-Z\d]{11}$|^[A-Z\d]{14}$/.test(value)) return false;
  return !isValidCpf(value) && !isValidCnpj(value, { version: 2 });
}
