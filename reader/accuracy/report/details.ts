import type { Verdict } from '../metrics/fields.ts';
import type { Judgement } from '../metrics/judge.ts';

/** Every value that is wrong or missing, with what was printed and what was read. */
export function details(judgements: Judgement[]): string {
  const lines = judgements.flatMap(({ name, fields, cells, codes, status }) => [
    ...(status >= 400 ? [`${name}: HTTP ${status}`] : []),
    ...fields.flatMap((verdict) => lineOf(name, verdict)),
    ...cells.flatMap((verdict) => lineOf(`${name} (table)`, verdict)),
    ...codes.filter(({ isRead }) => !isRead).map(({ format }) => `${name}: ${format} not read`),
  ]);
  return lines.join('\n');
}

function lineOf(document: string, { name, truth, read, score, outcome }: Verdict): string[] {
  if (outcome === 'exact') return [];
  return [
    outcome === 'missing'
      ? `${document}: ${name} missing, is "${truth}"`
      : `${document}: ${name} WRONG "${read}" (${score}), is ${truth === null ? 'not there' : `"${truth}"`}`,
  ];
}
