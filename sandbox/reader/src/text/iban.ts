/** How long the account numbers of a country are. */
const LENGTHS: Record<string, number> = Object.fromEntries(
  `
    AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18
    FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21
    LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27
    ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20
  `
    .trim()
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** A text that is nothing but an IBAN with right check digits (ISO 13616), without its blanks. */
export function parseIban(text: string): string | null {
  const iban = text.replace(/\s/g, '').toUpperCase();
  return /^[A-Z]{2}\d{2}[A-Z\d]+$/.test(iban) && iban.length === LENGTHS[iban.slice(0, 2)] && remainder(iban) === 1
    ? iban
    : null;
}

/** Digit by digit: the number is too long to be one. */
const remainder = (iban: string) =>
  [...`${iban.slice(4)}${iban.slice(0, 4)}`]
    .flatMap((character) => [...String(Number.parseInt(character, 36))])
    .reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);

const START = /(?<![A-Z\d])[A-Z]{2}\d{2}(?=\s?[A-Z\d])/g;
/** Groups with single blanks or one line break between them; a longer word belongs to what follows. */
const GROUPS = /^[A-Z\d]+(?:(?:[ \t]+(?:\n[ \t]*)?|\n[ \t]*)(?![A-Z]{5})[A-Z\d]+)*/;

/** The IBANs anywhere in a text, in groups or broken over two lines. */
export function ibansIn(text: string): string[] {
  const found = [...text.matchAll(START)].map(({ 0: start, index }) => {
    const characters = (GROUPS.exec(text.slice(index, index + 80))?.[0] ?? '').replace(/\s/g, '');
    return parseIban(characters.slice(0, LENGTHS[start.slice(0, 2)] ?? 0));
  });
  return [...new Set(found.filter((iban) => iban !== null))];
}
