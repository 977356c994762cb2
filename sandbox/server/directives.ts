import { wrongParameter } from './errors.ts';
import { LONGEST_WAIT } from './settings.ts';

/** What follows a word: nothing, a number, a number or nothing, a text, or milliseconds that may be drawn. */
type Value = 'none' | 'number' | 'numberOrNone' | 'text' | 'latency';

const REQUEST: Record<string, Value> = {
  status: 'number',
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
  'rate-limit': 'number',
  probability: 'number',
  seed: 'number',
  times: 'number',
  key: 'text',
};

const CALLBACK: Record<string, Value> = {
  delay: 'number',
  before: 'none',
  times: 'number',
  together: 'none',
  never: 'none',
  malformed: 'none',
  empty: 'none',
  html: 'none',
  'wrong-secret': 'none',
  'no-secret': 'none',
  'process-id': 'text',
  oversized: 'numberOrNone',
  hold: 'none',
};

/** Parses `delay=1500; status=503; cut` into names and values; a name alone has the value ''. */
export function parseDirectives(text: string | undefined): Map<string, string> {
  const pairs = (text ?? '')
    .split(';')
    .map((piece) => piece.trim())
    .filter(Boolean);
  return new Map(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? [pair.toLowerCase(), ''] : [pair.slice(0, at).trim().toLowerCase(), pair.slice(at + 1).trim()];
    }),
  );
}

/** `100`, `100-300` or `p50:200,p95:1500` as rising milliseconds at percentages; null if it is none of them. */
export function delayPoints(text: string): [percent: number, milliseconds: number][] | null {
  const pieces = text
    .replace(/^([\d.]+)(?:-([\d.]+))?$/, (_, low: string, high = low) => `p0:${low},p100:${high}`)
    .split(',')
    .map((piece) => /^\s*p(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)\s*$/.exec(piece));
  const points = pieces.map((piece): [number, number] => [Number(piece?.[1] ?? NaN), Number(piece?.[2] ?? NaN)]);
  const isRising = points.every(([percent, milliseconds], at) => {
    const [before, least] = points[at - 1] ?? [-1, 0];
    return percent > before && percent <= 100 && milliseconds >= least && milliseconds <= LONGEST_WAIT;
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
  for (const [word, value] of parseDirectives(text)) {
    const problem = Object.hasOwn(words, word)
      ? problemOf(word, value, words[word] as Value)
      : `"${word}" is not known. Known are: ${Object.keys(words).join(', ')}`;
    if (problem) throw wrongParameter(parameter, `${parameter}: ${problem}`);
  }
}

/** Some are sent in a header. */
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/;

function problemOf(word: string, value: string, expected: Value): string | null {
  if (expected === 'none') return value === '' ? null : `"${word}" takes no value, so not "${value}"`;
  if (expected === 'text' && value === '') return `"${word}" needs a value: ${word}=…`;
  if (expected === 'text') return SENDABLE.test(value) ? null : `"${word}" has a character that no header can have`;
  if (expected === 'numberOrNone' && value === '') return null;
  if (expected === 'latency' && /[^\d.]/.test(value))
    return delayPoints(value)
      ? null
      : `"${word}" must be a number, a range (100-300) or percentiles (p50:200,p95:1500), at most ${LONGEST_WAIT}, not "${value}"`;
  if (!/^\d+(\.\d+)?$/.test(value)) return `"${word}" must be a number, not "${value}"`;
  if (word === 'delay' && Number(value) > LONGEST_WAIT) return `"delay" must be at most ${LONGEST_WAIT}, not ${value}`;
  if (word === 'probability' && Number(value) > 1) return `"probability" must be from 0 to 1, not ${value}`;
  if (word === 'rate-limit' && !/^[1-9]\d*$/.test(value))
    return `"rate-limit" must be a whole number from 1, not ${value}`;
  const isStatus = /^[2-5]\d\d$/.test(value);
  return word === 'status' && !isStatus ? `"status" must be from 200 to 599, not ${value}` : null;
}
