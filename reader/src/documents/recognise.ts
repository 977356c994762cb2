import type { ClassifiedPage } from '../reading.ts';
import { KINDS } from './index.ts';
import type { Kind, PageText } from './kind.ts';
import { isAllowed, isNamed, kindTags } from './tags.ts';

/**
 * The document a page shows: its kind and, if that has fields of its own, what was read of them. Tags given with the
 * request narrow the kinds.
 */
export async function recogniseDocument(page: PageText, filter: string[]): Promise<ClassifiedPage | null> {
  const kind = await recogniseKind(page, filter);
  if (!kind) return null;
  const fields = (await kind.read?.(page)) ?? null;
  const tags = [...kindTags(kind), ...(kind.tags?.(page.text, fields ?? []) ?? [])];
  // Where it comes from may show only in its fields.
  const { id, type, stdType } = kind;
  return isAllowed(tags, filter) ? { documentType: { id, type, stdType }, fields, tags } : null;
}

async function recogniseKind(page: PageText, filter: string[]): Promise<Kind | null> {
  for (const kind of KINDS) {
    const tags = kindTags(kind);
    if (isAllowed(tags, filter) && (await fits(kind, page, isNamed(tags, filter)))) return kind;
  }
  return null;
}

async function fits({ has = [], lacks, shows }: Kind, page: PageText, asked: boolean): Promise<boolean> {
  if (!has.every((pattern) => pattern.test(page.text)) || lacks?.test(page.text)) return false;
  return shows ? shows(page, asked) : true;
}

/** A kind by its id, as a page that was read has it. */
export const kindOf = (id: string | undefined): Kind | null => KINDS.find((kind) => kind.id === id) ?? null;
