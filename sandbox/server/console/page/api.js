import { html, render } from './lit-html.js';

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
  const element = document.createElement('div');
  document.getElementById('main').replaceChildren(element);
  await new Promise((resolve) => {
    const submit = async (event) => {
      event.preventDefault();
      if (await accepts(event.target.elements.token.value.trim())) resolve();
      else draw('This is not the console token.');
    };
    const draw = (problem) =>
      render(
        html`<form class="card signin" @submit=${submit}>
          <h2>Sign in</h2>
          <p>The sandbox prints a link with the token when it starts.</p>
          <label for="token">Console token</label>
          <input type="password" id="token" autocomplete="current-password" required />
          <p role="alert">${problem}</p>
          <button>Sign in</button>
        </form>`,
        element,
      );
    draw('');
    element.querySelector('input').focus();
  });
  // Shows the view again that asked.
  window.dispatchEvent(new Event('hashchange'));
}

const accepts = (token) =>
  call('/session', { method: 'POST', json: { token } }).then(
    () => true,
    () => false,
  );

let listeners = [];

/** Calls `listener` whenever something of these kinds has changed, with a function that says whether this ID has. */
export const on = (kinds, listener) => listeners.push({ kinds, listener });
export const off = () => (listeners = []);

/** `changes` has the IDs of what has changed by its kind; without kinds, all may have. */
function tell(changes) {
  const isAll = 'everything' in changes;
  const hasChanged = (id) => isAll || Object.values(changes).flat().includes(id);
  for (const { kinds, listener } of listeners) if (isAll || kinds.some((kind) => kind in changes)) listener(hasChanged);
}

/**
 * Listens to the sandbox while somebody sees the page: of all pages of a sandbox, a browser lets six have a connection, and the
 * others wait. What came meanwhile is read then.
 */
export function listen() {
  const live = document.getElementById('live');
  const show = (state, text) => {
    live.dataset.state = state;
    live.textContent = text;
  };
  let source = null;
  let wasLost = false;
  const connect = () => {
    source?.close();
    wasLost ||= document.hidden;
    if (document.hidden) return;
    source = new EventSource('/_sandbox/console/events');
    source.addEventListener('hello', () => {
      show('live', 'Live');
      if (wasLost) tell({ everything: [] });
      wasLost = false;
    });
    source.addEventListener('error', ({ target }) => {
      wasLost = true;
      show('lost', 'Not connected');
      // After an answer that is no stream, such as one that asks for the token, a browser does not try again.
      if (target.readyState === EventSource.CLOSED)
        setTimeout(() => call('/console/operations').then(connect, connect), 3000);
    });
    source.addEventListener('changes', ({ data }) => tell(JSON.parse(data)));
  };
  document.addEventListener('visibilitychange', connect);
  connect();
}
