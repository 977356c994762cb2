import { COLOURS } from './colours';
import { html, type Markup } from './markup';

const SIZES = {
  huge: 'font-size:40px;line-height:46px',
  big: 'font-size:22px;line-height:28px',
  heading: 'font-size:16px;line-height:22px',
  body: 'font-size:14px;line-height:20px',
  small: 'font-size:12px;line-height:17px',
};

interface Look {
  size?: keyof typeof SIZES;
  colour?: 'text' | 'muted';
  bold?: boolean;
  /** Kept on one line. */
  whole?: boolean;
}

/** The inline style of a text. */
export const textStyle = ({ size = 'body', colour = 'text', bold = false, whole = false }: Look): string =>
  `${SIZES[size]};color:${COLOURS[colour].light};font-weight:${bold ? 'bold' : 'normal'}${whole ? ';white-space:nowrap' : ''}`;

/** A line of text of its own. */
export const line = (text: string | Markup, look: Look = {}): Markup =>
  html`<div class="${look.colour ?? 'text'}" style="${textStyle(look)}">${text}</div>`;
