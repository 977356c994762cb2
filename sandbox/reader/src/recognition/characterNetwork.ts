import { readFile } from 'node:fs/promises';
import { median } from '../statistics.ts';
import type { Grey } from '../preprocessing/images.ts';
import { assetPath, loadNetwork, networkFunction, type Network } from './onnx.ts';

/** A character, its confidence (0 to 1), and the x of its middle. */
export type Character = { text: string; x: number; confidence: number };

/** The height of line crops that the network was trained with. */
export const NETWORK_HEIGHT = 48;
const NARROWEST = 64;
const BLANK = 0;
/** The characters that may be returned; most of the network's alphabet is Chinese. */
const LATIN = /^[\x20-\x7eÀ-ÿ°º]$/;

/** The character of each class of the network that may be returned. */
type Alphabet = Map<number, string>;

/** `keys`: the character of each class. */
type Reader = { network: Network; keys: string[]; alphabet: Alphabet };

let reader: Promise<Reader | null> | null = null;

const startReader = () => (reader ??= start());

/** Loads the network. */
export const startCharacters = networkFunction('startCharacters', async () => void (await startReader()));

async function start(): Promise<Reader | null> {
  const network = await loadNetwork('ch_PP-OCRv4_rec_infer.onnx');
  if (!network) return null;
  const keys = ['', ...(await readFile(assetPath('ppocr_keys_v1.txt'), 'utf8')).split('\n'), ' '];
  const classes = [...keys.entries()];
  return { network, keys, alphabet: new Map(classes.filter(([index, text]) => index === BLANK || LATIN.test(text))) };
}

/** What the network says of a line crop: at each step a value for each class. Null if the networks cannot run. */
async function classify(crop: Grey) {
  const started = await startReader();
  if (!started) return null;
  const width = Math.max(NARROWEST, crop.width);
  const { values, shape } = await started.network(asInput(crop, width), [1, 3, NETWORK_HEIGHT, width]);
  const [, steps = 0, classes = 0] = shape;
  return { values, steps, classes, width, ...started };
}

/** Reads a line crop. Good at digits and capitals, but it does not know ç, ã and õ. Null if the networks cannot run. */
export const readCharacters = networkFunction('readCharacters', async (crop: Grey): Promise<Character[] | null> => {
  const seen = await classify(crop);
  if (!seen) return null;
  const { values, steps, classes, width, alphabet } = seen;
  return decode(values, steps, classes, alphabet).map((one) => ({ ...one, x: (one.x / steps) * width }));
});

/** Three equal channels; the rest of a narrow crop stays empty, that of a wide one is left out. */
export function asInput({ data, width, height }: Grey, inputWidth: number): Float32Array {
  const plane = inputWidth * height;
  const input = new Float32Array(3 * plane);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < Math.min(width, inputWidth); x++)
      input[y * inputWidth + x] = (data[y * width + x] as number) / 127.5 - 1;
  }
  input.copyWithin(plane, 0, plane);
  input.copyWithin(2 * plane, 0, plane);
  return input;
}

/** The likeliest class of each step; a class repeated is one character (CTC). */
function decode(values: Float32Array, steps: number, classes: number, alphabet: Alphabet): Character[] {
  const characters: Character[] = [];
  let before = BLANK;
  for (let step = 0; step < steps; step++) {
    const best = likeliest(values, step * classes, alphabet);
    if (best !== BLANK && best !== before) {
      characters.push({
        text: alphabet.get(best) ?? '',
        x: step + 0.5,
        confidence: values[step * classes + best] as number,
      });
    }
    before = best;
  }
  return characters;
}

function likeliest(values: Float32Array, from: number, alphabet: Alphabet): number {
  let best = BLANK;
  for (const at of alphabet.keys()) if ((values[from + at] as number) > (values[from + best] as number)) best = at;
  return best;
}

/** A gap this many times the median step between characters separates two groups. */
const WIDE_STEP = 2.2;

/** Characters in a row: from where to where, with the confidence of the weakest one. */
export type CharacterGroup = { text: string; left: number; right: number; confidence: number };

/** Groups of characters between blanks and wide gaps. `height`: of the crop. */
export function groupCharacters(characters: Character[], height: number): CharacterGroup[] {
  const steps = characters.slice(1).map(({ x }, at) => x - (characters[at] as Character).x);
  const usual = median(steps) ?? height / 2;
  const pieces: Character[][] = [[]];
  characters.forEach((character, at) => {
    if (character.text === ' ' || (steps[at - 1] ?? 0) > WIDE_STEP * usual) pieces.push([]);
    if (character.text !== ' ') pieces.at(-1)?.push(character);
  });
  return pieces.filter((piece) => piece.length > 0).map((piece) => asPiece(piece, usual));
}

const asPiece = (characters: Character[], step: number): CharacterGroup => ({
  text: characters.map(({ text }) => text).join(''),
  left: (characters[0] as Character).x - step / 2,
  right: (characters.at(-1) as Character).x + step / 2,
  confidence: Math.min(...characters.map(({ confidence }) => confidence)),
});

/** How likely each of some characters is at each step of a crop: `steps` rows of one value a character, then the blank. */
export type CharacterScores = { steps: number; width: number; values: Float32Array };

/**
 * How likely each of these characters is, whatever else the network may take them for: small letters and East Asian
 * forms count as the character. Null if the networks cannot run.
 */
export const scoreCharacters = networkFunction(
  'scoreCharacters',
  async (crop: Grey, characters: string): Promise<CharacterScores | null> => {
    const seen = await classify(crop);
    if (!seen) return null;
    const { values, steps, classes, width, keys } = seen;
    const groups = classesOf(characters, keys);
    const row = characters.length + 1;
    const scores = new Float32Array(steps * row);
    for (let step = 0; step < steps; step++) {
      const at = step * classes;
      groups.forEach((group, index) => {
        for (const one of group) (scores[step * row + index] as number) += values[at + one] as number;
      });
      scores[step * row + row - 1] = values[at + BLANK] as number;
    }
    return { steps, width, values: scores };
  },
);

/** What the network takes a filler of a machine-readable zone for. */
const FILLERS = '<＜〈《«‹';
/** And one that is upside down. */
const TURNED_FILLERS = '>＞〉》»›';

const knownClasses = new Map<string, number[][]>();

/** The classes of each of these characters. */
function classesOf(characters: string, keys: string[]): number[][] {
  const known = knownClasses.get(characters);
  if (known) return known;
  const classes: number[][] = [...characters].map(() => []);
  knownClasses.set(characters, classes);
  keys.forEach((key, index) => {
    const character = FILLERS.includes(key)
      ? '<'
      : TURNED_FILLERS.includes(key)
        ? '>'
        : key.normalize('NFKC').toUpperCase();
    if (index !== BLANK && character !== '') classes[characters.indexOf(character)]?.push(index);
  });
  return classes;
}
