import { median } from '../reader/src/statistics.ts';
import type { Selection } from './documents.ts';
import { countOutcomes, type FieldResult } from './metrics/fields.ts';
import type { Goal } from './report/goals.ts';
import { megabytes, section, shares } from './report/tables.ts';
import { type Answer, sendFile, type SentFile } from './service/client.ts';
import type { Sandbox } from './service/sandbox.ts';

/** What a run is to measure. What is made by chance is new for each `seed`, so many times as `seeds` says. */
export type Wanted = Required<Selection> & { seed: string };

/** One of the things that the reader is measured with. `npm run accuracy` measures all of them, or some by their names. */
export interface Suite<Result> {
  /** Sends one file after the other, and compares what was read with what is true. */
  measure(sandbox: Sandbox, wanted: Wanted): AsyncIterable<Result>;
  /** What is told of a result as it comes. */
  line(result: Result): string;
  /** Its part of the report, in Markdown. */
  report(results: Result[], wanted: Wanted): string[];
  /** Every value that was wrong or missing, a line each. */
  details(results: Result[]): string[];
  goals(results: Result[]): Goal[];
}

/**
 * Of files whose fields are compared. `groups`: what they are counted by, apart from each other; `memory`: the highest of the
 * sandbox with its processes meanwhile, in bytes.
 */
export type FieldsResult = {
  name: string;
  groups: string[];
  seconds: number;
  memory?: number;
  fields: FieldResult[];
};

type FieldsCase = SentFile & { groups: string[]; compare: (answer: Answer) => FieldResult[] };

type FieldsSuite<Result> = Pick<Suite<Result>, 'measure'> & {
  title: string;
  note?: string;
  goals(results: Result[], fields: FieldResult[]): Goal[];
};
type FilesSuite = Omit<FieldsSuite<FieldsResult>, 'measure'> & { cases(wanted: Wanted): AsyncIterable<FieldsCase> };

/** A suite of files that are sent for their content. */
export const suiteOfFiles = ({ cases, ...suite }: FilesSuite): Suite<FieldsResult> =>
  suiteOfFields({
    ...suite,
    async *measure(sandbox, wanted) {
      for await (const { groups, compare, ...file } of cases(wanted)) {
        const answer = await sendFile(sandbox, file, {});
        yield { name: file.name, groups, seconds: answer.milliseconds / 1000, fields: compare(answer) };
      }
    },
  });

const HEADS = [
  'fields: exact / wrong / missing %',
  '',
  'of',
  'labels as values',
  'wrong at ≥ 0.9',
  'sent',
  'nothing read',
  'median s',
  'worst s',
  'memory',
];

/** A suite whose results are fields, with the table and the lines that all of them have. */
export const suiteOfFields = <Result extends FieldsResult>({
  title,
  note = '',
  measure,
  goals,
}: FieldsSuite<Result>): Suite<Result> => ({
  measure,
  goals: (results) => goals(results, fieldsOf(results)),

  line({ name, fields, seconds, memory }) {
    const taken = `${seconds.toFixed(2)} s${memory ? `, ${megabytes(memory)}` : ''}`;
    return `${name}: ${countOutcomes(fields).exact} of ${fields.length}, ${taken}`;
  },

  report(results, { seed }) {
    const kinds = results[0]?.groups.map((_, at) => [...Map.groupBy(results, ({ groups }) => groups[at] ?? '')]) ?? [];
    const rows = [...kinds.flat(), ['all', results] as [string, Result[]]];
    return [section(title, HEADS, rows, cellsOf, `Made with the seed ${seed}. ${note}`.trim())];
  },

  details(results) {
    return results.flatMap(({ name, fields }) => fields.flatMap((field) => lineOf(name, field)));
  },
});

const fieldsOf = (results: FieldsResult[]) => results.flatMap(({ fields }) => fields);

function cellsOf(results: FieldsResult[]): string[] {
  const counts = countOutcomes(fieldsOf(results));
  const seconds = results.map((result) => result.seconds);
  const memory = Math.max(...results.map((result) => result.memory ?? 0));
  return [
    shares(counts),
    String(counts.values),
    String(counts.labels),
    String(counts.sure),
    String(results.length),
    String(results.filter(({ fields }) => fields.every(({ read }) => read === null)).length),
    median(seconds)?.toFixed(2) ?? '–',
    Math.max(...seconds).toFixed(2),
    memory > 0 ? megabytes(memory) : '–',
  ];
}

/** A value that was read wrong or not at all, with what was printed. */
function lineOf(document: string, { name, truth, read, score, outcome }: FieldResult): string[] {
  if (outcome === 'exact') return [];
  return [
    outcome === 'missing'
      ? `${document}: ${name} missing, is "${truth}"`
      : `${document}: ${name} ${outcome.toUpperCase()} "${read}" (${score}), is ${truth === null ? 'not there' : `"${truth}"`}`,
  ];
}
