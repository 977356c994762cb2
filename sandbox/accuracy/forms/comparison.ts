import { agrees, type FieldResult } from '../metrics/fields.ts';
import type { Field } from '../service/client.ts';
import type { PrintedForm, TruePair } from './sheet.ts';

/**
 * Compares what was read, fields and cells of tables alike, with the values on the document. What was read and is not on it
 * counts as wrong: prose that became a label and a value, or a value under the label of another one.
 */
export function compareForm({ pairs, captions }: PrintedForm, read: Field[]): FieldResult[] {
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
  const compared = matched.flatMap(({ pair, field }) => {
    const found = field ?? take(({ name }) => name === pair.name);
    return !found && pair.optional ? [] : [result(pair, found, field !== null)];
  });
  return [...compared, ...left.map((field) => result(null, field, false))];

  function result(pair: TruePair | null, field: Field | null, isExact: boolean): FieldResult {
    const { value = null, score = null } = field ?? {};
    const isLabel = labels.has(plain(value ?? ''));
    return {
      name: pair?.name ?? field?.name ?? '',
      truth: pair?.value ?? null,
      read: value,
      score,
      outcome: isExact ? 'exact' : !field ? 'missing' : isLabel ? 'label' : 'wrong',
    };
  }
}

const plain = (text: string) =>
  text
    .replace(/[:\s]+/g, ' ')
    .trim()
    .toLowerCase();
