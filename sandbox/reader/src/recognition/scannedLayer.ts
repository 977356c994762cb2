import type { Grey } from '../preprocessing/images.ts';
import type { TextItem } from '../reading.ts';
import { withoutAccents } from '../text/normalise.ts';
import { isCnpj, isCpf } from '../text/taxNumbers.ts';
import type { LineBox } from './lineCrop.ts';
import { recogniseText } from './pageRecognition.ts';

/** How many lines of a scan are read to compare them with its layer, and the part of their letters that must be in it. */
const SAMPLE = 12;
const LEAST_AGREEMENT = 0.9;
/** Printed text is what its layer says if more of its letters agree, and in fewer of its lines a number differs. */
const [LEAST_SHOWN, MOST_REFUTED] = [0.5, 0.25];
/** What another program recognised is no surer than this. */
const MOST_CONFIDENCE = 0.9;
/** The least part of a line over which text stands. */
const LEAST_WRITTEN = 0.5;
/** In sizes, above and below the baseline. */
const [RISE, HANG] = [0.9, 0.3];

/** Whether a line of a picture is what these texts write there. */
export const isWritten = (box: LineBox, items: TextItem[]): boolean =>
  itemsAt(box, items).reduce((sum, item) => sum + sharedBy(box, item), 0) > LEAST_WRITTEN * box.length;

const isShownBy = (item: TextItem, boxes: LineBox[]): boolean =>
  boxes.reduce((sum, box) => sum + (itemsAt(box, [item]).length > 0 ? sharedBy(box, item) : 0), 0) >
  LEAST_WRITTEN * item.width;

/** How long a line of a picture and a text are beside each other. */
const sharedBy = ({ x, length }: LineBox, item: TextItem) =>
  Math.max(0, Math.min(x + length / 2, item.x + item.width) - Math.max(x - length / 2, item.x));

/** The part of what looks like lines of text that may be pictures, or letters nobody needs. */
const MOST_UNREAD = 0.5;

/** Says it in words, if most of the print of a page was not read. */
export function unreadPrint(lines: LineBox[], items: TextItem[]): string | null {
  const lengthOf = (boxes: LineBox[]) => boxes.reduce((sum, { length }) => sum + length, 0);
  const unread = lines.filter((box) => !isWritten(box, items));
  return lengthOf(unread) > MOST_UNREAD * lengthOf(lines) ? 'most of its print could not be read' : null;
}

/** Says it in words, if a text of the layer stands in a line of the picture, and nothing was read there instead of it. */
export function lostOf(layer: TextItem[], lines: LineBox[], items: TextItem[]): string | null {
  const placeOf = ({ x, y, width, size }: TextItem) => ({ x: x + width / 2, y, length: width, height: size, angle: 0 });
  const isLost = (item: TextItem) =>
    !isWritten(placeOf(item), items) && lines.some((box) => itemsAt(box, [item]).length > 0);
  return layer.some(isLost) ? 'a part of its print could not be read' : null;
}

export const itemsAt = (box: LineBox, items: TextItem[]) =>
  items.filter(
    (item) => box.y > item.y - RISE * item.size && box.y < item.y + HANG * item.size && sharedBy(box, item) > 0,
  );

/**
 * Lines that a picture shows as the layer says; `share`: of the letters of those that were read to find out; `isShown`:
 * whether the layer says what the page shows, whatever its print.
 */
type Agreement = { confirmed: LineBox[]; share: number; isShown: boolean };

/** Reads some of the lines, those with the most digits: a wrong number does the most harm, and no dictionary supports it. */
export async function agreementWith(layer: TextItem[], picture: Grey, lines: LineBox[]): Promise<Agreement> {
  const written = lines.filter((box) => isWritten(box, layer));
  const digitsIn = (box: LineBox) =>
    itemsAt(box, layer).reduce((sum, { text }) => sum + text.replace(/\D/g, '').length, 0);
  const sample = written.toSorted((a, b) => digitsIn(b) - digitsIn(a)).slice(0, SAMPLE);
  const differing = new Set<LineBox>();
  let [letters, same, refuted] = [0, 0, 0];
  for (const box of sample) {
    const said = itemsAt(box, layer).flatMap(wordsOf);
    // Reading loses accents and finds blanks, but no accents that are not there.
    const known = [...said, ...said.map(withoutAccents)];
    const read = (await recogniseText({ picture, boxes: [box] }, null, { enlarged: 1 })).flatMap(wordsOf);
    const missing = read.filter((word) => !known.includes(word) && (/\d/.test(word) || !known.join('').includes(word)));
    letters += read.join('').length;
    same += read.join('').length - missing.join('').length;
    const isMixed = said.some((word) => MIXED.test(word) && !read.includes(word));
    if (missing.some((word) => isMixed || /\d/.test(word) || withoutAccents(word) !== word)) differing.add(box);
    if (missing.some((word) => /\d/.test(word))) refuted++;
  }
  const share = letters === 0 ? 0 : same / letters;
  const isShown = share > LEAST_SHOWN && refuted <= MOST_REFUTED * sample.length;
  return { confirmed: written.filter((box) => !differing.has(box)), share, isShown };
}

/** Digits that were read for letters. Of two words of letters alone nobody knows which was read wrong. */
const MIXED = /\p{L}\d|\d\p{L}/u;

/**
 * What a program recognised in a scan before, and wrote where nobody sees it, in the lines that show the same.
 * `beside`: what else they show.
 */
export async function confirmedLayer(
  layer: TextItem[],
  { picture, lines, beside }: { picture: Grey; lines: LineBox[]; beside: TextItem[] },
): Promise<TextItem[]> {
  const { confirmed, share } = await agreementWith([...layer, ...beside], picture, lines);
  if (share < LEAST_AGREEMENT) return [];
  const confidence = Math.min(MOST_CONFIDENCE, share);
  return layer.filter((item) => isShownBy(item, confirmed)).map((item) => ({ ...item, confidence }));
}

const wordsOf = ({ text }: TextItem) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Letters of fonts without a map to characters, and signs that no text has. */
const NO_CHARACTERS = /[\p{Co}\p{Cc}\p{Cn}\ufffd]/u;
export const isLegible = ({ text }: TextItem) => !NO_CHARACTERS.test(text);

const PROVABLE =
  /(?<![\w.])(?:(\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2})|(\d{3}\.\d{3}\.\d{3}-\d{2})|(\d{2})\/(\d{2})\/\d{4})(?!\w)/g;

/** Whether its numbers may be some. Where a font maps its digits to others, check digits are wrong, or days are none. */
export const mayBeNumbers = ({ text }: TextItem): boolean =>
  [...text.matchAll(PROVABLE)].every(([, cnpj, cpf, a, b]) => {
    if (cnpj || cpf) return cnpj ? isCnpj(cnpj.replace(/\D/g, '')) : isCpf((cpf as string).replace(/\D/g, ''));
    const [less, more] = [Number(a), Number(b)].toSorted((one, other) => one - other) as [number, number];
    return less <= 12 && more <= 31;
  });
