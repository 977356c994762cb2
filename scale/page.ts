// docs/scaling.md, written from one run of all rows.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lineFolder } from '../host/lines.ts';
import { LINE } from './cluster.ts';
import type { Finding } from './rows.ts';

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
  outcome.lost + outcome.doubled + outcome.stuck + outcome.sentTwice;

function tableRow(finding: Finding, index: number): string {
  const { row, outcome } = finding;
  const { accepted, lost, doubled, stuck, sentTwice, longest, peaks, note } = outcome;
  const mark = failures(finding) > 0 ? ` [${index + 1}]` : '';
  const cells = [
    `${row.name}${mark}${note ? ` (${note})` : ''}`,
    accepted,
    lost,
    doubled,
    stuck,
    sentTwice,
    longest > 0 ? `${longest.toFixed(1)} s` : '–',
    largest(peaks, 'main'),
    largest(peaks, 'worker'),
    largest(peaks, 'webhook'),
  ];
  return `| ${cells.join(' | ')} |`;
}

const remarks = (findings: Finding[]): string =>
  findings
    .flatMap((finding, index) =>
      failures(finding) > 0
        ? [`- **[${index + 1}]** ${finding.row.cause ?? 'Not explained: a defect of this package.'}`]
        : [],
    )
    .join('\n');

export const page = ({ date, minutes, load, findings, skipped, s3 }: Run): string => `# Scaling

How to run n8n on more than one machine with these nodes, and what was measured. \`npm run test:scale\` starts PostgreSQL,
Redis, n8n in queue mode and a reverse proxy on one machine, does what the table lists, and writes this page.

## Who calls whom

\`\`\`mermaid
flowchart LR
  service([Service]) -- "callback" --> proxy[Reverse proxy]
  editor([Editor]) --> proxy
  proxy -- "/webhook/…, /webhook-waiting/…" --> webhook1[Webhook process 1]
  proxy -- "the same" --> webhook2[Webhook process 2]
  proxy -- "everything else" --> main[Main process]
  main & webhook1 & webhook2 -- "store executions" --> postgres[(PostgreSQL)]
  main & webhook1 & webhook2 -- "jobs" --> redis[(Redis)]
  redis -- "jobs" --> worker1[Worker 1]
  redis -- "jobs" --> worker2[Worker 2]
  worker1 & worker2 -- "requests" --> service
  webhook1 & webhook2 -. "relay of an early result, through the proxy" .-> proxy
  worker1 & worker2 -. "one probe of the trigger in five minutes" .-> proxy
\`\`\`

## What to set

| Setting | Why |
|---|---|
| The package in every process: main, workers, webhook processes | each of them runs nodes |
| \`N8N_WEBHOOK_URL\` (before n8n 2.40: \`WEBHOOK_URL\`): the proxy's URL, the same everywhere | it is what the service calls, and what the nodes call to relay a result. Workers and webhook processes must be able to reach it |
| \`N8N_DISABLE_PRODUCTION_MAIN_PROCESS=true\` | callbacks stay away from the process that serves the editor |
| \`N8N_DEFAULT_BINARY_DATA_MODE=filesystem\` with a folder all processes share (\`N8N_STORAGE_PATH\`) | the default of queue mode, \`database\`, holds each file whole in memory, and more than once: see the rows of 50 MB |
| Redis with \`appendonly yes\` | without, the queue is gone when it restarts |
| \`--concurrency\` of a worker: 10 by default | with large files fewer; the nodes' own *Max Concurrency* (5) comes on top |
| A Document Processing Trigger in each workflow that uses *Wait Here*; it does not need to be connected | without it n8n rejects results that come early: see the rows of waits |
| The proxy's time limit for webhooks: at least 30 s | n8n answers a callback once it has stored the execution |
| The proxy routes callbacks by their token | see below |
| The service repeats callbacks that were answered with anything but 200, or not at all | a process that dies cannot answer |

### Each result once

A webhook process recognises a repeated callback by itself, and another process reads in the database what the first has accepted. If the same callback reaches two processes
*in the same moment*, neither sees the other. n8n has no store that a trigger could lock: static data and the history of *Remove Duplicates* are read, changed and written back
(the last writer wins), and the one unique key of executions is set for n8n's own schedules only. The status of a waiting execution is changed atomically: a wait continues once.

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
  client_max_body_size 100m;
  proxy_read_timeout 60s;
}
\`\`\`

HAProxy: \`balance hdr(X-Document-Processing-Ticket)\`. Caddy: \`lb_policy header X-Document-Processing-Ticket\`. A proxy that can only route by path: route by path; all callbacks
of a trigger then go to one process. Every item also has a \`deliveryId\`, the same for each delivery of a result. Write it to a table with a unique key where a double would
cost you.

### A burst

n8n 2 holds memory for each open callback until it has stored the execution. The last rows show 500 callbacks open at once. To bound it, limit the connections the proxy
opens to each webhook process (nginx: \`server webhook-1:5678 max_conns=50\` and \`queue\`, HAProxy: \`maxconn 50\`): the others wait in the proxy, where they cost next to nothing,
and the service must allow for that time. Give a webhook process the memory of the row with your number of processes, and a worker what the rows of files say.

## Measured

n8n ${version(lineFolder(LINE), 'n8n')}, one main process, two workers with concurrency 10, two webhook processes unless the row says otherwise; ${date}, two cores shared with other
work (load ${load.toFixed(0)}), ${minutes} minutes. The counts come from n8n's database and from the service's own record; times and memory are of this busy machine. *Lost*: n8n has accepted the row, and no result
came out. *Doubled*: a result came out twice. *Stuck*: n8n still calls the execution new or running when nothing happens any more. *Sent twice*: the service got the same
request twice. *Longest*: the longest time until a callback was answered. Memory: the highest of each kind of process, in MB.

| | Rows | Lost | Doubled | Stuck | Sent twice | Longest | Main | Worker | Webhook |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|
${findings.map(tableRow).join('\n')}

${remarks(findings)}
${skipped.length > 0 ? `\nNot run in this run's 20 minutes: ${skipped.join('; ')}.\n` : ''}
Binary data in S3 was not measured. n8n without an Enterprise licence refuses it: "${s3}".
`;
