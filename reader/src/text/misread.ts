/** Letters that a number can only have by being misread; others (S, B, Z) may have been one of several digits. */
const MISREAD: Record<string, string> = { O: '0', o: '0', I: '1', l: '1', '|': '1' };

/** A number with such letters in it, as digits; null if it has other letters, or more of them than digits. */
export function withDigits(text: string): string | null {
  if (/[^\dOoIl|\s.,/:R$€+–-]/.test(text)) return null;
  const misread = text.match(/[OoIl|]/g)?.length ?? 0;
  const digits = text.match(/\d/g)?.length ?? 0;
  return digits > misread ? text.replace(/[OoIl|]/g, (letter) => MISREAD[letter] ?? letter) : null;
}
