import type { Form, Line } from '../form/form.ts';
import { findValue, readLine, type Found } from '../form/found.ts';
import { renach } from '../values/renach.ts';
import type { Parse } from '../values/value.ts';

const code: Parse = (text) => {
  const digits = text.replace(/[\s.-]/g, '');
  return /^\d{11}$/.test(digits) ? { value: digits } : null;
};

/** The number in the register of drivers stands in a corner without a label, on a line of its own. */
export const findRenach = (form: Form): Found | null => findValue(form, 'renach', renach) ?? (renachLines(form).map((line) => readLine(line, renach))[0] ?? null);

const renachLines = (form: Form) => form.loose.filter(({ text }) => /^\W*[A-Z]{2}\d{9}\W*$/.test(text) && renach(text));

/** The security code stands right over it, and has neither label nor check digit. */
export function findSecurityCode(form: Form): Found | null {
  const labelled = findValue(form, 'codigo', code);
  if (labelled) return labelled;
  const above = renachLines(form).flatMap((line) => form.loose.filter((other) => isRightOver(other, line) && code(other.text)));
  return above[0] ? readLine(above[0], code) : null;
}

const isRightOver = (line: Line, below: Line) =>
  below.y - line.y > 0.5 * below.size && below.y - line.y < 2.5 * below.size && Math.abs(line.x - below.x) < 3 * below.size;
