import { asAmount } from '../answers/amounts.ts';
import type { SectionReading, TableReading } from '../reading/document.ts';

type Cell = { name: string; value: string | null; score: number | null };
export type InvoiceTable = { name: string; score: number | null; headers: { name: string; score: number | null }[]; values: Cell[][] };

/** Columns of `tabela_servico`, told by their printed headers. */
const COLUMNS: [name: string, header: RegExp][] = [
  ['aliquota_iss_item', /al[íi]q/i],
  ['codigo_servico_item', /c[óo]d|^item$/i],
  ['valor_unitario', /unit/i],
  ['quantidade_item', /qtd|quant/i],
  ['descricao_item', /descri|discrimina|servi[çc]o(?!.*valor)/i],
  ['valor_servico', /valor|total|pre[çc]o/i],
];

export function serviceTable(sections: SectionReading[]): InvoiceTable[] {
  const found = sections.flatMap(({ tables }) => tables).find(({ headers }) => headers.some((header) => /descri|discrimina/i.test(header)));
  return found ? [asServiceTable(found)] : [];
}

function asServiceTable({ headers, rows, score }: TableReading): InvoiceTable {
  const names = headers.map((header) => COLUMNS.find(([, pattern]) => pattern.test(header))?.[0] ?? null);
  const kept = names.map((name, column) => ({ name, column })).filter(({ name }) => name !== null) as { name: string; column: number }[];
  const cell = (name: string, value: string | null): Cell => ({
    name,
    value: value === null ? null : (asAmount(value) ?? value),
    score: value === null ? null : score,
  });
  return {
    name: 'tabela_servico',
    score,
    headers: kept.map(({ name }) => ({ name, score })),
    values: rows.map((row) => kept.map(({ name, column }) => cell(name, row[column] ?? null))),
  };
}
