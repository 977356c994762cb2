import type { Form } from '../form/form.ts';
import { findValue, type Found } from '../form/found.ts';
import { place } from '../values/place.ts';
import { withProof, type Parse } from '../values/value.ts';

/** City and state where the licence was issued. */
export const findPlaceOfIssue = (form: Form): { city: Found | null; state: Found | null } => ({
  city: findValue(form, 'local', part('city')),
  state: findValue(form, 'local', part('state')),
});

const part = (name: 'city' | 'state'): Parse => (text) => {
  const found = place(text);
  return found && withProof(found[name], found.proof);
};
