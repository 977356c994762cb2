import type { Code } from '../../codes/codes.ts';
import type { NamedField, SectionReading, TextItem, Trace } from '../../reading.ts';
import type { MrzReading } from '../../recognition/mrz/mrzRecognition.ts';
import type { TargetedRecognition } from '../../recognition/pageRecognition.ts';
import { lookAlikeKey } from '../../text/lookAlikes.ts';

type PageParts = {
  text: string;
  items: TextItem[];
  sections: SectionReading[];
  codes: Code[];
  recognition: TargetedRecognition;
  trace?: Trace | undefined;
};

/** What a page says, for classification and for reading its fields. Each further reading of it is made at most once. */
export class PageContent {
  readonly text: string;
  readonly items: TextItem[];
  readonly sections: SectionReading[];
  readonly codes: Code[];
  readonly trace: Trace | undefined;
  readonly #recognition: TargetedRecognition;
  #letters: string | null = null;
  #mrz: Promise<MrzReading | null> | null = null;
  #digitItems: Promise<TextItem[]> | null = null;

  constructor({ text, items, sections, codes, recognition, trace }: PageParts) {
    this.text = text;
    this.items = items;
    this.sections = sections;
    this.codes = codes;
    this.trace = trace;
    this.#recognition = recognition;
  }

  /** The text as it is compared with phrases. */
  get letters(): string {
    return (this.#letters ??= lookAlikeKey(this.text));
  }

  /** The machine-readable zone; null if there is none. */
  mrz(): Promise<MrzReading | null> {
    return (this.#mrz ??= this.#recognition.mrz());
  }

  /** The text read again for its digits, in several ways until one is enough. The first call says what is enough. */
  digitItems(hasEnoughPhrases: (items: TextItem[]) => boolean): Promise<TextItem[]> {
    return (this.#digitItems ??= this.#recognition.digits(hasEnoughPhrases));
  }
}

/** How documents of a type are recognised. */
export type DocumentRules = {
  /** Whether a page shows such a document. Less evidence is enough where the tags of the request name the type. */
  matches(page: PageContent, requested: boolean): boolean | Promise<boolean>;
};

/** The same for a type with fields of its own, under the service's names. */
export type FormRules = DocumentRules & {
  readFields(page: PageContent): NamedField[] | Promise<NamedField[]>;
  /** Tags of this one document, beside those of its type. */
  tagsOf?(text: string, fields: NamedField[]): string[];
};
