import { html, nothing } from './lit-html.js';
import { gradeOf, placeOf, reveal } from './parts.js';

/** The pages of a document as pictures, with the places of the fields, beside these. What one points at lights up with its place. */
export const documentBeside = ({ address, pages }, fields) =>
  html`<div class="reading" @pointerover=${light} @pointerleave=${light} @focusin=${light} @focusout=${light}>
    <div class="pages">${pages ? pagesOf(pages, address) : html`<p class="empty">Reading the pages…</p>`}</div>
    ${fields}
  </div>`;

const pagesOf = ({ pages, problem }, address) =>
  problem
    ? html`<p class="empty">${problem}</p>`
    : html`<p class="hint">Marked is where a value is printed, nearest to its label; its colour is the score.</p>
        ${pages.map((page) => pageFigure(page, `/_sandbox${address}/pages/${page.number}`, pages.length))}`;

function light({ type, target, relatedTarget, currentTarget }) {
  const at = type === 'focusout' ? relatedTarget : target;
  const place = at?.closest('[data-place]')?.dataset.place;
  for (const element of currentTarget.querySelectorAll('[data-place]'))
    element.classList.toggle('lit', element.dataset.place === place);
}

function pageFigure({ number, hasImage, missing, marks }, source, count) {
  const partial = missing ? `. Read in part: ${missing}` : '';
  if (!hasImage) return html`<p class="empty">Page ${number} has no picture${partial}.</p>`;
  return html`<figure class="page">
    <div class="sheet">
      <img src=${source} alt="Page ${number} of the document" loading="lazy" />
      ${boxesOf(marks)}
    </div>
    <figcaption>Page ${number} of ${count}: ${marks.length} fields marked${partial}</figcaption>
  </figure>`;
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

function markBoxes({ name, value, score, boxes, ...place }, isFirst) {
  const percent = (share) => `${(100 * share).toFixed(3)}%`;
  const title = `${name}: ${value}${score === null ? '' : ` (${score.toFixed(2)})`}`;
  return boxes.map(({ left, top, width, height }, at) => {
    const style = `left: ${percent(left)}; top: ${percent(top)}; width: ${percent(width)}; height: ${percent(height)}`;
    const isScored = at === 0 && isFirst && score !== null;
    // The page's own policy forbids styles in attributes.
    return html`<span
      class="mark ${gradeOf(score)}"
      data-place=${placeOf(place)}
      title=${title}
      .style=${style}
      @click=${() => reveal('fields', placeOf(place))}
      >${isScored ? html`<span class="mark-score" aria-hidden="true">${score.toFixed(2)}</span>` : nothing}</span
    >`;
  });
}
