import { h, replace } from './dom.js';

/** More rows than these leave the list, at its other end. */
const MOST_ROWS = 300;

/**
 * A list of links with what the chosen one opens beside it, or on a phone in its place. `rowOf` makes the content of a row;
 * arrow keys go from row to row.
 */
export class MasterList {
  constructor({ view, label, rowOf, idOf, empty }) {
    Object.assign(this, { view, rowOf, idOf });
    this.rows = new Map();
    this.items = new Map();
    this.list = h('ol', { class: 'rows', 'aria-label': label, onkeydown: (event) => this.#onKey(event) });
    this.none = h('p', { class: 'empty' }, empty);
    this.selected = null;
  }

  /** Replaces all rows; the newest first. */
  show(items) {
    this.rows.clear();
    this.items.clear();
    replace(this.list);
    for (const item of items) this.#place(item, false);
    this.#afterChange();
  }

  append(items) {
    for (const item of items) this.#place(item, false);
    this.#afterChange();
  }

  /** Shows items that are new or have changed; returns how many rows left the end of the list. */
  update(items) {
    for (const item of items) this.#place(item, true);
    let surplus = 0;
    for (; this.rows.size > MOST_ROWS; surplus++) {
      const last = this.list.lastElementChild;
      this.rows.delete(last.dataset.id);
      this.items.delete(last.dataset.id);
      last.remove();
    }
    this.#afterChange();
    return surplus;
  }

  select(id) {
    this.selected = id;
    this.#afterChange();
    this.rows.get(id)?.scrollIntoView({ block: 'nearest' });
  }

  get lastId() {
    return this.list.lastElementChild?.dataset.id;
  }

  #place(item, isNew) {
    const id = this.idOf(item);
    this.items.set(id, item);
    const known = this.rows.get(id);
    const link = known?.firstChild ?? h('a', { href: `#${this.view}/${encodeURIComponent(id)}`, tabindex: '-1' });
    replace(link, this.rowOf(item));
    if (known) return;
    const row = h('li', { 'data-id': id }, link);
    this.rows.set(id, row);
    if (isNew) this.list.prepend(row);
    else this.list.append(row);
  }

  #afterChange() {
    this.none.hidden = this.rows.size > 0;
    this.list.hidden = this.rows.size === 0;
    const chosen = this.rows.get(this.selected)?.firstChild;
    if (chosen !== this.chosen) this.chosen?.removeAttribute('aria-current');
    chosen?.setAttribute('aria-current', 'true');
    this.chosen = chosen;
    // One stop for the tab key; the arrow keys do the rest.
    const entry = chosen ?? this.list.firstElementChild?.firstChild;
    if (this.entry && this.entry !== entry) this.entry.tabIndex = -1;
    if (entry) entry.tabIndex = 0;
    this.entry = entry;
  }

  #onKey(event) {
    const row = event.target.closest('li');
    const next = {
      ArrowDown: row?.nextElementSibling,
      ArrowUp: row?.previousElementSibling,
      Home: this.list.firstElementChild,
      End: this.list.lastElementChild,
    }[event.key];
    if (!next) return;
    event.preventDefault();
    next.firstChild.focus();
  }
}

/** A list beside what is open; on a phone one of the two is seen. */
export function masterDetail(element, { tools, list, more, name }) {
  const detail = h('section', { class: 'detail', 'aria-label': name, tabindex: '-1' });
  const panel = h('div', { class: 'master' }, tools, list.none, list.list, more);
  replace(element, panel, detail);
  return {
    detail,
    /** `isOpen`: whether something is chosen. */
    toggle(isOpen) {
      element.classList.toggle('open', isOpen);
    },
  };
}
