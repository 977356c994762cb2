import { personName } from '../values/personNames.ts';
import type { ScoredValue } from '../values/value.ts';
import { findText, type Form, readLine } from './form.ts';
import { type FormLine, READ, UNFIT } from './formLine.ts';

/** The score of a name joined from two lines, which may begin or end a line too late. */
const JOINED = 0.9;
/** A name that is broken off fills its line; the rest of it does not fill the next. */
const FULL = 0.8;
const REST = 0.62;

/** The names of the parents in the order they are printed, under one label or each under its own. */
export function findParentNames(form: Form): (ScoredValue | null)[] {
  const own = [findText(form, 'pai', personName), findText(form, 'mae', personName)];
  if (own.some((found) => found !== null)) return own;
  for (const { lines } of form.values('filiacao')) {
    const parents = parentsIn(lines.filter(({ text }) => /\p{L}{2}/u.test(text)));
    const text = lines.map((line) => line.text).join(' / ');
    const value = parents.map((parent) => parent.value).join(' / ') || null;
    form.trace?.({ step: 'reading', name: 'filiacao', text, value, score: null, reason: value ? READ : UNFIT });
    if (value) return parents;
  }
  return [];
}

function parentsIn(lines: FormLine[]): ScoredValue[] {
  const [first, ...more] = lines;
  if (!first || lines.some(({ misplaced, incomplete }) => misplaced || incomplete)) return [];
  if (more.length === 0) return both(first);
  const names = joinNames(lines).slice(0, 2).map(withoutAnd);
  const found = names.map((line) => readLine(line, personName));
  // A line that is no name leaves open whose the other one is.
  return found.every((name) => name !== null) ? found : [];
}

/** `JOSÉ AMOSTRA E MARIA AMOSTRA` on one line. */
function both(line: FormLine): ScoredValue[] {
  const parts = line.text.split(/(?<!\s)\s+E\s+/i).map((text) => readLine({ ...line, text }, personName));
  const names = parts.length === 2 && parts.every((part) => part !== null) ? parts : [readLine(line, personName)];
  return names.filter((name) => name !== null);
}

/** Names of more than one line: each continues until the next one begins. */
function joinNames(lines: FormLine[]): FormLine[] {
  const widest = Math.max(...lines.map(({ x, right }) => right - x));
  const width = ({ x, right }: FormLine) => (right - x) / widest;
  const names: FormLine[] = [];
  lines.forEach((line, index) => {
    const [above, last] = [lines[index - 1], names.at(-1)];
    const isRest = above && lines.length > 2 && width(above) >= FULL && width(line) <= REST;
    if (last && (isRest || /^(DE|DA|DO|DAS|DOS)\s/i.test(line.text))) {
      const score = JOINED * Math.min(last.score, line.score);
      names.splice(-1, 1, { ...last, text: `${last.text} ${line.text}`, score });
    } else names.push(line);
  });
  return names;
}

const withoutAnd = (line: FormLine): FormLine => ({ ...line, text: line.text.replace(/^E\s+(?=\p{L}{2})/u, '') });
