/**
 * The one form of a text before anything compares it: letters composed with their accents, plain blanks, line breaks and
 * hyphens, digits and letters of the usual width and script, nothing that is not seen.
 */
export const plainText = (text: string): string =>
  /^[\n -~]*$/.test(text)
    ? text
    : text
        .normalize('NFC')
        .replace(/\p{Cf}/gu, '')
        .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
        .replace(/[^\S\n]/g, ' ')
        .replace(/[\u2010\u2011]/g, '-')
        .replace(/[\uff01-\uff5e\u{1d400}-\u{1d7ff}]/gu, (sign) => sign.normalize('NFKC'))
        .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));

/** The same text without its accents: é is e, ç is c. Case, blanks and signs stay. */
export const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

/** Letters that are no letter with an accent, and how they are written without them. */
const LIGATURES: Record<string, string> = { ß: 'ss', œ: 'oe', æ: 'ae', ø: 'o', ł: 'l' };

/** Lower case without accents, the way words are compared. Most text is plain ASCII and needs no normalisation. */
export const fold = (text: string): string =>
  /^[ -~]*$/.test(text)
    ? text.toLowerCase()
    : withoutAccents(text)
        .toLowerCase()
        .replace(/[ßœæøł]/g, (letter) => LIGATURES[letter] ?? letter);

/** Like `fold`, with the ordinal signs of `nº` and `1ª` as letters. */
export const foldOrdinals = (text: string): string => fold(text).replace(/[º°]/g, 'o').replace(/ª/g, 'a');

/** Folded letters and digits, with a blank for whatever stands between them. */
export const foldedWords = (text: string): string =>
  fold(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/**
 * Folded letters and digits only: `Santa Bárbara d'Oeste`, `SANTA BARBARA D OESTE` and `Santa Barbara Doeste` have the
 * same key.
 */
export const nameKey = (text: string): string => foldOrdinals(text).replace(/[^a-z0-9]/g, '');

/** The letters and digits of each line. */
export const lettersOf = (text: string) => text.replace(/[^\p{L}\d\n]+/gu, '');
