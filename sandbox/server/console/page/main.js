import { call, listen, off, onAlways } from './api.js';
import { h, replace } from './dom.js';
import { showCallbacks } from './callbacks.js';
import { showFaults } from './faults.js';
import { showRequests } from './requests.js';
import { showState } from './state.js';
import { showUsage } from './usage.js';

const VIEWS = {
  requests: showRequests,
  callbacks: showCallbacks,
  faults: showFaults,
  usage: showUsage,
  state: showState,
};

const main = document.getElementById('main');
let shown = null;

/** Shows the view that the address names (`#requests/<id>`). A view that is open only opens another item. */
async function route() {
  const [name = '', encoded = ''] = location.hash.slice(1).split('/');
  const item = decoded(encoded);
  if (name === 'main') return main.focus();
  const view = Object.hasOwn(VIEWS, name) ? name : 'requests';
  for (const link of document.querySelectorAll('#views a'))
    if (link.hash === `#${view}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  document.title = `${view[0].toUpperCase()}${view.slice(1)} – Sandbox console`;
  if (shown?.name === view && shown.open && main.contains(shown.element)) return shown.open(item);
  off();
  const element = h('div', { class: `view ${view}` });
  shown = { name: view, element };
  replace(main, element);
  try {
    shown.open = await VIEWS[view](element, item);
  } catch (error) {
    replace(element, h('p', { class: 'empty', role: 'alert' }, error.message));
  }
}

/** Null for none, and for one that is cut off. */
function decoded(encoded) {
  try {
    return decodeURIComponent(encoded) || null;
  } catch {
    return null;
  }
}

/** `/` goes to the search, digits to the views. */
function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  const search = document.querySelector('input[type=search]');
  if (event.key === '/' && search) {
    event.preventDefault();
    search.focus();
  }
  const view = Object.keys(VIEWS)[Number(event.key) - 1];
  if (view) location.hash = view;
}

/** Beside the callbacks, whichever view is open. */
function showUndelivered(count) {
  const shown = document.getElementById('undelivered');
  shown.hidden = count === 0;
  replace(shown, String(count), h('span', { class: 'offscreen' }, ' not delivered'));
  shown.title = `${count} not delivered`;
}

const readUndelivered = async () => showUndelivered((await call('/console/processes?limit=1')).undelivered);

window.addEventListener('hashchange', route);
document.addEventListener('keydown', onKey);
onAlways('undelivered', ({ count }) => showUndelivered(count));
onAlways('everything', readUndelivered);
// Signs in first, where that is needed.
await readUndelivered();
listen();
await route();
