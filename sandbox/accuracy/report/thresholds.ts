import { median } from '../../reader/src/statistics.ts';
import type { Degradation } from '../degradations/degradations.ts';
import type { DocumentType } from '../groundTruth.ts';
import type { Evaluation } from '../metrics/evaluation.ts';
import type { Others } from '../others.ts';
import { countReceipts } from './receipts.ts';
import { countOutcomes, type Counts, type Part, sumUp } from './summary.ts';
import { percent, table } from './tables.ts';

export type Measured = Others & { evaluations: Evaluation[]; readyMs: number; minutes: number };

/** The goals, of held-out layouts where nothing else is said, and the measured figures. */
export function thresholdTable(measured: Measured): string {
  const { evaluations, addresses, forms, layers, receipts, mrz, load, hostile, readyMs } = measured;
  const heldOut = evaluations.filter(({ group }) => group === 'held-out');
  const only = (degradation: Degradation) => heldOut.filter((evaluation) => evaluation.degradation === degradation);
  const sort = (type: DocumentType, degradation: Degradation) =>
    medianSeconds(evaluations.filter((one) => one.type === type && one.degradation === degradation));
  const photos = sumUp(only('photo'));
  const legible = sumUp(heldOut.filter(({ degradation }) => degradation !== 'low'));
  const unknown = forms && countOutcomes(forms.flatMap(({ fields }) => fields));
  const sums = receipts && Object.values(countReceipts(receipts));
  const highest = Math.max(0, ...(hostile ?? []).map((result) => result.memory)) / GIGABYTE;
  const alive = hostile?.filter(({ isAlive }) => isAlive).length;
  return table(
    ['goal', 'before', 'now', 'reached'],
    [
      fields('PDF text: fields exact ≥ 95 %, wrong ≤ 0.5 %', '100 %, 0 %', sumUp(only('pdf')).fields),
      fields('300 dpi scans: fields exact ≥ 90 %, wrong ≤ 1 %', '96.7 %, 0.9 %', sumUp(only('scan300')).fields),
      fields('photographs: fields exact ≥ 85 %, wrong ≤ 1 %', '96.1 %, 0 %', photos.fields),
      goal(
        'unknown kinds in new layouts: 0 of 2,000 values wrong at ≥ 0.9, 0 labels as values',
        '0 wrong, 0 labels of 3867',
        unknown,
        ({ sure, labels, values }) => `${sure} wrong at ≥ 0.9, ${labels} labels, of ${values} values`,
        ({ sure, labels, values }) => values >= 2_000 && sure === 0 && labels === 0,
      ),
      goal(
        'layer and page differ: fields exact ≥ 95 %, none wrong at ≥ 0.9',
        '–',
        layers && countOutcomes(layers.flatMap((result) => result.fields)),
        ({ exact, values, sure }) => `${percent(exact / values)} % of ${values}, ${sure} wrong at ≥ 0.9`,
        ({ exact, values, sure }) => exact / values >= 0.95 && sure === 0,
      ),
      goal(
        'dates and totals of receipts exact ≥ 80 %, none wrong at ≥ 0.9',
        '–',
        sums,
        (both) => {
          const right = both.map(({ exact, values }) => `${percent(exact / values)} %`).join(' and ');
          return `${right} of ${both[0]?.values}, ${both.reduce((sum, { sure }) => sum + sure, 0)} wrong at ≥ 0.9`;
        },
        (both) => both.every(({ exact, values, sure }) => sure === 0 && exact / values >= 0.8),
      ),
      part('portraits found ≥ 85 %', '100 %', legible.portraits),
      part('QR codes of photographs ≥ 97 %', '100 %', photos.qr),
      part('Code128 and ITF of photographs ≥ 60 %', '100 %', photos.bars),
      part('machine-readable zones valid ≥ 95 %', '100 %', legible.mrzs),
      fields(
        'pictures with a machine-readable zone, new ones in each run: fields exact ≥ 85 %, none wrong',
        '95.7 %, 0 %',
        mrz && countOutcomes(mrz.flatMap((result) => result.fields)),
      ),
      goal(
        'card numbers exact ≥ 98 %, none wrong',
        '100 %, wrong 0',
        legible.cards.of > 0 ? legible.cards : null,
        ({ of, done, wrong }) => `${percent(done / of)} % of ${of}, wrong ${wrong}`,
        ({ of, done, wrong }) => done / of >= 0.98 && wrong === 0,
      ),
      fields('address components exact ≥ 95 %', '99.7 %, 0.3 %', addresses && countOutcomes(addresses.heldOut)),
      below('DANFE, text with codes ≤ 0.3 s', '1.1 s', sort('danfe', 'pdf')),
      below('DANFE, photograph ≤ 3.5 s', '6.3 s', sort('danfe', 'photo')),
      below('receipt, photograph ≤ 2 s', '2.5 s', sort('receipt', 'photo')),
      below('slowest hostile file ≤ 15 s', '26.7 s', hostile && Math.max(...hostile.map((one) => one.seconds))),
      below('ready to listen < 0.5 s', '0.58 s', readyMs / 1000),
      below('text PDF < 0.1 s', '0.05 s', medianSeconds(heldOut.filter(isPlainPdf))),
      below('photograph < 3 s', '2.84 s', photos.seconds),
      below('slowest photograph < 8 s', '6.96 s', photos.documents > 0 ? photos.worst : null),
      below('picture with a machine-readable zone < 2 s', '2.08 s', medianSeconds(mrz ?? [])),
      below('PDF with a text layer and a picture of 6 megapixels on its page < 0.1 s', '0.03 s', load?.onePage),
      below('ten such pages < 1 s', '0.24 s', load?.tenPages),
      below(
        "photographs ≤ 1.0 × the time of Tesseract's command line",
        '1.80 ×',
        photos.beside && photos.beside.own / photos.beside.tesseract,
      ),
      goal(
        'small PDFs ≥ 400 a second',
        '222',
        load,
        (one) => `${Math.round(one.smallPdfs)}; pdf.js alone takes ${one.smallPdfAlone.toFixed(1)} ms for one`,
        (one) => one.smallPdfs >= 400,
      ),
      below('mixed pages, two at a time ≤ 1 GB', '1.32 GB', load && load.pages.highest / GIGABYTE),
      goal(
        'hostile files: a plain document is read after each, within 2 GB',
        '121 of 121, 1.83 GB',
        hostile,
        ({ length }) => `${alive} of ${length}, ${highest.toFixed(2)} GB`,
        ({ length }) => alive === length && highest <= 2,
      ),
    ],
  );
}

const GIGABYTE = 2 ** 30;

const medianSeconds = (of: { seconds: number }[]) => median(of.map(({ seconds }) => seconds));

/** A PDF whose pictures are not needed. */
const isPlainPdf = ({ degradation, type, codes, portraits }: Evaluation): boolean =>
  degradation === 'pdf' && type !== 'mixed' && type !== 'vio' && codes.length + portraits.wanted === 0;

/** A goal, what the last published run measured, what is known now, if it was measured, and whether that is enough. */
const goal = <T>(
  text: string,
  before: string,
  known: T | null | undefined,
  show: (known: T) => string,
  isReached: (known: T) => boolean,
): string[] =>
  known === null || known === undefined
    ? [text, before, '', 'not measured']
    : [text, before, show(known), isReached(known) ? 'yes' : 'no'];

/** The number behind a sign in the text of a goal. */
const limitIn = (text: string, sign: RegExp): number => Number(/^ ([\d.]+)/.exec(text.split(sign)[1] ?? '')?.[1]);

/** Where the goal does not say what may be wrong, all may. */
const fields = (text: string, before: string, counts: Counts | undefined) =>
  goal(
    text,
    before,
    counts?.values ? counts : null,
    ({ values, exact, wrong }) => `${percent(exact / values)} %, wrong ${percent(wrong / values)} % of ${values}`,
    ({ values, exact, wrong }) =>
      (100 * exact) / values >= limitIn(text, /≥/) &&
      !((100 * wrong) / values > (text.includes('none wrong') ? 0 : limitIn(text, /wrong ≤/))),
  );

const part = (text: string, before: string, { of, done }: Part) =>
  goal(
    text,
    before,
    of === 0 ? null : done / of,
    (share) => `${percent(share)} % of ${of}`,
    (share) => 100 * share >= limitIn(text, /≥/),
  );

/** In the unit of what was measured before. */
const below = (text: string, before: string, value: number | null | undefined) =>
  goal(
    text,
    before,
    value,
    (taken) => `${taken.toFixed(2)} ${before.split(' ')[1]}`,
    (taken) => taken < limitIn(text, /[≤<]/) || taken === limitIn(text, /≤/),
  );
