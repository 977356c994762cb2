import { call } from './api.js';
import { badge, bytes, clock, copy, h, replace } from './dom.js';
import { asCurl } from './curl.js';
import { showDocument } from './document.js';
import { partTables, scrolling } from './parts.js';
import { processCard } from './process.js';

/** What is shown, so that a change of it does not move the reader back to the first tab. */
let tab = 'Reading';
let shownId = null;

/** A request: its document with the places of the fields, its answer as fields, tables and JSON, and what was sent. */
export async function showRequest(detail, id) {
  const isSame = shownId === id && detail.childElementCount > 1;
  shownId = id;
  if (!isSame) replace(detail, h('p', { class: 'empty' }, 'Loading…'));
  let exchange;
  try {
    exchange = await call(`/console/requests/${encodeURIComponent(id)}`);
  } catch (error) {
    replace(detail, back(), h('p', { class: 'empty', role: 'alert' }, error.message));
    return;
  }
  if (shownId !== id) return;
  const state = JSON.stringify([exchange.summary, exchange.process]);
  // A picture that is being looked at is not drawn again unless something changed.
  if (isSame && detail.dataset.state === state) return;
  detail.dataset.state = state;
  const { process } = exchange;
  replace(
    detail,
    back(),
    exchange.request ? heading(exchange) : forgotten(id),
    process && processCard(process),
    tabs(exchange),
  );
}

const back = () => h('a', { class: 'back', href: '#requests' }, '‹ All requests');

function heading({ summary, request }) {
  const { requestId, at, elapsedMilliseconds, fault, callback, recording } = summary;
  const facts = [
    clock(at),
    elapsedMilliseconds === null ? 'not yet answered' : `${elapsedMilliseconds} ms`,
    `${request.method} ${request.path}${request.query ? `?${request.query}` : ''}`,
  ];
  return h(
    'div',
    { class: 'head' },
    h('h2', {}, summary.operation, ' ', badge(summary)),
    h('p', { class: 'facts' }, facts.join(' · ')),
    h('p', { class: 'id' }, h('code', {}, requestId)),
    request.traceparent && h('p', { class: 'facts' }, 'Trace ', h('code', {}, traceIdIn(request.traceparent))),
    recording && h('p', { class: 'facts' }, sourceOf(recording)),
    (fault || callback) &&
      h(
        'p',
        { class: 'notice' },
        `Broken on purpose: ${[fault, callback && `its callback: ${callback}`].filter(Boolean).join('; ')}`,
      ),
    h(
      'p',
      { class: 'buttons' },
      h('button', { onclick: () => copy(requestId, 'Request ID') }, 'Copy ID'),
      h('button', { onclick: () => copy(asCurl(request), 'Command') }, 'Copy as curl'),
    ),
  );
}

/** What tracing tools search by. */
const traceIdIn = (traceparent) => traceparent.split('-')[1];

/** Of an asynchronous request that is no longer kept, its callback and the result are. */
const forgotten = (id) =>
  h(
    'div',
    { class: 'head' },
    h('h2', {}, 'A request that is no longer kept'),
    h('p', { class: 'id' }, h('code', {}, id)),
    h(
      'p',
      { class: 'notice' },
      'What was sent, and its document, are forgotten when the sandbox ends, and when many others have come since. ' +
        'Its callback and the result are kept.',
    ),
  );

function sourceOf({ mode, file, requestId }) {
  if (mode === 'upstream') {
    const where = file ? `recorded in ${file}` : 'not recorded: the disk may be full';
    return file || requestId
      ? `Answered by the account (request ${requestId ?? 'without ID'}), ${where}`
      : 'No answer of the account';
  }
  return file
    ? `Replayed from ${file} (the account's request ${requestId ?? 'without ID'})`
    : 'Replaying: no recording of this request';
}

function tabs(exchange) {
  const views = { Reading: reading, JSON: json, ...(exchange.request && { Sent: sent }) };
  const panel = h('div', { class: 'panel', role: 'tabpanel', tabindex: '0', id: 'panel' });
  const buttons = Object.keys(views).map((name) =>
    h('button', { role: 'tab', id: `tab-${name}`, 'aria-controls': 'panel', onclick: () => show(name) }, name),
  );
  const show = (name) => {
    tab = name;
    for (const button of buttons) {
      const isChosen = button.textContent === name;
      button.setAttribute('aria-selected', String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
    }
    panel.setAttribute('aria-labelledby', `tab-${name}`);
    views[name](panel, exchange);
  };
  const onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = buttons.at((buttons.indexOf(event.target) + step) % buttons.length);
    next.focus();
    next.click();
  };
  show(tab in views ? tab : 'Reading');
  return [
    h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Views of the request', onkeydown }, buttons),
    panel,
  ];
}

/** The answer that has the reading: the callback's, where there is one. */
const readingOf = ({ process, parts, answer }) =>
  process?.result ? { parts: process.parts, text: process.result } : { parts, text: answer };

function reading(panel, exchange) {
  const { parts, text } = readingOf(exchange);
  const isSynthetic = text?.includes('source=synthetic');
  const fields = h('div', { class: 'fields' }, partTables(parts));
  if (parts.length === 0) replace(fields, withoutFields(text));
  replace(
    panel,
    isSynthetic &&
      h(
        'p',
        { class: 'notice' },
        'Made up: parts tagged source=synthetic are not read from anywhere; the sandbox invents or repeats them.',
      ),
    exchange.hasDocument ? h('div', { class: 'reading' }, documentBeside(exchange, fields), fields) : fields,
  );
}

function documentBeside(exchange, fields) {
  const pages = h('div', { class: 'pages' });
  showDocument(pages, exchange.request.requestId, fields);
  return pages;
}

function withoutFields(text) {
  const status = statusIn(text);
  if (!text) return h('p', { class: 'empty' }, 'The answer is no longer kept, or there was none.');
  if (status && !/^(200|201|S100)$/.test(status.code))
    return h('p', { class: 'failure' }, `${status.code}: ${status.message}`);
  return h('p', { class: 'empty' }, 'This answer has no fields or tables; its JSON has everything.');
}

function statusIn(text) {
  try {
    return JSON.parse(text).status;
  } catch {
    return null;
  }
}

function json(panel, { answer, process }) {
  const blocks = [
    ['Answer', answer],
    ['Callback', process?.result],
  ].filter(([, text]) => text);
  if (blocks.length === 0)
    replace(panel, h('p', { class: 'empty' }, 'The answer is no longer kept, or there was none.'));
  else
    replace(
      panel,
      blocks.map(([name, text]) => jsonBlock(name, text)),
    );
}

/** Pictures in base64 would fill the page. */
const LONGEST = 300;
/** A browser needs seconds to lay out more. */
const LONGEST_BLOCK = 500_000;

function jsonBlock(name, text) {
  let shown = text;
  try {
    const shorten = (_, value) =>
      typeof value === 'string' && value.length > LONGEST
        ? `${value.slice(0, 60)}… (${value.length} characters)`
        : value;
    shown = JSON.stringify(JSON.parse(text, shorten), null, 2);
  } catch {
    // Broken on purpose, or no JSON: shown as it is.
  }
  if (shown.length > LONGEST_BLOCK) shown = `${shown.slice(0, LONGEST_BLOCK)}\n… The rest is in what “Copy” copies.`;
  return h(
    'section',
    { class: 'block' },
    h('h3', {}, name, ' ', h('button', { onclick: () => copy(text, name) }, 'Copy')),
    h('pre', { tabindex: '0', 'aria-label': name }, shown),
  );
}

function sent(panel, { request }) {
  const headers = Object.entries(request.headers).map(([name, value]) =>
    h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, String(value))),
  );
  replace(
    panel,
    request.parts && partsTable(request.parts),
    request.json !== null && jsonBlock('Body', JSON.stringify(request.json)),
    h(
      'section',
      { class: 'block' },
      h('h3', {}, 'Headers'),
      scrolling('Headers', h('table', {}, h('tbody', {}, headers))),
    ),
  );
}

function partsTable(parts) {
  const rows = parts.map(({ name, filename, contentType, size, sha256, value }) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, name),
      h('td', {}, value ?? `${filename ?? ''} (${contentType}, ${bytes(size)})`),
      h('td', {}, h('code', { title: sha256 }, sha256.slice(0, 12))),
    ),
  );
  const head = h(
    'tr',
    {},
    ['Part', 'Value or file', 'SHA-256'].map((title) => h('th', { scope: 'col' }, title)),
  );
  return h(
    'section',
    { class: 'block' },
    h('h3', {}, 'Parts'),
    scrolling('Parts', h('table', {}, h('thead', {}, head), h('tbody', {}, rows))),
  );
}
