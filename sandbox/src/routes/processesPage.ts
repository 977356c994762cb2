import type { ShownProcess } from './inspection.ts';

/** A page without scripts or assets; everything that came from outside is escaped. */
export function processesPage(processes: ShownProcess[]): string {
  const rows = processes.map(processRow).join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Sandbox: processes</title>
<style>body{font:14px/1.4 system-ui,sans-serif;margin:2rem}table{border-collapse:collapse;width:100%}
th,td{border:1px solid #ccc;padding:.3rem .5rem;text-align:left;vertical-align:top}code{word-break:break-all}</style></head>
<body><h1>Processes</h1><p>${processes.length} shown, newest first. As JSON: <a href="/_sandbox/processes">/_sandbox/processes</a>.
Requests: <a href="/_sandbox/requests">/_sandbox/requests</a>.</p>
<table><thead><tr><th>process</th><th>kind</th><th>state</th><th>accepted</th><th>webhook</th><th>deliveries and answers</th></tr></thead>
<tbody>${rows}</tbody></table></body></html>`;
}

function processRow({ id, kind, state, createdAt, webhook, deliveries }: ShownProcess): string {
  const calls = deliveries.map(deliveryText).join('<br>') || 'none yet';
  return `<tr><td><code>${escape(id)}</code></td><td>${escape(kind)}</td><td>${escape(state)}</td><td>${escape(createdAt)}</td>
<td><code>${escape(webhook.url)}</code>${webhook.mtls ? ' (mutual TLS)' : ''}</td><td>${calls}</td></tr>`;
}

function deliveryText({
  at,
  target,
  url,
  httpStatus,
  milliseconds,
  answer,
  error,
  certificate,
}: ShownProcess['deliveries'][number]): string {
  const outcome = error
    ? `failed: ${error}`
    : `HTTP ${httpStatus} in ${milliseconds} ms: ${(answer ?? '').slice(0, 200)}`;
  return `${escape(at)} ${escape(target)} <code>${escape(url)}</code>${certificate ? ` (${escape(certificate)} certificate)` : ''} ${escape(outcome)}`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
