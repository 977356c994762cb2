import type { PageText } from '../kind.ts';
import { hasTraceOfZone } from './trace.ts';
import { readZone, type Zone } from './zone.ts';

const zones = new WeakMap<PageText, Promise<Zone | null>>();

/** The machine-readable zone of a page, looked for once. */
export function findZone(page: PageText): Promise<Zone | null> {
  const known = zones.get(page);
  if (known) return known;
  const looked = look(page);
  zones.set(page, looked);
  return looked;
}

/** A look at the pixels costs time, so something must speak for a zone first. */
export const findTracedZone = async (page: PageText): Promise<Zone | null> =>
  hasTraceOfZone(page) ? findZone(page) : null;

async function look(page: PageText): Promise<Zone | null> {
  const lines = await page.look.mrz();
  return lines && readZone(lines);
}
