import type { NamedField } from '../../reading/document.ts';
import { standardName } from '../../answers/naming.ts';
import { round } from '../../answers/present.ts';
import type { Parse, Value } from '../values/value.ts';
import type { Form, Line } from './form.ts';

/** A value and how sure it is. */
export type Found = { value: string; score: number };

/** What check digits leave of a doubt, and what they leave of a value they do not agree with. */
const DOUBT_LEFT = 0.2;
const DISPROVED = 0.4;

/** The first value a label of that name has. */
export function findValue(form: Form, label: string, parse: Parse): Found | null {
  for (const [first] of form.values(label)) {
    const found = first ? readLine(first, parse) : null;
    if (found) return found;
  }
  return null;
}

/** A value anywhere on the page, for numbers that nothing else can look like. */
export function findLoose(form: Form, parse: Parse): Found | null {
  const found = form.loose.filter(({ text }) => parse(text)?.proof === 'right').map((line) => readLine(line, parse));
  const values = new Set(found.map((value) => value?.value));
  return values.size === 1 ? (found[0] ?? null) : null;
}

export function readLine(line: Line, parse: Parse): Found | null {
  const value = parse(line.text);
  return value && weigh(value, line);
}

/** A recognised number that its check digits do not agree with was misread; a printed one is what the document says. */
function weigh({ value, proof }: Value, { score, printed }: Line): Found | null {
  if (proof === 'wrong') return printed ? { value, score: DISPROVED * score } : null;
  return { value, score: proof === 'right' ? 1 - DOUBT_LEFT * (1 - score) : score };
}

export function namedField(name: string, found: Found | null | undefined): NamedField {
  return { name, stdName: standardName(name), value: found?.value ?? null, score: found ? round(found.score) : null };
}
