/** Text that is HTML already; any other text is escaped where it is put into some. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = Markup | string | number | Part[] | undefined;

export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.map((text, index) => text + asHtml(parts[index])).join(''));
}

function asHtml(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return part.map(asHtml).join('');
  return escapeHtml(String(part));
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Control characters are not allowed in HTML, and half a surrogate pair is no character. */
const escapeHtml = (text: string): string =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
