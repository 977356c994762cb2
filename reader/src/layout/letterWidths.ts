/** Relative widths of letters, as most typefaces of documents have them. */
const CLASSES: [RegExp, number][] = [
  [/[ijl.,:;'|!I\s]/, 0.27],
  [/[ft()[\]/\\r\-"°ºª]/, 0.34],
  [/[mwMW@%—]/, 0.86],
  [/[ABCDEGHKNOPQRSUVXYZÁÀÂÃÉÊÍÓÔÕÚÇ&]/, 0.69],
];
const USUAL = 0.55;

const widthOf = (letter: string) => CLASSES.find(([letters]) => letters.test(letter))?.[1] ?? USUAL;

/** How far into a text each of its letters begins, from 0 to 1; one more for its end. */
export function letterPlaces(text: string): number[] {
  const places = [0];
  for (const letter of text)
    for (let unit = 0; unit < letter.length; unit++)
      places.push((places.at(-1) as number) + widthOf(letter) / letter.length);
  const whole = places.at(-1) || 1;
  return places.map((place) => place / whole);
}

/** How wide a text is for its size. */
export const widthInEms = (text: string): number => [...text].reduce((sum, letter) => sum + widthOf(letter), 0);
