import { COLOURS, DARK_STYLES } from './colours';
import { html, Markup } from './markup';

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const HEAD = new Markup(`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${DARK_STYLES}}</style>`);

// Outlook for Windows draws with Word, which knows no largest width.
const OUTLOOK_BEGIN = new Markup(
  '<!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0"><tr><td><![endif]-->',
);
const OUTLOOK_END = new Markup('<!--[if mso]></td></tr></table><![endif]-->');

// Fills the preview, which would go on with the first words of the mail.
const FILLER = new Markup('&#847;&zwnj;&nbsp;'.repeat(60));

/** A mail as programs of all ages show it: tables, styles inline, at most 600 pixels wide. */
export function mailPage(title: string, preview: string, parts: Markup[]): string {
  return html`<!doctype html>
<html lang="en">
<head>
${HEAD}
<title>${title}</title>
</head>
<body class="page" style="margin:0;padding:0;background-color:${COLOURS.page.light}">
<div style="display:none;max-height:0;max-width:0;overflow:hidden;font-size:1px;line-height:1px;opacity:0">${preview}${FILLER}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${COLOURS.page.light}">
<tr><td align="center" style="padding:16px 8px">
${OUTLOOK_BEGIN}
<table role="presentation" class="card line" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background-color:${COLOURS.card.light};border:1px solid ${COLOURS.line.light};border-radius:8px;border-collapse:separate;text-align:left;font-variant-numeric:tabular-nums;${new Markup(FONT)}">
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
