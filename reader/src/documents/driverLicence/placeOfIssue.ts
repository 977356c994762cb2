import { isStateCode } from '../../addresses/states.ts';
import type { Form } from '../form/form.ts';
import { findValue, type Found } from '../form/found.ts';
import { place, proofOfCity } from '../values/place.ts';
import { withProof, type Parse } from '../values/value.ts';

/** City and state where the licence was issued: on one line, with the day perhaps, or each under its own label. */
export function findPlaceOfIssue(form: Form): { city: Found | null; state: Found | null } {
  const both = { city: findValue(form, 'local', part('city')), state: findValue(form, 'local', part('state')) };
  return both.city ? both : { city: findValue(form, 'local', cityAlone), state: findValue(form, 'uf', stateAlone) };
}

const part =
  (name: 'city' | 'state'): Parse =>
  (text) => {
    const found = place(text.replace(DAY, ''));
    return found && withProof(found[name], found.proof);
  };

const DAY = /[\s,.–-]*\d{2}[/.-]\d{2}[/.-]\d{4}\W*$/;

const cityAlone: Parse = (text) => {
  const city = text.trim();
  return /^\p{L}[\p{L}\s.'’-]+$/u.test(city) ? withProof(city, proofOfCity(city)) : null;
};

const stateAlone: Parse = (text) => (isStateCode(text.trim()) ? { value: text.trim() } : null);
