import type { Decoded } from './decode.ts';

/**
 * Patterns with error correction, found by marks of their own. Anything else may be misread: a bar code's check digit
 * lets one error in some hundred pass, and PDF417 corrects now and then to something else.
 */
const SURE = /^(QR|MicroQR|RMQR|Aztec|DataMatrix|MaxiCode)/;
/** Formats in which a piece of a code passes for a whole one. */
const IN_PIECES = /^(ITF|Codabar|Code39|Code32|PZN|Telepen|EAN8|EAN5|EAN2|UPCE|DXFilmEdge)/;
/** A boleto's code has this many digits and is by far the longest of its format: no piece of a code. */
const SLIP = /^\d{44}$/;
const SHORTEST_ITF = 8;

const isSlip = ({ type, value }: Decoded) => type.startsWith('ITF') && SLIP.test(value);

/** A value that needs no second reading. */
export const isSure = (code: Decoded) => SURE.test(code.type) || isSlip(code);

export const mayBePiece = (code: Decoded) => IN_PIECES.test(code.type) && !isSlip(code);

export const isPossible = ({ type, value }: Decoded) =>
  !type.startsWith('ITF') || (value.length >= SHORTEST_ITF && value.length % 2 === 0);
