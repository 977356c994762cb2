import { call, on } from './api.js';
import { doing, h, replace, say } from './dom.js';
import { scrolling } from './parts.js';
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
  const [{ operations }, { faults }] = await Promise.all([call('/console/operations'), call('/faults')]);
  const armed = h('div', { class: 'block' });
  const show = (list) =>
    replace(
      armed,
      h('h2', {}, 'Armed'),
      list.length === 0
        ? h('p', { class: 'empty' }, 'Nothing is armed: the next requests are answered as usual.')
        : armedTable(list, operations),
    );
  show(faults);
  on('faults', show);
  on('everything', async () => show((await call('/faults')).faults));
  replace(element, armForm(operations), armed);
}

function armForm(operations) {
  const path = h(
    'select',
    { id: 'fault-path' },
    h('option', { value: '' }, 'any operation'),
    operations.map((operation) => h('option', { value: operation.path }, namesOf(operation))),
  );
  const request = directive('fault-request', REQUEST_FAULTS, 'for example delay=500; status=503');
  request.choice.append(h('optgroup', { label: 'Of many requests' }, choicesOf(OF_MANY)));
  request.choice.addEventListener('change', () => {
    times.value = OF_MANY.some(([value]) => value === request.choice.value) ? MOST : '1';
  });
  const callback = directive('fault-callback', CALLBACKS, 'for example delay=500; times=2');
  const times = h('input', { id: 'fault-times', type: 'number', min: '1', max: MOST, value: '1', required: true });
  const submit = doing(async () => {
    const fault = { fault: request.text.value.trim(), callback: callback.text.value.trim(), path: path.value };
    if (!fault.fault && !fault.callback)
      throw new Error('Choose what goes wrong: with the request, its callback, or both');
    const given = Object.fromEntries(Object.entries(fault).filter(([, value]) => value !== ''));
    await call('/faults', { method: 'POST', json: { ...given, times: Number(times.value) } });
    say('Armed');
  });
  return h(
    'form',
    { class: 'card form', onsubmit: submit },
    h('h2', {}, 'Make something go wrong'),
    field('fault-path', 'The next requests to', path),
    field('fault-times', 'How often it happens', times),
    h('fieldset', {}, h('legend', {}, 'The request'), request.fields),
    h('fieldset', {}, h('legend', {}, 'Its callback, if it has one'), callback.fields),
    h('button', { class: 'primary' }, 'Arm'),
  );
}

/** A choice, and the text it stands for, which can be changed. */
function directive(id, choices, placeholder) {
  const text = h('input', {
    id: `${id}-text`,
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder,
  });
  const choice = h('select', { id, onchange: () => (text.value = choice.value) }, choicesOf(choices));
  return { text, choice, fields: [field(id, 'What happens to it', choice), field(`${id}-text`, 'As text', text)] };
}

const choicesOf = (choices) => choices.map(([value, name]) => h('option', { value }, name));

const field = (id, label, input) => h('p', { class: 'field' }, h('label', { for: id }, label), input);

/** An operation that takes JSON and multipart has two names of one meaning. */
const namesOf = ({ names }) =>
  [...new Set(names.map((name) => name.replace(/ \((multipart|JSON)\)$/, '')))].join(' / ');

function armedTable(faults, operations) {
  const nameOf = (path) => {
    const found = operations.find((operation) => operation.path === path);
    return found ? namesOf(found) : path;
  };
  const rows = faults.map(({ id, path, fault, callback, times }) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row', class: 'words' }, path === null ? 'any operation' : nameOf(path)),
      h('td', {}, fault ? h('code', {}, fault) : '–'),
      h('td', {}, callback ? h('code', {}, callback) : '–'),
      h('td', {}, String(times)),
      h(
        'td',
        {},
        h(
          'button',
          { onclick: doing(() => call(`/faults/${id}`, { method: 'DELETE' })), 'aria-label': `End fault ${id}` },
          'End',
        ),
      ),
    ),
  );
  const head = h(
    'tr',
    {},
    ['Requests to', 'Request', 'Callback', 'Left', ''].map((title) =>
      title ? h('th', { scope: 'col' }, title) : h('td', {}),
    ),
  );
  return [
    scrolling('Armed faults', h('table', {}, h('thead', {}, head), h('tbody', {}, rows))),
    h(
      'p',
      { class: 'buttons' },
      h('button', { onclick: doing(() => call('/faults', { method: 'DELETE' })) }, 'End all'),
    ),
  ];
}
