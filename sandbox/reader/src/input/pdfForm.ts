import type { PageViewport, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextItem } from '../reading.ts';
import type { PrintedWord } from './pdfGrounds.ts';

/** What pdf.js tells of a field of a form, or of a note typed onto the page. */
type Annotation = {
  id: string;
  subtype: string;
  rect: [number, number, number, number];
  annotationFlags: number;
  fieldType?: 'Tx' | 'Ch' | 'Btn' | 'Sig';
  fieldValue?: string | string[] | null;
  options?: { exportValue: string; displayValue: string }[];
  checkBox?: boolean;
  radioButton?: boolean;
  exportValue?: string;
  buttonValue?: string;
  password?: boolean;
  multiLine?: boolean;
  textAlignment?: number | null;
  defaultAppearanceData?: { fontSize?: number };
  contentsObj?: { str?: string };
};

/** Flags of what is not shown. */
const [HIDDEN, NO_VIEW] = [2, 32];
/** A box that was not ticked, and one that was. */
const [BOX, TICK] = ['☐', '☒'];
/** Programs print text of no given size so large at most, in points, and as this share of the height of its field. */
const AUTOMATIC = { most: 12, share: 0.7 };
const MARGIN = 2;
/** In ems: the width of a letter, from one line to the next, and how far the middle of letters is above their baseline. */
const [LETTER, LINE, MIDDLE] = [0.5, 1.15, 0.35];

/** The fields of forms on a page, and the notes that were typed onto it; those that print (`words`) what they say. */
export async function annotationsOf(page: PDFPageProxy, words: PrintedWord[]): Promise<Annotation[]> {
  const printed = Map.groupBy(words, ({ annotation }) => annotation);
  const lettersOf = (texts: string[]) => texts.join('').replace(/\s/g, '');
  return ((await page.getAnnotations()) as Annotation[]).filter((annotation) => {
    const own = printed.get(annotation.id);
    const saysSo = () =>
      lettersOf(own?.flatMap(({ isSeen, text }) => (isSeen ? text : [])) ?? []) === lettersOf([textOf(annotation)]);
    const isField = annotation.subtype === 'FreeText' || annotation.subtype === 'Widget';
    return isField && (!own || annotation.fieldType === 'Btn' || saysSo());
  });
}

/** What was filled into the form on a page and typed onto it, which is not in its text. */
export function filledIn(annotations: Annotation[], viewport: PageViewport, printed: TextItem[]): TextItem[] {
  return annotations.flatMap((annotation) => {
    const text = annotation.annotationFlags & (HIDDEN | NO_VIEW) ? '' : textOf(annotation).trim();
    return text === '' ? [] : placed(text, annotation, viewport, printed);
  });
}

function textOf({ subtype, fieldType, fieldValue, ...field }: Annotation): string {
  if (subtype === 'FreeText') return field.contentsObj?.str ?? '';
  if (fieldValue === null || fieldValue === undefined || field.password) return '';
  const values = [fieldValue].flat();
  if (fieldType === 'Tx') return values.join(' ');
  if (fieldType === 'Ch') {
    const shown = (value: string) => field.options?.find(({ exportValue }) => exportValue === value)?.displayValue;
    return values.map((value) => shown(value) ?? value).join(', ');
  }
  const own = field.checkBox ? field.exportValue : field.radioButton ? field.buttonValue : undefined;
  if (own === undefined || own === 'Off') return '';
  return values.includes(own) ? TICK : BOX;
}

/** The lines of a field at the places where a program would print them. */
function placed(text: string, field: Annotation, viewport: PageViewport, printed: TextItem[]): TextItem[] {
  const [left, top, right, bottom] = boxOf(field, viewport);
  const isHigh = field.multiLine || field.subtype === 'FreeText';
  const automatic = Math.min(AUTOMATIC.most, AUTOMATIC.share * (bottom - top));
  const size = field.defaultAppearanceData?.fontSize || automatic;
  const room = right - left - 2 * MARGIN;
  const lines = isHigh ? text.split(/\r\n?|\n/).flatMap((line) => wrapped(line, room / (LETTER * size))) : [text];
  const middle = (top + bottom) / 2 + MIDDLE * size;
  const first = isHigh ? top + MARGIN + size : baselineBeside({ left, top, bottom, middle }, printed);
  const isOnPage =
    left < Math.min(right, viewport.width) && top < Math.min(bottom, viewport.height) && right > 0 && bottom > 0;
  if (!isOnPage) return [];
  const isPrinted = (line: string) =>
    printed.some(
      (item) => item.text === line && item.x < right && item.x + item.width > left && item.y > top && item.y < bottom,
    );
  return lines.flatMap((line, at) => {
    const width = Math.min(room, LETTER * size * line.length);
    const x = left + MARGIN + ((field.textAlignment ?? 0) / 2) * (room - width);
    const item = { text: line, x, y: first + at * LINE * size, width, size, bold: false };
    return line.trim() === '' || isPrinted(line) ? [] : [item];
  });
}

function boxOf({ rect }: Annotation, viewport: PageViewport): [number, number, number, number] {
  const [a = 0, b = 0, c = 0, d = 0] = viewport.convertToViewportRectangle(rect) as number[];
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

/** The baseline of the printed text nearest to the left of a field or to its right, which is its label; else its own. */
function baselineBeside(
  { left, top, bottom, middle }: { left: number; top: number; bottom: number; middle: number },
  printed: TextItem[],
): number {
  const beside = printed.filter(({ x, width, y }) => y > top && y <= bottom && x + width <= left + MARGIN);
  const nearest = beside.toSorted((a, b) => b.x + b.width - a.x - a.width)[0];
  return nearest?.y ?? middle;
}

/** Words in lines of so many letters. */
function wrapped(text: string, letters: number): string[] {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > letters) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}
