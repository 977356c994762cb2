import { median } from '../../reader/src/statistics.ts';
import type { AddressResult } from '../addresses.ts';
import type { CodeResult } from '../codes/measureCodes.ts';
import type { Degradation } from '../degradations/degradations.ts';
import type { FormResult } from '../forms/measureForms.ts';
import type { DocumentType } from '../groundTruth.ts';
import type { HostileResult } from '../hostile/measureHostile.ts';
import type { LoadResult } from '../load/measureLoad.ts';
import type { Evaluation } from '../metrics/evaluation.ts';
import type { MrzResult } from '../mrz/measureMrz.ts';
import type { ReceiptResult } from '../receipts/measureReceipts.ts';
import { countOutcomes, type Counts } from './forms.ts';
import { countReceipts } from './receipts.ts';
import { type Part, type Shares, sharesOf, type Sums, sumUp } from './summary.ts';
import { percent, table } from './tables.ts';

/** What was measured. */
export type Measured = {
  evaluations: Evaluation[];
  addresses?: { known: AddressResult[]; heldOut: AddressResult[] };
  forms?: FormResult[];
  receipts?: ReceiptResult[];
  mrz?: MrzResult[];
  codes?: CodeResult[];
  load?: LoadResult;
  hostile?: HostileResult[];
  readyMs: number;
  minutes: number;
};

/** `goal` says what must be reached, `before` what the last published run measured; null was not measured. */
type Goal = { goal: string; before: string; now: string; isReached: boolean | null };

/** The goals, of held-out layouts where nothing else is said, and the measured figures. */
export function thresholdTable({
  evaluations,
  addresses,
  forms,
  receipts,
  mrz,
  load,
  hostile,
  readyMs,
}: Measured): string {
  const heldOut = evaluations.filter(({ group }) => group === 'held-out');
  const only = (degradation: Degradation) => heldOut.filter((evaluation) => evaluation.degradation === degradation);
  const sort = (type: DocumentType, degradation: Degradation) =>
    evaluations.filter((evaluation) => evaluation.type === type && evaluation.degradation === degradation);
  const photos = sumUp(only('photo'));
  const legible = sumUp(heldOut.filter(({ degradation }) => degradation !== 'low'));
  const goals: Goal[] = [
    fields('PDF text: fields exact ≥ 95 %, wrong ≤ 0.5 %', '100 %, 0 %', sumUp(only('pdf')).fields, 0.95, 0.005),
    fields(
      '300 dpi scans: fields exact ≥ 90 %, wrong ≤ 1 %',
      '96.7 %, 0.9 %',
      sumUp(only('scan300')).fields,
      0.9,
      0.01,
    ),
    fields('photographs: fields exact ≥ 85 %, wrong ≤ 1 %', '96.1 %, 0 %', photos.fields, 0.85, 0.01),
    unknownKinds(forms ? countOutcomes(forms.flatMap(({ fields }) => fields)) : null),
    ofReceipts(receipts ? countReceipts(receipts) : null),
    part('portraits found ≥ 85 %', '100 %', legible.portraits, 0.85),
    part('QR codes of photographs ≥ 97 %', '100 %', photos.qr, 0.97),
    part('Code128 and ITF of photographs ≥ 60 %', '100 %', photos.bars, 0.6),
    part('machine-readable zones valid ≥ 95 %', '100 %', legible.mrzs, 0.95),
    fields(
      'pictures with a machine-readable zone, new ones in each run: fields exact ≥ 85 %, none wrong',
      '95.7 %, 0 %',
      mrz ? sharesOf(mrz.flatMap((result) => result.fields)) : EMPTY,
      0.85,
      0,
    ),
    cards(legible.cards),
    fields(
      'address components exact ≥ 95 %',
      '99.7 %, 0.3 %',
      addresses ? sharesOf(addresses.heldOut) : EMPTY,
      0.95,
      1,
    ),
    seconds('DANFE, text with codes ≤ 0.3 s', '1.1 s', medianSeconds(sort('danfe', 'pdf')), 0.3),
    seconds('DANFE, photograph ≤ 3.5 s', '6.3 s', medianSeconds(sort('danfe', 'photo')), 3.5),
    seconds('receipt, photograph ≤ 2 s', '2.5 s', medianSeconds(sort('receipt', 'photo')), 2),
    seconds(
      'slowest hostile file ≤ 15 s',
      '26.7 s',
      hostile ? Math.max(...hostile.map((one) => one.seconds)) : null,
      15,
    ),
    seconds('ready to listen < 0.5 s', '0.58 s', readyMs / 1000, 0.5),
    seconds('text PDF < 0.1 s', '0.05 s', medianSeconds(heldOut.filter(isPlainPdf)), 0.1),
    seconds('photograph < 3 s', '2.84 s', photos.seconds, 3),
    seconds('slowest photograph < 8 s', '6.96 s', photos.documents > 0 ? photos.worst : null, 8),
    seconds('picture with a machine-readable zone < 2 s', '2.08 s', medianSeconds(mrz ?? []), 2),
    seconds(
      'PDF with a text layer and a picture of 6 megapixels on its page < 0.1 s',
      '0.03 s',
      load?.onePage ?? null,
      0.1,
    ),
    seconds('ten such pages < 1 s', '0.24 s', load?.tenPages ?? null, 1),
    besideTesseract(photos),
    smallPdfs(load ?? null),
    memory(load ?? null),
    hostileFiles(hostile ?? null),
  ];
  return table(
    ['goal', 'before', 'now', 'reached'],
    goals.map(({ goal, before, now, isReached }) => [goal, before, now, OUTCOMES[String(isReached)] ?? '']),
  );
}

const medianSeconds = (of: { seconds: number }[]): number | null => median(of.map(({ seconds }) => seconds)) ?? null;

/** A PDF whose pictures are not needed. */
const isPlainPdf = ({ degradation, type, codes, portraits }: Evaluation): boolean =>
  degradation === 'pdf' && type !== 'mixed' && type !== 'vio' && codes.length + portraits.wanted === 0;

const EMPTY: Shares = { count: 0, exact: 0, wrong: 0, missing: 0 };
const OUTCOMES: Record<string, string> = { true: 'yes', false: 'no', null: 'not measured' };

/** A goal with what is known about it; null was not measured. */
const goal = <T>(
  goal: string,
  before: string,
  known: T | null,
  show: (known: T) => string,
  isReached: (known: T) => boolean,
): Goal => ({
  goal,
  before,
  now: known === null ? '' : show(known),
  isReached: known === null ? null : isReached(known),
});

const fields = (text: string, before: string, shares: Shares, minimum: number, maximum: number) =>
  goal(
    text,
    before,
    shares.count === 0 ? null : shares,
    ({ count, exact, wrong }) => `${percent(exact)} %, wrong ${percent(wrong)} % of ${count}`,
    ({ exact, wrong }) => exact >= minimum && wrong <= maximum,
  );

const unknownKinds = (counts: Counts | null) =>
  goal(
    'unknown kinds in new layouts: 0 of 2,000 values wrong at ≥ 0.9, 0 labels as values',
    '0 wrong, 0 labels of 3867',
    counts,
    ({ sure, labels, values }) => `${sure} wrong at ≥ 0.9, ${labels} labels, of ${values} values`,
    ({ sure, labels, values }) => values >= 2_000 && sure === 0 && labels === 0,
  );

const ofReceipts = (counts: ReturnType<typeof countReceipts> | null) =>
  goal(
    'dates and totals of receipts exact ≥ 80 %, none wrong at ≥ 0.9',
    '–',
    counts && [counts.date, counts.total],
    (both) => {
      const right = both.map(({ exact, values }) => `${percent(exact / values)} %`).join(' and ');
      return `${right} of ${both[0]?.values}, ${both.reduce((sum, { sure }) => sum + sure, 0)} wrong at ≥ 0.9`;
    },
    (both) => both.every(({ exact, values, sure }) => sure === 0 && exact / values >= 0.8),
  );

const part = (text: string, before: string, { of, done }: Part, minimum: number) =>
  goal(
    text,
    before,
    of === 0 ? null : done / of,
    (share) => `${percent(share)} % of ${of}`,
    (share) => share >= minimum,
  );

function cards({ wrong, ...numbers }: Part & { wrong: number }): Goal {
  const { now, isReached, ...said } = part('card numbers exact ≥ 98 %, none wrong', '100 %, wrong 0', numbers, 0.98);
  return { ...said, now: now && `${now}, wrong ${wrong}`, isReached: isReached && wrong === 0 };
}

const besideTesseract = ({ beside }: Sums) =>
  goal(
    "photographs ≤ 1.0 × the time of Tesseract's command line",
    '1.80 ×',
    beside && beside.own / beside.tesseract,
    (times) => `${times.toFixed(2)} ×`,
    (times) => times <= 1,
  );

const smallPdfs = (load: LoadResult | null) =>
  goal(
    'small PDFs ≥ 400 a second',
    '222',
    load,
    (one) => `${Math.round(one.smallPdfs)}; pdf.js alone takes ${one.smallPdfAlone.toFixed(1)} ms for one`,
    (one) => one.smallPdfs >= 400,
  );

const GIGABYTE = 2 ** 30;

const memory = (load: LoadResult | null) =>
  goal(
    'mixed pages, two at a time ≤ 1 GB',
    '1.32 GB',
    load && load.pages.highest / GIGABYTE,
    (highest) => `${highest.toFixed(2)} GB`,
    (highest) => highest <= 1,
  );

function hostileFiles(hostile: HostileResult[] | null): Goal {
  const highest = Math.max(0, ...(hostile ?? []).map((result) => result.memory)) / GIGABYTE;
  const alive = hostile?.filter(({ isAlive }) => isAlive).length ?? 0;
  return goal(
    'hostile files: a plain document is read after each, within 2 GB',
    '121 of 121, 1.83 GB',
    hostile,
    ({ length }) => `${alive} of ${length}, ${highest.toFixed(2)} GB`,
    ({ length }) => alive === length && highest <= 2,
  );
}

const seconds = (text: string, before: string, value: number | null, maximum: number) =>
  goal(
    text,
    before,
    value,
    (taken) => `${taken.toFixed(2)} s`,
    (taken) => taken < maximum,
  );
