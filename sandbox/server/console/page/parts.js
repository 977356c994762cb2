import { html, nothing } from './lit-html.js';

/**
 * The fields, tables and pictures of an answer. Each row of a field knows its place in the answer, to be marked on the page;
 * the name of one that is marked becomes a button that shows the mark.
 */
export function partTables(parts, marks) {
  const marked = new Set(marks.map(placeOf));
  return parts.map(({ title, score, fields, tables, pictures }, part) => {
    const name = title || (parts.length > 1 ? `Part ${part + 1}` : 'Fields');
    return html`<section class="block">
      <h3>${name} ${score !== null ? scoreOf(score) : nothing}</h3>
      ${fields.length > 0 ? fieldTable(fields, { part, name, marked }) : nothing} ${tables.map(valueTable)}
      ${pictures.length > 0 ? html`<div class="pictures">${pictures.map(picture)}</div>` : nothing}
    </section>`;
  });
}

export const placeOf = ({ part, field }) => `${part}/${field}`;

/** Shows what stands for a field on the other side: its mark in the pages, or its row among the fields. */
export const reveal = (side, place) =>
  document.querySelector(`.${side} [data-place="${place}"]`)?.scrollIntoView({ block: 'center' });

function fieldTable(fields, { part, name: label, marked }) {
  const hasStandard = fields.some(({ stdValue }) => stdValue !== undefined);
  const columns = ['Field', 'Value', ...(hasStandard ? ['Standard value'] : []), 'Score'];
  const nameOf = (name, place) =>
    marked.has(place) ? html`<button class="place" @click=${() => reveal('pages', place)}>${name}</button>` : name;
  const rows = fields.map(({ name, value, stdValue, score }, field) => {
    const place = placeOf({ part, field });
    return html`<tr data-place=${place} class=${value === null ? 'unread' : nothing}>
      <th scope="row">${nameOf(name, place)}</th>
      ${cell(value)} ${hasStandard ? cell(stdValue) : nothing}
      <td>${score === null ? '–' : scoreOf(score)}</td>
    </tr>`;
  });
  return scrolling(label, tableOf(columns, rows, 'values'));
}

function valueTable({ name, score, columns, rows }) {
  const caption = html`<caption>
    ${name || 'Table'} ${score !== null ? scoreOf(score) : nothing}
  </caption>`;
  const body = rows.map(
    (row) =>
      html`<tr>
        ${row.map(cell)}
      </tr>`,
  );
  return scrolling(name || 'Table', tableOf(columns, body, '', caption));
}

/** Dates, amounts and other short numbers are not broken over lines. */
const cell = (value) =>
  html`<td class=${/^\p{Sc}?[\d.,:/+ -]{1,20}$/u.test(value) ? 'whole' : nothing}>${value ?? '–'}</td>`;

/** A column without a name has buttons. */
export const tableOf = (columns, rows, kind = '', caption = nothing) =>
  html`<table class=${kind || nothing}>
    ${caption}
    <thead>
      <tr>
        ${columns.map((name) => (name ? html`<th scope="col">${name}</th>` : html`<td></td>`))}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;

/** A group, not a region: an answer may have many tables of the same name. */
export const scrolling = (label, table) =>
  html`<div class="scroll" tabindex="0" role="group" aria-label=${label}>${table}</div>`;

/** `name` is the document's: the picture has no other description. */
const picture = ({ name, base64 }) =>
  html`<figure>
    <img src="data:image/jpeg;base64,${base64}" alt=${name} loading="lazy" />
    <figcaption>${name}</figcaption>
  </figure>`;

export const gradeOf = (score) => (score === null ? 'none' : score >= 0.9 ? 'high' : score >= 0.6 ? 'middle' : 'low');

const scoreOf = (score) => html`<span class="score ${gradeOf(score)}">${score.toFixed(2)}</span>`;
