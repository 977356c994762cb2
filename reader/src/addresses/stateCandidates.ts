import type { Context } from './context.ts';
import type { Draft, Span } from './draft.ts';
import { nameKey } from './fold.ts';
import { isStateCode, LONGEST_STATE, stateNamed } from './states.ts';
import { beginsPart, type Word } from './words.ts';

/** A state that may be meant; `coded` where its two letters stand. */
export type StateCandidate = Span & { code: string; coded: boolean; score: number };

export function stateCandidates(draft: Draft, context: Context): StateCandidate[] {
  const found: StateCandidate[] = [];
  draft.words.forEach((_word, from) => {
    const code = codeAt(draft, from);
    if (code) found.push(code);
    for (let to = from + 1; to <= Math.min(from + LONGEST_STATE, draft.words.length); to++) {
      const named = nameAt(draft, { from, to }, context);
      if (named) found.push(named);
    }
  });
  return found;
}

function codeAt({ words, taken }: Draft, from: number): StateCandidate | null {
  const word = words[from] as Word;
  if (taken[from] || word.text.length !== 2 || !isStateCode(word.plain) || !mayHoldState(word)) return null;
  const next = words[from + 1];
  // `SC-401` is a road, `AP 12` a flat, and `AL SANTOS` begins a street.
  if (next && next.kind === 'number' && !beginsPart(next)) return null;
  if (next && next.gap === 'hyphen' && next.kind !== 'cep') return null;
  if (next && beginsPart(word) && !beginsPart(next) && next.kind === 'word' && word.hint !== 'state') return null;
  const written = word.text === word.text.toUpperCase() ? 3 : word.text === word.plain ? 1 : 0.5;
  return {
    from,
    to: from + 1,
    code: word.plain.toUpperCase(),
    coded: true,
    score: written + placeScore(words, from, from + 1),
  };
}

function nameAt({ words, taken }: Draft, { from, to }: Span, { inStreet, inSuburb }: Context): StateCandidate | null {
  const [word, last] = [words[from] as Word, words[to - 1] as Word];
  const inside = words.slice(from + 1, to);
  if (taken[from] || taken[to - 1] || !mayHoldState(word) || inside.some(beginsPart)) return null;
  const code = stateNamed(
    nameKey(
      words
        .slice(from, to)
        .map(({ text }) => text)
        .join(''),
    ),
  );
  if (!code || last.kind === 'cep') return null;
  const said = /^estado (d[eoa] )?$/.test(
    `${words
      .slice(Math.max(0, from - 2), from)
      .map(({ plain }) => plain)
      .join(' ')} `.replace(/^.*estado/, 'estado'),
  );
  const elsewhere = (inStreet[from] ? 4 : 0) + (inSuburb[from] ? 3 : 0);
  return {
    from,
    to,
    code,
    coded: false,
    score: 2.2 + 0.1 * (to - from) + (said ? 2 : 0) + placeScore(words, from, to) - elsewhere,
  };
}

const mayHoldState = ({ hint }: Word) => hint === null || hint === 'state' || hint === 'city' || hint === 'street';

/** States stand last, or by themselves, or behind a label. */
function placeScore(words: Word[], from: number, to: number): number {
  const [word, next] = [words[from] as Word, words[to]];
  const last = words.slice(to).every(({ kind, plain }) => kind === 'cep' || /^bra[sz]il$/.test(plain));
  const alone = beginsPart(word) && (!next || beginsPart(next));
  return (last ? 1.5 : 0) + (alone ? 0.7 : 0) + (word.hint === 'state' ? 3 : 0) + (!next || beginsPart(next) ? 0.5 : 0);
}

/** São Paulo, Rio de Janeiro and Goiás are cities as well. */
export const isAlsoCity = (code: string) => /^(SP|RJ|GO)$/.test(code);
