// A pattern is the user's and the text a stranger's: JavaScript's own engine may then try for hours, e.g. (a+)+$ on
// forty letters, and a node can set no time limit. So the pattern becomes a list of states, all followed at once: the
// time is at most the length of the text times the number of states. What that cannot do, look-around and
// back-references, is refused. Single characters are matched by JavaScript.

type State =
  | { kind: 'character'; matches(character: string): boolean; next: number }
  | { kind: 'split'; next: number[] }
  | { kind: 'assertion'; holds(text: string[], at: number): boolean; next: number }
  | { kind: 'end' };

const MOST_STATES = 2000;
/** A longer text, and so a long search, is not checked: it counts as one without a match. */
export const LONGEST_TEXT = 10_000;
const MOST_REPEATS = 1000;
/** A response can have many long texts for one pattern. All of them together take at most so many steps. */
const MOST_STEPS = 30_000_000;
const LONGEST_PATTERN = 500;

export class PatternRejection extends Error {}

/**
 * Whether a text of at most `LONGEST_TEXT` has a match anywhere, as with JavaScript's `test`. Once the texts given to it
 * have taken too many steps, it finds none. Throws a `PatternRejection`.
 */
export function compilePattern(source: string): (text: string) => boolean {
  const [, body = source, flags = ''] = /^\/(.+)\/([a-z]*)$/s.exec(source) ?? [];
  if (body === '') throw new PatternRejection('it is empty');
  if (body.length > LONGEST_PATTERN) throw new PatternRejection(`it is longer than ${LONGEST_PATTERN} characters`);
  if (/[^imsu]/.test(flags)) throw new PatternRejection('only the flags i, m and s are supported');
  const { states, start } = new Compiler(body, flagsFor(body, flags.replace('u', ''))).compile();
  const left = { steps: MOST_STEPS };
  return (text) => text.length <= LONGEST_TEXT && isMatch(states, start, [...text], left);
}

/** With the flag u where the pattern allows it: the flag refuses needless escapes such as `\-`. */
function flagsFor(body: string, flags: string): string {
  const [reason, unicode] = [reasonOf(body, flags), `u${flags}`];
  if (reasonOf(body, unicode) === undefined) return unicode;
  if (reason === undefined) return flags;
  throw new PatternRejection(reason);
}

/** Why JavaScript does not take a pattern, if it does not. */
function reasonOf(body: string, flags: string): string | undefined {
  try {
    new RegExp(body, flags);
    return undefined;
  } catch (caught) {
    return (caught as Error).message.replace(/^.*: /, '');
  }
}

/** Why a pattern cannot be used, if it cannot. */
export function patternRejection(source: string): string | undefined {
  try {
    compilePattern(source);
    return undefined;
  } catch (caught) {
    return (caught as Error).message;
  }
}

function isMatch(states: State[], start: number, text: string[], left: { steps: number }): boolean {
  // Where each state was reached last, and the states of this place and the next that read a character or end.
  const reachedAt = new Int32Array(states.length).fill(-1);
  let current: number[] = [];
  for (let at = 0; at <= text.length; at++) {
    // A match may begin at each character.
    follow(states, start, text, at, reachedAt, current, left);
    if (left.steps < 0) return false;
    const next: number[] = [];
    for (const index of current) {
      const state = states[index] as State;
      if (state.kind === 'end') return true;
      if (state.kind === 'character' && at < text.length && state.matches(text[at] as string))
        follow(states, state.next, text, at + 1, reachedAt, next, left);
    }
    current = next;
  }
  return false;
}

/** Adds the states that are reached from this one without reading a character. */
function follow(
  states: State[],
  start: number,
  text: string[],
  at: number,
  reachedAt: Int32Array,
  reached: number[],
  left: { steps: number },
): void {
  const open = [start];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    left.steps--;
    if (reachedAt[index] === at) continue;
    const state = states[index] as State;
    if (state.kind === 'assertion' && !state.holds(text, at)) continue;
    reachedAt[index] = at;
    if (state.kind === 'split') for (const next of state.next) open.push(next);
    else if (state.kind === 'assertion') open.push(state.next);
    else reached.push(index);
  }
}

/** Builds the states of a part so that they lead to `next`; returns the first of them. */
type Part = (next: number) => number;

class Compiler {
  private readonly states: State[] = [{ kind: 'end' }];

  private at = 0;

  /** An empty part has a state too, so that the limit of states also bounds what repeats nothing. */
  private readonly nothing: Part = (next) => this.add({ kind: 'split', next: [next] });

  constructor(
    private readonly source: string,
    private readonly flags: string,
  ) {}

  compile(): { states: State[]; start: number } {
    const part = this.alternatives();
    return { start: part(0), states: this.states };
  }

  private add(state: State): number {
    if (this.states.length >= MOST_STATES) throw tooLarge();
    return this.states.push(state) - 1;
  }

  /** Takes what a sticky expression matches here. */
  private take(expected: RegExp): string | undefined {
    expected.lastIndex = this.at;
    const found = expected.exec(this.source)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private alternatives(): Part {
    const parts = [this.sequence()];
    while (this.take(/\|/uy) !== undefined) parts.push(this.sequence());
    if (parts.length === 1) return parts[0] as Part;
    return (next) => this.add({ kind: 'split', next: parts.map((part) => part(next)) });
  }

  private sequence(): Part {
    const parts: Part[] = [];
    while (this.at < this.source.length && !/[|)]/.test(this.source[this.at] as string)) parts.push(this.repeated());
    if (parts.length === 0) return this.nothing;
    return (next) => parts.reduceRight((after, part) => part(after), next);
  }

  private repeated(): Part {
    const part = this.single();
    const quantifier = this.take(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/uy);
    if (quantifier === undefined) return part;
    const [least, most] = boundsOf(quantifier);
    if (least > MOST_REPEATS || (most !== Infinity && most > MOST_REPEATS)) throw tooLarge();
    if (most === 0) return this.nothing;
    return (next) => this.repeat(part, least, most, next);
  }

  private repeat(part: Part, least: number, most: number, next: number): number {
    let start = next;
    if (most === Infinity) {
      const loop: State = { kind: 'split', next: [next] };
      start = this.add(loop);
      loop.next.push(part(start));
    } else {
      for (let count = least; count < most; count++) start = this.add({ kind: 'split', next: [next, part(start)] });
    }
    for (let count = 0; count < least; count++) start = part(start);
    return start;
  }

  private single(): Part {
    if (this.take(/\((?:\?:|\?<[^=!>][^>]*>|(?!\?))/uy) !== undefined) {
      const part = this.alternatives();
      this.take(/\)/uy);
      return part;
    }
    if (this.take(/\(\?/uy) !== undefined)
      throw new PatternRejection('look-around and flags in groups are not supported');
    if (this.take(/\\(?:[1-9]|k<)/uy) !== undefined) throw new PatternRejection('back-references are not supported');
    const assertion = this.take(/\^|\$|\\[bB]/uy);
    if (assertion !== undefined) return this.assertion(assertion);
    return this.character(
      this.take(/\[(?:\\.|[^\]\\])*\]|\\u\{[^}]*\}|\\u.{4}|\\x..|\\[pP]\{[^}]*\}|\\c.|\\.|./suy) ?? '',
    );
  }

  private assertion(text: string): Part {
    const isMultiline = this.flags.includes('m');
    const isWord = (one: string | undefined): boolean => one !== undefined && /^\w$/.test(one);
    const isLineEnd = (one: string | undefined): boolean => isMultiline && /^[\n\r\u2028\u2029]$/.test(one ?? '');
    const holds: Record<string, (all: string[], at: number) => boolean> = {
      '^': (all, at) => at === 0 || isLineEnd(all[at - 1]),
      $: (all, at) => at === all.length || isLineEnd(all[at]),
      '\\b': (all, at) => isWord(all[at - 1]) !== isWord(all[at]),
      '\\B': (all, at) => isWord(all[at - 1]) === isWord(all[at]),
    };
    return (next) => this.add({ kind: 'assertion', holds: holds[text] as (typeof holds)[string], next });
  }

  private character(source: string): Part {
    const one = new RegExp(`^${source.replace(/^[{}\]]$/, '\\$&')}$`, this.flags.replace('m', ''));
    // All copies of a repeated part are asked about the same character.
    let [asked, answer] = ['', false];
    const matches = (character: string): boolean => {
      if (character !== asked) [asked, answer] = [character, one.test(character)];
      return answer;
    };
    return (next) => this.add({ kind: 'character', matches, next });
  }
}

const tooLarge = () => new PatternRejection('it is too long, or repeats too much');

function boundsOf(quantifier: string): [least: number, most: number] {
  const symbols: Record<string, [number, number]> = { '*': [0, Infinity], '+': [1, Infinity], '?': [0, 1] };
  const symbol = symbols[quantifier[0] as string];
  if (symbol) return symbol;
  const [, least = '0', comma, most] = /^\{(\d+)(?:(,)(\d*))?\}/.exec(quantifier) ?? [];
  return [Number(least), comma === undefined ? Number(least) : most ? Number(most) : Infinity];
}
