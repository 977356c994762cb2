import { html, render } from './lit-html.js';
import { call, reach } from './api.js';
import { doing, say } from './dom.js';

const PARTS = {
  requests: 'requests, with their answers and documents',
  processes: 'processes and their callbacks; what is at work calls nobody back',
  faults: 'armed faults',
  usage: 'usage',
  stats: 'counters',
};

/** How the sandbox is, and its state as a whole: reset, export, import. */
export async function showState(element) {
  const [health, stats] = await Promise.all([reach('/healthz').then((response) => response.json()), call('/stats')]);
  render(html`${healthCard(health, stats)} ${resetForm()} ${EXPORT} ${IMPORT}`, element);
}

function healthCard({ ready, engines }, { inFlight, peak, total }) {
  const facts = {
    Pictures: {
      ready: 'the engines are loaded',
      loading: 'the engines are being loaded',
      notLoaded: 'the engines load with the first picture',
      failed: 'the engines could not be loaded',
    }[engines.pictures],
    'Neural networks': {
      on: engines.pictures === 'ready' ? 'on' : 'on, if they are installed',
      off: 'off',
      missing: 'not in use: see what is missing',
    }[engines.networks],
    'Generative extraction': engines.generative === 'model' ? 'by the model that is set' : 'by rules',
    Missing: engines.missing.join('; ') || 'nothing',
    Requests: `${inFlight} in flight, ${peak} at most, ${total} in total`,
  };
  const rows = Object.entries(facts).map(
    ([name, fact]) =>
      html`<dt>${name}</dt>
        <dd>${fact}</dd>`,
  );
  return html`<section class="card">
    <h2>Health <span class="badge ${ready ? 'good' : 'busy'}">${ready ? 'ready' : 'starting'}</span></h2>
    <dl class="facts-list">${rows}</dl>
    <p class="hint">
      The interface with a page to try it: <a href="/docs">/docs</a>. For a health check:
      <a href="/healthz">/healthz</a>.
    </p>
  </section>`;
}

function resetForm() {
  const submit = doing(async ({ target }) => {
    const parts = [...target.querySelectorAll(':checked')].map(({ value }) => value);
    if (parts.length === 0) throw new Error('Choose what to forget');
    if (!confirm(`Forget ${parts.join(', ')}? This cannot be undone.`)) return;
    await call('/reset', { method: 'POST', json: { parts } });
    say('Reset');
  });
  const boxes = Object.entries(PARTS).map(
    ([part, text]) =>
      html`<p class="check">
        <input type="checkbox" id="reset-${part}" value=${part} checked />
        <label for="reset-${part}">${text}</label>
      </p>`,
  );
  return html`<form class="card form" @submit=${submit}>
    <h2>Reset</h2>
    <fieldset>
      <legend>Forget</legend>
      ${boxes}
    </fieldset>
    <button class="primary">Reset</button>
  </form>`;
}

const EXPORT = html`<form class="card form" action="/_sandbox/state">
  <h2>Export</h2>
  <p class="hint">
    Requests, processes with their callbacks and results, faults and usage, as one file. It has no documents, but what
    was read from them for a callback.
  </p>
  <p class="check">
    <input type="checkbox" id="secrets" name="secrets" value="include" />
    <label for="secrets">with secrets, so that callbacks can be sent again elsewhere</label>
  </p>
  <button class="primary">Export</button>
</form>`;

const importFile = doing(async ({ target }) => {
  if (!confirm('Replace the whole state by that of the file?')) return;
  const { imported } = await call('/state', { method: 'POST', form: new FormData(target) });
  say(`Imported ${imported.requests} requests, ${imported.processes} processes, ${imported.usage} records of usage`);
});

const IMPORT = html`<form class="card form" @submit=${importFile}>
  <h2>Import</h2>
  <p class="field">
    <label for="state-file">File of an export</label>
    <input type="file" id="state-file" name="file" accept="application/json,.json" required />
  </p>
  <button class="primary">Import</button>
</form>`;
