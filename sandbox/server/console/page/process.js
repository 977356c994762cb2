import { html, nothing } from './lit-html.js';
import { call } from './api.js';
import { doing, exactClock, say } from './dom.js';

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
  return html`<span class="badge ${kind}">${text}</span>`;
}

/** For the row of a request, which was answered all the same; null while nothing is wrong. */
export function callbackBadge(process) {
  const [kind, text] = stateOf(process);
  return kind === 'bad' || kind === 'warn' ? html`<span class="badge callback ${kind}">callback: ${text}</span>` : null;
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
  givenUp: 'Repeated no more',
};

/** The line of time of a callback, and what one can do with it. */
export function processCard(process) {
  const { id, kind, webhook, deliveries } = process;
  const problem = deliveries.at(-1)?.explanation;
  const cause =
    problem &&
    html`<div class="cause">
      <p><strong>${problem.cause}</strong></p>
      <p>${problem.remedy}</p>
    </div>`;
  const fallback = webhook.fallbackUrl && html`, else <code>${webhook.fallbackUrl}</code>`;
  return html`<section class="card process">
    <h2>Callback of ${kind === 'enrichment' ? 'an enrichment' : 'an extraction'} ${stateBadge(process)}</h2>
    <p class="facts">to <code>${webhook.url}</code>${webhook.mtls ? ' (mutual TLS)' : ''}${fallback}</p>
    ${cause}
    <ol class="timeline" aria-label="What happened">
      ${timeline(process)}
    </ol>
    ${actions(process)}
    <p class="facts">Process <code>${id}</code></p>
  </section>`;
}

function timeline({ steps, deliveries, deliveriesLeftOut, state }) {
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
  if (deliveriesLeftOut > 0)
    rows.push(html`<li class="step"><p>With its request, ${deliveriesLeftOut} more are shown.</p></li>`);
  if (state === 'held') rows.push(html`<li class="warn"><p>Waits until it is released.</p></li>`);
  if (deliveries.length === 0 && state === 'failed') rows.push(html`<li class="bad"><p>${neverSent(steps)}</p></li>`);
  return rows;
}

const neverSent = (steps) =>
  steps.some(({ what }) => what === 'replayed' || what === 'upstream')
    ? 'Never sent: the account has not called back.'
    : 'Never sent: the sandbox was asked not to call back.';

function stepRow({ at, what, detail }) {
  const isFailure = what === 'read' && detail;
  return html`<li class=${what === 'broken' || what === 'held' || isFailure ? 'warn' : 'step'}>
    ${time(at)}
    <p>${STEPS[what] ?? what}${detail && `: ${detail}`}</p>
  </li>`;
}

function deliveryRow(
  { at, target, url, milliseconds, httpStatus, answer, error, certificate, explanation },
  isLast,
  seen,
) {
  const repeated = seen.has(target) ? 'again ' : '';
  seen.add(target);
  const isFallback = target === 'fallbackUrl';
  const sent = `Sent ${repeated}${isFallback ? 'to the fallback ' : ''}`;
  const outcome = `${error ?? `HTTP ${httpStatus}`} after ${milliseconds} ms`;
  return html`<li class=${explanation ? 'bad' : 'good'}>
    ${time(at)}
    <p><strong>${sent}</strong> → ${outcome}${certificate && `, with a ${certificate} certificate`}</p>
    ${isFallback ? html`<p class="facts"><code>${url}</code></p>` : nothing}
    ${answer && html`<pre class="answer" tabindex="0" aria-label="Answer">${answer}</pre>`}
    ${
      // That of the last stands above.
      explanation && !isLast ? html`<p class="why">${explanation.cause}</p>` : nothing
    }
  </li>`;
}

const time = (at) => html`<time datetime=${at}>${exactClock(at)}</time>`;

function actions({ id, state }) {
  if (state === 'waiting' || state === 'running' || state === 'sending') return nothing;
  const send = (done, callbackOf) =>
    doing(async (event) => {
      const callback = callbackOf?.(event.currentTarget);
      await call(`/processes/${encodeURIComponent(id)}/send`, { method: 'POST', json: { callback } });
      say(done);
    });
  const isHeld = state === 'held';
  const chosen = (button) => button.nextElementSibling.value;
  return html`<div class="buttons">
    <button class="primary" @click=${send(isHeld ? 'Released' : 'Sent again')}>
      ${isHeld ? 'Release' : 'Send again'}
    </button>
    <span class="joined">
      <button @click=${send('Sent, broken', chosen)}>${isHeld ? 'Release it broken' : 'Send it broken'}</button>
      <select aria-label="How to break it">
        ${CALLBACK_FAULTS.map(([value, name]) => html`<option value=${value}>${name}</option>`)}
      </select>
    </span>
  </div>`;
}
