import { call, on } from './api.js';
import { badge, clock, h, replace } from './dom.js';
import { masterDetail, MasterList } from './list.js';
import { callbackBadge } from './process.js';
import { showRequest } from './request.js';

const PAGE = 100;
const NONE_YET = 'No request since this sandbox was started. Send one, and it appears here by itself.';

/** Every request as it comes, newest first; what is chosen opens beside the list. */
export async function showRequests(element, id) {
  const list = new MasterList({
    view: 'requests',
    label: 'Requests',
    rowOf,
    idOf: ({ requestId }) => requestId,
    empty: NONE_YET,
  });
  const search = h('input', {
    type: 'search',
    id: 'search',
    placeholder: 'ID, operation, file, status',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const found = h('p', { class: 'count', role: 'status' });
  const older = h('button', { class: 'more', hidden: true }, 'Show older requests');
  const tools = h('div', { class: 'tools' }, h('label', { for: 'search' }, 'Search'), search, found);
  const { detail, toggle } = masterDetail(element, { tools, list, more: older, name: 'Request' });

  const read = async (before) => {
    const query = new URLSearchParams({ limit: PAGE, search: search.value.trim() });
    if (before) query.set('before', before);
    const page = await call(`/console/requests?${query}`);
    older.hidden = !page.hasMore;
    const isSearch = search.value.trim() !== '';
    replace(list.none, isSearch && page.total > 0 ? 'Nothing found' : NONE_YET);
    replace(found, `${isSearch ? `${page.requests.length}${page.hasMore ? '+' : ''} found, ` : ''}${page.total} kept`);
    return page.requests;
  };
  const refresh = async () => list.show(await read());
  older.onclick = async () => {
    const before = list.list.lastElementChild;
    list.append(await read(list.lastId));
    // What was added is beside the button that the focus was on.
    before?.nextElementSibling?.firstChild.focus();
  };
  search.oninput = soon(refresh, 200);
  search.onkeydown = (event) => {
    if (event.key === 'ArrowDown') list.list.querySelector('a')?.focus();
  };

  const refreshSoon = soon(refresh, 1000);
  on('requests', (requests) => {
    if (search.value.trim() !== '') refreshSoon();
    else if (list.update(requests) > 0) older.hidden = false;
    const chosen = requests.find(({ requestId }) => requestId === list.selected);
    if (chosen) open(list.selected);
  });
  on('kept', ({ total }) => {
    if (search.value.trim() === '') replace(found, `${total} kept`);
  });
  // What became of a callback is told later than its request.
  on('processes', (processes) => {
    list.update(
      processes.flatMap((process) => {
        const request = list.items.get(process.requestId);
        return request ? [{ ...request, process }] : [];
      }),
    );
    if (processes.some(({ requestId }) => requestId === list.selected)) open(list.selected);
  });
  on('everything', () => void refresh().then(() => open(list.selected)));

  const open = async (wanted) => {
    list.select(wanted);
    toggle(wanted !== null);
    if (wanted !== null) await showRequest(detail, wanted);
    else
      replace(
        detail,
        h('p', { class: 'empty' }, 'Choose a request to see what was sent, what was read, and what was answered.'),
      );
  };
  await refresh();
  await open(id);
  return open;
}

function rowOf({ operation, at, sent, elapsedMilliseconds, fault, callback, recording, process, ...outcome }) {
  const time = elapsedMilliseconds === null ? '' : `${elapsedMilliseconds} ms`;
  const broken = [fault, callback && `callback: ${callback}`].filter(Boolean).join('; ');
  return [
    h('span', { class: 'row-name' }, operation),
    badge(outcome),
    h(
      'span',
      { class: 'row-more' },
      [clock(at), recording?.mode, sent.join(', ') || 'no parameters'].filter(Boolean).join(' · '),
    ),
    h('span', { class: 'row-time' }, time),
    process && callbackBadge(process),
    broken && h('span', { class: 'row-fault' }, `Broken on purpose: ${broken}`),
  ].filter(Boolean);
}

/** Waits until the calls pause. */
function soon(work, milliseconds) {
  let timer = null;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, milliseconds);
  };
}
