import { agrees, type FieldResult } from '../metrics/fields.ts';
import type { Field } from '../service/client.ts';
import type { PrintedForm, TruePair } from './sheet.ts';

export type FormOutcome = 'exact' | 'wrong' | 'missing' | 'label';
/** One value compared. `label`: a text of the form that is a label was read as a value. */
export type FormValue = Omit<FieldResult, 'outcome'> & { outcome: FormOutcome };

/**
 * Compares what was read, fields and cells of tables alike, with the values on the document. What was read and is not on it
 * counts as wrong: prose that became a label and a value, or a value under the label of another one.
 */
export function compareForm({ pairs, captions }: PrintedForm, read: Field[]): FormValue[] {
  const labels = new Set(captions.map(plain));
  const left = read.filter(({ value }) => value !== null && value !== '');
  const take = (fits: (field: Field) => boolean): Field | null => {
    const at = left.findIndex(fits);
    return at < 0 ? null : (left.splice(at, 1)[0] ?? null);
  };
  const isRight =
    ({ name, value, accepted }: TruePair) =>
    (field: Field) =>
      field.name === name && field.value !== null && agrees(field.value, value, 'exact', accepted);
  const matched = pairs.map((pair) => ({ pair, field: take(isRight(pair)) }));
  // A value that was read twice is right twice.
  const others = left.filter((field) => !pairs.some((pair) => isRight(pair)(field)));
  left.splice(0, left.length, ...others);
  const compared = matched.flatMap(({ pair, field }): FormValue[] => {
    const found = field ?? take(({ name }) => name === pair.name);
    if (!found && pair.optional) return [];
    const outcome = field ? 'exact' : found ? outcomeOf(found) : 'missing';
    return [{ name: pair.name, truth: pair.value, read: found?.value ?? null, score: found?.score ?? null, outcome }];
  });
  return [
    ...compared,
    ...left.map((field): FormValue => ({
      name: field.name,
      truth: null,
      read: field.value,
      score: field.score ?? null,
      outcome: outcomeOf(field),
    })),
  ];

  function outcomeOf({ value }: Field): FormOutcome {
    return labels.has(plain(value ?? '')) ? 'label' : 'wrong';
  }
}

const plain = (text: string) =>
  text
    .replace(/[:\s]+/g, ' ')
    .trim()
    .toLowerCase();
