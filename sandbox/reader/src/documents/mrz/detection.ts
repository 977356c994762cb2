import type { PageContent } from '../classification/documentRules.ts';
import { parseMrz, type Mrz } from './mrz.ts';

/** Fillers, what they are taken for when they are read as letters, or the beginning of an MRZ. */
const HINTS = /[<«‹]{2,}|[<«‹]\w+[<«‹]|[KCEL]{8,}|^\W?[PIACV][<«‹KC]?[A-Z]{3}[A-Z<«‹]{12,}/m;

/** In letters: a page with less text is worth a look, because small or blurred lines of an MRZ are dropped as no text. */
const LITTLE = 300;

/** The machine-readable zone (MRZ) of a page; null if there is none. */
export async function findMrz(page: PageContent): Promise<Mrz | null> {
  const reading = await page.mrz();
  return reading && parseMrz(reading);
}

/** The same, only where the text hints at an MRZ: looking for one in the pixels takes time. */
export const findHintedMrz = async (page: PageContent): Promise<Mrz | null> =>
  page.text.length < LITTLE || HINTS.test(page.text.replace(/ /g, '')) ? findMrz(page) : null;

/** Whether the page has the MRZ of such a document and country; `''` is an unknown one. A request is a hint too. */
export async function hasMrzOf(page: PageContent, requested: boolean, letter: RegExp, country = /^/): Promise<boolean> {
  const mrz = requested ? await findMrz(page) : await findHintedMrz(page);
  return mrz !== null && letter.test(mrz.letter) && country.test(mrz.state?.value ?? '');
}
