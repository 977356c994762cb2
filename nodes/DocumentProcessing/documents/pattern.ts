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
const MOST_REPEATS = 1000;
const LONGEST_PATTERN = 500;

export class PatternRejection extends Error {}

/** Whether a text has a match anywhere, as with JavaScript's `test`. Throws a `PatternRejection`. */
export function compilePattern(source: string): (text: string) => boolean {
  const [, body = source, flags = ''] = /^\/(.+)\/([a-z]*)$/s.exec(source) ?? [];
  if (body === '') throw new PatternRejection('it is empty');
  if (body.length > LONGEST_PATTERN) throw new PatternRejection(`it is longer than ${LONGEST_PATTERN} characters`);
  if (/[^imsu]/.test(flags)) throw new PatternRejection('only the flags i, m and s are supported');
  const { states, start } = new Compiler(body, flagsFor(body, flags.replace('u', ''))).compile();
  return (text) => isMatch(states, start, [...text]);
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

function isMatch(states: State[], start: number, text: string[]): boolean {
  let current = new Set<number>();
  for (let at = 0; at <= text.length; at++) {
    // A match may begin at each character.
    follow(states, start, text, at, current);
    const next = new Set<number>();
    for (const index of current) {
      const state = states[index] as State;
      if (state.kind === 'end') return true;
      if (state.kind === 'character' && at < text.length && state.matches(text[at] as string))
        follow(states, state.next, text, at + 1, next);
    }
    current = next;
  }
  return false;
}

/** Adds the states that are reached from this one without reading a character. */
function follow(states: State[], start: number, text: string[], at: number, reached: Set<number>): void {
  const open = [start];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (reached.has(index)) continue;
    const state = states[index] as State;
    if (state.kind === 'assertion' && !state.holds(text, at)) continue;
    reached.add(index);
    if (state.kind === 'split') open.push(...state.next);
    if (state.kind === 'assertion') open.push(state.next);
  }
}

/** Builds the states of a part so that they lead to `next`; returns the first of them. */
type Part = (next: number) => number;

class Compiler {
  private readonly states: State[] = [{ kind: 'end' }];

  private at = 0;

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

  private take(expected: RegExp): string | undefined {
    const [found] = new RegExp(expected.source, 'uy' + (expected.flags.includes('s') ? 's' : '')).exec(
      this.source.slice(this.at),
    ) ?? [undefined];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private alternatives(): Part {
    const parts = [this.sequence()];
    while (this.take(/\|/) !== undefined) parts.push(this.sequence());
    if (parts.length === 1) return parts[0] as Part;
    return (next) => this.add({ kind: 'split', next: parts.map((part) => part(next)) });
  }

  private sequence(): Part {
    const parts: Part[] = [];
    while (this.at < this.source.length && !/[|)]/.test(this.source[this.at] as string)) parts.push(this.repeated());
    // An empty part has a state too, so that the limit of states also bounds what repeats nothing.
    if (parts.length === 0) return (next) => this.add({ kind: 'split', next: [next] });
    return (next) => parts.reduceRight((after, part) => part(after), next);
  }

  private repeated(): Part {
    const part = this.single();
    const quantifier = this.take(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/);
    if (quantifier === undefined) return part;
    const [least, most] = boundsOf(quantifier);
    if (least > MOST_REPEATS || (most !== Infinity && most > MOST_REPEATS)) throw tooLarge();
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
    if (this.take(/\((?:\?:|\?<[^=!>][^>]*>|(?!\?))/) !== undefined) {
      const part = this.alternatives();
      this.take(/\)/);
      return part;
    }
    if (this.take(/\(\?/) !== undefined)
      throw new PatternRejection('look-around and flags in groups are not supported');
    if (this.take(/\\(?:[1-9]|k<)/) !== undefined) throw new PatternRejection('back-references are not supported');
    const assertion = this.take(/\^|\$|\\[bB]/);
    if (assertion !== undefined) return this.assertion(assertion);
    return this.character(
      this.take(/\[(?:\\.|[^\]\\])*\]|\\u\{[^}]*\}|\\u.{4}|\\x..|\\[pP]\{[^}]*\}|\\c.|\\.|./s) ?? '',
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
    return (next) => this.add({ kind: 'character', matches: (character) => one.test(character), next });
  }
}

const tooLarge = () => new PatternRejection('it is too long, or repeats too much');

function boundsOf(quantifier: string): [least: number, most: number] {
  const symbols: Record<string, [number, number]> = { '*': [0, Infinity], '+': [1, Infinity], '?': [0, 1] };
  const symbol = symbols[quantifier[0] as string];
  if (symbol) return symbol;
  const [, least = '0', comma, most] = /^\{(\d+)(,)?(\d*)\}/.exec(quantifier) ?? [];
  return [Number(least), comma === undefined ? Number(least) : most ? Number(most) : Infinity];
}
