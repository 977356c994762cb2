import type { NamedField, SectionReading, TextItem } from '../reading/document.ts';
import type { CloserLook } from '../reading/recognition/look.ts';
import type { Code } from '../reading/sheet/codes.ts';

/** What a page says, for a kind of document to take its fields from; `look` goes back to its pixels. */
export type PageText = { text: string; items: TextItem[]; sections: SectionReading[]; codes: Code[]; look: CloserLook };

/** A kind of document the sandbox can tell by its words. */
export type Kind = {
  id: string;
  type: string;
  stdType: string;
  country: string | null;
  has: RegExp[];
  lacks?: RegExp;
  /** Its fields under the interface's names; without it the printed labels are the names. */
  read?(page: PageText): Promise<NamedField[] | null>;
};
