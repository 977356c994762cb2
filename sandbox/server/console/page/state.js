import { call, reach } from './api.js';
import { doing, h, replace, say } from './dom.js';

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
  replace(element, healthCard(health, stats), resetForm(), exportForm(), importForm());
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
  return h(
    'section',
    { class: 'card' },
    h('h2', {}, 'Health ', h('span', { class: `badge ${ready ? 'good' : 'busy'}` }, ready ? 'ready' : 'starting')),
    h(
      'dl',
      { class: 'facts-list' },
      Object.entries(facts).map(([name, fact]) => [h('dt', {}, name), h('dd', {}, fact)]),
    ),
    h(
      'p',
      { class: 'hint' },
      'The interface with a page to try it: ',
      h('a', { href: '/docs' }, '/docs'),
      '. For a health check: ',
      h('a', { href: '/healthz' }, '/healthz'),
      '.',
    ),
  );
}

function resetForm() {
  const boxes = Object.entries(PARTS).map(([part, text]) => {
    const box = h('input', { type: 'checkbox', id: `reset-${part}`, value: part });
    box.checked = true;
    return { box, row: h('p', { class: 'check' }, box, h('label', { for: `reset-${part}` }, text)) };
  });
  const submit = doing(async () => {
    const parts = boxes.filter(({ box }) => box.checked).map(({ box }) => box.value);
    if (parts.length === 0) throw new Error('Choose what to forget');
    if (!confirm(`Forget ${parts.join(', ')}? This cannot be undone.`)) return;
    await call('/reset', { method: 'POST', json: { parts } });
    say('Reset');
  });
  return h(
    'form',
    { class: 'card form', onsubmit: submit },
    h('h2', {}, 'Reset'),
    h(
      'fieldset',
      {},
      h('legend', {}, 'Forget'),
      boxes.map(({ row }) => row),
    ),
    h('button', { class: 'primary' }, 'Reset'),
  );
}

function exportForm() {
  const secrets = h('input', { type: 'checkbox', id: 'secrets' });
  const link = h('a', { class: 'button primary', href: '/_sandbox/state', download: '' }, 'Export');
  secrets.onchange = () => link.setAttribute('href', `/_sandbox/state${secrets.checked ? '?secrets=include' : ''}`);
  return h(
    'section',
    { class: 'card form' },
    h('h2', {}, 'Export'),
    h(
      'p',
      { class: 'hint' },
      'Requests, processes with their callbacks and results, faults and usage, as one file. It has no documents, but ' +
        'what was read from them for a callback.',
    ),
    h(
      'p',
      { class: 'check' },
      secrets,
      h('label', { for: 'secrets' }, 'with secrets, so that callbacks can be sent again elsewhere'),
    ),
    link,
  );
}

function importForm() {
  const file = h('input', { type: 'file', id: 'state-file', accept: 'application/json,.json', required: true });
  const submit = doing(async () => {
    if (!confirm('Replace the whole state by that of the file?')) return;
    const form = new FormData();
    form.append('file', file.files[0]);
    const { imported } = await call('/state', { method: 'POST', form });
    say(`Imported ${imported.requests} requests, ${imported.processes} processes, ${imported.usage} records of usage`);
  });
  return h(
    'form',
    { class: 'card form', onsubmit: submit },
    h('h2', {}, 'Import'),
    h('p', { class: 'field' }, h('label', { for: 'state-file' }, 'File of an export'), file),
    h('button', { class: 'primary' }, 'Import'),
  );
}
