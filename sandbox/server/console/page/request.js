import { html, nothing, render } from './lit-html.js';
import { call } from './api.js';
import { badge, bytes, clock, copy, isSuccess } from './dom.js';
import { asCurl } from './curl.js';
import { documentBeside } from './document.js';
import { partTables, scrolling, tableOf } from './parts.js';
import { processCard } from './process.js';

/** What is open, so that the next request does not move the reader back to the first tab. */
let tab = 'Reading';

const BACK = html`<a class="back" href="#requests">‹ All requests</a>`;

/**
 * A request: its document with the places of the fields, its answer as fields, tables and JSON, and what was sent. Returns
 * what is shown; `before` is what was.
 */
export async function showRequest(detail, id, before, isWanted) {
  const isSame = before?.id === id;
  const address = `/console/requests/${encodeURIComponent(id)}`;
  const failed = ({ message }) => ({ problem: message });
  if (!isSame) render(html`<p class="empty">Loading…</p>`, detail);
  const exchange = { id, address, ...(await call(address).catch(failed)), pages: isSame ? before.pages : null };
  const draw = () => isWanted() && render(exchangeOf(exchange, draw), detail);
  draw();
  const readPages = async () => {
    exchange.pages = await call(`${address}/pages`).catch(failed);
    draw();
  };
  if (exchange.hasDocument) void readPages();
  return exchange;
}

const exchangeOf = (exchange, draw) =>
  exchange.problem
    ? html`${BACK}<p class="empty" role="alert">${exchange.problem}</p>`
    : html`${BACK} ${exchange.request ? heading(exchange) : forgotten(exchange.id)}
      ${exchange.process && processCard(exchange.process)} ${tabs(exchange, draw)}`;

function heading({ summary, request }) {
  const { requestId, at, elapsedMilliseconds, fault, callback, recording } = summary;
  const facts = [
    clock(at),
    elapsedMilliseconds === null ? 'not yet answered' : `${elapsedMilliseconds} ms`,
    `${request.method} ${request.path}${request.query ? `?${request.query}` : ''}`,
  ];
  const broken = [fault, callback && `its callback: ${callback}`].filter(Boolean).join('; ');
  return html`<div class="head">
    <h2>${summary.operation} ${badge(summary)}</h2>
    <p class="facts">${facts.join(' · ')}</p>
    <p class="id"><code>${requestId}</code></p>
    ${request.traceparent && html`<p class="facts">Trace <code>${traceIdIn(request.traceparent)}</code></p>`}
    ${recording && html`<p class="facts">${sourceOf(recording)}</p>`}
    ${broken && html`<p class="notice">Broken on purpose: ${broken}</p>`}
    <p class="buttons">
      <button @click=${() => copy(requestId, 'Request ID')}>Copy ID</button>
      <button @click=${() => copy(asCurl(request), 'Command')}>Copy as curl</button>
    </p>
  </div>`;
}

/** What tracing tools search by. */
const traceIdIn = (traceparent) => traceparent.split('-')[1];

/** Of an asynchronous request that is no longer kept, its callback and the result are. */
const forgotten = (id) =>
  html`<div class="head">
    <h2>A request that is no longer kept</h2>
    <p class="id"><code>${id}</code></p>
    <p class="notice">
      What was sent, and its document, are forgotten when the sandbox ends, and when many others have come since. Its
      callback and the result are kept.
    </p>
  </div>`;

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

function tabs(exchange, draw) {
  const views = { Reading: reading, JSON: json, ...(exchange.request && { Sent: sent }) };
  const shown = tab in views ? tab : 'Reading';
  const show = (name) => {
    tab = name;
    draw();
  };
  const onKey = ({ key, target, currentTarget }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const buttons = [...currentTarget.children];
    const next = buttons.at((buttons.indexOf(target) + step) % buttons.length);
    next.focus();
    next.click();
  };
  const button = (name) =>
    html`<button
      role="tab"
      id="tab-${name}"
      aria-controls="panel"
      aria-selected=${name === shown}
      tabindex=${name === shown ? 0 : -1}
      @click=${() => show(name)}
    >
      ${name}
    </button>`;
  return html`<div class="tabs" role="tablist" aria-label="Views of the request" @keydown=${onKey}>
      ${Object.keys(views).map(button)}
    </div>
    <div class="panel" role="tabpanel" tabindex="0" id="panel" aria-labelledby="tab-${shown}">
      ${views[shown](exchange)}
    </div>`;
}

function reading(exchange) {
  const { process, hasDocument, pages } = exchange;
  // The answer that has the reading: the callback's, where there is one.
  const { parts, text } = process?.result
    ? { parts: process.parts, text: process.result }
    : { parts: exchange.parts, text: exchange.answer };
  const marks = pages?.pages?.flatMap((page) => page.marks) ?? [];
  const fields = html`<div class="fields">${parts.length > 0 ? partTables(parts, marks) : withoutFields(text)}</div>`;
  if (process?.hiddenBytes) return tooLarge(process.hiddenBytes);
  return html`${text?.includes('source=synthetic') ? MADE_UP : nothing}
  ${hasDocument ? documentBeside(exchange, fields) : fields}`;
}

const MADE_UP = html`<p class="notice">
  Made up: parts tagged source=synthetic are not read from anywhere; the sandbox invents or repeats them.
</p>`;

const NO_ANSWER = html`<p class="empty">The answer is no longer kept, or there was none.</p>`;

const tooLarge = (bytes) =>
  html`<p class="notice">The result has ${Math.round(bytes / 2 ** 20)} MB, which is too much to be shown here.</p>`;

function withoutFields(text) {
  const status = statusIn(text);
  if (!text) return NO_ANSWER;
  if (status && !isSuccess(status.code)) return html`<p class="failure">${status.code}: ${status.message}</p>`;
  return html`<p class="empty">This answer has no fields or tables; its JSON has everything.</p>`;
}

function statusIn(text) {
  try {
    return JSON.parse(text).status;
  } catch {
    return null;
  }
}

function json({ answer, process }) {
  if (process?.hiddenBytes) return tooLarge(process.hiddenBytes);
  return answer || process?.result
    ? [answer && jsonBlock('Answer', answer), process?.result && jsonBlock('Callback', process.result)]
    : NO_ANSWER;
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
  return html`<section class="block">
    <h3>${name} <button @click=${() => copy(text, name)}>Copy</button></h3>
    <pre tabindex="0" aria-label=${name}>${shown}</pre>
  </section>`;
}

function sent({ request }) {
  const headers = Object.entries(request.headers).map(
    ([name, value]) =>
      html`<tr>
        <th scope="row">${name}</th>
        <td>${value}</td>
      </tr>`,
  );
  return html`${request.parts && partsTable(request.parts)}
    ${request.json !== null ? jsonBlock('Body', JSON.stringify(request.json)) : nothing}
    <section class="block">
      <h3>Headers</h3>
      ${scrolling(
        'Headers',
        html`<table>
          <tbody>
            ${headers}
          </tbody>
        </table>`,
      )}
    </section>`;
}

function partsTable(parts) {
  const rows = parts.map(
    ({ name, filename, contentType, size, sha256, value }) =>
      html`<tr>
        <th scope="row">${name}</th>
        <td>${value ?? `${filename ?? ''} (${contentType}, ${bytes(size)})`}</td>
        <td><code title=${sha256}>${sha256.slice(0, 12)}</code></td>
      </tr>`,
  );
  return html`<section class="block">
    <h3>Parts</h3>
    ${scrolling('Parts', tableOf(['Part', 'Value or file', 'SHA-256'], rows))}
  </section>`;
}
