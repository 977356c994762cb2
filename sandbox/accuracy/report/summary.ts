import { median } from '../../reader/src/statistics.ts';
import { editDistance } from '../../reader/src/text/distance.ts';
import { withoutAccents } from '../../reader/src/text/normalise.ts';
import type { FieldResult } from '../metrics/fields.ts';
import type { Evaluation } from '../metrics/evaluation.ts';

export type Counts = ReturnType<typeof countOutcomes>;

/** From this score on a value counts as sure. */
const SURE = 0.9;

/** What became of the values that the documents have. What was read and is not on the document is wrong, but no value of it. */
export function countOutcomes(results: Pick<FieldResult, 'truth' | 'outcome' | 'score'>[]) {
  const of = (outcome: FieldResult['outcome']) => results.filter((result) => result.outcome === outcome);
  return {
    values: results.filter(({ truth }) => truth !== null).length,
    exact: of('exact').length,
    wrong: of('wrong').length,
    missing: of('missing').length,
    labels: of('label').length,
    /** Values and labels that are wrong, and scored as sure. */
    sure: [...of('wrong'), ...of('label')].filter(({ score }) => (score ?? 0) >= SURE).length,
  };
}

export type Part = { of: number; done: number };

const part = (outcomes: (boolean | null)[]): Part => {
  const counted = outcomes.filter((outcome) => outcome !== null);
  return { of: counted.length, done: counted.filter(Boolean).length };
};

const sum = <T>(of: T[], value: (one: T) => number): number => of.reduce((all, one) => all + value(one), 0);

/** Everything that is counted over a set of documents. */
export type Sums = ReturnType<typeof sumUp>;

export function sumUp(evaluations: Evaluation[]) {
  const fields = evaluations.flatMap((evaluation) => evaluation.fields);
  const wrong = (given: FieldResult[]) => part(given.map(({ outcome }) => outcome === 'wrong'));
  const cards = evaluations
    .filter(({ type }) => type === 'card')
    .flatMap(({ fields }) => fields.filter(({ name }) => name === 'number'));
  const codes = (isQr: boolean) =>
    part(
      evaluations
        .flatMap((evaluation) => evaluation.codes)
        .filter(({ format }) => (format === 'QRCode') === isQr)
        .map(({ isRead }) => isRead),
    );
  const texts = evaluations.flatMap((evaluation) => evaluation.texts);
  const characters = sum(texts, (text) => text.characters);
  const errors = fields.filter(({ outcome }) => outcome === 'wrong').map(errorOf);
  const crops = (kind: 'portraits' | 'signatures') => ({
    of: sum(evaluations, (one) => one[kind].wanted),
    done: sum(evaluations, (one) => one[kind].found),
    false: sum(evaluations, (one) => one[kind].false),
  });
  return {
    documents: evaluations.length,
    failed: evaluations.filter(({ status }) => status >= 400).length,
    fields: countOutcomes(fields),
    // Wrong values among those with a score of 0.9 or more, and among the others.
    confident: wrong(fields.filter(({ score }) => score !== null && score >= SURE)),
    unconfident: wrong(fields.filter(({ score }) => score !== null && score < SURE)),
    errors: ERRORS.map((type) => errors.filter((one) => one === type).length),
    cells: countOutcomes(evaluations.flatMap((evaluation) => evaluation.cells)),
    characters: { of: characters, done: characters - sum(texts, (text) => text.errors) },
    portraits: crops('portraits'),
    signatures: crops('signatures'),
    qr: codes(true),
    bars: codes(false),
    mrzs: part(evaluations.map(({ mrz }) => mrz)),
    cards: { ...part(cards.map(({ outcome }) => outcome === 'exact')), wrong: wrong(cards).done },
    parts: part(evaluations.flatMap((evaluation) => evaluation.parts)),
    seconds: median(evaluations.map(({ seconds }) => seconds)) ?? null,
    /** Of the slowest document. */
    worst: Math.max(0, ...evaluations.map(({ seconds }) => seconds)),
    beside: besideTesseract(evaluations),
    memory: Math.max(...evaluations.map(({ memory }) => memory ?? 0)) || null,
  };
}

/** Medians of the pictures that Tesseract's command line read too, and the words of their values that each has. */
function besideTesseract(evaluations: Evaluation[]) {
  const both = evaluations.flatMap(({ seconds, tesseract }) => (tesseract ? [{ own: seconds, ...tesseract }] : []));
  const own = median(both.map((one) => one.own));
  const tesseract = median(both.map(({ seconds }) => seconds));
  if (own === undefined || tesseract === undefined) return null;
  const total = (name: 'words' | 'ownWords' | 'found') => sum(both, (one) => one[name]);
  return { own, tesseract, words: total('words'), ownWords: total('ownWords'), found: total('found') };
}

/** How a wrong value differs: only in accents, in some letters, or it is another value. */
const ERRORS = ['accents', 'letters', 'value'] as const;

/** A value that differs in more than this share of its letters is another value. */
const SOME = 0.34;

function errorOf({ truth, read }: FieldResult): (typeof ERRORS)[number] {
  const plain = (text: string | null) => withoutAccents(text ?? '').toUpperCase();
  const [wanted, given] = [plain(truth), plain(read)];
  if (wanted === given) return 'accents';
  return editDistance(wanted, given) <= Math.ceil(SOME * wanted.length) ? 'letters' : 'value';
}
