/** A text without case and accents, the way names are held against each other. */
export const fold = (text: string): string => (/^[ -~]*$/.test(text) ? text.toLowerCase() : unaccented(text));

const unaccented = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[º°]/g, 'o').replace(/ª/g, 'a');

/**
 * Letters and digits only: `Santa Bárbara d'Oeste`, `SANTA BARBARA D OESTE` and `Santa Barbara Doeste` are one name.
 */
export const nameKey = (text: string): string => fold(text).replace(/[^a-z0-9]/g, '');
