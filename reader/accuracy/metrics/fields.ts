import type { TrueField } from '../document.ts';
import type { Field } from '../service/answer.ts';
import { agrees } from './agree.ts';

/** `score`: how sure the answer says it is of what was read. */
export type Verdict = {
  name: string;
  truth: string | null;
  read: string | null;
  score: number | null;
  outcome: 'exact' | 'wrong' | 'missing';
};

type Read = { value: string; score: number | null };

/**
 * Each true field against what the answer has under its name. A field no document has and an answer gives is wrong; one
 * it does not give is nothing.
 */
export function judgeFields(truths: TrueField[], answer: Field[]): Verdict[] {
  const byName = Map.groupBy(truths, ({ name }) => name);
  return [...byName].flatMap(([name, same]) => {
    const values = answer
      .filter((field) => field.name === name && field.value !== null && field.value !== '')
      .map(({ value, score }): Read => ({ value: value as string, score: score ?? null }));
    return same.length === 1 ? judgeOne(same[0] as TrueField, values[0] ?? null) : judgeSeveral(same, values);
  });
}

function judgeOne(truth: TrueField, read: Read | null): Verdict[] {
  if (truth.value === null && read === null) return [];
  return [
    {
      name: truth.name,
      truth: truth.value,
      read: read?.value ?? null,
      score: read?.score ?? null,
      outcome: outcomeOf(truth, read),
    },
  ];
}

function outcomeOf({ value, agreement, accepted }: TrueField, read: Read | null): Verdict['outcome'] {
  if (read === null) return 'missing';
  return value !== null && agrees(read.value, value, agreement, accepted) ? 'exact' : 'wrong';
}

/** Of fields that repeat, those that agree are matched first; what is left over on both sides is wrong. */
function judgeSeveral(truths: TrueField[], values: Read[]): Verdict[] {
  const left = [...values];
  const matched = truths.map((truth) => {
    const at = left.findIndex((read) => outcomeOf(truth, read) === 'exact');
    return { truth, read: at < 0 ? null : (left.splice(at, 1)[0] ?? null) };
  });
  return matched.flatMap(({ truth, read }) => judgeOne(truth, read ?? left.shift() ?? null));
}
