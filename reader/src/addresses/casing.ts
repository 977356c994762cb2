import { fold } from './fold.ts';

const PARTICLES = new Set([
  'de',
  'da',
  'do',
  'das',
  'dos',
  'e',
  'em',
  'na',
  'no',
  'nas',
  'nos',
  'com',
  'ao',
  'aos',
  'del',
  'du',
]);
const ROMAN = /^(?=[ivx])x{0,3}(ix|iv|v?i{0,3})$/;

export const isParticle = (plain: string) => PARTICLES.has(plain);

/**
 * A name as it is properly written: small `de`, `da` and `dos`, capitals elsewhere; mixed case stays as somebody wrote
 * it.
 */
export function properCase(text: string): string {
  const shouted = text === text.toUpperCase() && (text.match(/\p{L}/gu)?.length ?? 0) > 4;
  const whispered = text === text.toLowerCase();
  return text.replace(/[\p{L}\p{N}]+/gu, (word) =>
    shouted || whispered ? recase(shouted ? accented(word) : word) : raised(word),
  );
}

function recase(word: string): string {
  const plain = fold(word);
  if (PARTICLES.has(plain)) return word.toLowerCase();
  if (/^\d+[oa]$/.test(plain)) return word.replace(/o$/i, 'º').replace(/a$/i, 'ª');
  if (ROMAN.test(plain) || (/\d/.test(word) && word.length < 6)) return word.toUpperCase();
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}

const raised = (word: string) =>
  PARTICLES.has(fold(word)) ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Capitals often come without accents; only those that can be nothing else are put back: SAO, JOAO, CONCEICAO, JOSE.
 */
function accented(word: string): string {
  if (/^JOSE$/.test(word)) return 'JOSÉ';
  if (/[A-Z]{3}CAO$/.test(word) && word !== 'FALCAO') return word.replace(/CAO$/, 'ÇÃO');
  return /^[A-Z]+AO$/.test(word) ? word.replace(/AO$/, 'ÃO') : word;
}
