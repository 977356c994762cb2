import type { SectionReading, TableReading } from '../../reading.ts';
import { parseAmount } from '../../text/amounts.ts';

type Cell = { name: string; value: string | null; score: number | null };
export type InvoiceTable = {
  name: string;
  score: number | null;
  headers: { name: string; score: number | null }[];
  values: Cell[][];
};

/**
 * Columns of `tabela_servico`, told by their printed headers; of several headers for a name the first pattern that one
 * fits decides.
 */
const COLUMNS: [name: string, headers: RegExp[]][] = [
  ['descricao_item', [/^(descri|discrimina)/i, /descri|discrimina/i, /^servi[çc]os?$/i]],
  ['codigo_servico_item', [/^c[óo]d/i, /c[óo]d/i]],
  ['aliquota_iss_item', [/al[íi]q/i]],
  ['quantidade_item', [/^(qtd|qtde|quant|qde)/i]],
  [
    'valor_servico',
    [
      /total/i,
      /^valor( do servi[çc]o| dos servi[çc]os)?\s*(\(R\$\)|R\$)?$/i,
      /^valor(?!.*(unit|iss|base|desc|dedu))/i,
      /^pre[çc]o(?!.*unit)/i,
    ],
  ],
  ['valor_unitario', [/unit/i, /^pre[çc]o/i]],
];

/** The services of an invoice; a table that goes on over pages with the same columns is one. */
export function serviceTable(sections: SectionReading[]): InvoiceTable[] {
  const tables = sections
    .flatMap((section) => section.tables)
    .filter(({ headers }) => headers.some((header) => /descri|discrimina/i.test(header)));
  const [first] = tables;
  if (!first) return [];
  const { headers, score } = first;
  const columns = columnsOf(headers);
  const same = tables.filter((table) => table.headers.join() === headers.join());
  const values = same.flatMap((table) => table.rows.map((_, row) => rowOf(table, row, columns)));
  return [{ name: 'tabela_servico', score, headers: columns.map(({ name }) => ({ name, score })), values }];
}

type Column = { name: string; column: number };

/** In the order of the page. */
function columnsOf(headers: string[]): Column[] {
  const taken = new Set<number>();
  const found = COLUMNS.flatMap(([name, patterns]) => {
    const column = patterns
      .map((pattern) => headers.findIndex((header, index) => !taken.has(index) && pattern.test(header)))
      .find((index) => index >= 0);
    if (column !== undefined) taken.add(column);
    return column === undefined ? [] : [{ name, column }];
  });
  return found.toSorted((a, b) => a.column - b.column);
}

function rowOf({ rows, score, scores, recognised = false }: TableReading, row: number, columns: Column[]): Cell[] {
  const printed = Object.fromEntries(columns.map(({ name, column }) => [name, rows[row]?.[column] ?? null]));
  const typed: ServiceRow = recognised ? reconcile(printed) : printed;
  return columns.map(({ name, column }) => {
    const value = typedCell(name, typed[name] ?? null, recognised);
    return { name, value, score: value === null ? null : (scores?.[row]?.[column] ?? score) };
  });
}

/** An amount that is none was misread. */
const typedCell = (name: string, value: string | null, recognised: boolean): string | null =>
  parseAmount(value ?? '') ?? (recognised && name.startsWith('valor_') ? null : value);

type ServiceRow = Record<string, string | null>;

/**
 * Quantity times price is the value: a quantity that does not agree is put right where only digits were lost (1 for 11),
 * else left out.
 */
function reconcile(row: ServiceRow): ServiceRow {
  const { quantidade_item: quantity = null, valor_unitario: price, valor_servico: value } = row;
  const [each = 0, all = 0] = [price, value].map((text) => Math.round(Number(parseAmount(text ?? '')) * 100));
  const expected = all / each;
  const isWhole = Number.isInteger(expected) && expected > 0;
  if (quantity === null || !isWhole || Number(quantity.replace(',', '.')) === expected) return row;
  const digits = quantity.replace(/\D/g, '');
  const isBegun = String(expected).startsWith(digits) || String(expected).endsWith(digits);
  return { ...row, quantidade_item: digits !== '' && isBegun ? String(expected) : null };
}
