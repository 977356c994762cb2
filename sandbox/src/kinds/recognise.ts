import { KINDS } from './index.ts';
import type { Kind } from './kind.ts';
import { isAllowed } from './tags.ts';

/** The kind of document a page shows; tags given with the request narrow what it may be taken for. */
export function recogniseKind(text: string, filter: string[] = []): Kind | null {
  return KINDS.find((kind) => kind.has.every((pattern) => pattern.test(text)) && isAllowed(kind, filter)) ?? null;
}

/** A kind by its id, as a page that was read has it. */
export const kindOf = (id: string | undefined): Kind | null => KINDS.find((kind) => kind.id === id) ?? null;
