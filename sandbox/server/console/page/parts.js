import { h } from './dom.js';

/** The fields, tables and pictures of an answer. Each row of a field knows its place in the answer, to be marked on the page. */
export const partTables = (parts) => parts.map((part, at) => partTable(part, at, parts.length));

function partTable({ title, score, fields, tables, pictures }, at, count) {
  const name = title || (count > 1 ? `Part ${at + 1}` : 'Fields');
  return h(
    'section',
    { class: 'block' },
    h('h3', {}, name, ' ', score !== null && scoreOf(score)),
    fields.length > 0 && fieldTable(fields, at, name),
    tables.map((table) => valueTable(table)),
    pictures.length > 0 && h('div', { class: 'pictures' }, pictures.map(picture)),
  );
}

function fieldTable(fields, part, label) {
  const hasStandard = fields.some(({ stdValue }) => stdValue !== undefined);
  const columns = ['Field', 'Value', ...(hasStandard ? ['Standard value'] : []), 'Score'];
  const rows = fields.map(({ name, value, stdValue, score }, field) =>
    h(
      'tr',
      { 'data-place': `${part}/${field}`, class: value === null ? 'unread' : null },
      h('th', { scope: 'row' }, name),
      cell(value),
      hasStandard && cell(stdValue),
      h('td', {}, score === null ? '–' : scoreOf(score)),
    ),
  );
  return scrolling(label, h('table', { class: 'values' }, head(columns), h('tbody', {}, rows)));
}

function valueTable({ name, score, columns, rows }) {
  const body = rows.map((row) => h('tr', {}, row.map(cell)));
  const caption = h('caption', {}, name || 'Table', ' ', score !== null && scoreOf(score));
  return scrolling(name || 'Table', h('table', {}, caption, head(columns), h('tbody', {}, body)));
}

/** Dates, amounts and other short numbers are not broken over lines. */
const cell = (value) => h('td', { class: /^\p{Sc}?[\d.,:/+ -]{1,20}$/u.test(value) ? 'whole' : null }, value ?? '–');

const head = (columns) =>
  h(
    'thead',
    {},
    h(
      'tr',
      {},
      columns.map((name) => h('th', { scope: 'col' }, name)),
    ),
  );

/** A group, not a region: an answer may have many tables of the same name. */
export const scrolling = (label, table) =>
  h('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': label }, table);

/** `name` is the document's: the picture has no other description. */
const picture = ({ name, base64 }) =>
  h(
    'figure',
    {},
    h('img', { src: `data:image/jpeg;base64,${base64}`, alt: name, loading: 'lazy' }),
    h('figcaption', {}, name),
  );

export const gradeOf = (score) => (score === null ? 'none' : score >= 0.9 ? 'high' : score >= 0.6 ? 'middle' : 'low');

export const scoreOf = (score) => h('span', { class: `score ${gradeOf(score)}` }, score.toFixed(2));
