// docs/making/scaling-measured.md, written from one run of all rows.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lineFolder } from '../n8n/lines.ts';
import { LINE } from './cluster.ts';
import { callbacksName, ENGINES } from './rows.ts';
import type { Called, Finding } from './rows.ts';

export interface Run {
  date: string;
  minutes: number;
  load: number;
  findings: Finding[];
  skipped: string[];
  s3: string;
}

const version = (folder: string, name: string): string =>
  (JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')) as { version: string }).version;

const largest = (peaks: Record<string, number>, kind: string): string =>
  String(Math.max(0, ...Object.entries(peaks).flatMap(([name, size]) => (name.startsWith(kind) ? [size] : []))));

export const failures = ({ outcome }: Finding): number =>
  outcome.lost + outcome.doubled + outcome.stuck + outcome.sentTwice + (outcome.late ?? 0);

function tableRow(finding: Finding, index: number): string {
  const { row, outcome } = finding;
  const { accepted, lost, doubled, stuck, sentTwice, median, longest, answersPerSecond, resultsPerSecond } = outcome;
  const { peaks, note } = outcome;
  const figure = (value: number, unit: string) => (value > 0 ? `${value.toFixed(1)}${unit}` : '–');
  const mark = failures(finding) > 0 ? ` [${index + 1}]` : '';
  const cells = [
    `${row.name}${mark}${note ? ` (${note})` : ''}`,
    accepted,
    lost,
    doubled,
    stuck,
    sentTwice,
    figure(median, ' s'),
    figure(longest, ' s'),
    figure(answersPerSecond, ''),
    figure(resultsPerSecond, ''),
    largest(peaks, 'main'),
    largest(peaks, 'worker'),
    largest(peaks, 'webhook'),
  ];
  return `| ${cells.join(' | ')} |`;
}

const REFUSED =
  'n8n. It was too busy (its database did not answer in time) and responded with 503 before it called the trigger. The ' +
  'service has to repeat such a callback; here it did not.';

/** Whose it is, once for all rows that lost by it. */
function remarks(findings: Finding[]): string {
  const failed = findings.flatMap((finding, index) => {
    if (failures(finding) === 0) return [];
    const cause = finding.row.cause ?? (finding.outcome.refused > 0 ? REFUSED : 'A defect of this package.');
    return [{ mark: `[${index + 1}]`, cause }];
  });
  return [...Map.groupBy(failed, ({ cause }) => cause)]
    .map(([cause, group]) => `- **${group.map(({ mark }) => mark).join(' ')}** ${cause}`)
    .join('\n');
}

const found = (findings: Finding[], name: string) => findings.find(({ row }) => row.name === name)?.outcome;

/** How fast callbacks were answered, and their results came out. */
export const speed = ({ median, longest, answersPerSecond, resultsPerSecond }: Finding['outcome']): string =>
  `${answersPerSecond.toFixed(1)} answers a second, median ${median.toFixed(1)} s, last ${longest.toFixed(1)} s, ` +
  `${resultsPerSecond.toFixed(1)} results a second`;

/** The trigger beside n8n's own Webhook node, with the goals. What n8n does with any trigger but its own bounds it. */
export const goalsOfCallbacks = (findings: Finding[]): string[] =>
  ENGINES.flatMap((engine) => {
    const outcome = (to: Called) => found(findings, callbacksName(to, engine));
    const [plain, older, trigger, read] = [outcome('plain'), outcome('older'), outcome('trigger'), outcome('read')];
    const compared = (one: Finding['outcome'], other: Finding['outcome']) =>
      `${(one.answersPerSecond / other.answersPerSecond).toFixed(2)} × the answers a second, ` +
      `${(one.median / other.median).toFixed(1)} × the median, ` +
      `${(one.resultsPerSecond / other.resultsPerSecond).toFixed(2)} × the results a second`;
    const lines = [
      trigger &&
        plain &&
        `the trigger has ${compared(trigger, plain)} of n8n's Webhook node (goals: ≥ 0.70, ≤ 2.0, ≥ 0.80)`,
      older && plain && `version 1 of the Webhook node has ${compared(older, plain)}`,
      read && plain && `the Webhook node with *Read Callback* behind it has ${compared(read, plain)}`,
    ];
    return lines.flatMap((line) => (line ? [`\`${engine}\`: ${line}`] : []));
  });

const notRun = (names: string[]): string => {
  if (names.length === 0) return '';
  const reason = 'Not run this time (the short form leaves them out, and the long form ends after 30 minutes):';
  return ['', reason, '', ...names.map((name) => `- ${name}`), ''].join('\n');
};

/** What was lost, doubled, stuck. */
export const measuredPage = ({ date, minutes, load, findings, skipped, s3 }: Run): string => `# Scaling, measured

\`node scripts/node.mjs test/queue/run.ts\` writes this page: what comes of the rows of the table with
n8n ${version(lineFolder(LINE), 'n8n')} in queue mode, with one main process, two workers and two webhook processes,
on one machine of two cores (${date}, ${minutes} minutes, load ${load.toFixed(0)}). What
follows from it is in [Scaling](../scaling.md). A row is *lost* if n8n took it and no result came out, *stuck* if n8n calls it
running when nothing happens any more. *Median* and *Longest* are the times until a callback was answered, *Answers* and
*Results* are a second, memory is the highest peak in MB.

| | Rows | Lost | Doubled | Stuck | Sent twice | Median | Longest | Answers | Results | Main | Worker | Webhook |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
${findings.map(tableRow).join('\n')}

${goalsOfCallbacks(findings)
  .map((line) => `- ${line}`)
  .join('\n')}

Whose it is, and what to do:

${remarks(findings)}
${notRun(skipped)}
Binary data in S3 was not measured: n8n refuses it without a licence that includes it ("${s3}").
`;
