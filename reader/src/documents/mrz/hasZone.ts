import type { PageText } from '../kind.ts';
import { hasTraceOfZone } from './trace.ts';

/** Whether the page has a zone of such a document, and of such a state. */
export async function hasZoneOf(page: PageText, asked: boolean, code: RegExp, state = /./): Promise<boolean> {
  if (!asked && !hasTraceOfZone(page)) return false;
  // What reads zones is loaded only where there may be one.
  const { findZone } = await import('./find.ts');
  const zone = await findZone(page);
  return zone !== null && code.test(zone.code ?? '') && state.test(zone.state?.value ?? '');
}
