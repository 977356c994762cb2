import type { NamedField } from '../../reading.ts';
import { standardName } from '../../text/naming.ts';
import { round } from '../present.ts';
import type { Parse, Value } from '../values/value.ts';
import type { Form, Line } from './form.ts';

/** A value and how sure it is. */
export type Found = { value: string; score: number };

/** What check digits leave of a doubt, and what is left of a value they do not agree with or no list has. */
const DOUBT_LEFT = 0.2;
const DISPROVED = 0.4;
const UNKNOWN = 0.8;

/** The first value a label of that name has. */
export function findValue(form: Form, label: string, parse: Parse): Found | null {
  return firstOf(form.values(label), (line) => readLine(line, parse));
}

/** The same for a text that nothing proves: a torn line would be another text. */
export function findText(form: Form, label: string, parse: Parse): Found | null {
  return firstOf(form.values(label), (line) => (line.torn ? null : readLine(line, parse)));
}

function firstOf(values: Line[][], read: (line: Line) => Found | null): Found | null {
  for (const [first] of values) {
    const found = first ? read(first) : null;
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

/**
 * What was recognised and is not proven where it could be was misread; what is printed in a text layer is what the
 * document says.
 */
function weigh({ value, proof }: Value, { score, printed, astray }: Line): Found | null {
  if (astray && proof !== 'right') return null;
  if (proof === 'right') return { value, score: 1 - DOUBT_LEFT * (1 - score) };
  if (!proof) return { value, score };
  return printed ? { value, score: (proof === 'wrong' ? DISPROVED : UNKNOWN) * score } : null;
}

export function namedField(name: string, found: Found | null | undefined): NamedField {
  return { name, stdName: standardName(name), value: found?.value ?? null, score: found ? round(found.score) : null };
}
