import { unknownName, wrongParameter } from './errors.ts';
import { LONGEST_WAIT } from './settings.ts';

/** A number; what is not whole has a point. */
type Range = { from?: number; to?: number; isWhole?: boolean; isOptional?: boolean };

/** What follows a word: nothing, a text, milliseconds that may be drawn, or a number. */
type Value = 'none' | 'text' | 'latency' | Range;

/** Of an answer, whose connection is open all that while. */
export const LONGEST_DELAY = 3_600_000;

const REQUEST: Record<string, Value> = {
  status: { from: 200, to: 599, isWhole: true },
  code: 'text',
  'retry-after': 'text',
  'failing-envelope': 'none',
  empty: 'none',
  html: 'none',
  garbage: 'none',
  redirect: 'text',
  delay: 'latency',
  hang: 'none',
  reset: 'none',
  'reset-after': 'none',
  cut: 'none',
  truncated: 'none',
  early: 'none',
  'rate-limit': { from: 1, isWhole: true },
  probability: { to: 1 },
  seed: {},
  times: { from: 1, isWhole: true },
  key: 'text',
};

const CALLBACK: Record<string, Value> = {
  delay: { to: LONGEST_WAIT },
  before: 'none',
  times: { from: 1, to: 100, isWhole: true },
  together: 'none',
  never: 'none',
  malformed: 'none',
  empty: 'none',
  html: 'none',
  'wrong-secret': 'none',
  'no-secret': 'none',
  'process-id': 'text',
  oversized: { to: 200, isOptional: true },
  hold: 'none',
};

/** Parses `delay=1500; status=503; cut` into names and values; a name alone has the value ''. */
export const parseDirectives = (text: string | undefined): Map<string, string> => new Map(directivesIn(text));

const directivesIn = (text = ''): [word: string, value: string][] =>
  text
    .split(';')
    .map((piece) => piece.trim())
    .filter(Boolean)
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? [pair.toLowerCase(), ''] : [pair.slice(0, at).trim().toLowerCase(), pair.slice(at + 1).trim()];
    });

/** `100`, `100-300` or `p50:200,p95:1500` as rising milliseconds at percentages; null if it is none of them. */
export function delayPoints(text: string): [percent: number, milliseconds: number][] | null {
  const pieces = text
    .replace(/^([\d.]+)(?:-([\d.]+))?$/, (_, low: string, high = low) => `p0:${low},p100:${high}`)
    .split(',')
    .map((piece) => /^\s*p(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)\s*$/.exec(piece));
  const points = pieces.map((piece): [number, number] => [Number(piece?.[1] ?? NaN), Number(piece?.[2] ?? NaN)]);
  const isRising = points.every(([percent, milliseconds], at) => {
    const [before, least] = points[at - 1] ?? [-1, 0];
    return percent > before && percent <= 100 && milliseconds >= least && milliseconds <= LONGEST_DELAY;
  });
  return isRising ? [[0, 0], ...points] : null;
}

/** Refuses the text of a request's fault that would do nothing, or something else; `parameter` is where it was given. */
export const checkFault = (text: string | undefined, parameter: string) => check(text, parameter, REQUEST);

/** Refuses the text of a callback's fault, likewise. */
export function checkCallbackFault(text: string | undefined, parameter: string): void {
  check(text, parameter, CALLBACK);
  const words = [...parseDirectives(text).keys()];
  const [other] = words.filter((word) => word !== 'never');
  if (other && words.includes('never'))
    throw wrongParameter(parameter, `${parameter}: "never" does not call back, so "${other}" would do nothing`);
}

function check(text: string | undefined, parameter: string, words: Record<string, Value>): void {
  const directives = directivesIn(text);
  if (text && directives.length === 0) throw wrongParameter(parameter, `${parameter}: "${text}" says nothing`);
  for (const [at, [word, value]] of directives.entries()) {
    const problem = !Object.hasOwn(words, word)
      ? unknownName(word, Object.keys(words), `"${word}"`)
      : directives.findIndex(([other]) => other === word) < at
        ? `"${word}" stands in it twice`
        : problemOf(word, value, words[word] as Value);
    if (problem) throw wrongParameter(parameter, `${parameter}: ${problem}`);
  }
}

/** Some are sent in a header. */
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/;

function problemOf(word: string, value: string, expected: Value): string | null {
  if (expected === 'none') return value === '' ? null : `"${word}" takes no value, so not "${value}"`;
  if (expected === 'text' && value === '') return `"${word}" needs a value: ${word}=…`;
  if (expected === 'text') return SENDABLE.test(value) ? null : `"${word}" has a character that no header can have`;
  if (expected === 'latency')
    return delayPoints(value)
      ? null
      : `"${word}" must be a number, a range (100-300) or percentiles (p50:200,p95:1500), at most ${LONGEST_DELAY}, not "${value}"`;
  const { from = 0, to = Infinity, isWhole = false, isOptional = false } = expected;
  const isNumber = (isWhole ? /^\d+$/ : /^\d+(\.\d+)?$/).test(value) && Number(value) >= from && Number(value) <= to;
  if (isNumber || (isOptional && value === '')) return null;
  return `"${word}" must be a ${isWhole ? 'whole ' : ''}number from ${from}${to < Infinity ? ` to ${to}` : ''}, not "${value}"`;
}
