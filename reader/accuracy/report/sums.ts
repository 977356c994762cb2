import { median } from '../../src/statistics.ts';
import { editDistance } from '../../src/text/distance.ts';
import { withoutAccents } from '../../src/text/normalise.ts';
import type { Judgement } from '../metrics/judge.ts';
import type { Verdict } from '../metrics/fields.ts';

export type Shares = { count: number; exact: number; wrong: number; missing: number };

/** Shares of the values that documents have; invented ones are wrong beside them. */
export function sharesOf(verdicts: Verdict[]): Shares {
  const count = verdicts.filter(({ truth }) => truth !== null).length;
  const share = (outcome: Verdict['outcome']) =>
    count === 0 ? 0 : verdicts.filter((verdict) => verdict.outcome === outcome).length / count;
  return { count, exact: share('exact'), wrong: share('wrong'), missing: share('missing') };
}

export type Part = { of: number; done: number };

/** Everything counted over some documents. */
export type Sums = {
  documents: number;
  failed: number;
  fields: Shares;
  /** Wrong ones among the values given with a score from 0.9 on, and among the others. */
  sure: Part;
  unsure: Part;
  errors: Record<ErrorKind, number>;
  cells: Shares;
  characters: Part;
  portraits: Part & { false: number };
  signatures: Part & { false: number };
  qr: Part;
  bars: Part;
  zones: Part;
  cards: Part & { wrong: number };
  parts: Part;
  seconds: number | null;
  memory: number | null;
};

export function sumUp(judgements: Judgement[]): Sums {
  const fields = judgements.flatMap((judgement) => judgement.fields);
  const cards = judgements
    .filter(({ kind }) => kind === 'card')
    .flatMap(({ fields }) => fields.filter(({ name }) => name === 'number'));
  const codes = judgements.flatMap((judgement) => judgement.codes);
  return {
    documents: judgements.length,
    failed: judgements.filter(({ status }) => status >= 400).length,
    fields: sharesOf(fields),
    sure: wrongOf(fields.filter(({ score }) => score !== null && score >= SURE)),
    unsure: wrongOf(fields.filter(({ score }) => score !== null && score < SURE)),
    errors: errorsOf(fields),
    cells: sharesOf(judgements.flatMap((judgement) => judgement.cells)),
    characters: charactersOf(judgements),
    portraits: cropsOf(judgements.map(({ portraits }) => portraits)),
    signatures: cropsOf(judgements.map(({ signatures }) => signatures)),
    qr: part(codes.filter(({ format }) => format === 'QRCode').map(({ isRead }) => isRead)),
    bars: part(codes.filter(({ format }) => format !== 'QRCode').map(({ isRead }) => isRead)),
    zones: part(judgements.map(({ zone }) => zone)),
    cards: {
      ...part(cards.map(({ outcome }) => outcome === 'exact')),
      wrong: cards.filter(({ outcome }) => outcome === 'wrong').length,
    },
    parts: part(judgements.flatMap((judgement) => judgement.parts)),
    seconds: median(judgements.map(({ seconds }) => seconds)) ?? null,
    memory: Math.max(...judgements.map(({ memory }) => memory ?? 0)) || null,
  };
}

/** What a wrong value differs in: accents only, some of its letters, or it is another value altogether. */
type ErrorKind = 'accents' | 'letters' | 'value';

/** More letters than this part make another value. */
const SOME = 0.34;

function errorsOf(verdicts: Verdict[]): Record<ErrorKind, number> {
  const kinds = verdicts.filter(({ outcome }) => outcome === 'wrong').map(errorOf);
  const count = (kind: ErrorKind) => kinds.filter((one) => one === kind).length;
  return { accents: count('accents'), letters: count('letters'), value: count('value') };
}

function errorOf({ truth, read }: Verdict): ErrorKind {
  const [wanted, given] = [truth ?? '', read ?? ''].map((text) => withoutAccents(text).toUpperCase()) as [
    string,
    string,
  ];
  if (wanted === given) return 'accents';
  const most = Math.ceil(SOME * wanted.length);
  return editDistance(wanted, given) <= most ? 'letters' : 'value';
}

const SURE = 0.9;
const wrongOf = (given: Verdict[]): Part => ({
  of: given.length,
  done: given.filter(({ outcome }) => outcome === 'wrong').length,
});

const part = (outcomes: (boolean | null)[]): Part => {
  const counted = outcomes.filter((outcome) => outcome !== null);
  return { of: counted.length, done: counted.filter(Boolean).length };
};

function charactersOf(judgements: Judgement[]): Part {
  const texts = judgements.flatMap((judgement) => judgement.texts);
  const of = texts.reduce((sum, { characters }) => sum + characters, 0);
  return { of, done: of - texts.reduce((sum, { errors }) => sum + errors, 0) };
}

const cropsOf = (crops: Judgement['portraits'][]): Part & { false: number } => ({
  of: crops.reduce((sum, { wanted }) => sum + wanted, 0),
  done: crops.reduce((sum, { found }) => sum + found, 0),
  false: crops.reduce((sum, crop) => sum + crop.false, 0),
});
