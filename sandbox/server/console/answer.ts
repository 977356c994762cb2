import { isObject } from '../json.ts';

/** A part of an answer that has fields, tables or pictures of its own: a page, a document, a section, an extraction. */
type AnswerPart = NonNullable<ReturnType<typeof partOf>>;

type Value = Record<string, unknown>;
type Named = { name: string; value?: unknown; stdValue?: unknown; score?: unknown };

/** Most parts of an answer that are shown: a table of addresses may have thousands. */
const MOST_PARTS = 500;

/** The parts of an answer in its order, whatever the operation; empty if it has no fields (a summary, a failure). */
export function partsOf(answer: unknown): AnswerPart[] {
  const parts: AnswerPart[] = [];
  if (isObject(answer)) collect(answer['result'], { title: '', page: null }, parts);
  return parts.slice(0, MOST_PARTS);
}

function collect(value: unknown, { title, page }: { title: string; page: number | null }, parts: AnswerPart[]): void {
  if (parts.length >= MOST_PARTS) return;
  if (Array.isArray(value)) {
    for (const member of value) collect(member, { title, page }, parts);
    return;
  }
  if (!isObject(value)) return;
  const own = { title: titleOf(value, title), page: pageOf(value) ?? page };
  const part = partOf(value, own);
  if (part) parts.push(part);
  for (const [name, member] of Object.entries(value)) if (!OWN_MEMBERS.includes(name)) collect(member, own, parts);
}

/** Members that `partOf` reads, or that hold no parts. */
const OWN_MEMBERS = ['fields', 'tables', 'components', 'crops', 'image', 'tags', 'headers', 'values'];

function partOf(value: Value, { title, page }: { title: string; page: number | null }) {
  const codes = listIn(value['barcodes']).map((code) => ({ name: String(code['type']), value: code['value'] }));
  const named = [...namedIn(value['fields'] ?? value['components']), ...codes];
  const fields = named.map((field) => fieldOf(field, page));
  const tables = listIn(value['tables']).map(tableOf);
  const pictures = picturesOf(value);
  if (fields.length === 0 && tables.length === 0 && pictures.length === 0) return null;
  return { title, score: numberIn(value['score']), fields, tables, pictures };
}

function titleOf(value: Value, parent: string): string {
  const own = [
    textIn(value['type']),
    textIn(value['source']),
    textIn(value['name']),
    pageOf(value) === null ? null : `page ${pageOf(value)}`,
    numberIn(value['index']) === null ? null : `element ${Number(value['index']) + 1}`,
  ].filter((text) => text !== null);
  return [parent, ...own].filter(Boolean).join(' · ');
}

/** 0 stands for several pages. */
const pageOf = (value: Value) =>
  numberIn(value['pageNumber']) || numberIn(listIn(value['pages'])[0]?.['number']) || null;

/** `page` is the page it was read on, if the answer says so. */
const fieldOf = ({ name, value, stdValue, score }: Named, page: number | null) => ({
  name,
  value: shownText(value),
  ...(typeof stdValue === 'string' ? { stdValue } : {}),
  score: numberIn(score),
  page,
});

function tableOf(table: Value) {
  const rows = listsIn(table['values'] ?? table['rows']).map((row) => namedIn(row));
  const headers = namedIn(table['headers']).map(({ name }) => name);
  const columns = headers.length > 0 ? headers : (rows[0] ?? []).map(({ name }) => name);
  return {
    name: textIn(table['name']) ?? '',
    score: numberIn(table['score']),
    columns,
    rows: rows.map((row) => row.map(({ value }) => shownText(value))),
  };
}

function picturesOf(value: Value) {
  const crops = namedIn(value['crops']).flatMap(({ name, value: base64 }) =>
    typeof base64 === 'string' ? [{ name, base64 }] : [],
  );
  const image = textIn(value['image']);
  return image ? [{ name: 'image', base64: image }, ...crops] : crops;
}

/** A file in a field (the original of an invoice) is not shown. */
const LONGEST_SHOWN = 5000;

function shownText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, 100)}… (${text.length} characters)` : text;
}

const listIn = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : []);
const listsIn = (value: unknown) => (Array.isArray(value) ? value.filter(Array.isArray) : []);
const namedIn = (value: unknown) =>
  listIn(value).filter((member): member is Value & Named => typeof member['name'] === 'string');
const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
const numberIn = (value: unknown) => (typeof value === 'number' ? value : null);
