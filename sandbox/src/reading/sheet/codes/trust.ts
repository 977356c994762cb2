import type { Decoded } from './decode.ts';

/** Formats in which a piece of a code, or a wrong digit, passes for a whole code. PDF417 corrects errors, now and then to something else. */
const WEAK = /^(ITF|Codabar|Code39|Code32|PZN|Telepen|EAN8|EAN5|EAN2|UPCE|DXFilmEdge|PDF417|CompactPDF417|MicroPDF417)/;
/** A boleto's code has this many digits and is by far the longest of its format: no piece of a code. */
const SLIP = /^\d{44}$/;
const SHORTEST_ITF = 8;

/** A value that needs no second reading. */
export const isSure = ({ type, value }: Decoded) => !WEAK.test(type) || (type.startsWith('ITF') && SLIP.test(value));

export const isStacked = ({ type }: Decoded) => type.includes('PDF417');

export const isPossible = ({ type, value }: Decoded) => !type.startsWith('ITF') || (value.length >= SHORTEST_ITF && value.length % 2 === 0);
