import { call, on } from './api.js';
import { clock, doing, h, replace, say } from './dom.js';
import { masterDetail, MasterList } from './list.js';
import { processCard, stateBadge } from './process.js';

/** The callbacks of asynchronous requests, newest first: who was called, what they answered, and why it went wrong. */
export async function showCallbacks(element, id) {
  const list = new MasterList({
    view: 'callbacks',
    label: 'Callbacks',
    rowOf,
    idOf: (process) => process.id,
    empty: 'No callback yet. Asynchronous requests (Start Extraction, enrichment) appear here by themselves.',
  });
  const hold = h('div', { class: 'tools' });
  const { detail, toggle } = masterDetail(element, { tools: hold, list, more: null, name: 'Callback' });
  const known = new Map();

  const showHold = (faults) => {
    const holding = faults.filter(({ callback }) => /(^|;)\s*hold\s*(;|$)/.test(callback ?? ''));
    const arm = doing(async () => {
      await call('/faults', { method: 'POST', json: { callback: 'hold', times: 1 } });
      say('The callback of the next request will be held');
    });
    const end = doing(() =>
      Promise.all(holding.map(({ id: fault }) => call(`/faults/${fault}`, { method: 'DELETE' }))),
    );
    const count = holding.reduce((sum, { times }) => sum + times, 0);
    replace(
      hold,
      h('button', { onclick: arm }, 'Hold the next'),
      count > 0 && h('button', { onclick: end }, 'Hold none'),
      h(
        'p',
        { class: 'count', role: 'status' },
        count > 0 ? `The next ${count === 1 ? 'callback' : `${count} callbacks`} will be held` : '',
      ),
    );
  };
  const refresh = async () => {
    const { processes } = await call('/console/processes?limit=200');
    known.clear();
    for (const process of processes) known.set(process.id, process);
    list.show(processes);
  };
  const open = (wanted) => {
    list.select(wanted);
    toggle(wanted !== null);
    const process = known.get(wanted);
    const back = h('a', { class: 'back', href: '#callbacks' }, '‹ All callbacks');
    if (process) {
      const request = h('a', { href: `#requests/${process.requestId}` }, 'its request');
      replace(
        detail,
        back,
        processCard(process),
        h('p', { class: 'facts' }, 'See ', request, ' for the document and the result.'),
      );
    } else if (wanted) replace(detail, back, h('p', { class: 'empty' }, 'This callback is not among the last 200.'));
    else replace(detail, h('p', { class: 'empty' }, 'Choose a callback to see what was sent and what was answered.'));
  };

  on('processes', (processes) => {
    for (const process of processes) known.set(process.id, process);
    list.update(processes);
    if (processes.some((process) => process.id === list.selected)) open(list.selected);
  });
  on('faults', showHold);
  on('everything', () => void refresh().then(() => open(list.selected)));
  const [{ faults }] = await Promise.all([call('/faults'), refresh()]);
  showHold(faults);
  open(id);
  return open;
}

function rowOf(process) {
  const { kind, createdAt, webhook, deliveries } = process;
  const cause = deliveries.at(-1)?.explanation?.cause;
  return [
    h('span', { class: 'row-name' }, kind === 'enrichment' ? 'Enrichment' : 'Content extraction'),
    stateBadge(process),
    h('span', { class: 'row-more' }, `${clock(createdAt)} · ${webhook.url}`),
    cause && h('span', { class: 'row-fault' }, cause),
  ].filter(Boolean);
}
