import { hasLabel, isValueLike, labelStrength } from './label.ts';
import type { PageMap } from './pageMap.ts';
import type { Segment } from './segment.ts';

/** A value that stands this much farther below its label than is usual on the page is another label's. */
const TOO_FAR = 1.5;
/** So many labels of a column make what stands there a label too. */
const COLUMN = 2;

/** Where a value was not recognised, what stands under its label is the next label or its value: nothing is better. */
export function isOfNextRow(label: Segment, value: Segment, page: PageMap): boolean {
  if (!value.recognised) return false;
  const usual = page.usualDrop;
  if (usual !== null && (value.y - label.y) / label.size > TOO_FAR * usual) return true;
  return isLabelInRow(value, page) || (value.x > label.right && !isValueLike(value.text));
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
  return beside.recognised && labelStrength(beside.text) >= 2 && page.startingAt(beside).filter((other) => other !== label && hasLabel(other.text)).length >= COLUMN;
}
