import type { NamedField, SectionReading, TextItem } from '../reading.ts';
import type { TargetedRecognition } from '../recognition/pageRecognition.ts';
import type { Code } from '../codes/codes.ts';

/** What a page says, for a kind of document to take its fields from; `look` goes back to its pixels. */
export type PageText = {
  text: string;
  items: TextItem[];
  sections: SectionReading[];
  codes: Code[];
  recognition: TargetedRecognition;
};

/** A kind of document the sandbox can tell. */
export type Kind = {
  id: string;
  type: string;
  stdType: string;
  /** Null where documents of the kind come from many countries. */
  country: string | null;
  /** Words that must all be there. */
  has?: RegExp[];
  lacks?: RegExp;
  /** What else must show. Less is enough where the request's tags name the kind (`asked`). */
  shows?(page: PageText, asked: boolean): boolean | Promise<boolean>;
  /** Its fields under the interface's names; without it the printed labels are the names. */
  read?(page: PageText): NamedField[] | Promise<NamedField[]>;
  /**
   * What is known of this one document beside what all of its kind are, from its text and the fields that were read.
   */
  tags?(text: string, fields: NamedField[]): string[];
};
