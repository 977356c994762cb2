import { hasLabel, labelStrength } from './label.ts';
import type { PageMap } from './pageMap.ts';
import type { Segment } from './segment.ts';

/**
 * A value that begins right of its label's end stands at the end of its cell, or in its middle, this exactly (in ems).
 */
const SET = 1.5;
/** So many labels of a column make what stands there a label too. */
const COLUMN = 2;

/** Where a value was not recognised, what stands under its label is the next label or its value: nothing is better. */
export function isOfNextRow(label: Segment, value: Segment, page: PageMap): boolean {
  return (
    value.recognised &&
    (page.isFarBelow(label, value) ||
      isLabelInRow(value, page) ||
      (value.x > label.right && !isSetInCell(label, value, page)))
  );
}

/** At the right end of a cell, or in its middle; elsewhere it is under a label that was not recognised. */
function isSetInCell(label: Segment, value: Segment, page: PageMap): boolean {
  const end = page.endOfCell(label);
  const [atEnd, inMiddle] = [end - value.right, (label.x + end - value.x - value.right) / 2].map(
    (off) => Math.abs(off) <= SET * value.size,
  );
  return Boolean(atEnd || inMiddle);
}

/** Words of a label by themselves, or among other labels. */
function isLabelInRow(value: Segment, page: PageMap): boolean {
  const others = page.lineOf(value).filter((segment) => segment !== value);
  const labels = others.filter(({ text }) => labelStrength(text) === 3).length;
  const strength = labelStrength(value.text);
  return strength === 3 || (strength === 2 && labels > 0 && labels >= others.length / 2);
}

/** What stands beside a label where other lines have labels belongs to a column of its own. */
export function isOfOthers(label: Segment, beside: Segment, page: PageMap): boolean {
  return (
    beside.recognised &&
    labelStrength(beside.text) >= 2 &&
    page.startingAt(beside).filter((other) => other !== label && hasLabel(other.text)).length >= COLUMN
  );
}
