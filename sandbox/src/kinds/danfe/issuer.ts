import type { PageText } from '../kind.ts';
import { plain } from '../words/plain.ts';

const RECEIPT = /RECEBEMOS\s+D[EA]\s+(.+?),?\s+(?:OS|AS)\s+(?:PRODUTOS|MERCADORIAS)/i;
const HEADING = /IDENTIFICA[ÇC][ÃA]O D[OA] EMITENTE/i;
const NAME = /^\p{L}[\p{L}\d\s.&'’/-]{3,}$/u;
const SURE = { receipt: 0.95, heading: 0.9 };

type Reading = { value: string; score: number };

/** Who issued the invoice: named on the stub that the customer signs, and under the heading of the issuer's box. */
export function issuerName({ text, items, sections }: Pick<PageText, 'text' | 'items' | 'sections'>): Reading | null {
  const confidence = Math.min(1, ...items.filter(({ text: piece }) => RECEIPT.test(piece)).map((item) => item.confidence ?? 1));
  const receipt = RECEIPT.exec(text.replace(/\n/g, ' '))?.[1]?.replace(/\s+/g, ' ').trim();
  const headed = sections.find(({ heading }) => heading && HEADING.test(heading))?.lines[0]?.split(/\s{2,}/)[0] ?? fieldValue(sections);
  if (receipt && NAME.test(receipt)) return { value: asInHead(receipt, items), score: SURE.receipt * confidence };
  return headed && NAME.test(headed) ? { value: headed, score: SURE.heading * confidence } : null;
}

/** The stub may be all in capitals; in the head the name stands as it is written. */
const asInHead = (name: string, items: PageText['items']) => items.find(({ text }) => plain(text) === plain(name))?.text.trim() ?? name;

const fieldValue = (sections: PageText['sections']) => sections.flatMap(({ fields }) => fields).find(({ label }) => HEADING.test(label))?.value ?? null;
