/** The beginning of a record (R) or an annotation (AV) on a property's sheet. */
export type Marker = { letter: 'R' | 'AV'; number: number; /** What follows it in its line. */ rest: string };

const SHEET = String.raw`(?:\s*(?:[-–—/.]|d[ao]|na)?\s*(?:mat(?:r[íi]cula)?\.?\s*(?:n[º°o.]*\s*)?|m\s?[.-]?\s*)?(?<sheet>\d{1,3}(?:\.\d{3})+|\d{2,7}))?`;
const SHORT = new RegExp(
  String.raw`^[(\s]*(?<letter>R|AV)\s*[.\-–—]?\s*(?<number>\d{1,3})(?![\d.])${SHEET}(?![\d/])`,
  'iu',
);
const WORD = new RegExp(
  String.raw`^[(\s]*(?<letter>REG(?:ISTRO|\.)|AVERBA[ÇC][ÃA]O|AVERB\.)\s*(?:n[º°o.]{0,2}\s*|[-–—]\s*)?(?<number>\d{1,3})(?![\d.])${SHEET}(?![\d/])`,
  'iu',
);
/** Behind a marker the entry begins; a reference goes on in its sentence. */
const OPENS = /^\s*(?:$|[-–—:.)=;]|,\s*(?:em|aos|protocol|prenota|data)|em\s+\d|\(?\s*protocol|\p{Lu})/iu;
const GOES_ON = /^\s*(?:[,;)]|d[aoe]\s|desta|supra|retro|acima|e\s|nesta|deste|fica|foi\s)/iu;

/**
 * Tells the beginnings of entries in the order of a sheet: their numbers count up, and where a sheet's number stands it
 * is the same.
 */
export function registryMarkers(sheetNumber: string | null): (line: string) => Marker | null {
  const last = { R: 0, AV: 0 };
  return (line) => {
    const marker = markerIn(line, sheetNumber, Math.max(last.R, last.AV), last);
    if (marker) last[marker.letter] = marker.number;
    return marker;
  };
}

function markerIn(
  line: string,
  sheetNumber: string | null,
  highest: number,
  last: Record<'R' | 'AV', number>,
): Marker | null {
  const found = SHORT.exec(line) ?? WORD.exec(line);
  if (!found) return null;
  const letter = /^r/i.test(found.groups?.['letter'] ?? '') ? 'R' : 'AV';
  const number = Number(found.groups?.['number']);
  const sheet = found.groups?.['sheet']?.replace(/\D/g, '') ?? null;
  const rest = line.slice(found[0].length).replace(/^\)/, '');
  const isOfSheet = sheet !== null && (sheetNumber === null || sheet === sheetNumber);
  const counts = number > highest || (isOfSheet && number > last[letter]);
  if (!counts || (sheet !== null && !isOfSheet) || GOES_ON.test(rest) || !OPENS.test(rest)) return null;
  // Nothing else tells a lone number from a reference at the beginning of a line.
  return isOfSheet || number <= highest + FARTHEST ? { letter, number, rest } : null;
}

/** Entries that were not read may be missing in between. */
const FARTHEST = 5;

/** The number of the sheet: `MATRÍCULA Nº 12.345`. */
export function sheetNumberIn(text: string): string | null {
  const found = /MATR[ÍI]CULA\s*(?:n[º°o.]*)?\s*[:.-]?\s*(\d{1,3}(?:\.\d{3})+|\d{1,7})(?![\d/])/iu.exec(text)?.[1];
  return found?.replace(/\D/g, '') ?? null;
}
