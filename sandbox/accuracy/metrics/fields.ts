import { withoutAccents } from '../../reader/src/text/normalise.ts';
import type { Agreement, TrueField } from '../groundTruth.ts';
import type { Field } from '../service/client.ts';

/** One value compared. `score` is the confidence that the response gives; `label`: a text that is a label was read as a value. */
export type FieldResult = {
  name: string;
  truth: string | null;
  read: string | null;
  score: number | null;
  outcome: 'exact' | 'wrong' | 'missing' | 'label';
};

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

const collapsed = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();
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
