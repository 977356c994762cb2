import { call } from './api.js';
import { h, replace } from './dom.js';
import { gradeOf } from './parts.js';

/**
 * The pages of a document as pictures, with the places of the fields. Pointing at a field marks its place, and the other way
 * round.
 */
export async function showDocument(element, requestId, fields) {
  replace(element, h('p', { class: 'empty' }, 'Reading the pages…'));
  const address = `/console/requests/${encodeURIComponent(requestId)}/pages`;
  let pages;
  try {
    ({ pages } = await call(address));
  } catch (error) {
    replace(element, h('p', { class: 'empty' }, error.message));
    return;
  }
  const note = h(
    'p',
    { class: 'hint' },
    'Marked is where a value is printed, nearest to its label; its colour is the score.',
  );
  replace(
    element,
    note,
    pages.map((page) => pageFigure(page, `/_sandbox${address}/${page.number}`, pages.length)),
  );
  connect(element, fields);
}

function pageFigure({ number, hasImage, missing, marks }, source, count) {
  const partial = missing ? `. Read in part: ${missing}` : '';
  const caption = `Page ${number} of ${count}: ${marks.length} fields marked${partial}`;
  if (!hasImage) return h('p', { class: 'empty' }, `Page ${number} has no picture${partial}.`);
  return h(
    'figure',
    { class: 'page' },
    h(
      'div',
      { class: 'sheet' },
      h('img', { src: source, alt: `Page ${number} of the document`, loading: 'lazy' }),
      boxesOf(marks),
    ),
    h('figcaption', {}, caption),
  );
}

/** A value may be in several parts of the answer; its score is written once. */
function boxesOf(marks) {
  const written = new Set();
  return marks.flatMap((mark) => {
    const place = JSON.stringify(mark.boxes);
    const isFirst = !written.has(place);
    written.add(place);
    return markBoxes(mark, isFirst);
  });
}

function markBoxes({ part, field, name, value, score, boxes }, isFirst) {
  const percent = (share) => `${(100 * share).toFixed(3)}%`;
  return boxes.map(({ left, top, width, height }, at) =>
    h(
      'span',
      {
        class: `mark ${gradeOf(score)}`,
        'data-place': `${part}/${field}`,
        title: `${name}: ${value}${score === null ? '' : ` (${score.toFixed(2)})`}`,
        style: { left: percent(left), top: percent(top), width: percent(width), height: percent(height) },
      },
      at === 0 &&
        isFirst &&
        score !== null &&
        h('span', { class: 'mark-score', 'aria-hidden': 'true' }, score.toFixed(2)),
    ),
  );
}

/** Lights up a field and its place together. */
function connect(pages, fields) {
  const both = (place) => [pages, fields].flatMap((side) => [...side.querySelectorAll(`[data-place="${place}"]`)]);
  const light = (place, isOn) => {
    for (const element of both(place)) element.classList.toggle('lit', isOn);
  };
  for (const side of [pages, fields])
    for (const element of side.querySelectorAll('[data-place]')) {
      const { place } = element.dataset;
      element.addEventListener('pointerenter', () => light(place, true));
      element.addEventListener('pointerleave', () => light(place, false));
    }
  for (const row of fields.querySelectorAll('tr[data-place]')) makeButton(row, pages, light);
  for (const mark of pages.querySelectorAll('.mark'))
    mark.addEventListener('click', () =>
      fields.querySelector(`[data-place="${mark.dataset.place}"]`)?.scrollIntoView({ block: 'center' }),
    );
}

/** The name of a field that was found on a page becomes a button that shows its place. */
function makeButton(row, pages, light) {
  const { place } = row.dataset;
  const mark = pages.querySelector(`[data-place="${place}"]`);
  if (!mark) return;
  const name = row.firstElementChild;
  const show = () => mark.scrollIntoView({ block: 'center' });
  const button = h(
    'button',
    { class: 'place', onclick: show, onfocus: () => light(place, true), onblur: () => light(place, false) },
    name.textContent,
  );
  replace(name, button);
}
