import type { TextItem } from './document.ts';
import type { PageSource } from './page.ts';

/**
 * Text of a page that has no text layer (a photograph, a scan). No engine is built in yet, so nothing is read, and nothing
 * is made up. An engine put here returns the same items as a PDF's text layer, and the rest follows.
 */
export async function recogniseText(_page: PageSource): Promise<TextItem[]> {
  return [];
}
