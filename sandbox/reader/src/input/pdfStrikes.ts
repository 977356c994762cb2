// Which words of a PDF's page are crossed out: by lines, waves, ink, bars, or by what is typed over them.
import type { Edges, TextItem } from '../reading.ts';
import { LOWEST_GROUND, middleOf, MOST_GROUNDS } from './pdfGrounds.ts';

/** What may cross words out; `isLine`: at an angle, too; `share`: the part of their width that it covers at least. */
type Line = { edges: Edges; thickness: number; isLine: boolean; share?: number };

/**
 * A line crosses out the words over whose width it runs to this part, in the middle of their letters (in ems above the
 * baseline, in the mean), no thicker than a part of them nor steeper. A ruling sticks out more than this.
 */
const STRIKE = { share: 0.7, lowest: 0.14, highest: 0.55, thickness: 0.35, steepness: 1.2, excess: 2, typed: 0.3 };
/** What is typed over a text to cross it out; it covers less of it than a line. */
const OVER = /^(?:[-–—*=#/~]{3,}|x{3,})$/i;
/** In points: some lines are drawn letter by letter, so far apart. */
const APART = 3;

/** Remembers the lines of a page, to say in the end which of its words they cross out. */
export class Strikes {
  readonly #lines: Line[] = [];

  note({ edges, thickness, isLine, share = STRIKE.share }: Line): void {
    if (thickness >= LOWEST_GROUND) return;
    const last = this.#lines.at(-1);
    const isSame = last && Math.abs(edges[1] - last.edges[1]) + Math.abs(edges[3] - last.edges[3]) < 1;
    if (isSame && Math.abs(edges[0] - last.edges[2]) < APART) last.edges[2] = edges[2];
    else if (edges[2] > edges[0] && this.#lines.length < MOST_GROUNDS)
      this.#lines.push({ edges: [...edges], thickness, isLine, share });
  }

  noteWord(word: Pick<TextItem, 'text' | 'x' | 'y' | 'width' | 'size'>): void {
    if (!OVER.test(word.text)) return;
    const { y } = middleOf(word);
    this.note({ edges: [word.x, y, word.x + word.width, y], thickness: 0, isLine: false, share: STRIKE.typed });
  }

  /** Words that are crossed out are seen, as such, whatever lies over them. */
  crossOut(words: TextItem[]): void {
    for (const { edges, thickness, isLine, share = 1 } of this.#lines) {
      const [left, top, right, bottom] = edges;
      const crossed = words.filter(({ x, y, width, size }) => {
        const above = (y - (top + bottom) / 2) / size;
        const isThin = thickness < STRIKE.thickness * size && (!isLine || bottom - top < STRIKE.steepness * size);
        const shared = Math.min(x + width, right) - Math.max(x, left);
        return above > STRIKE.lowest && above < STRIKE.highest && isThin && shared > share * width;
      });
      const begin = Math.min(...crossed.map(({ x, size }) => x - STRIKE.excess * size));
      const end = Math.max(...crossed.map(({ x, width, size }) => x + width + STRIKE.excess * size));
      const isRule = crossed.length === 1 && OVER.test(crossed[0]?.text ?? '');
      if (left > begin && right < end && !isRule)
        for (const word of crossed) Object.assign(word, { isStruck: true, isSeen: true, isInDoubt: false });
    }
  }
}
