import { withoutAccents } from '../../reader/src/text/normalise.ts';
import type { Agreement, TrueField } from '../groundTruth.ts';
import type { Field } from '../service/client.ts';

export const KINDS = ['cell', 'text', 'portrait', 'signature', 'QRCode', 'Code128', 'ITF', 'zone', 'document'] as const;

/**
 * One value compared. `kind`: what it is if it is no field; `score` is the confidence that the response gives; `label`: a text
 * that is a label was read as a value.
 */
export type FieldResult = {
  kind?: (typeof KINDS)[number];
  name: string;
  truth: string | null;
  read: string | null;
  score: number | null;
  outcome: 'exact' | 'wrong' | 'missing' | 'label';
};

/** Of what is read or not, and has no value that could be another. */
export const whether = (kind: (typeof KINDS)[number], truth: string, isRead: boolean): FieldResult => ({
  ...{ kind, name: kind, truth, read: null, score: null },
  outcome: isRead ? 'exact' : 'missing',
});

/** From this score on a value counts as sure. */
const SURE = 0.9;

export type Counts = ReturnType<typeof countOutcomes>;

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

type ReadValue = { value: string; score: number | null };

/** Compares the fields by name. A value for a field that the document does not have is wrong; no value is right. */
export function compareFields(truths: TrueField[], answer: Field[]): FieldResult[] {
  const byName = Map.groupBy(truths, ({ name }) => name);
  return [...byName].flatMap(([name, same]) => {
    const values = answer
      .filter((field) => field.name === name && field.value !== null && field.value !== '')
      .map(({ value, score }): ReadValue => ({ value: value as string, score: score ?? null }));
    return same.length === 1 ? compareOne(same[0] as TrueField, values[0] ?? null) : compareRepeated(same, values);
  });
}

function compareOne(truth: TrueField, read: ReadValue | null): FieldResult[] {
  if (truth.value === null && read === null) return [];
  const { value = null, score = null } = read ?? {};
  return [{ name: truth.name, truth: truth.value, read: value, score, outcome: outcomeOf(truth, read) }];
}

function outcomeOf({ value, agreement, accepted }: TrueField, read: ReadValue | null): FieldResult['outcome'] {
  if (read === null) return 'missing';
  return value !== null && agrees(read.value, value, agreement, accepted) ? 'exact' : 'wrong';
}

/** Fields that repeat: equal values are matched first; what is left on both sides is wrong. */
function compareRepeated(truths: TrueField[], values: ReadValue[]): FieldResult[] {
  const left = [...values];
  const matched = truths.map((truth) => {
    const at = left.findIndex((read) => outcomeOf(truth, read) === 'exact');
    return { truth, read: at < 0 ? null : (left.splice(at, 1)[0] ?? null) };
  });
  return matched.flatMap(({ truth, read }) => compareOne(truth, read ?? left.shift() ?? null));
}

/** Whether a value read is the printed value. Blanks never count. */
export function agrees(read: string, truth: string, agreement: Agreement = 'exact', accepted: string[] = []): boolean {
  const plain = NORMALISERS[agreement];
  return [truth, ...accepted].some((value) => plain(value) === plain(read));
}

/** With one blank where there are several. */
export const collapsed = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();
const lettersOnly = (text: string): string =>
  collapsed(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

const NORMALISERS: Record<Agreement, (text: string) => string> = {
  exact: collapsed,
  free: lettersOnly,
  plain: (text) => lettersOnly(withoutAccents(text)),
  number: (text) => {
    const number = Number(/^(-?[\d.,]+)\s*%?$/.exec(text.trim())?.[1]?.replace(',', '.'));
    return Number.isNaN(number) ? collapsed(text) : String(number);
  },
};
