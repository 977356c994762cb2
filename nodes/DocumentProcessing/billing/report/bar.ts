import { COLOURS } from './colours';
import { html, type Markup } from './markup';

/** A bar that mail programs show: two cells, the first coloured and as wide as its share, in percent. */
export function bar(value: number, largest: number, height: number): Markup {
  const width = percentOf(value, largest);
  const left = 100 - width;
  return html`<table role="presentation" class="track" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${COLOURS.track.light}"><tr>${
    width > 0 ? cell('bar', width, height) : undefined
  }${left > 0 ? cell('track', left, height) : undefined}</tr></table>`;
}

/** Whatever is not nothing can be seen. */
function percentOf(value: number, largest: number): number {
  const share = Math.round((value / largest) * 100);
  return value > 0 && largest > 0 ? Math.min(100, Math.max(1, Number.isFinite(share) ? share : 100)) : 0;
}

const cell = (colour: 'bar' | 'track', width: number, height: number): Markup =>
  html`<td class="${colour}" width="${width}%" height="${height}" bgcolor="${COLOURS[colour].light}" style="width:${width}%;height:${height}px;font-size:0;line-height:${height}px;background-color:${COLOURS[colour].light}">&nbsp;</td>`;
