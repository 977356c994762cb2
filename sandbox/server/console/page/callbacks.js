import { html, nothing, render } from './lit-html.js';
import { call, on } from './api.js';
import { clock, doing, inTurn, say } from './dom.js';
import { listOf, masterDetail, showChosen } from './list.js';
import { processCard, stateBadge } from './process.js';

const MOST = 200;
const NONE_YET = 'No callback yet. Asynchronous requests (Start Extraction, enrichment) appear here by themselves.';

/** The callbacks of asynchronous requests, newest first: who was called, what they answered, and why it went wrong. */
export async function showCallbacks(element, id) {
  render(masterDetail('Callback'), element);
  const [master, detail] = element.children;
  let [selected, processes, faults] = [id, [], []];

  const draw = () => {
    const options = { view: 'callbacks', label: 'Callbacks', idOf: (process) => process.id, rowOf, selected };
    render(html`${holding(faults)} ${listOf(processes, { ...options, empty: NONE_YET })}`, master);
    render(callbackOf(processes, selected), detail);
  };
  const refresh = inTurn(async () => {
    const answers = await Promise.all([call(`/console/processes?limit=${MOST}`), call('/faults')]);
    [{ processes }, { faults }] = answers;
    draw();
  });
  const open = (wanted) => {
    selected = wanted;
    draw();
    showChosen(element, wanted);
  };

  on(['processes', 'faults'], refresh);
  await refresh();
  open(id);
  return open;
}

function holding(faults) {
  const holds = faults.filter(({ callback }) => /(^|;)\s*hold\s*(;|$)/.test(callback ?? ''));
  const count = holds.reduce((sum, { times }) => sum + times, 0);
  const next = count === 1 ? 'callback' : `${count} callbacks`;
  const arm = doing(async () => {
    await call('/faults', { method: 'POST', json: { callback: 'hold', times: 1 } });
    say('The callback of the next request will be held');
  });
  const end = doing(() => Promise.all(holds.map(({ id }) => call(`/faults/${id}`, { method: 'DELETE' }))));
  return html`<div class="tools">
    <button @click=${arm}>Hold the next</button>
    ${count > 0 ? html`<button @click=${end}>Hold none</button>` : nothing}
    <p class="count" role="status">${count > 0 ? `The next ${next} will be held` : nothing}</p>
  </div>`;
}

function callbackOf(processes, selected) {
  if (selected === null)
    return html`<p class="empty">Choose a callback to see what was sent and what was answered.</p>`;
  const process = processes.find(({ id }) => id === selected);
  const shown = process
    ? html`${processCard(process)}
        <p class="facts">
          See <a href="#requests/${process.requestId}">its request</a> for the document and the result.
        </p>`
    : html`<p class="empty">This callback is not among the last ${MOST}.</p>`;
  return html`<a class="back" href="#callbacks">‹ All callbacks</a> ${shown}`;
}

function rowOf(process) {
  const { kind, createdAt, webhook, deliveries } = process;
  const cause = deliveries.at(-1)?.explanation?.cause;
  return html`<span class="row-name">${kind === 'enrichment' ? 'Enrichment' : 'Content extraction'}</span>
    ${stateBadge(process)}
    <span class="row-more">${clock(createdAt)} · ${webhook.url}</span>
    ${cause && html`<span class="row-fault">${cause}</span>`}`;
}
