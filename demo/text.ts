// Texts as a terminal shows them: their width, and what fits.

/** Chinese, Japanese and Korean letters and most pictures take two places. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const INVISIBLE = /[\p{M}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

const letterWidth = (letter: string): number => (INVISIBLE.test(letter) ? 0 : WIDE.test(letter) ? 2 : 1);

export const widthOf = (text: string): number => [...text].reduce((sum, letter) => sum + letterWidth(letter), 0);

/** What was read is printed as text: an escape sequence in a document moves no cursor. */
export const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu, ' ');

export const pad = (text: string, width: number, right = false): string => {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return right ? space + text : text + space;
};

/** The beginning of a text that fits, with … where something was cut. */
export const cut = (text: string, width: number): string => (widthOf(text) <= width ? text : cutOff(text, width));

const cutOff = (text: string, width: number): string => `${beginning(text, width - 1).trimEnd()}…`;

function beginning(text: string, width: number): string {
  let taken = '';
  let used = 0;
  for (const letter of text) {
    used += letterWidth(letter);
    if (used > width) break;
    taken += letter;
  }
  return taken;
}

/** A text as lines that fit: its own line breaks, then between words, after a joint, then wherever it must be. */
export function wrap(text: string, width: number, most: number): string[] {
  const lines = text.split('\n').flatMap((line) => wrapLine(line.trimEnd(), width));
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), cutOff(lines[most - 1] ?? '', width)];
}

/** Names such as `codigo_de_servico` and long numbers go on after a joint. */
const afterJoint = (piece: string): string => /^.*[_/.-]/s.exec(piece)?.[0] ?? piece;

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let rest = line;
  while (widthOf(rest) > width) {
    const piece = beginning(rest, width + 1);
    const taken = /^.*\S(?= )/s.exec(piece)?.[0] ?? afterJoint(beginning(rest, width));
    lines.push(taken.trimEnd());
    rest = rest.slice(taken.length).trimStart();
  }
  return [...lines, rest];
}
