import type { Form } from '../form/form.ts';
import type { Found } from '../form/found.ts';
import { place } from '../values/place.ts';

/** A municipality nobody knows may have been named so by who made the document, never by a camera. */
const UNKNOWN = 0.8;
const KNOWN_DOUBT = 0.3;

/** City and state where the licence was issued. */
export function findPlaceOfIssue(form: Form): { city: Found; state: Found } | null {
  for (const [line] of form.values('local')) {
    const found = line && place(line.text);
    if (!found || !(found.known || line.printed)) continue;
    const score = found.known ? 1 - KNOWN_DOUBT * (1 - line.score) : UNKNOWN * line.score;
    return { city: { value: found.city, score }, state: { value: found.state, score } };
  }
  return null;
}
