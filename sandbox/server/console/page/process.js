import { call } from './api.js';
import { doing, exactClock, h, say } from './dom.js';

/** What can be done to a callback on purpose, as the README lists it. */
export const CALLBACK_FAULTS = [
  ['wrong-secret', 'with a wrong secret'],
  ['no-secret', 'without its secret'],
  ['malformed', 'cut off in the middle'],
  ['empty', 'with an empty body'],
  ['html', 'as an HTML page'],
  ['times=2', 'twice'],
  ['times=2; together', 'twice at the same moment'],
  ['process-id=unknown', 'with another process ID'],
  ['oversized=20', '20 MB larger'],
];

const STATES = {
  waiting: ['busy', 'waiting'],
  running: ['busy', 'reading'],
  held: ['warn', 'held'],
  sending: ['busy', 'sending'],
  finished: ['good', 'delivered'],
  failed: ['bad', 'not delivered'],
};

/** A state in words; a result that reports a failure may have been delivered all the same. */
function stateOf({ state, deliveries }) {
  // What became of an earlier one says nothing of a callback that is held, or on its way.
  if (state === 'held' || state === 'sending') return STATES[state];
  const last = deliveries.at(-1);
  const isRefused = last && last.error === null && last.explanation;
  if (state === 'failed' && last && !last.explanation) return ['warn', 'failure delivered'];
  return isRefused ? ['bad', `refused (${last.httpStatus})`] : STATES[state];
}

export function stateBadge(process) {
  const [kind, text] = stateOf(process);
  return h('span', { class: `badge ${kind}` }, text);
}

/** For the row of a request, which was answered all the same; null while nothing is wrong. */
export function callbackBadge(process) {
  const [kind, text] = stateOf(process);
  return kind === 'bad' || kind === 'warn' ? h('span', { class: `badge callback ${kind}` }, `callback: ${text}`) : null;
}

const STEPS = {
  accepted: 'Request accepted',
  upstream: 'The account calls back, and the sandbox passes it on; recorded in',
  replayed: 'Replayed from',
  reading: 'Reading begins',
  read: 'Read',
  broken: 'Broken on purpose',
  held: 'Callback held',
  released: 'Released',
  sentAgain: 'Sent again by hand',
};

/** The line of time of a callback, and what one can do with it. */
export function processCard(process) {
  const { id, kind, webhook, deliveries } = process;
  const problem = deliveries.at(-1)?.explanation;
  return h(
    'section',
    { class: 'card process' },
    h('h2', {}, `Callback of ${kind === 'enrichment' ? 'an enrichment' : 'an extraction'} `, stateBadge(process)),
    h(
      'p',
      { class: 'facts' },
      'to ',
      h('code', {}, webhook.url),
      webhook.mtls && ' (mutual TLS)',
      webhook.fallbackUrl && [', else ', h('code', {}, webhook.fallbackUrl)],
    ),
    problem && h('div', { class: 'cause' }, h('p', {}, h('strong', {}, problem.cause)), h('p', {}, problem.remedy)),
    h('ol', { class: 'timeline', 'aria-label': 'What happened' }, timeline(process)),
    actions(process),
    h('p', { class: 'facts' }, 'Process ', h('code', {}, id)),
  );
}

function timeline({ steps, deliveries, state }) {
  const seen = new Set();
  const events = [
    ...steps.map((step) => ({ at: step.at, order: 0, row: () => stepRow(step) })),
    ...deliveries.map((delivery, at) => ({
      at: delivery.at,
      order: 1,
      row: () => deliveryRow(delivery, at === deliveries.length - 1, seen),
    })),
  ].sort((a, b) => a.at.localeCompare(b.at) || a.order - b.order);
  const rows = events.map(({ row }) => row());
  if (state === 'held') rows.push(h('li', { class: 'warn' }, h('p', {}, 'Waits until it is released.')));
  if (deliveries.length === 0 && state === 'failed') rows.push(h('li', { class: 'bad' }, h('p', {}, neverSent(steps))));
  return rows;
}

const neverSent = (steps) =>
  steps.some(({ what }) => what === 'replayed' || what === 'upstream')
    ? 'Never sent: the account has not called back.'
    : 'Never sent: the sandbox was asked not to call back.';

function stepRow({ at, what, detail }) {
  const isFailure = what === 'read' && detail;
  return h(
    'li',
    { class: what === 'broken' || what === 'held' || isFailure ? 'warn' : 'step' },
    time(at),
    h('p', {}, STEPS[what] ?? what, detail && `: ${detail}`),
  );
}

function deliveryRow(
  { at, target, url, milliseconds, httpStatus, answer, error, certificate, explanation },
  isLast,
  seen,
) {
  const repeated = seen.has(target) ? 'again ' : '';
  seen.add(target);
  const where = target === 'fallbackUrl' ? 'to the fallback ' : '';
  const outcome = error ?? `HTTP ${httpStatus}`;
  return h(
    'li',
    { class: explanation ? 'bad' : 'good' },
    time(at),
    h(
      'p',
      {},
      h('strong', {}, `Sent ${repeated}${where}`),
      ` → ${outcome} after ${milliseconds} ms`,
      certificate && `, with a ${certificate} certificate`,
    ),
    target === 'fallbackUrl' && h('p', { class: 'facts' }, h('code', {}, url)),
    answer && h('pre', { class: 'answer', tabindex: '0', 'aria-label': 'Answer' }, answer),
    // That of the last stands above.
    explanation && !isLast && h('p', { class: 'why' }, explanation.cause),
  );
}

const time = (at) => h('time', { datetime: at }, exactClock(at));

function actions({ id, state }) {
  if (state === 'waiting' || state === 'running' || state === 'sending') return null;
  const send = (callback, done) =>
    doing(async () => {
      await call(`/processes/${encodeURIComponent(id)}/send`, {
        method: 'POST',
        json: callback() ? { callback: callback() } : {},
      });
      say(done);
    });
  const isHeld = state === 'held';
  const how = h(
    'select',
    { 'aria-label': 'How to break it' },
    CALLBACK_FAULTS.map(([value, name]) => h('option', { value }, name)),
  );
  return h(
    'div',
    { class: 'buttons' },
    h(
      'button',
      { class: 'primary', onclick: send(() => '', isHeld ? 'Released' : 'Sent again') },
      isHeld ? 'Release' : 'Send again',
    ),
    h(
      'span',
      { class: 'joined' },
      h('button', { onclick: send(() => how.value, 'Sent, broken') }, isHeld ? 'Release it broken' : 'Send it broken'),
      how,
    ),
  );
}
