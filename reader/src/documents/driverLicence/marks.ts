import type { Form } from '../form/form.ts';
import type { Found } from '../form/found.ts';
import type { Parse } from '../values/value.ts';

const CROSSED = ['X', 'SIM', 'NAO', 'NÃO', 'S', 'N'];
const PERMISSION = new Set([...CROSSED, 'P', 'D', 'DEFINITIVA', 'PERMISSÃO', 'PERMISSAO']);
const MOPEDS = new Set([...CROSSED, 'ACC']);

/** What stands in a small box; most are crossed out or empty. */
const oneOf =
  (marks: Set<string>): Parse =>
  (text) => {
    const mark = text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
    return marks.has(mark) ? { value: mark } : null;
  };

export const permissionMark = oneOf(PERMISSION);
export const mopedMark = oneOf(MOPEDS);

const MOST_LINES = 8;

/** The remarks, all of their lines. */
export function findRemarks(form: Form): Found | null {
  const [lines = []] = form.values('observacoes');
  const told = lines.slice(0, MOST_LINES).filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  if (told.length === 0 || told.some(({ torn, astray }) => torn || astray)) return null;
  const value = told.map(({ text }) => text).join(' ');
  return isBrokenOff(value) ? null : { value, score: Math.min(...told.map(({ score }) => score)) };
}

/** What ends with a comma goes on; codes are one letter or three and more. */
const isBrokenOff = (value: string) => /[,;]\s*$|^\W*\p{L}{2}\W*$/u.test(value);
