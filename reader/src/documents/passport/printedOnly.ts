import type { Form } from '../form/form.ts';
import { findText, findValue, type Found } from '../form/found.ts';
import { birthplace, birthplaceInBrazil } from '../values/birthplace.ts';
import type { Parse } from '../values/value.ts';

/** What only the printed part says. */
export const findBirthplace = (form: Form, state: string | undefined): Found | null =>
  state === 'BRA' ? findValue(form, 'naturalidade', birthplaceInBrazil) : findText(form, 'naturalidade', birthplace);

/** `DPF/SP`, `SR/PF/RJ`, `HM Passport Office`, `SEF`. */
const authority: Parse = (text) => {
  const name = text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}\p{N}.)]+$/u, '');
  const isName = /^\p{L}[\p{L}\p{N}\s./()&'-]{1,60}$/u.test(name) && /\p{L}{2}/u.test(name);
  return isName && !isMisreadPolice(name) ? { value: name } : null;
};

/** The police's offices are short names between strokes; a stroke that was read as a letter makes them long. */
const isMisreadPolice = (name: string) =>
  /PF/.test(name) &&
  !/^[A-Z]+ /.test(name) &&
  name.split('/').some((part) => part.length > 4 && !LONG_OFFICES.has(part));

const LONG_OFFICES = new Set(['DELEMIG', 'DELEMAF', 'NUMIG', 'NUPAS']);

export const findAuthority = (form: Form): Found | null => findText(form, 'orgao', authority);
