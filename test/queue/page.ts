// docs/scaling.md and docs/making/scaling-measured.md, written from one run of all rows.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lineFolder } from '../n8n/lines.ts';
import { LINE } from './cluster.ts';
import { CONNECTIONS } from './proxy.ts';
import {
  besideName,
  BURST,
  BURST_PROCESSES,
  burstName,
  CALLED,
  callbacksName,
  ENGINES,
  UNLIMITED_ROW,
  uploadName,
} from './rows.ts';
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

const remarks = (findings: Finding[]): string =>
  findings
    .flatMap((finding, index) => {
      if (failures(finding) === 0) return [];
      const cause = finding.row.cause ?? (finding.outcome.refused > 0 ? REFUSED : 'A defect of this package.');
      return [`- **[${index + 1}]** ${cause}`];
    })
    .join('\n');

const found = (findings: Finding[], name: string) => findings.find(({ row }) => row.name === name)?.outcome;

/** What uploads cost with binary data in the database and in a folder, if both were measured. */
function uploadFigures(findings: Finding[]): string {
  const [database, folder] = [found(findings, uploadName('database')), found(findings, uploadName('filesystem'))];
  if (!database || !folder) return '';
  const peaks = (kind: string) =>
    `${largest(database.peaks, kind)} MB, with a folder ${largest(folder.peaks, kind)} MB`;
  return `. 10 uploads of 50 MB, two at once: a worker took ${peaks('worker')}; a webhook process ${peaks('webhook')}`;
}

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
    const beside = found(findings, besideName(engine))?.resumed;
    const lines = [
      trigger &&
        plain &&
        `the trigger has ${compared(trigger, plain)} of n8n's Webhook node (goals: ≥ 0.70, ≤ 2.0, ≥ 0.80)`,
      older && plain && `version 1 of the Webhook node has ${compared(older, plain)}`,
      read && plain && `the Webhook node with *Read Callback* behind it has ${compared(read, plain)}`,
      beside &&
        `a wait beside a trigger goes on after ${(beside.beside / beside.without).toFixed(2)} × the time of one without ` +
          '(goal: ≤ 1.30)',
    ];
    return lines.flatMap((line) => (line ? [`\`${engine}\`: ${line}`] : []));
  });

/** A burst to each of those that can take it. */
const burstTable = (findings: Finding[]): string =>
  ENGINES.flatMap((engine) =>
    (Object.keys(CALLED) as Called[]).flatMap((to) => {
      const outcome = found(findings, callbacksName(to, engine));
      if (!outcome) return [];
      const { answersPerSecond, median, longest, resultsPerSecond } = outcome;
      const figures = [
        answersPerSecond.toFixed(1),
        `${median.toFixed(1)} s`,
        `${longest.toFixed(1)} s`,
        resultsPerSecond.toFixed(1),
      ];
      return [`| \`${engine}\` | ${[CALLED[to], ...figures].join(' | ')} |`];
    }),
  ).join('\n');

/** What the engine for expressions costs, if both were measured. */
function engineFigures(findings: Finding[]): string {
  const [legacy, vm] = ENGINES.map((engine) => found(findings, callbacksName('trigger', engine)));
  if (!legacy || !vm) return '';
  const figures = ({ longest, peaks }: Finding['outcome']) =>
    `${longest.toFixed(0)} s and ${largest(peaks, 'webhook')} MB`;
  return `: ${BURST} results at once took ${figures(vm)} in a webhook process, with \`legacy\` ${figures(legacy)}`;
}

/** What a burst costs, by the number of webhook processes. */
function burstFigures(findings: Finding[]): string {
  const measured = BURST_PROCESSES.flatMap((count) => {
    const outcome = found(findings, burstName(count));
    return outcome
      ? [`with ${count} webhook process${count > 1 ? 'es' : ''} ${largest(outcome.peaks, 'webhook')} MB in each`]
      : [];
  });
  const without = found(findings, UNLIMITED_ROW);
  const unlimited = without ? ` Without it, with 1 process: ${largest(without.peaks, 'webhook')} MB.` : '';
  return measured.length > 0
    ? ` Measured with ${BURST} results at once and that limit: ${measured.join(', ')} (the largest).${unlimited}`
    : '';
}

const settings = (findings: Finding[]): Array<[setting: string, why: string]> => [
  ['The package in every process: main, workers, webhook processes', 'each of them runs nodes'],
  [
    '`N8N_WEBHOOK_URL` (before n8n 2.39: `WEBHOOK_URL`): the URL of the proxy, the same in every process',
    'the service calls it, and the nodes call it to relay a result: workers and webhook processes must be able to reach it',
  ],
  [
    '`N8N_EXPRESSION_ENGINE=legacy` in webhook processes only (n8n 2: `vm`)',
    'with `vm` n8n starts a virtual machine for each callback of a trigger that is not one of a few of its own' +
      `${engineFigures(findings)}. These processes evaluate the expressions of triggers only; all others keep \`vm\``,
  ],
  ['`N8N_DISABLE_PRODUCTION_MAIN_PROCESS=true`', 'callbacks stay away from the process that serves the editor'],
  [
    '`N8N_DEFAULT_BINARY_DATA_MODE=filesystem` with a folder that all processes share (`N8N_STORAGE_PATH`)',
    `the default of queue mode, \`database\`, holds each file whole in memory${uploadFigures(findings)}`,
  ],
  [
    '`DB_POSTGRESDB_POOL_SIZE=10` (n8n: 2), `DB_PING_TIMEOUT_MS=30000` (n8n: 5000)',
    'with few connections n8n finds its database too slow under load, and answers 503 to callbacks',
  ],
  ['Redis with `appendonly yes`', 'without, the queue is gone when Redis restarts'],
  [
    '`--concurrency` of a worker: 10 by default',
    "with large files fewer; the nodes' own *Max Concurrency* (5) counts for each execution",
  ],
  [
    'A Document Processing Trigger in each workflow that uses *Wait Here*; it needs no connection',
    'without it n8n rejects results that come early: see the rows of waits',
  ],
  [
    'An access token, or a user for each process, where the service keeps one session a user',
    'a sign-in ends the session before it, so processes sign in against each other. The node tries again for half a ' +
      'second, then the item fails',
  ],
  ["The proxy's time limit for webhooks: 60 s", 'n8n answers a callback once it has stored the execution'],
  ['The proxy routes callbacks by their token', 'see below'],
  ['The service repeats callbacks that were not answered with 200', 'a process that dies, or is too busy, takes none'],
];

const notRun = (names: string[]): string => {
  if (names.length === 0) return '';
  const reason = 'Not run this time (the short form leaves them out, and the long form ends after 30 minutes):';
  return ['', reason, '', ...names.map((name) => `- ${name}`), ''].join('\n');
};

/** For who runs n8n: what to set. */
export const scalingPage = ({ date, findings }: Run): string => `# Scaling

How to run n8n on more than one machine with these nodes. The figures are [measured](making/scaling-measured.md);
\`npm run test:scale\` writes both pages.

## Who calls whom

\`\`\`mermaid
flowchart LR
  service([Service]) -- "callback" --> proxy[Reverse proxy]
  editor([Editor]) --> proxy
  proxy -- "/webhook, /webhook-waiting" --> webhook1[Webhook process 1]
  proxy -- "the same" --> webhook2[Webhook process 2]
  proxy -- "everything else" --> main[Main process]
  main & webhook1 & webhook2 -- "executions" --> postgres[(PostgreSQL)]
  main & webhook1 & webhook2 -- "jobs" --> redis[(Redis)]
  redis -- "jobs" --> worker1[Worker 1]
  redis -- "jobs" --> worker2[Worker 2]
  worker1 & worker2 -- "requests" --> service
  webhook1 & webhook2 -. "relay of a result" .-> proxy
  worker1 & worker2 -. "probe of the trigger, once in five minutes" .-> proxy
\`\`\`

## What to set

| Setting | Why |
|---|---|
${settings(findings)
  .map(([setting, why]) => `| ${setting} | ${why} |`)
  .join('\n')}

### Each result once

A webhook process recognises a repeated callback by itself, and reads in the database what other processes have accepted.
If the same callback reaches two processes *in the same moment*, neither sees the other, and it comes out twice: with round
robin any number of such callbacks up to all (62, 72 and 100 of 100 were seen). n8n has no store that a trigger could lock:
static data and the history of *Remove Duplicates* are read, changed and written back (the last writer wins), and executions
have a unique key that only n8n's own schedules can set. The status of a waiting execution changes atomically: a wait
continues once.

So let the proxy send each callback to the process its token points at. nginx:

\`\`\`nginx
upstream n8n_webhooks {
  hash $http_x_document_processing_ticket consistent;
  server webhook-1:5678;
  server webhook-2:5678;
}
location ~ ^/webhook(-waiting)?/ {
  proxy_pass http://n8n_webhooks;
  proxy_next_upstream error;
  proxy_read_timeout 60s;
  client_max_body_size 100m;
}
\`\`\`

HAProxy: \`balance hdr(X-Document-Processing-Ticket)\`. Caddy: \`lb_policy header X-Document-Processing-Ticket\`. If your proxy
can only route by path, route by path: all callbacks of a trigger then go to one process.

Where a double would cost you, write results into a table with a unique key first: every item has a \`deliveryId\`, the same
each time the result is delivered, and the example [Results to a table](../examples/README.md#results-to-a-table) goes on with
new rows only. *Remove Duplicates* is no replacement: two workers read its history at the same time, and once its history is
full (10,000 entries, its option *History Size*) it fails every execution.

### A burst

With its engine \`vm\`, n8n 2 starts a virtual machine for each callback of a trigger that is not its own Webhook node, before it
calls the node. So ${BURST} open callbacks take up to 13 GB in one process, and are answered late. ${BURST} results at once, to two
webhook processes with at most ${CONNECTIONS} connections each, on two cores (${date}, one run):

| Engine of the webhook processes | Called | Answers a second | Median | Last | Results a second |
|---|---|--:|--:|--:|--:|
${burstTable(findings)}

n8n treats version 1 of its node as any other trigger. So use \`legacy\` in webhook processes,
limit the connections the proxy opens to each, to ${CONNECTIONS} for example
(HAProxy: \`maxconn ${CONNECTIONS}\` for each server; nginx Plus: \`max_conns=${CONNECTIONS}\` with \`queue\`), and add webhook
processes. The other callbacks wait in the proxy, where they cost next to nothing, and the service has to allow for that
time.${burstFigures(findings)}

If one process of n8n is all there is, the limit of connections is what protects it. Where the service does not wait so long for
an answer, let n8n's own Webhook node take the callbacks, with [Read Callback](asynchronous.md#callbacks-through-a-queue-or-a-relay)
behind it: n8n answers without a virtual machine, and the token is checked afterwards. It does not remember what it has read.

Limit \`/webhook/\` only. A result that a trigger relays to a waiting execution comes back through \`/webhook-waiting/\` while its
callback is open: under the same limit the two would wait for each other.
`;

/** For who changes the nodes: what was lost, doubled, stuck. */
export const measuredPage = ({ date, minutes, load, findings, skipped, s3 }: Run): string => `# Scaling, measured

\`npm run test:scale\` starts PostgreSQL, Redis, n8n in queue mode and a reverse proxy on one machine, does what the table lists, and writes
this page. What follows from it for who runs n8n is in [Scaling](../scaling.md).

n8n ${version(lineFolder(LINE), 'n8n')}, one main process, two workers with concurrency 10, two webhook processes unless the row says
otherwise; callbacks are routed by their token unless the row says "round robin". ${date}, ${minutes} minutes, on two cores that
also ran the databases, the proxy and the service (load ${load.toFixed(0)}): times and memory are those of a busy machine.
The counts come from n8n's database and from the record of the service, which delivers each result once unless the row says otherwise.

- *Lost*: n8n has accepted the row, and no result came out.
- *Doubled*: a result came out more than once.
- *Stuck*: n8n still calls the execution new or running when nothing happens any more.
- *Sent twice*: the service got the same request more than once.
- *Median*, *Longest*: the time until a callback was answered.
- *Answers*, *Results*: how many a second, from the first callback on.
- Memory: the highest peak of each kind of process, in MB.

| | Rows | Lost | Doubled | Stuck | Sent twice | Median | Longest | Answers | Results | Main | Worker | Webhook |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
${findings.map(tableRow).join('\n')}

The trigger beside n8n's own Webhook node, and beside version 1 of it, which n8n treats as any other trigger: with the engine \`vm\`
it starts a virtual machine for each call, before it calls the node.

${goalsOfCallbacks(findings)
  .map((line) => `- ${line}`)
  .join('\n')}

Whose it is, and what to do:

${remarks(findings)}
${notRun(skipped)}
Binary data in S3 was not measured: n8n refuses it without a licence that includes it ("${s3}").
`;
