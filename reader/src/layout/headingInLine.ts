import type { Block } from './block.ts';
import { labelStrength } from './label.ts';
import { lineOf, type Line } from './line.ts';
import { numberedHeading } from './numbered.ts';
import { isSamePrint } from './print.ts';
import { partOf, type Segment } from './segment.ts';

/** A clause or record begins, perhaps with text in the same line. */
export function numberedBlock(lines: Line[], at: number): Block | null {
  const line = lines[at] as Line;
  const [first, ...others] = line.segments as [Segment, ...Segment[]];
  const numbered = numberedHeading(first.text);
  if (!numbered || (numbered.rest && goesOnFromAbove(lines, at))) return null;
  const rest = numbered.rest === '' ? [] : [partOf(first, -numbered.rest.split(/\s+/).length)];
  return {
    heading: numbered.heading,
    lines: rest.length + others.length > 0 ? [lineOf([...rest, ...others], line.region)] : [],
  };
}

/** The line above is full and does not end a sentence, so this one is in the middle of it. */
function goesOnFromAbove(lines: Line[], at: number): boolean {
  const [above, line] = [lines[at - 1]?.segments.at(-1), lines[at]?.segments[0]];
  return Boolean(
    above &&
    line &&
    /[\p{L},]$/u.test(above.text) &&
    above.right >= line.right - 3 * line.size &&
    isSamePrint(above, line),
  );
}

const PARTY =
  /^(EMITENTE|PRESTADOR|TOMADOR|INTERMEDI[ÁA]RIO|DESTINAT[ÁA]RIO|REMETENTE|TRANSPORTADOR|CONTRATANTE|CONTRATAD[OA])\b/;

/** A party named in capitals in the first cell of a row of labels: `TOMADOR DO SERVIÇO | CNPJ | Telefone`. */
export function partyBlock({ segments, region }: Line): Block | null {
  const [first, ...labels] = segments as [Segment, ...Segment[]];
  const known = labels.filter(({ text }) => labelStrength(text) >= 2).length;
  const areLabels =
    labels.length > 0 &&
    known > labels.length / 2 &&
    labels.every(({ text }) => labelStrength(text) > 0 && !PARTY.test(text));
  if (!PARTY.test(first.text) || !areLabels) return null;
  return labels.length > 1 || first.words.length > 1 ? { heading: first.text, lines: [lineOf(labels, region)] } : null;
}
