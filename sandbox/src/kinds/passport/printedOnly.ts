import type { Form } from '../form/form.ts';
import { findValue, type Found } from '../form/found.ts';
import { birthplace } from '../values/birthplace.ts';
import type { Parse } from '../values/value.ts';

/** What only the printed part says. */
export const findBirthplace = (form: Form): Found | null => findValue(form, 'naturalidade', birthplace);

/** `DPF/SP`, `SR/PF/RJ`, `HM Passport Office`, `SEF`. */
const authority: Parse = (text) => {
  const name = text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}\p{N}.)]+$/u, '');
  return /^\p{L}[\p{L}\p{N}\s./()&'-]{1,60}$/u.test(name) && /\p{L}{2}/u.test(name) ? { value: name } : null;
};

export const findAuthority = (form: Form): Found | null => findValue(form, 'orgao', authority);
