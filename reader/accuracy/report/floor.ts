import type { Condition } from '../degradations/conditions.ts';
import type { Judgement } from '../metrics/judge.ts';
import type { Shares } from './sums.ts';
import { percent, table } from './markdown.ts';
import { median } from '../../src/statistics.ts';
import { sumUp, type Part } from './sums.ts';

/** What is measured beside the documents. */
export type Beside = { readyMs: number; addresses: { known: Shares; unseen: Shares } | null };

type Row = { wanted: string; seen: string; isReached: boolean | null };

/** The least that unseen layouts must reach, and what they did. */
export function floorTable(judgements: Judgement[], { readyMs, addresses }: Beside): string {
  const unseen = judgements.filter(({ isKnown }) => !isKnown);
  const only = (condition: Condition) => unseen.filter((judgement) => judgement.condition === condition);
  const photos = sumUp(only('photo'));
  const rows: Row[] = [
    fields('PDF text: fields exact ≥ 95 %, wrong ≤ 0.5 %', sumUp(only('pdf')).fields, 0.95, 0.005),
    fields('300 dpi scans: fields exact ≥ 90 %, wrong ≤ 1 %', sumUp(only('scan300')).fields, 0.9, 0.01),
    fields('photographs: fields exact ≥ 85 %, wrong ≤ 1 %', photos.fields, 0.85, 0.01),
    part('portraits found ≥ 85 %', sumUp(unseen.filter(({ condition }) => condition !== 'low')).portraits, 0.85),
    part('QR codes of photographs ≥ 97 %', photos.qr, 0.97),
    part('Code128 and ITF of photographs ≥ 60 %', photos.bars, 0.6),
    part(
      'machine-readable zones valid ≥ 95 %',
      sumUp(unseen.filter(({ condition }) => condition !== 'low')).zones,
      0.95,
    ),
    cards(sumUp(unseen.filter(({ condition }) => condition !== 'low')).cards),
    fields('address components exact ≥ 95 %', addresses?.unseen ?? EMPTY, 0.95, 1),
    seconds('ready to listen < 0.5 s', readyMs / 1000, 0.5),
    seconds('text PDF < 0.1 s', median(unseen.filter(isPlainPdf).map((judgement) => judgement.seconds)) ?? null, 0.1),
    seconds('photograph < 3 s', photos.seconds, 3),
  ];
  return table(
    ['floor, unseen layouts', 'measured', ''],
    rows.map(({ wanted, seen, isReached }) => [wanted, seen, VERDICT[String(isReached)] ?? '']),
  );
}

/** One whose pictures nobody asks for. */
const isPlainPdf = ({ condition, kind, codes, portraits }: Judgement): boolean =>
  condition === 'pdf' && kind !== 'mixed' && kind !== 'vio' && codes.length + portraits.wanted === 0;

const EMPTY: Shares = { count: 0, exact: 0, wrong: 0, missing: 0 };
const VERDICT: Record<string, string> = { true: 'reached', false: 'not reached', null: 'not measured' };

function fields(wanted: string, { count, exact, wrong }: Shares, least: number, most: number): Row {
  return {
    wanted,
    seen: count === 0 ? '' : `${percent(exact)} %, wrong ${percent(wrong)} % of ${count}`,
    isReached: count === 0 ? null : exact >= least && wrong <= most,
  };
}

function part(wanted: string, { of, done }: Part, least: number): Row {
  return {
    wanted,
    seen: of === 0 ? '' : `${percent(done / of)} % of ${of}`,
    isReached: of === 0 ? null : done / of >= least,
  };
}

function cards({ of, done, wrong }: Part & { wrong: number }): Row {
  const row = part('card numbers exact ≥ 98 %, none wrong', { of, done }, 0.98);
  return {
    ...row,
    seen: of === 0 ? '' : `${row.seen}, wrong ${wrong}`,
    isReached: row.isReached === null ? null : row.isReached && wrong === 0,
  };
}

function seconds(wanted: string, value: number | null, most: number): Row {
  return {
    wanted,
    seen: value === null ? '' : `${value.toFixed(2)} s`,
    isReached: value === null ? null : value < most,
  };
}
