import { h, replace } from './dom.js';

/** Like `fetch`, whose message does not say whom it could not reach. */
export const reach = (url, options) =>
  fetch(url, options).catch(() => {
    throw new Error('The sandbox does not answer');
  });

/** Calls the sandbox. Fails with its message; asks for the console token where it is needed. */
export async function call(path, { method = 'GET', json, form } = {}) {
  const response = await reach(`/_sandbox${path}`, {
    method,
    body: json === undefined ? form : JSON.stringify(json),
    headers: json === undefined ? {} : { 'content-type': 'application/json' },
  });
  if (response.status === 401 && path !== '/session') {
    await signIn();
    return call(path, { method, json, form });
  }
  const body = await response.json();
  if (!response.ok) throw new Error(body.status?.message ?? `HTTP ${response.status}`);
  return body;
}

/** The token may stand behind the address (`#token=…`), which is not sent to any server. Nobody is to see it there for long. */
const [, given] = /^#token=(.+)$/.exec(location.hash) ?? [];
if (given) history.replaceState(null, '', '/_sandbox');

let signingIn = null;

const signIn = () => (signingIn ??= askForToken().finally(() => (signingIn = null)));

async function askForToken() {
  if (given && (await accepts(given))) return;
  const main = document.getElementById('main');
  const input = h('input', { type: 'password', id: 'token', autocomplete: 'current-password', required: true });
  const problem = h('p', { role: 'alert' });
  await new Promise((resolve) => {
    const submit = async (event) => {
      event.preventDefault();
      if (await accepts(input.value.trim())) resolve();
      else replace(problem, 'This is not the console token.');
    };
    const label = h('label', { for: 'token' }, 'Console token');
    replace(
      main,
      h(
        'form',
        { class: 'card signin', onsubmit: submit },
        h('h2', {}, 'Sign in'),
        h('p', {}, 'The sandbox prints a link with the token when it starts.'),
        label,
        input,
        problem,
        h('button', {}, 'Sign in'),
      ),
    );
    input.focus();
  });
  // Shows the view again that asked.
  window.dispatchEvent(new Event('hashchange'));
}

const accepts = (token) =>
  call('/session', { method: 'POST', json: { token } }).then(
    () => true,
    () => false,
  );

const listeners = new Map();
const always = new Map();

/** Calls `listener` with what the sandbox tells under this name, until another one takes the name. */
export const on = (name, listener) => listeners.set(name, listener);
export const off = () => listeners.clear();
/** Likewise, whichever view is open. */
export const onAlways = (name, listener) => always.set(name, listener);

function tell(name, data) {
  always.get(name)?.(data);
  listeners.get(name)?.(data);
}

/** Listens to the sandbox for as long as the page is open; the browser connects again by itself. */
export function listen() {
  const live = document.getElementById('live');
  const show = (state, text) => {
    live.dataset.state = state;
    replace(live, text);
  };
  const source = new EventSource('/_sandbox/console/events');
  let wasLost = false;
  source.addEventListener('hello', () => {
    show('live', 'Live');
    if (wasLost) tell('everything', {});
    wasLost = false;
  });
  source.addEventListener('error', () => {
    wasLost = true;
    show('lost', 'Not connected');
    // After an answer that is no stream, such as one that asks for the token, a browser does not try again.
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  });
  for (const name of ['requests', 'kept', 'processes', 'undelivered', 'faults', 'usage', 'everything'])
    source.addEventListener(name, (event) => tell(name, JSON.parse(event.data)));
}
