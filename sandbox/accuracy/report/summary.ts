import { median } from '../../reader/src/statistics.ts';
import { editDistance } from '../../reader/src/text/distance.ts';
import { withoutAccents } from '../../reader/src/text/normalise.ts';
import type { FieldResult } from '../metrics/fields.ts';
import type { Evaluation } from '../metrics/evaluation.ts';

export type Shares = { count: number; exact: number; wrong: number; missing: number };

/** Shares of the values that the documents have. Invented values count as wrong. */
export function sharesOf(results: FieldResult[]): Shares {
  const count = results.filter(({ truth }) => truth !== null).length;
  const share = (outcome: FieldResult['outcome']) =>
    count === 0 ? 0 : results.filter((result) => result.outcome === outcome).length / count;
  return { count, exact: share('exact'), wrong: share('wrong'), missing: share('missing') };
}

export type Part = { of: number; done: number };

/** Everything that is counted over a set of documents. */
export type Sums = ReturnType<typeof sumUp>;

export function sumUp(evaluations: Evaluation[]) {
  const fields = evaluations.flatMap((evaluation) => evaluation.fields);
  const cards = evaluations
    .filter(({ type }) => type === 'card')
    .flatMap(({ fields }) => fields.filter(({ name }) => name === 'number'));
  const codes = evaluations.flatMap((evaluation) => evaluation.codes);
  return {
    documents: evaluations.length,
    failed: evaluations.filter(({ status }) => status >= 400).length,
    fields: sharesOf(fields),
    // Wrong values among those with a score of 0.9 or more, and among the others.
    confident: wrongOf(fields.filter(({ score }) => score !== null && score >= CONFIDENT)),
    unconfident: wrongOf(fields.filter(({ score }) => score !== null && score < CONFIDENT)),
    errors: errorsOf(fields),
    cells: sharesOf(evaluations.flatMap((evaluation) => evaluation.cells)),
    characters: charactersOf(evaluations),
    portraits: cropsOf(evaluations.map(({ portraits }) => portraits)),
    signatures: cropsOf(evaluations.map(({ signatures }) => signatures)),
    qr: part(codes.filter(({ format }) => format === 'QRCode').map(({ isRead }) => isRead)),
    bars: part(codes.filter(({ format }) => format !== 'QRCode').map(({ isRead }) => isRead)),
    mrzs: part(evaluations.map(({ mrz }) => mrz)),
    cards: {
      ...part(cards.map(({ outcome }) => outcome === 'exact')),
      wrong: cards.filter(({ outcome }) => outcome === 'wrong').length,
    },
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
  const both = evaluations.filter(({ tesseract }) => tesseract !== null);
  const theirs = both.map(({ tesseract }) => tesseract as NonNullable<Evaluation['tesseract']>);
  const own = median(both.map(({ seconds }) => seconds));
  const tesseract = median(theirs.map(({ seconds }) => seconds));
  if (own === undefined || tesseract === undefined) return null;
  const total = (name: 'words' | 'ownWords' | 'found') => theirs.reduce((sum, one) => sum + one[name], 0);
  return { own, tesseract, words: total('words'), ownWords: total('ownWords'), found: total('found') };
}

/** How a wrong value differs: only in accents, in some letters, or it is another value. */
type ErrorType = 'accents' | 'letters' | 'value';

/** A value that differs in more than this share of its letters is another value. */
const SOME = 0.34;

function errorsOf(results: FieldResult[]): Record<ErrorType, number> {
  const types = results.filter(({ outcome }) => outcome === 'wrong').map(errorOf);
  const count = (type: ErrorType) => types.filter((one) => one === type).length;
  return { accents: count('accents'), letters: count('letters'), value: count('value') };
}

function errorOf({ truth, read }: FieldResult): ErrorType {
  const [wanted, given] = [truth ?? '', read ?? ''].map((text) => withoutAccents(text).toUpperCase()) as [
    string,
    string,
  ];
  if (wanted === given) return 'accents';
  const most = Math.ceil(SOME * wanted.length);
  return editDistance(wanted, given) <= most ? 'letters' : 'value';
}

const CONFIDENT = 0.9;
const wrongOf = (given: FieldResult[]): Part => ({
  of: given.length,
  done: given.filter(({ outcome }) => outcome === 'wrong').length,
});

const part = (outcomes: (boolean | null)[]): Part => {
  const counted = outcomes.filter((outcome) => outcome !== null);
  return { of: counted.length, done: counted.filter(Boolean).length };
};

function charactersOf(evaluations: Evaluation[]): Part {
  const texts = evaluations.flatMap((evaluation) => evaluation.texts);
  const of = texts.reduce((sum, { characters }) => sum + characters, 0);
  return { of, done: of - texts.reduce((sum, { errors }) => sum + errors, 0) };
}

const cropsOf = (crops: Evaluation['portraits'][]): Part & { false: number } => ({
  of: crops.reduce((sum, { wanted }) => sum + wanted, 0),
  done: crops.reduce((sum, { found }) => sum + found, 0),
  false: crops.reduce((sum, crop) => sum + crop.false, 0),
});
