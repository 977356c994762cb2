import { html, render } from './lit-html.js';
import { call, on } from './api.js';
import { doing, inTurn, say } from './dom.js';
import { scrolling, tableOf } from './parts.js';
import { CALLBACK_FAULTS } from './process.js';

/** What can be done to a request on purpose, as the README lists it. */
const REQUEST_FAULTS = [
  ['', 'nothing'],
  ['status=503; retry-after=1', 'is answered with 503, retry after a second'],
  ['status=429; retry-after=2', 'is answered with 429, retry after two seconds'],
  ['status=401', 'is answered with 401 (R117)'],
  ['status=500', 'is answered with 500 (E100)'],
  ['failing-envelope', 'is answered with 200 and a failing envelope'],
  ['empty', 'is answered with an empty body'],
  ['html', 'is answered with a web page'],
  ['garbage', 'is answered with garbage'],
  ['truncated', 'is answered with half of the JSON'],
  ['cut', 'is answered in half, then the connection breaks'],
  ['reset', 'breaks the connection before the work'],
  ['reset-after', 'breaks the connection after the work'],
  ['delay=5000', 'waits 5 seconds'],
  ['hang', 'hangs for an hour'],
];

/** What shows only where there are many requests. */
const OF_MANY = [
  ['status=503; probability=0.2', 'is answered with 503, every fifth or so'],
  ['status=503; probability=0.2; seed=2', 'is answered with 503, others of them'],
  ['rate-limit=60', 'is answered with 429 if 60 came in the minute before'],
  ['delay=100-300', 'waits 0.1 to 0.3 seconds'],
  ['delay=p50:200,p95:1500', 'waits 0.2 seconds as a rule, some 1.5'],
];
const MOST = '1000';

const CALLBACKS = [
  ['', 'nothing'],
  ['hold', 'is held until it is released'],
  ['never', 'is never sent'],
  ['before', 'comes before the answer'],
  ['delay=5000', 'comes after 5 seconds'],
  ...CALLBACK_FAULTS.map(([value, name]) => [value, `is sent ${name}`]),
];

/** Faults that are armed for the next requests, and the form to arm one. */
export async function showFaults(element) {
  const { operations } = await call('/console/operations');
  const refresh = inTurn(async () => {
    const { faults } = await call('/faults');
    const armed =
      faults.length === 0
        ? html`<p class="empty">Nothing is armed: the next requests are answered as usual.</p>`
        : armedTable(faults, operations);
    render(
      html`${armForm(operations)}
        <div class="block">
          <h2>Armed</h2>
          ${armed}
        </div>`,
      element,
    );
  });
  on(['faults'], refresh);
  await refresh();
}

function armForm(operations) {
  const submit = doing(async ({ target: { elements } }) => {
    const wanted = {
      fault: elements['fault-request-text'].value.trim(),
      callback: elements['fault-callback-text'].value.trim(),
      path: elements['fault-path'].value,
    };
    if (!wanted.fault && !wanted.callback)
      throw new Error('Choose what goes wrong: with the request, its callback, or both');
    const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== ''));
    await call('/faults', { method: 'POST', json: { ...given, times: Number(elements['fault-times'].value) } });
    say('Armed');
  });
  const setTimes = ({ target: { id, form, value } }) => {
    if (id === 'fault-request')
      form.elements['fault-times'].value = OF_MANY.some(([ofMany]) => ofMany === value) ? MOST : '1';
  };
  return html`<form class="card form" @submit=${submit}>
    <h2>Make something go wrong</h2>
    <p class="field">
      <label for="fault-path">The next requests to</label>
      <select id="fault-path">
        <option value="">any operation</option>
        ${operations.map((operation) => html`<option value=${operation.path}>${namesOf(operation)}</option>`)}
      </select>
    </p>
    <p class="field">
      <label for="fault-times">How often it happens</label>
      <input id="fault-times" type="number" min="1" max=${MOST} value="1" required />
    </p>
    <fieldset @change=${setTimes}>
      <legend>The request</legend>
      ${directive(
        'fault-request',
        html`${optionsOf(REQUEST_FAULTS)}
          <optgroup label="Of many requests">${optionsOf(OF_MANY)}</optgroup>`,
        'for example delay=500; status=503',
      )}
    </fieldset>
    <fieldset>
      <legend>Its callback, if it has one</legend>
      ${directive('fault-callback', optionsOf(CALLBACKS), 'for example delay=500; times=2')}
    </fieldset>
    <button class="primary">Arm</button>
  </form>`;
}

/** A choice, and the text it stands for, which can be changed. */
function directive(id, options, placeholder) {
  const choose = ({ target: { form, value } }) => (form.elements[`${id}-text`].value = value);
  return html`<p class="field">
      <label for=${id}>What happens to it</label>
      <select id=${id} @change=${choose}>
        ${options}
      </select>
    </p>
    <p class="field">
      <label for="${id}-text">As text</label>
      <input id="${id}-text" autocomplete="off" spellcheck="false" placeholder=${placeholder} />
    </p>`;
}

const optionsOf = (choices) => choices.map(([value, name]) => html`<option value=${value}>${name}</option>`);

/** An operation that takes JSON and multipart has two names of one meaning. */
const namesOf = ({ names }) =>
  [...new Set(names.map((name) => name.replace(/ \((multipart|JSON)\)$/, '')))].join(' / ');

function armedTable(faults, operations) {
  const nameOf = (path) => {
    const found = operations.find((operation) => operation.path === path);
    return found ? namesOf(found) : (path ?? 'any operation');
  };
  const end = (id) => doing(() => call(`/faults/${id}`, { method: 'DELETE' }));
  const rows = faults.map(
    ({ id, path, fault, callback, times }) =>
      html`<tr>
        <th scope="row" class="words">${nameOf(path)}</th>
        <td>${fault ? html`<code>${fault}</code>` : '–'}</td>
        <td>${callback ? html`<code>${callback}</code>` : '–'}</td>
        <td>${times}</td>
        <td><button @click=${end(id)} aria-label="End fault ${id}">End</button></td>
      </tr>`,
  );
  return html`${scrolling('Armed faults', tableOf(['Requests to', 'Request', 'Callback', 'Left', ''], rows))}
    <p class="buttons">
      <button @click=${doing(() => call('/faults', { method: 'DELETE' }))}>End all</button>
    </p>`;
}
