import { html, render } from './lit-html.js';
import { call, on } from './api.js';
import { badge, clock, inTurn } from './dom.js';
import { listOf, masterDetail, showChosen } from './list.js';
import { callbackBadge } from './process.js';
import { showRequest } from './request.js';

const PAGE = 100;
const NONE_YET = 'No request since this sandbox was started. Send one, and it appears here by itself.';

/** Every request as it comes, newest first; what is chosen opens beside the list. */
export async function showRequests(element, id) {
  render(masterDetail('Request'), element);
  const [master, detail] = element.children;
  let [selected, shown, search, limit] = [id, null, '', PAGE];
  let page = { requests: [], hasMore: false, total: 0 };

  const draw = () => {
    const found = search === '' ? '' : `${page.requests.length}${page.hasMore ? '+' : ''} found, `;
    const empty = search !== '' && page.total > 0 ? 'Nothing found' : NONE_YET;
    const options = { view: 'requests', label: 'Requests', idOf: ({ requestId }) => requestId, rowOf, selected, empty };
    render(
      html`<div class="tools">
          <label for="search">Search</label>
          <input
            type="search"
            id="search"
            placeholder="ID, operation, file, status"
            autocomplete="off"
            spellcheck="false"
            @input=${find}
            @keydown=${({ key }) => key === 'ArrowDown' && master.querySelector('.rows a')?.focus()}
          />
          <p class="count" role="status">${found}${page.total} kept</p>
        </div>
        ${listOf(page.requests, options)}
        <button class="more" ?hidden=${!page.hasMore} @click=${showOlder}>Show older requests</button>`,
      master,
    );
  };
  const refresh = inTurn(async () => {
    page = await call(`/console/requests?${new URLSearchParams({ limit, search })}`);
    draw();
  });
  const find = ({ target }) => {
    [search, limit] = [target.value.trim(), PAGE];
    return refresh();
  };
  const showOlder = async () => {
    const before = page.requests.length;
    limit += PAGE;
    await refresh();
    // What was added is beside the button that the focus was on.
    master.querySelectorAll('.rows a')[before]?.focus();
  };
  const readSelected = inTurn(async () => {
    const wanted = selected;
    if (wanted !== null) shown = await showRequest(detail, wanted, shown, () => wanted === selected);
  });
  on(['requests', 'processes'], (hasChanged) => {
    if (hasChanged(selected) || hasChanged(shown?.process?.id)) readSelected();
    return refresh();
  });

  const open = async (wanted) => {
    selected = wanted;
    draw();
    showChosen(element, wanted);
    if (wanted === null)
      render(
        html`<p class="empty">Choose a request to see what was sent, what was read, and what was answered.</p>`,
        detail,
      );
    else await readSelected();
  };
  await refresh();
  await open(id);
  return open;
}

function rowOf({ operation, at, sent, elapsedMilliseconds, fault, callback, recording, process, ...outcome }) {
  const more = [clock(at), recording?.mode, sent.join(', ') || 'no parameters'].filter(Boolean).join(' · ');
  const broken = [fault, callback && `callback: ${callback}`].filter(Boolean).join('; ');
  return html`<span class="row-name">${operation}</span>
    ${badge(outcome)}
    <span class="row-more">${more}</span>
    <span class="row-time">${elapsedMilliseconds === null ? '' : `${elapsedMilliseconds} ms`}</span>
    ${process && callbackBadge(process)}
    ${broken && html`<span class="row-fault">Broken on purpose: ${broken}</span>`}`;
}
