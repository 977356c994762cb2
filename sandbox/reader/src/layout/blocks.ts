import { weightedMedian } from '../statistics.ts';
import { parseTaxNumber } from '../text/taxNumbers.ts';
import { hasHeadingStyle, isBetweenValues, isHeading, isValueOfLineAbove, numberedHeading } from './headings.ts';
import { hasLabel, isUpperCase, labelStrength } from './labels.ts';
import { namesSection } from './labelWords.ts';
import { flowsOn } from './paragraphs.ts';
import { isSameSize, isSameStyle, lineFrom, lineText, partOf, type Line, type Segment } from './segments.ts';
import { findTable } from './tables.ts';

/** A heading with the lines under it; `titleLines` as in a section. */
export type Block = { heading: string | null; titleLines?: number; lines: Line[] };

/** Splits a page into blocks at its headings; blocks side by side are read one after the other. */
export function splitIntoBlocks(lines: Line[]): Block[] {
  const bodySize = usualSize(lines);
  const blocks: Block[] = [{ heading: null, lines: [] }];
  let region = 0;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as Line;
    if (hasTwoHeadings(lines, at)) {
      const second = line.segments[1] as Segment;
      const border = second.x - 0.2 * second.size;
      const end = endOfColumns(lines, at + 1, border, bodySize);
      blocks.push(...columnBlocks(line, lines.slice(at + 1, end), border, region), { heading: null, lines: [] });
      region += 2;
      at = end - 1;
      continue;
    }
    const startsHere = numberedBlock(lines, at) ?? partyBlock(line);
    if (startsHere) blocks.push(startsHere);
    else if (isHeading(lines, at, bodySize)) {
      const labels = isBesideRow(lines, at) ? blocks.at(-1)?.lines.pop() : undefined;
      addHeading(blocks, lineText(line), linesOfTitle(lines, at, bodySize));
      if (labels) blocks.at(-1)?.lines.push(labels);
    } else blocks.at(-1)?.lines.push(line);
  }
  return blocks.filter(({ heading, lines: inside }) => heading !== null || inside.length > 0);
}

/**
 * Whether a heading stands left of a row of boxes, between the line of their labels and that of their values, which are
 * then what it heads.
 */
function isBesideRow(lines: Line[], at: number): boolean {
  const [labels, line, values] = [lines[at - 1], lines[at], lines[at + 1]];
  const [heading] = line?.segments ?? [];
  if (!labels || !heading || !values) return false;
  const isRight = ({ segments }: Line) => segments.every(({ x }) => x > heading.right);
  return (
    heading.y - labels.y < heading.size && values.y - heading.y < heading.size && isRight(labels) && isRight(values)
  );
}

/** A heading right under a bare number is the title of that number. */
function addHeading(blocks: Block[], heading: string, titleLines: number): void {
  const last = blocks.at(-1);
  const isBareNumber =
    last?.heading &&
    last.lines.length === 0 &&
    /^\p{L}+\s+\S+( \p{L}+)?$/u.test(last.heading) &&
    numberedHeading(last.heading);
  if (isBareNumber) last.heading = `${last.heading} - ${heading}`;
  else blocks.push({ heading, titleLines, lines: [] });
}

/** How many lines below a heading are of its type: weight, size and capitals, and neither numbers nor parts of it. */
function linesOfTitle(lines: Line[], at: number, bodySize: number): number {
  const below = lines.slice(at + 1);
  const end = below.findIndex(({ segments: [only, ...others] }, index) => {
    const [above] = (lines[at + index] as Line).segments as [Segment];
    return (
      !only ||
      others.length > 0 ||
      !isSameStyle(above, only) ||
      isUpperCase(above.text) !== isUpperCase(only.text) ||
      !(isUpperCase(only.text) || hasHeadingStyle(only, bodySize)) ||
      only.y - above.y > TITLE_PITCH * only.size ||
      /:|\d{3}/.test(only.text) ||
      numberedHeading(only.text) !== null
    );
  });
  return end < 0 ? below.length : end;
}

/** In ems: how far below each other the lines of a title may be. */
const TITLE_PITCH = 1.9;

/** The font size of most of the text. */
const usualSize = (lines: Line[]): number =>
  weightedMedian(
    lines.flatMap(({ segments }) => segments.map(({ size, text }) => ({ value: size, weight: text.length }))),
  ) ?? 10;

/** A clause or register entry, which may begin with text on the same line. */
function numberedBlock(lines: Line[], at: number): Block | null {
  const line = lines[at] as Line;
  const [first, ...others] = line.segments as [Segment, ...Segment[]];
  // R5.023.463/0001-46 is a company, not the fifth entry of a register.
  const below = lines[at + 1]?.segments[0];
  // A line counts as bold if its beginning is.
  const goesOn =
    below !== undefined &&
    isSameSize(first, below) &&
    !/^\p{L}[).]/u.test(below.text) &&
    flowsOn(line.segments.at(-1) as Segment, below);
  const numbered = parseTaxNumber(first.text) ? null : numberedHeading(first.text, goesOn);
  if (!numbered || (numbered.rest && continuesLineAbove(lines, at))) return null;
  const rest = numbered.rest === '' ? [] : [partOf(first, -numbered.rest.split(/\s+/).length)];
  return {
    heading: numbered.heading,
    lines: rest.length + others.length > 0 ? [lineFrom([...rest, ...others], line.region)] : [],
  };
}

/** Whether the line above is full and ends no sentence, so that this line continues it. */
function continuesLineAbove(lines: Line[], at: number): boolean {
  const [above, line] = [lines[at - 1]?.segments.at(-1), lines[at]?.segments[0]];
  return Boolean(
    above &&
    line &&
    /[\p{L},]$/u.test(above.text) &&
    above.right >= line.right - 3 * line.size &&
    isSameStyle(above, line),
  );
}

const PARTY =
  /^(EMITENTE|PRESTADOR|TOMADOR|INTERMEDI[ÁA]RIO|DESTINAT[ÁA]RIO|REMETENTE|TRANSPORTADOR|CONTRATANTE|CONTRATAD[OA])\b/;

/** A party in capitals in the first cell of a row of labels: `TOMADOR DO SERVIÇO | CNPJ | Telefone`. */
function partyBlock({ segments, region }: Line): Block | null {
  const [first, ...labels] = segments as [Segment, ...Segment[]];
  const known = labels.filter(({ text }) => labelStrength(text) >= 2).length;
  const areLabels =
    labels.length > 0 &&
    known > labels.length / 2 &&
    labels.every(({ text }) => labelStrength(text) > 0 && !PARTY.test(text));
  if (!PARTY.test(first.text) || !areLabels) return null;
  return labels.length > 1 || first.words.length > 1
    ? { heading: first.text, lines: [lineFrom(labels, region)] }
    : null;
}

/** Two headings side by side with labels under them: two blocks, whose values must not be mixed. */
function hasTwoHeadings(lines: Line[], at: number): boolean {
  const { segments } = lines[at] as Line;
  const nameSections = segments.every(({ text }) => namesSection(text));
  const below = lines.slice(at + 1, at + (nameSections ? 3 : 2));
  if (segments.length !== 2 || below.length === 0 || (!nameSections && findTable(lines, at, null))) return false;
  if (
    !segments.every(
      ({ text, bold }) => (bold || (isUpperCase(text) && !/\d{2}/.test(text)) || namesSection(text)) && !hasLabel(text),
    )
  )
    return false;
  if (segments.some((segment) => isValueOfLineAbove(segment, lines[at - 1]) || isBetweenValues(segment, lines, at)))
    return false;
  const startsField = (x: number) =>
    below.some((line) => line.segments.some((segment) => Math.abs(segment.x - x) < segment.size && isField(segment)));
  return (
    segments.every(({ x }) => startsField(x)) && (nameSections || segments.some(({ text }) => labelStrength(text) < 3))
  );
}

const isField = ({ text }: Segment) => hasLabel(text) || labelStrength(text) === 3;

function endOfColumns(lines: Line[], from: number, border: number, bodySize: number): number {
  let end = from;
  while (
    end < lines.length &&
    !isHeading(lines, end, bodySize) &&
    !numberedBlock(lines, end) &&
    !hasTwoHeadings(lines, end) &&
    !isRowAcross(lines[end] as Line, border)
  )
    end++;
  return end;
}

/** Whether a line stands in at least three cells with rulings, of which one is on both sides of the border. */
function isRowAcross({ segments }: Line, border: number): boolean {
  const cells = new Set(segments.map(({ cell }) => cell));
  return cells.size > 2 && segments.some(({ cell, size }) => cell && cell[0] < border - size && cell[2] > border);
}

function columnBlocks({ segments }: Line, lines: Line[], border: number, region: number): Block[] {
  const side = (left: boolean) =>
    lines.flatMap((line) => {
      const own = line.segments.filter(({ x }) => x < border === left);
      return own.length > 0 ? [lineFrom(own, region + (left ? 1 : 2))] : [];
    });
  return segments.map(({ text }, index) => ({ heading: text, lines: side(index === 0) }));
}
