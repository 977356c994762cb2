import { median } from '../../reader/src/statistics.ts';
import type { Degradation } from '../degradations/degradations.ts';
import type { Evaluation } from '../metrics/evaluation.ts';
import type { HostileResult } from '../hostile/measureHostile.ts';
import type { LoadResult } from '../load/measureLoad.ts';
import type { FormCounts } from './forms.ts';
import type { ReceiptCounts } from './receipts.ts';
import { percent, table } from './tables.ts';
import { type Part, type Shares, type Sums, sumUp } from './summary.ts';

/** What is measured besides documents. */
export type OtherMeasurements = {
  readyMs: number;
  addresses: { known: Shares; heldOut: Shares } | null;
  forms: FormCounts | null;
  receipts: Record<'date' | 'total', ReceiptCounts> | null;
  mrz: (Shares & { seconds: number | null }) | null;
  load: LoadResult | null;
  hostile: HostileResult[] | null;
};

type Row = { threshold: string; measured: string; isReached: boolean | null };

/** The thresholds that held-out layouts must reach, and the measured figures. */
export function thresholdTable(
  evaluations: Evaluation[],
  { readyMs, addresses, forms, receipts, mrz, load, hostile }: OtherMeasurements,
): string {
  const heldOut = evaluations.filter(({ group }) => group === 'held-out');
  const only = (degradation: Degradation) => heldOut.filter((evaluation) => evaluation.degradation === degradation);
  const photos = sumUp(only('photo'));
  const rows: Row[] = [
    fields('PDF text: fields exact ≥ 95 %, wrong ≤ 0.5 %', sumUp(only('pdf')).fields, 0.95, 0.005),
    fields('300 dpi scans: fields exact ≥ 90 %, wrong ≤ 1 %', sumUp(only('scan300')).fields, 0.9, 0.01),
    fields('photographs: fields exact ≥ 85 %, wrong ≤ 1 %', photos.fields, 0.85, 0.01),
    unknownKinds(forms),
    ofReceipts(receipts),
    part('portraits found ≥ 85 %', sumUp(heldOut.filter(({ degradation }) => degradation !== 'low')).portraits, 0.85),
    part('QR codes of photographs ≥ 97 %', photos.qr, 0.97),
    part('Code128 and ITF of photographs ≥ 60 %', photos.bars, 0.6),
    part(
      'machine-readable zones valid ≥ 95 %',
      sumUp(heldOut.filter(({ degradation }) => degradation !== 'low')).mrzs,
      0.95,
    ),
    fields(
      'pictures with a machine-readable zone, new ones in each run: fields exact ≥ 85 %, none wrong',
      mrz ?? EMPTY,
      0.85,
      0,
    ),
    cards(sumUp(heldOut.filter(({ degradation }) => degradation !== 'low')).cards),
    fields('address components exact ≥ 95 %', addresses?.heldOut ?? EMPTY, 0.95, 1),
    seconds('ready to listen < 0.5 s', readyMs / 1000, 0.5),
    seconds(
      'text PDF < 0.1 s',
      median(heldOut.filter(isPlainPdf).map((evaluation) => evaluation.seconds)) ?? null,
      0.1,
    ),
    seconds('photograph < 3 s', photos.seconds, 3),
    seconds('slowest photograph < 8 s', photos.documents > 0 ? photos.worst : null, 8),
    seconds('picture with a machine-readable zone < 2 s', mrz?.seconds ?? null, 2),
    seconds('PDF with a text layer and a picture of 6 megapixels on its page < 0.1 s', load?.onePage ?? null, 0.1),
    seconds('ten such pages < 1 s', load?.tenPages ?? null, 1),
    besideTesseract(photos),
    smallPdfs(load),
    memory(load),
    hostileFiles(hostile),
  ];
  return table(
    ['thresholds, held-out layouts', 'measured', ''],
    rows.map(({ threshold, measured, isReached }) => [threshold, measured, OUTCOMES[String(isReached)] ?? '']),
  );
}

/** A PDF whose pictures are not needed. */
const isPlainPdf = ({ degradation, type, codes, portraits }: Evaluation): boolean =>
  degradation === 'pdf' && type !== 'mixed' && type !== 'vio' && codes.length + portraits.wanted === 0;

const EMPTY: Shares = { count: 0, exact: 0, wrong: 0, missing: 0 };
const OUTCOMES: Record<string, string> = { true: 'reached', false: 'not reached', null: 'not measured' };

function fields(threshold: string, { count, exact, wrong }: Shares, minimum: number, maximum: number): Row {
  return {
    threshold,
    measured: count === 0 ? '' : `${percent(exact)} %, wrong ${percent(wrong)} % of ${count}`,
    isReached: count === 0 ? null : exact >= minimum && wrong <= maximum,
  };
}

function unknownKinds(counts: FormCounts | null): Row {
  return {
    threshold: 'unknown kinds in new layouts: 0 of 2,000 values wrong at ≥ 0.9, 0 labels as values',
    measured: counts ? `${counts.sure} wrong at ≥ 0.9, ${counts.labels} labels, of ${counts.values} values` : '',
    isReached: counts && counts.values >= 2_000 && counts.sure === 0 && counts.labels === 0,
  };
}

function ofReceipts(counts: OtherMeasurements['receipts']): Row {
  const both = counts ? [counts.date, counts.total] : [];
  const sure = both.reduce((sum, count) => sum + count.sure, 0);
  const right = both.map(({ exact, of }) => `${percent(exact / of)} %`).join(' and ');
  return {
    threshold: 'dates and totals of receipts exact ≥ 80 %, none wrong at ≥ 0.9',
    measured: counts ? `${right} of ${counts.date.of}, ${sure} wrong at ≥ 0.9` : '',
    isReached: counts && sure === 0 && both.every(({ exact, of }) => exact / of >= 0.8),
  };
}

function part(threshold: string, { of, done }: Part, minimum: number): Row {
  return {
    threshold,
    measured: of === 0 ? '' : `${percent(done / of)} % of ${of}`,
    isReached: of === 0 ? null : done / of >= minimum,
  };
}

function cards({ of, done, wrong }: Part & { wrong: number }): Row {
  const row = part('card numbers exact ≥ 98 %, none wrong', { of, done }, 0.98);
  return {
    ...row,
    measured: of === 0 ? '' : `${row.measured}, wrong ${wrong}`,
    isReached: row.isReached === null ? null : row.isReached && wrong === 0,
  };
}

function besideTesseract({ beside }: Sums): Row {
  return {
    threshold: "photographs ≤ 1.0 × the time of Tesseract's command line",
    measured: beside === null ? '' : `${(beside.own / beside.tesseract).toFixed(2)} ×`,
    isReached: beside === null ? null : beside.own <= beside.tesseract,
  };
}

function smallPdfs(load: LoadResult | null): Row {
  return {
    threshold: 'small PDFs ≥ 400 a second',
    measured: load
      ? `${Math.round(load.smallPdfs)}; pdf.js alone takes ${load.smallPdfAlone.toFixed(1)} ms for one`
      : '',
    isReached: load && load.smallPdfs >= 400,
  };
}

const GIGABYTE = 2 ** 30;

function memory(load: LoadResult | null): Row {
  return {
    threshold: 'mixed pages, two at a time ≤ 1 GB',
    measured: load ? `${(load.pages.highest / GIGABYTE).toFixed(2)} GB` : '',
    isReached: load && load.pages.highest <= GIGABYTE,
  };
}

function hostileFiles(hostile: HostileResult[] | null): Row {
  const highest = Math.max(0, ...(hostile ?? []).map((result) => result.memory));
  const alive = hostile?.filter(({ isAlive }) => isAlive).length ?? 0;
  return {
    threshold: 'hostile files: a plain document is read after each, within 2 GB',
    measured: hostile ? `${alive} of ${hostile.length}, ${(highest / GIGABYTE).toFixed(2)} GB` : '',
    isReached: hostile && alive === hostile.length && highest <= 2 * GIGABYTE,
  };
}

function seconds(threshold: string, value: number | null, maximum: number): Row {
  return {
    threshold,
    measured: value === null ? '' : `${value.toFixed(2)} s`,
    isReached: value === null ? null : value < maximum,
  };
}
