import { html, nothing } from './lit-html.js';
import { repeat } from './directives/repeat.js';

/**
 * A list of links with what the chosen one opens beside it, or on a phone in its place. `rowOf` makes the content of a row;
 * arrow keys go from row to row.
 */
export function listOf(items, { view, label, idOf, rowOf, selected, empty }) {
  // One stop for the tab key; the arrow keys do the rest.
  const entry = items.some((item) => idOf(item) === selected) ? selected : items[0] && idOf(items[0]);
  const row = (item) => {
    const id = idOf(item);
    const link = `#${view}/${encodeURIComponent(id)}`;
    return html`<li>
      <a href=${link} tabindex=${id === entry ? 0 : -1} aria-current=${id === selected ? 'true' : nothing}>${rowOf(item)}</a>
    </li>`;
  };
  return html`<p class="empty" ?hidden=${items.length > 0}>${empty}</p>
    <ol class="rows" aria-label=${label} ?hidden=${items.length === 0} @keydown=${goToRow}>
      ${repeat(items, idOf, row)}
    </ol>`;
}

function goToRow(event) {
  const row = event.target.closest('li');
  const next = {
    ArrowDown: row?.nextElementSibling,
    ArrowUp: row?.previousElementSibling,
    Home: event.currentTarget.firstElementChild,
    End: event.currentTarget.lastElementChild,
  }[event.key];
  if (!next) return;
  event.preventDefault();
  next.firstElementChild.focus();
}

/** A list beside what is open; on a phone one of the two is seen. */
export const masterDetail = (name) =>
  html`<div class="master"></div>
    <section class="detail" aria-label=${name} tabindex="-1"></section>`;

/** Shows which row is chosen, if one is. */
export function showChosen(element, selected) {
  element.classList.toggle('open', selected !== null);
  element.querySelector('.rows [aria-current=true]')?.scrollIntoView({ block: 'nearest' });
}
