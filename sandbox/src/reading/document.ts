/** What was read, before any operation gives it the shape of its answer. Labels stand as printed. */
export type FieldReading = { label: string; value: string | null; score: number };

export type TableReading = { title: string | null; headers: string[]; rows: (string | null)[][]; score: number };

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
  /** Base64 JPEGs of the bar codes on the page. */
  codeCrops: string[];
  /** Base64 JPEG of the page. */
  image: string | null;
};

export type ReadingTask = {
  path: string;
  format: string;
  password: string | null;
  barcodes: boolean;
  imageQuality: number | null;
  crops: boolean;
};

/** A failure that is the document's and not the reader's. */
export type ReadingFailure = { failure: 'password' | 'format'; message: string };

export type ReadingOutcome = { pages: PageReading[] } | ReadingFailure;

/** A piece of text with its place on the page: y is the baseline, counted from the top. */
export type TextItem = { text: string; x: number; y: number; width: number; size: number; bold: boolean };

/** Raw pixels, four bytes each. */
export type Pixels = { data: Uint8ClampedArray; width: number; height: number };
