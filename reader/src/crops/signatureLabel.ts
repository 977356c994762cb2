import type { Box, TextItem } from '../reading.ts';

type Line = Box & { size: number };

/**
 * Where a signature is announced, and whether it is that of the document's holder. `size` is the height of its letters.
 */
export type Label = Line & { isHolders: boolean };

/** As it is printed, and as it is read when it is small. */
const SIGNATURE = /\bas{1,2}[il1t|]n[ae4]tur|\bsignature\b|\bfirma del? titular\b/i;
/** Of who issued the document; or a word about signing. */
const NOT_THE_HOLDER =
  /emiss|emitente|diretor|autoridad|delegad|funcion[áa]rio|escrev|tabeli|oficial|presidente|issuing|authority|digital|eletr[ôo]nica/i;
const LONGEST = 60;
/** Words of a line that stand further apart than this, in letter heights, belong to different labels. */
const APART = 1.5;

/** Labels under, over or before which somebody signs. */
export function signatureLabels(items: TextItem[], scale: number): Label[] {
  return joined(items)
    .filter(({ text }) => SIGNATURE.test(text) && text.length <= LONGEST)
    .map((item) => ({ ...boxOfItem(item, scale), isHolders: !NOT_THE_HOLDER.test(item.text) }));
}

/** The place of a piece of text in the picture; its letters reach a little below the baseline. */
export function boxOfItem({ x, y, width, size }: TextItem, scale: number): Line {
  return {
    left: x * scale,
    top: (y - 0.85 * size) * scale,
    width: width * scale,
    height: 1.1 * size * scale,
    size: size * scale,
  };
}

/** Recognised text comes in words, a label has several. */
function joined(items: TextItem[]): TextItem[] {
  const labels: TextItem[] = [];
  for (const item of items.toSorted((a, b) => a.x - b.x)) {
    const before = labels.findLast(
      (other) =>
        Math.abs(other.y - item.y) < 0.5 * item.size &&
        gap(other, item) < APART * item.size &&
        gap(other, item) > -item.size,
    );
    if (!before) labels.push({ ...item });
    else
      Object.assign(before, {
        text: `${before.text} ${item.text}`,
        width: item.x + item.width - before.x,
        size: Math.max(before.size, item.size),
      });
  }
  return labels;
}

const gap = (left: TextItem, right: TextItem) => right.x - left.x - left.width;
