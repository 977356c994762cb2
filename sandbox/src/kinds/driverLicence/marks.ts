import type { Form } from '../form/form.ts';
import type { Found } from '../form/found.ts';
import type { Parse } from '../values/value.ts';

const MARKS = new Set(['X', 'SIM', 'NAO', 'NÃO', 'S', 'N', 'P', 'D', 'DEFINITIVA', 'PERMISSÃO', 'PERMISSAO', 'ACC']);

/** What stands in a small box; most are crossed out or empty. */
export const mark: Parse = (text) => {
  const letters = text.replace(/[^\p{L}]/gu, '').toUpperCase();
  return letters.length === text.replace(/[^\p{L}\p{N}]/gu, '').length && MARKS.has(letters) ? { value: letters } : null;
};

const MOST_LINES = 8;

/** The remarks, all of their lines. */
export function findRemarks(form: Form): Found | null {
  const [lines = []] = form.values('observacoes');
  const told = lines.slice(0, MOST_LINES).filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  if (told.length === 0) return null;
  return { value: told.map(({ text }) => text).join(' '), score: Math.min(...told.map(({ score }) => score)) };
}
