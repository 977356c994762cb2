import { readFile, writeFile } from 'node:fs/promises';
import type { AddressResult } from '../addresses.ts';
import { GROUPS, type Group } from '../documents.ts';
import type { Evaluation } from '../metrics/evaluation.ts';
import type { FieldResult } from '../metrics/fields.ts';
import type { Others } from '../others.ts';
import type { Options } from '../options.ts';
import { codesDetails, codesTable } from './codes.ts';
import { formsTable } from './forms.ts';
import { hostileTable } from './hostile.ts';
import { layerTable } from './layers.ts';
import { loadTable } from './load.ts';
import { mrzTable } from './mrz.ts';
import { receiptTable } from './receipts.ts';
import { countOutcomes } from './summary.ts';
import { fieldTable, otherTable, percent, table } from './tables.ts';
import { thresholdTable, type Measured } from './thresholds.ts';

export async function report(measured: Measured, { details, write, seed }: ReportOptions): Promise<void> {
  const { evaluations, minutes } = measured;
  if (details) console.log([evaluationDetails(evaluations).join('\n'), ...otherDetails(measured), ''].join('\n'));
  const goals = [
    `### Goals\n\n${thresholdTable(measured)}`,
    `${evaluations.length} documents in ${minutes.toFixed(1)} minutes.`,
  ];
  const tables = [...GROUPS.flatMap((group) => blocksOf(group, evaluations)), ...otherTables(measured, seed)];
  console.log([...tables, ...goals].join('\n\n'));
  // The page has what counts: layouts that no rule was written for, and the goals.
  const heldOut = evaluations.filter(({ group }) => group === 'held-out');
  const onPage = [`### ${TITLES['held-out']}`, fieldTable(heldOut), ...goals].join('\n\n');
  if (write) await writeFile(PAGE, withTables(await readFile(PAGE, 'utf8'), onPage));
}

type ReportOptions = Pick<Options, 'details' | 'write' | 'seed'>;

/** What was measured alone. */
export function reportOthers(measured: Others, { details, seed }: Options): void {
  for (const text of details ? otherDetails(measured) : []) if (text) console.log(text);
  console.log(otherTables(measured, seed).join('\n\n'));
}

const otherTables = (
  { addresses, forms, layers, receipts, mrz, codes, load, hostile }: Others,
  seed: string,
): string[] =>
  [
    addresses && addressTable({ known: addresses.known, 'held-out': addresses.heldOut }),
    forms && formsTable(forms, seed),
    layers && layerTable(layers, seed),
    receipts && receiptTable(receipts, seed),
    mrz && mrzTable(mrz, seed),
    codes && codesTable(codes, seed),
    load && loadTable(load),
    hostile && hostileTable(hostile),
  ].filter((block) => block !== undefined);

const otherDetails = ({
  addresses,
  forms = [],
  layers = [],
  receipts = [],
  mrz = [],
  codes = [],
}: Others): string[] => [
  fieldDetails([...forms, ...layers, ...receipts, ...mrz]),
  codesDetails(codes),
  ...addressDetails(addresses ? [...addresses.known, ...addresses.heldOut] : []),
];

const TITLES: Record<Group, string> = {
  known: 'Known layouts',
  'held-out': 'Held-out layouts',
  'third-party': 'Layouts of third-party packages',
};

function blocksOf(group: Group, evaluations: Evaluation[]): string[] {
  const own = evaluations.filter((one) => one.group === group);
  return own.length === 0 ? [] : [`### ${TITLES[group]}`, fieldTable(own), otherTable(own)];
}

const addressTable = (addresses: Record<string, AddressResult[]>): string =>
  table(
    ['address components %', 'exact', 'wrong', 'missing', 'of'],
    Object.entries(addresses).map(([label, results]) => {
      const { values, exact, wrong, missing } = countOutcomes(results);
      return [label, ...[exact, wrong, missing].map((count) => percent(count / values)), String(values)];
    }),
  );

const addressDetails = (addresses: AddressResult[]): string[] =>
  addresses
    .filter(({ outcome }) => outcome !== 'exact')
    .map(({ text, name, read, truth }) => `address ${JSON.stringify(text)}: ${name} "${read}", is "${truth}"`);

/** Every value that is wrong or missing, with what was printed and what was read. */
const evaluationDetails = (evaluations: Evaluation[]): string[] =>
  evaluations.flatMap(({ name, fields, cells, codes, status }) => [
    ...(status >= 400 ? [`${name}: HTTP ${status}`] : []),
    ...fields.flatMap((result) => lineOf(name, result)),
    ...cells.flatMap((result) => lineOf(`${name} (table)`, result)),
    ...codes.filter(({ isRead }) => !isRead).map(({ format }) => `${name}: ${format} not read`),
  ]);

/** Every field that is wrong or missing in pictures and documents made for this run. */
const fieldDetails = (results: { name: string; fields: FieldResult[] }[]): string =>
  results.flatMap(({ name, fields }) => fields.flatMap((result) => lineOf(name, result))).join('\n');

function lineOf(document: string, { name, truth, read, score, outcome }: FieldResult): string[] {
  if (outcome === 'exact') return [];
  return [
    outcome === 'missing'
      ? `${document}: ${name} missing, is "${truth}"`
      : `${document}: ${name} ${outcome.toUpperCase()} "${read}" (${score}), is ${truth === null ? 'not there' : `"${truth}"`}`,
  ];
}

const PAGE = new URL('../../../docs/making/reader-figures.md', import.meta.url);
const [BEGIN, END] = ['<!-- accuracy: begin -->', '<!-- accuracy: end -->'];

/** The page with the tables between its markers, or at its end if it has none. */
export function withTables(page: string, text: string): string {
  const block = `${BEGIN}\n${text}\n${END}`;
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) return `${page.trimEnd()}\n\n## Accuracy\n\n${block}\n`;
  return page.slice(0, from) + block + page.slice(to + END.length);
}
