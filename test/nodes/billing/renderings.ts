import { wordsOf } from './tags.ts';

/** A report in each form it is sent in. */
export interface Renderings {
  subject: string;
  html: string;
  text: string;
  slackBlocks: unknown[];
  teamsCard: object;
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
const plain = (text: string): string =>
  text
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll('\u2060', '')
    .replaceAll('*', '')
    .replace(/\s+/g, ' ');

/** All texts in a message, those of one element without a gap. */
function textsIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(textsIn);
  if (typeof part !== 'object' || part === null) return [];
  const { text, inlines, ...others } = part as Record<string, unknown>;
  const runs = Array.isArray(inlines) ? [textsIn(inlines).join('')] : [];
  return [...(typeof text === 'string' ? [text] : textsIn(text)), ...runs, ...textsIn(Object.values(others))];
}

/** What a reader reads of each, without marks, on one line. */
export const readableTexts = ({
  html,
  text,
  slackBlocks,
  teamsCard,
}: Renderings): Array<[name: string, words: string]> => [
  ['html', plain(wordsOf(html))],
  ['text', plain(text)],
  ['slack', plain(textsIn(slackBlocks).join(' '))],
  ['teams', plain(textsIn(teamsCard).join(' '))],
];

interface Colours {
  colour: string;
  background: string;
}

/** A text of a page with the colours it is shown in. */
export interface ColouredText extends Colours {
  text: string;
}

const VOID = new Set(['meta', 'br', 'img', 'hr']);

/** The texts of a mail with their colours: those of inline styles and, in dark mode, of the classes that override them. */
export function colouredTexts(html: string, isDark: boolean): ColouredText[] {
  const dark = new Map<string, [property: string, value: string]>();
  for (const [, name = '', property = '', value = ''] of html.matchAll(/\.(\w+)\{([\w-]+):(#\w{6})!important\}/g))
    dark.set(name, [property, value]);
  const body = html.slice(html.indexOf('<body')).replace(/<!--.*?-->/gs, '');
  const open: Array<Colours & { isHidden: boolean }> = [];
  const texts: ColouredText[] = [];
  for (const [, slash, name = '', attributes = '', text = ''] of body.matchAll(/<(\/?)([a-z0-9]+)([^>]*)>|([^<]+)/g)) {
    const outer = open.at(-1) ?? { colour: 'none', background: 'none', isHidden: false };
    if (text.replaceAll('&nbsp;', ' ').trim() !== '' && !outer.isHidden) texts.push({ text, ...outer });
    if (name === '' || VOID.has(name)) continue;
    if (slash === '/') {
      open.pop();
      continue;
    }
    const style = /style="([^"]*)"/.exec(attributes)?.[1] ?? '';
    const classes = /class="([^"]*)"/.exec(attributes)?.[1]?.split(' ') ?? [];
    const of = (property: string, otherwise: string): string => {
      const inline = new RegExp(`(?:^|;)${property}:(#[0-9a-f]{6})`).exec(style)?.[1];
      const override = classes.map((one) => dark.get(one)).findLast((rule) => rule?.[0] === property)?.[1];
      return (isDark ? override : undefined) ?? inline ?? otherwise;
    };
    open.push({
      colour: of('color', outer.colour),
      background: of('background-color', outer.background),
      isHidden: outer.isHidden || style.includes('display:none'),
    });
  }
  return texts;
}

/** The contrast of two colours as WCAG 2 defines it, from 1 to 21. */
export function contrast({ colour, background }: Colours): number {
  const luminance = (hex: string): number => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [lighter = 0, darker = 0] = [luminance(colour), luminance(background)].sort((one, other) => other - one);
  return (lighter + 0.05) / (darker + 0.05);
}
