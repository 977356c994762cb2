import type { Code } from '../../codes/codes.ts';
import type { NamedField, ReceiptReading, SectionReading, TextItem, Trace } from '../../reading.ts';
import type { MrzReading } from '../../recognition/mrz/mrzRecognition.ts';
import type { TargetedRecognition } from '../../recognition/pageRecognition.ts';
import { readReceipt } from '../receipt/receipt.ts';
import { lookAlikeKey } from '../../text/lookAlikes.ts';

/** What was read of a page; `recognition` reads it in further ways. */
type PageParts = {
  text: string;
  items: TextItem[];
  sections: SectionReading[];
  codes: Code[];
  recognition: TargetedRecognition;
  trace?: Trace | undefined;
};

/** What a page says, for classification and for reading its fields. */
export type PageContent = Omit<PageParts, 'recognition'> & {
  /** The text as it is compared with phrases. */
  letters: string;
  /** What it says as a receipt; null if it is none. */
  receipt(): ReceiptReading | null;
  /** The machine-readable zone; null if there is none. */
  mrz(): Promise<MrzReading | null>;
  /** The text read again for its digits, in several ways until one is enough. The first call says what is enough. */
  digitItems(isEnough: (items: TextItem[]) => boolean): Promise<TextItem[]>;
};

/** Each further reading of the page is made at most once. */
export function pageContent({ recognition, ...page }: PageParts): PageContent {
  let receipt: ReceiptReading | null | undefined;
  let mrz: Promise<MrzReading | null> | null = null;
  let digitItems: Promise<TextItem[]> | null = null;
  return {
    ...page,
    letters: lookAlikeKey(page.text),
    receipt: () => (receipt === undefined ? (receipt = readReceipt(page)) : receipt),
    mrz: () => (mrz ??= recognition.mrz()),
    digitItems: (isEnough) => (digitItems ??= recognition.digits(isEnough)),
  };
}

/** How documents of a type are recognised and, if they have fields under the service's names, read. */
export type DocumentRules = {
  /** Whether a page shows such a document. Less evidence is enough where the tags of the request name the type. */
  matches(page: PageContent, requested: boolean): boolean | Promise<boolean>;
  readFields?(page: PageContent): NamedField[] | Promise<NamedField[]>;
  /** Tags of this one document, beside those of its type. */
  tagsOf?(text: string, fields: NamedField[]): string[];
};
