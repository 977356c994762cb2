// What the mail is built of. Mail programs of all ages show it: tables and inline styles only.

/** Text that is HTML. Any other text is escaped when it is put into a template. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = Markup | string | number | Part[] | undefined | false;

/** A template of HTML; its parts are escaped unless they are markup. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.map((text, index) => text + asHtml(parts[index])).join(''));
}

function asHtml(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return part.map(asHtml).join('');
  return escapeHtml(String(part));
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Control characters are not allowed in HTML, and half of a surrogate pair is not a character. */
const escapeHtml = (text: string): string =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/**
 * Colours by their use, for light and dark mode. None is pure black or white, because some programs invert those. Texts have
 * a contrast of at least 4.5 on what they stand on.
 */
const COLOURS = {
  page: { light: '#f3f4f6', dark: '#14171b', property: 'background-color' },
  card: { light: '#fdfdfe', dark: '#1d2127', property: 'background-color' },
  track: { light: '#e9edf2', dark: '#2c323a', property: 'background-color' },
  bar: { light: '#3b6ea8', dark: '#6f9fd6', property: 'background-color' },
  quietBar: { light: '#a9c1dc', dark: '#4a6a8f', property: 'background-color' },
  overBar: { light: '#b3402e', dark: '#e0826f', property: 'background-color' },
  overSign: { light: '#b3402e', dark: '#e0826f', property: 'background-color' },
  overBox: { light: '#fbe6e2', dark: '#43241f', property: 'background-color' },
  warningSign: { light: '#8a4b08', dark: '#f0b775', property: 'background-color' },
  warningBox: { light: '#fbeedb', dark: '#3b2c18', property: 'background-color' },
  line: { light: '#dfe3e8', dark: '#363d46', property: 'border-color' },
  text: { light: '#1f2933', dark: '#e4e7eb', property: 'color' },
  muted: { light: '#5a6573', dark: '#a5afbb', property: 'color' },
  over: { light: '#a1361f', dark: '#f0a595', property: 'color' },
  warning: { light: '#8a4b08', dark: '#f0b775', property: 'color' },
  onSign: { light: '#fdfdfe', dark: '#1d2127', property: 'color' },
} as const;

/** Rules for a class per colour: they override the inline styles in programs that know media queries. */
const DARK_STYLES = Object.entries(COLOURS)
  .map(([name, { dark, property }]) => `.${name}{${property}:${dark}!important}`)
  .join('');

const SIZES = {
  huge: 'font-size:40px;line-height:46px',
  large: 'font-size:30px;line-height:36px',
  big: 'font-size:22px;line-height:28px',
  heading: 'font-size:16px;line-height:22px',
  body: 'font-size:14px;line-height:20px',
  small: 'font-size:12px;line-height:17px',
};

interface TextStyle {
  size?: keyof typeof SIZES;
  colour?: 'text' | 'muted' | 'over' | 'warning' | 'onSign';
  bold?: boolean;
  noWrap?: boolean;
}

const textCss = ({ size = 'body', colour = 'text', bold = false, noWrap = false }: TextStyle): string =>
  [
    SIZES[size],
    `color:${COLOURS[colour].light}`,
    `font-weight:${bold ? 'bold' : 'normal'}`,
    ...(noWrap ? ['white-space:nowrap'] : []),
  ].join(';');

export const paragraph = (text: string | Markup, style: TextStyle = {}): Markup =>
  html`<div class="${style.colour ?? 'text'}" style="${textCss(style)}">${text}</div>`;

export const space = (height: number): Markup =>
  html`<div style="height:${height}px;font-size:0;line-height:0">&nbsp;</div>`;

const NO_GAPS = new Markup('cellpadding="0" cellspacing="0" border="0"');

export const section = (title: string, rows: Markup): Markup =>
  html`${paragraph(title, { size: 'heading', bold: true })}
${space(6)}
<table width="100%" ${NO_GAPS} style="border-collapse:collapse">
${rows}
</table>`;

/** A table that only arranges. */
export const table = (rows: Markup): Markup =>
  html`<table role="presentation" width="100%" ${NO_GAPS}>
${rows}</table>`;

/** A row with a sign on a strong colour and a text on a weak one, and a gap below. */
export function alertRow(level: 'over' | 'warning', sign: string, text: Markup): Markup {
  const [signColour, box] = [COLOURS[`${level}Sign`].light, COLOURS[`${level}Box`].light];
  const signStyle = `width:32px;padding:8px 0;background-color:${signColour}`;
  const boxStyle = `padding:8px 12px;background-color:${box};word-break:break-word`;
  return html`<tr>
<td class="${level}Sign" width="32" align="center" valign="top" bgcolor="${signColour}" style="${signStyle}">
${paragraph(sign, { bold: true, colour: 'onSign' })}</td>
<td class="${level}Box" valign="top" bgcolor="${box}" style="${boxStyle}">${paragraph(text)}</td>
</tr>
<tr><td colspan="2" style="height:4px;font-size:0;line-height:0">&nbsp;</td></tr>
`;
}

/** The head of a table whose first column is text and whose other columns are numbers. */
export function headings(names: string[]): Markup {
  const text = textCss({ size: 'small', colour: 'muted', noWrap: true });
  const cells = names.map((name, index) => {
    const attributes = html`class="muted line" align="${side(index)}" valign="bottom"`;
    return html`<th scope="col" ${attributes} style="${cellCss(index)};${text}">${name}</th>`;
  });
  return html`<tr>${cells}</tr>`;
}

export function row(contents: Markup[]): Markup {
  const cells = contents.map(
    (content, index) =>
      html`<td class="line" align="${side(index)}" valign="top" style="${cellCss(index)}">${content}</td>`,
  );
  return html`<tr>${cells}</tr>
`;
}

const side = (column: number): string => (column === 0 ? 'left' : 'right');

const cellCss = (column: number): string =>
  [
    `padding:8px 0 8px ${column === 0 ? '0;word-break:break-word' : '10px'}`,
    `text-align:${side(column)}`,
    `border-bottom:1px solid ${COLOURS.line.light}`,
  ].join(';');

/** A horizontal bar of two cells, the first coloured and as wide as its share of the largest value. */
export function bar(value: number, largest: number, height: number, colour: 'bar' | 'overBar' = 'bar'): Markup {
  const width = percentOf(value, largest);
  const cells = [
    width > 0 ? barCell(colour, width, height) : undefined,
    width < 100 ? barCell('track', 100 - width, height) : undefined,
  ];
  const background = `background-color:${COLOURS.track.light}`;
  return html`<table role="presentation" class="track" width="100%" ${NO_GAPS} style="${background}"><tr>${cells}</tr></table>`;
}

/** From 0 to 100; at least 1 if there is a value, so that it can be seen. */
function percentOf(value: number, largest: number): number {
  const share = Math.round((value / largest) * 100);
  return value > 0 && largest > 0 ? Math.min(100, Math.max(1, Number.isFinite(share) ? share : 100)) : 0;
}

function barCell(colour: 'bar' | 'overBar' | 'track', width: number, height: number): Markup {
  const { light } = COLOURS[colour];
  const style = `width:${width}%;height:${height}px;font-size:0;line-height:${height}px;background-color:${light}`;
  return html`<td class="${colour}" width="${width}%" height="${height}" bgcolor="${light}" style="${style}">&nbsp;</td>`;
}

/** A vertical bar, as one cell of a row that is as high as the largest. */
export function column(value: number, largest: number, height: number, isMarked: boolean): Markup {
  const filled = Math.round((percentOf(value, largest) / 100) * height);
  const name = isMarked ? 'bar' : 'quietBar';
  const { light } = COLOURS[name];
  // Mail programs give a cell at least the height of its line.
  const style = `height:${filled}px;font-size:0;line-height:${filled}px;background-color:${light}`;
  const cell = html`<td class="${name}" height="${filled}" bgcolor="${light}" style="${style}">&nbsp;</td>`;
  const bars = html`<table role="presentation" width="100%" ${NO_GAPS}><tr>${cell}</tr></table>`;
  const line = `border-bottom:1px solid ${COLOURS.line.light}`;
  const cellStyle = `padding:0 2px;height:${height}px;vertical-align:bottom;${line}`;
  return html`<td class="line" valign="bottom" width="7%" height="${height}" style="${cellStyle}">
${filled > 0 ? bars : space(1)}</td>
`;
}

const HEAD = new Markup(`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${DARK_STYLES}}</style>`);

// Outlook for Windows renders with Word, which does not know max-width.
const OUTLOOK_BEGIN = new Markup(
  '<!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0"><tr><td><![endif]-->',
);
const OUTLOOK_END = new Markup('<!--[if mso]></td></tr></table><![endif]-->');

// The text that lists of mails show after the subject, filled up so that the mail's first words do not follow it.
const HIDDEN = 'display:none;max-height:0;max-width:0;overflow:hidden;font-size:1px;line-height:1px;opacity:0';
const FILLER = new Markup('&#847;&zwnj;&nbsp;'.repeat(60));

const PAGE_CSS = `background-color:${COLOURS.page.light}`;

const CARD_CSS = new Markup(
  [
    'max-width:600px',
    `background-color:${COLOURS.card.light}`,
    `border:1px solid ${COLOURS.line.light}`,
    'border-radius:8px',
    'border-collapse:separate',
    'text-align:left',
    'font-variant-numeric:tabular-nums',
    "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  ].join(';'),
);

/** A whole mail, at most 600 pixels wide. */
export function mailPage(language: string, title: string, preview: string, parts: Markup[]): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
${HEAD}
<title>${title}</title>
</head>
<body class="page" style="margin:0;padding:0;${PAGE_CSS}">
<div style="${HIDDEN}">${preview}${FILLER}</div>
<table role="presentation" class="page" width="100%" ${NO_GAPS} style="${PAGE_CSS}">
<tr><td align="center" style="padding:16px 8px">
${OUTLOOK_BEGIN}
<table role="presentation" class="card line" width="100%" ${NO_GAPS} style="${CARD_CSS}">
${parts.map(
  (part) => html`<tr><td style="padding:20px 20px 0 20px">${part}</td></tr>
`,
)}<tr><td style="height:20px;font-size:0;line-height:0">&nbsp;</td></tr>
</table>
${OUTLOOK_END}
</td></tr>
</table>
</body>
</html>
`.text;
}
