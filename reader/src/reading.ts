/**
 * What was read, before any operation gives it the shape of its answer. Labels stand as printed; letters that were
 * `recognised` may be wrong.
 */
export type FieldReading = {
  label: string;
  value: string | null;
  score: number;
  recognised?: boolean;
  /** The lines of a value that has more than one. */ lines?: string[];
};

/** `scores` has how sure each cell is, where it is not as sure as the table. */
export type TableReading = {
  title: string | null;
  headers: string[];
  rows: (string | null)[][];
  score: number;
  scores?: (number | null)[][];
  recognised?: boolean;
};

export type SectionReading = {
  heading: string | null;
  page: number;
  lines: string[];
  fields: FieldReading[];
  tables: TableReading[];
};

export type Barcode = { type: string; value: string; pageNumber: number };

export type PageReading = {
  number: number;
  text: string;
  sections: SectionReading[];
  barcodes: Barcode[];
  /** Where the text comes from; null when there is none. */
  source: 'text-layer' | 'ocr' | null;
  /**
   * The kind of document the page shows and, if that kind has fields of its own, what was read of them; null if it
   * shows none.
   */
  document: DocumentReading | null;
  crops: CropReading[];
  /** Base64 JPEG of the page. */
  image: string | null;
};

/** Fields that a kind of document has under the interface's names; what could not be read is null. */
export type NamedField = { name: string; stdName: string | null; value: string | null; score: number | null };

/** `tags` say what kind it is, and what else is known of this one. */
export type DocumentReading = { kind: string; fields: NamedField[] | null; tags: string[] };

/** A part of the page cut out; `value` is a base64 JPEG. */
export type CropReading = { name: string; stdName: string; value: string };

export type ReadingTask = {
  path: string;
  format: string;
  password: string | null;
  barcodes: boolean;
  /** Nothing but codes is wanted: the text is not read. */
  codesOnly: boolean;
  imageQuality: number | null;
  crops: boolean;
  /** Narrow the kinds of document that are tried. */
  tags: string[];
};

/** A failure that is the document's and not the reader's. */
export type ReadingFailure = { failure: 'password' | 'format'; message: string };

export type ReadingOutcome = { pages: PageReading[] } | ReadingFailure;

/** What a word is worth that two readings differ about, and at most what one is worth that was guessed. */
export const DISPUTED = 0.5;

/** Whether letters that nothing proves would make another value: a wrong value is worse than none. */
export const isDisputed = ({ score, recognised }: { score: number; recognised?: boolean | undefined }) =>
  Boolean(recognised) && score <= DISPUTED;

/**
 * A piece of text with its place on the page: y is the baseline, counted from the top. `confidence` (0 to 1) only where
 * it was recognised.
 */
export type TextItem = {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
  bold: boolean;
  confidence?: number;
};

export type Box = { left: number; top: number; width: number; height: number };

/** Raw pixels, four bytes each. */
export type Pixels = { data: Uint8ClampedArray; width: number; height: number };

/** The picture of a page, upright and straight. A text item at (x, y) stands at (x · scale, y · scale) in it. */
export type Sheet = {
  pixels: Pixels;
  scale: number;
  /** Where the page lay in the original picture, if it lay on something else, and how sure that is (0 to 1). */
  page?: { corners: { x: number; y: number }[]; score: number };
};
