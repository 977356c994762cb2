import type { PageText } from '../kind.ts';
import { readZone, type Zone } from './mrz.ts';

/** Fillers, or what is made of them when they are read as letters; or the beginning of a zone. */
const TRACES = /[<«‹]{2,}|[<«‹]\w+[<«‹]|[KCEL]{8,}|^\W?[PIAC][<«‹KC]?[A-Z]{3}[A-Z<«‹]{12,}/m;

/** Whether the text has what is left of a zone when it is read as words; looking closer costs time. */
export const hasTraceOfZone = ({ text }: PageText) => TRACES.test(text.replace(/ /g, ''));

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
  const lines = await page.recognition.mrz();
  return lines && readZone(lines);
}

/** Whether the page has a zone of such a document, and of such a state. */
export async function hasZoneOf(page: PageText, asked: boolean, code: RegExp, state = /./): Promise<boolean> {
  if (!asked && !hasTraceOfZone(page)) return false;
  const zone = await findZone(page);
  return zone !== null && code.test(zone.code ?? '') && state.test(zone.state?.value ?? '');
}
