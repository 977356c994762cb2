import { readFile, writeFile } from 'node:fs/promises';
import { median } from '../../reader/src/statistics.ts';
import type { AddressResult } from '../addresses.ts';
import type { FieldResult } from '../metrics/fields.ts';
import type { Group } from '../documents.ts';
import type { Evaluation } from '../metrics/evaluation.ts';
import type { HostileResult } from '../hostile/measureHostile.ts';
import type { CodeResult } from '../codes/measureCodes.ts';
import type { LoadResult } from '../load/measureLoad.ts';
import type { FormValue } from '../forms/comparison.ts';
import type { FormResult } from '../forms/measureForms.ts';
import type { MrzResult } from '../mrz/measureMrz.ts';
import type { ReceiptResult } from '../receipts/measureReceipts.ts';
import { codesDetails, codesTable } from './codes.ts';
import { countOutcomes, formsTable } from './forms.ts';
import { hostileTable } from './hostile.ts';
import { loadTable } from './load.ts';
import { mrzTable } from './mrz.ts';
import { countReceipts, receiptTable } from './receipts.ts';
import { thresholdTable } from './thresholds.ts';
import { percent, table, fieldTable, otherTable } from './tables.ts';
import { sharesOf, type Shares } from './summary.ts';

export type Measured = {
  evaluations: Evaluation[];
  addresses: { known: AddressResult[]; heldOut: AddressResult[] } | null;
  forms: FormResult[] | null;
  receipts: ReceiptResult[] | null;
  mrz: MrzResult[] | null;
  codes: CodeResult[] | null;
  load: LoadResult | null;
  hostile: HostileResult[] | null;
  readyMs: number;
  minutes: number;
};

export async function report(
  measured: Measured,
  { details: withDetails, write, seed }: { details: boolean; write: boolean; seed: string },
): Promise<void> {
  const { evaluations, addresses, forms, receipts, mrz, codes } = measured;
  if (withDetails)
    console.log(
      [
        details(evaluations),
        fieldDetails([...(forms ?? []), ...(receipts ?? []), ...(mrz ?? [])]),
        codesDetails(codes ?? []),
        ...addressDetails(addresses),
        '',
      ].join('\n'),
    );
  const text = tables(measured, seed);
  console.log(text);
  if (write) await writeIntoPage(text);
}

function tables(
  { evaluations, addresses, forms, receipts, mrz, codes, load, hostile, readyMs, minutes }: Measured,
  seed: string,
): string {
  const others = {
    readyMs,
    forms: forms && countOutcomes(forms.flatMap(({ fields }) => fields)),
    receipts: receipts && countReceipts(receipts),
    mrz: mrz && {
      ...sharesOf(mrz.flatMap(({ fields }) => fields)),
      seconds: median(mrz.map(({ seconds }) => seconds)) ?? null,
    },
    load,
    hostile,
    addresses: addresses && { known: sharesOf(addresses.known), heldOut: sharesOf(addresses.heldOut) },
  };
  const blocks = [
    ...Object.entries(TITLES).flatMap(([group, title]) =>
      blocksOf(
        title,
        evaluations.filter((one) => one.group === group),
      ),
    ),
    ...(others.addresses ? [addressTable(others.addresses)] : []),
    ...(forms ? [formsTable(forms, seed)] : []),
    ...(receipts ? [receiptTable(receipts, seed)] : []),
    ...(mrz ? [mrzTable(mrz, seed)] : []),
    ...(codes ? [codesTable(codes, seed)] : []),
    ...(load ? [loadTable(load)] : []),
    ...(hostile ? [hostileTable(hostile)] : []),
    thresholdTable(evaluations, others),
    `${evaluations.length} documents in ${minutes.toFixed(1)} minutes.`,
  ];
  return blocks.join('\n\n');
}

const TITLES: Record<Group, string> = {
  known: 'Known layouts',
  'held-out': 'Held-out layouts',
  'third-party': 'Layouts of third-party packages',
};

const blocksOf = (title: string, evaluations: Evaluation[]): string[] =>
  evaluations.length === 0 ? [] : [`### ${title}`, fieldTable(evaluations), otherTable(evaluations)];

function addressTable(addresses: Record<'known' | 'heldOut', Shares>): string {
  const row = (label: string, shares: Shares) => [
    label,
    ...(['exact', 'wrong', 'missing'] as const).map((share) => percent(shares[share])),
    String(shares.count),
  ];
  return table(
    ['address components %', 'exact', 'wrong', 'missing', 'of'],
    [row('known', addresses.known), row('held-out', addresses.heldOut)],
  );
}

function addressDetails(addresses: Measured['addresses']): string[] {
  const all = addresses ? [...addresses.known, ...addresses.heldOut] : [];
  return all
    .filter(({ outcome }) => outcome !== 'exact')
    .map(({ text, name, read, truth }) => `address ${JSON.stringify(text)}: ${name} "${read}", is "${truth}"`);
}

/** Every value that is wrong or missing, with what was printed and what was read. */
function details(evaluations: Evaluation[]): string {
  const lines = evaluations.flatMap(({ name, fields, cells, codes, status }) => [
    ...(status >= 400 ? [`${name}: HTTP ${status}`] : []),
    ...fields.flatMap((result) => lineOf(name, result)),
    ...cells.flatMap((result) => lineOf(`${name} (table)`, result)),
    ...codes.filter(({ isRead }) => !isRead).map(({ format }) => `${name}: ${format} not read`),
  ]);
  return lines.join('\n');
}

/** Every field that is wrong or missing in pictures and documents made for this run. */
export const fieldDetails = (results: { name: string; fields: (FieldResult | FormValue)[] }[]): string =>
  results.flatMap(({ name, fields }) => fields.flatMap((result) => lineOf(name, result))).join('\n');

function lineOf(document: string, { name, truth, read, score, outcome }: FieldResult | FormValue): string[] {
  if (outcome === 'exact') return [];
  return [
    outcome === 'missing'
      ? `${document}: ${name} missing, is "${truth}"`
      : `${document}: ${name} ${outcome.toUpperCase()} "${read}" (${score}), is ${truth === null ? 'not there' : `"${truth}"`}`,
  ];
}

const PAGE = new URL('../../../docs/making/reader-figures.md', import.meta.url);
const [BEGIN, END] = ['<!-- accuracy: begin -->', '<!-- accuracy: end -->'];

/** Writes the tables between the markers of the page, or at its end if it has none. */
async function writeIntoPage(text: string): Promise<void> {
  await writeFile(PAGE, withTables(await readFile(PAGE, 'utf8'), text));
}

export function withTables(page: string, text: string): string {
  const block = `${BEGIN}\n${text}\n${END}`;
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) return `${page.trimEnd()}\n\n## Accuracy\n\n${block}\n`;
  return page.slice(0, from) + block + page.slice(to + END.length);
}
