import { sameName } from '../business/names.ts';
import type { Reading } from '../business/agree.ts';
import type { Grid, Line } from '../business/grid.ts';
import type { PageText } from '../kind.ts';
import { distance } from '../words/likeness.ts';
import { plain } from '../words/plain.ts';

const RECEIPT = /RECEBEMOS\s+D[EA]\s+(.+?),?\s+(?:OS|AS)\s+(?:PRODUTOS|MERCADORIAS)/i;
const NAME = /^\p{L}[\p{L}\d\s.&'’/-]{3,}$/u;
const SURE = { receipt: 0.95, largest: 0.9 };

/** Who issued the invoice: named on the stub that the customer signs, and in the largest print of the issuer's box. Two names that differ are none. */
export function issuerName(page: Pick<PageText, 'text' | 'items'>, grid: Grid, labelled: Reading | null): Reading | null {
  const receipt = onReceipt(page);
  const head = inHead(grid);
  if (!receipt || !head) return head ?? receipt ?? labelled;
  // Where the stub has less than all of the name, the head has it; the stub may be all in capitals.
  if (plain(head.value).startsWith(plain(receipt.value)) || plain(receipt.value) === plain(head.value)) return sameName([{ ...receipt, value: head.value }, head]);
  return distance(plain(receipt.value), plain(head.value)) < plain(head.value).length / 3 ? null : receipt;
}

function onReceipt({ text, items }: Pick<PageText, 'text' | 'items'>): Reading | null {
  const confidence = Math.min(1, ...items.filter(({ text: piece }) => RECEIPT.test(piece)).map((item) => item.confidence ?? 1));
  const name = RECEIPT.exec(text.replace(/\n/g, ' '))?.[1]?.replace(/\s+/g, ' ').trim();
  return name && NAME.test(name) ? { value: name, score: SURE.receipt * confidence } : null;
}

/** Print this much narrower than the widest is another line of the box; lines of one name are this near, in widths of a letter. */
const [ALIKE, NEXT_LINE] = [0.86, 3.4];

/** Sizes of recognised lines are not known so well as the widths of their letters. */
const widthOf = ({ x, right, text }: Line) => (right - x) / text.length;

/** The name in the issuer's box, which is left of the title and above the first row of boxes. */
function inHead(grid: Grid): Reading | null {
  const [title, first] = [grid.titled(/^DANFE$/), grid.titled(/^NATUREZADAOPERACAO/)];
  if (!title || !first) return null;
  const lines = grid.texts().filter((line) => line.right < title.x && line.y < first.y && line.y > title.y - ABOVE * (first.y - title.y) && /\p{L}{3}/u.test(line.text));
  const widest = Math.max(...lines.filter(({ text }) => text.length > SHORT).map(widthOf));
  const large = lines.filter((line) => widthOf(line) >= ALIKE * widest).toSorted((a, b) => a.y - b.y);
  const isTogether = large.every((line, index) => index === 0 || line.y - (large[index - 1] as Line).y <= NEXT_LINE * widest);
  const value = large.map(({ text }) => text.trim()).join(' ');
  if (large.length === 0 || !isTogether || large.some(({ torn }) => torn) || !NAME.test(value) || !/\s/.test(value)) return null;
  return { value, score: SURE.largest * Math.min(...large.map(({ score }) => score)) };
}

/** The width of few letters says little; a name may begin a little higher than the title. */
const [SHORT, ABOVE] = [8, 0.3];
