import type { Form, Line } from '../form/form.ts';
import { findValue, readLine, type Found } from '../form/found.ts';
import { cpf } from '../values/cpf.ts';
import { licenceNumber } from '../values/licenceNumber.ts';
import { renach } from '../values/renach.ts';
import type { Parse } from '../values/value.ts';

const CODE = /(?<![\w.-])\d(?:\s?\d){10}(?![\w.-]|\s\d)/;

const code: Parse = (text) => {
  const [digits = ''] = CODE.exec(text) ?? [];
  return digits === '' ? null : { value: digits.replace(/\s/g, '') };
};

/**
 * The number in the register of drivers stands in a corner without a label; nothing else on a licence looks like it.
 */
export const findRenach = (form: Form): Found | null =>
  findValue(form, 'renach', renach) ?? onlyOne(form.loose, renach);

/**
 * The security code stands near it, and has neither label nor check digits: eleven digits that are no other number's.
 */
export function findSecurityCode(form: Form): Found | null {
  const labelled = findValue(form, 'codigo', code);
  if (labelled) return labelled;
  const lines = form.loose.filter((line) => renach(line.text));
  const near = form.loose.filter((line) => lines.some((other) => isNear(line, other)) && !isOtherNumber(line.text));
  return onlyOne(near, code);
}

/** Two that differ leave open which it is. */
function onlyOne(lines: Line[], parse: Parse): Found | null {
  const found = lines.map((line) => readLine(line, parse)).filter((value) => value !== null);
  return new Set(found.map(({ value }) => value)).size === 1 ? (found[0] ?? null) : null;
}

const isOtherNumber = (text: string) => cpf(text)?.proof === 'right' || licenceNumber(text)?.proof === 'right';

const isNear = (line: Line, other: Line) =>
  Math.abs(line.y - other.y) < FARTHEST * other.size &&
  line.x < other.right + FARTHEST * other.size &&
  line.right > other.x - FARTHEST * other.size;

/** In ems. */
const FARTHEST = 3;
