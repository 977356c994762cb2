import { html, render } from './lit-html.js';
import { call, listen, off, on } from './api.js';
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
  on(['processes'], readUndelivered);
  const element = document.createElement('div');
  element.className = `view ${view}`;
  shown = { name: view, element };
  main.replaceChildren(element);
  try {
    shown.open = await VIEWS[view](element, item);
  } catch (error) {
    const problem = document.createElement('p');
    Object.assign(problem, { className: 'empty', role: 'alert', textContent: error.message });
    element.replaceChildren(problem);
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

/** How many are not delivered, beside the callbacks, whichever view is open. */
async function readUndelivered() {
  const { undelivered: count } = await call('/console/processes?limit=1');
  const shown = document.getElementById('undelivered');
  shown.hidden = count === 0;
  shown.title = `${count} not delivered`;
  render(html`${count}<span class="offscreen"> not delivered</span>`, shown);
}

window.addEventListener('hashchange', route);
document.addEventListener('keydown', onKey);
// Signs in first, where that is needed.
await readUndelivered();
listen();
await route();
