import type { Language } from './text/language.ts';

/** A label and its value as printed; `score` from 0 to 1. Letters that were `recognised` (OCR) may be wrong. */
export type FieldReading = {
  label: string;
  value: string | null;
  score: number;
  recognised?: boolean;
  /** The lines of a value that has more than one. */
  lines?: string[];
};

/** `scores` holds the score of each cell where it differs from the table's. */
export type TableReading = {
  title: string | null;
  headers: string[];
  rows: (string | null)[][];
  score: number;
  scores?: (number | null)[][];
  recognised?: boolean;
};

/** `titleLines`: so many lines below the heading are of its type, and so more of it; they may be headings. */
export type SectionReading = {
  heading: string | null;
  titleLines?: number;
  page: number;
  lines: string[];
  fields: FieldReading[];
  tables: TableReading[];
};

export type Barcode = { type: string; value: string; pageNumber: number };

/** A type of document: the reader's own id, and the names the service has for it. */
export type DocumentType = { id: string; type: string; stdType: string };

/** A field under the service's own name for it; `value` and `score` (0 to 1) are null where it could not be read. */
export type NamedField = { name: string; stdName: string | null; value: string | null; score: number | null };

/** What one page shows of a document of a known type; `fields` is null if the type has no fields of its own. */
export type ClassifiedPage = { documentType: DocumentType; fields: NamedField[] | null; tags: string[] };

/** A part of the page cut out; `value` is a base64 JPEG. */
export type CropReading = { name: string; stdName: string; value: string };

/** A piece of text and where it is in the image of its page, in parts of its width and height. */
export type PlacedText = Box & { text: string };

/** What a receipt says, whatever its labels; null is what could not be read. */
export type ReceiptReading = Record<'date' | 'total' | 'shop' | 'cnpj', { value: string; score: number } | null>;

/** The tag of a result of which something was not read. */
export const PARTIAL = 'reading=partial';
/** Why, where it was recognised, but is in no field and no table; texts of several lines may still be in a section. */
export const LEFT_OUT = 'some of its text was read neither as a field nor in a table';

export type PageReading = {
  number: number;
  text: string;
  /** Null where the text is too short to tell. */
  language: Language | null;
  sections: SectionReading[];
  barcodes: Barcode[];
  /** Where the text comes from; null when there is none. */
  source: 'text-layer' | 'ocr' | null;
  /** Null if the page shows no document of a known type. */
  document: ClassifiedPage | null;
  /** Of a page that is a receipt. */
  receipt?: ReceiptReading | null;
  crops: CropReading[];
  /** Base64 JPEG of the page. */
  image: string | null;
  /** The text of the image, where there is one. */
  placed?: PlacedText[];
  /** Whether something of it was not read; `missing` says in words what, or why. */
  isPartial: boolean;
  missing: string | null;
  /** Only its text layer was read, so nothing of it is sure. */
  isUnseen?: boolean;
  /** How labels and values were paired, where it was asked for. */
  pairing?: PairingStep[];
};

/** A text and where it is: `x` and `y` are where its baseline begins, in the units of the text items. */
type SeenText = { text: string; x: number; y: number; size: number };

/**
 * What was weighed on the way from the text of a page to its fields. A `candidate` is a value that a label may have:
 * `known` says as what the label is known, `cost` is in heights of letters, and null where rules decide that compare no
 * costs. A `reading` is what became of a value: `name` is what a vocabulary or the service calls the field, `label` the
 * label where only its words decide. `page`: what was decided for all of it.
 */
export type PairingStep =
  | { step: 'page'; reason: string }
  | {
      step: 'candidate';
      rules: 'layout' | 'form';
      label: SeenText & { known: string | null };
      value: SeenText;
      way: string;
      cost: number | null;
      isChosen: boolean;
      reason: string;
    }
  | {
      step: 'reading';
      name: string;
      label?: string | undefined;
      text: string;
      value: string | null;
      score: number | null;
      reason: string;
    };

/** Is told each step, where somebody wants to know. */
export type Trace = (step: PairingStep) => void;

/** Why a value is none of a label, or not what a field may have. */
export type Refusal = { refused: string };

export const refuse = (refused: string): Refusal => ({ refused });

/** A page of which nothing was read. */
export const unreadPage = (number: number): PageReading => ({
  number,
  text: '',
  language: null,
  sections: [],
  barcodes: [],
  source: null,
  document: null,
  crops: [],
  image: null,
  isPartial: true,
  missing: 'it could not be read',
});

/** Pages that belong together, as one document; of each field the surest reading on any of the pages. */
export type DocumentReading = {
  documentType: DocumentType | null;
  pages: PageReading[];
  text: string;
  language: Language | null;
  sections: SectionReading[];
  fields: NamedField[] | null;
  /** What is known of the document and its type: `country=bra`, `type=…`. */
  tags: string[];
  /** Whether one of its pages was not read to the end. */
  isPartial: boolean;
};

/** What `readDocument` returns: the pages of the file, and the same pages grouped into documents. */
export type Reading = { pages: PageReading[]; documents: DocumentReading[] };

/** A file on disk; `format` is its media type, `password` opens an encrypted PDF. */
export type SourceDocument = { path: string; format: string; password: string | null };

/**
 * `firstPage`: where to begin, after a page that ended its process; `textOnlyPage`: that page once more, for its text layer
 * alone.
 */
export type SourcePages = SourceDocument & { firstPage: number; textOnlyPage: number | null };

/** Called before each page with its number and the number of pages. */
export type BeginPage = (page: number, of: number) => void;

/** What to read beside text, sections and fields; by default nothing. */
export type ReadingOptions = {
  barcodes?: boolean;
  /** Read the codes only, not the text. */
  codesOnly?: boolean;
  /** Return each page as a JPEG of this quality, 1 to 100. */
  imageQuality?: number | null;
  /** Cut out photos, signatures and codes. */
  crops?: boolean;
  /** Narrow the document types that are considered: `country=bra`, `id=bra-cnh`. */
  tags?: string[];
  /** Return how labels and values were paired. */
  explain?: boolean;
};

/** One reading as a worker process receives it; `timeMs` is what is left for the document. */
export type ReadingTask = SourcePages & Required<ReadingOptions> & { timeMs: number };

/** A page begins, `of` how many; it was read; or what is known of a page that takes long. */
export type Progress = { of: number } | { read: PageReading } | { soFar: PageReading };

export type ReadingErrorCode = 'busy' | 'format' | 'passwordMissing' | 'passwordWrong' | 'timeout' | 'failed';

/** Why a document was not read. */
export class ReadingError extends Error {
  override name = 'ReadingError';
  readonly code: ReadingErrorCode;

  constructor(code: ReadingErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** A message without the paths of this machine that decoders and the system put into theirs. */
export const withoutPaths = (message: string) =>
  message.replace(/(?:\b[A-Za-z]:)?[^\s'",():]+/g, (word) => (/[\\/]/.test(word) ? 'the file' : word)).trim();

/** Runs a decoder: any error it throws is one of the file's format. */
export async function orFormatError<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ReadingError) throw error;
    throw new ReadingError('format', `${what} (${withoutPaths((error as Error).message)})`);
  }
}

/** The score of a word that two readings differ about, and the highest score of a guess. */
export const DISPUTED = 0.5;

/** The highest score of what is neither proven nor marked: it is not sure, whatever else speaks for it. */
export const UNPROVEN = 0.85;

/** What is read, but not sure. */
export const unproven = <Scored extends { score: number | null }>(read: Scored): Scored => ({
  ...read,
  score: read.score === null ? null : Math.min(read.score, UNPROVEN),
});

/** Whether a recognised value is too doubtful to be given: a wrong value is worse than none. */
export const isDisputed = ({ score, recognised }: { score: number; recognised?: boolean | undefined }) =>
  Boolean(recognised) && score <= DISPUTED;

/** Text at a position on the page; `y` is the baseline, from the top. Recognised text has a `confidence`, 0 to 1. */
export type TextItem = {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
  bold: boolean;
  /** Crossed out: it is on the page, but no content. */
  isStruck?: boolean | undefined;
  /** The box of rulings that it stands in. Texts of one cell have the same one. */
  cell?: Edges | undefined;
  /** In no box: where the nearest rulings and edges of grounds above and below it are, infinite where none is. */
  band?: [top: number, bottom: number] | undefined;
  /** Where its words are, if that is known. */
  wordPlaces?: [left: number, right: number][];
  confidence?: number;
};

export type Box = { left: number; top: number; width: number; height: number };

/** In the units of the text items. */
export type Edges = [left: number, top: number, right: number, bottom: number];

/** In sizes: how far letters rise above their baseline, and hang below it. */
export const [RISE, HANG] = [0.8, 0.25];

export const edgesOf = ({ x, y, width, size }: Pick<TextItem, 'x' | 'y' | 'width' | 'size'>): Edges => [
  x,
  y - RISE * size,
  x + width,
  y + HANG * size,
];

/** Raw pixels, four bytes each; `enlarged`: how many times the size of what the file holds, if that is known. */
export type Pixels = { data: Uint8ClampedArray; width: number; height: number; enlarged?: number };

/** A page of a file before it is read: the text layer if there is one, and the pixels when they are needed. */
export type PageSource = {
  number: number;
  /** In the units of the text items. */
  width: number;
  items: TextItem[];
  /** Text of the layer that nobody sees, where a picture may show the same: what was recognised in a scan. */
  veiled: TextItem[];
  /** By font, text whose digits may be others than the font says. */
  suspects: TextItem[][];
  /** The part of the page, 0 to 1, that pictures cover, and the part of its height with lines of text. */
  pictured: number;
  written: number;
  /** Where it has stamps or lines that are pictures, outlines that may be letters, or text over a picture. */
  marks: Edges[];
  /** Where letters are single strokes. */
  plotted?: Edges[];
  /** Where something is drawn instead of a text beside a label. */
  ink?: Edges[];
  /** In words, what cannot be read of it: what could not be decoded or is left out, or is not on the page at all. */
  missing?: string | null;
  /** In words, what of its text layer is not read. */
  unread?: string | null;
  /** Its graphics are not known: it may show something else than its layer says. */
  isUnseen?: boolean;
  pixels(): Promise<Pixels>;
};

/** The image of a page, upright and without perspective. A text item at (x, y) is at (x · scale, y · scale) in it. */
export type PageImage = {
  pixels: Pixels;
  scale: number;
  /** The corners of the page in the original picture, if something else was around it; `score` from 0 to 1. */
  page?: { corners: { x: number; y: number }[]; score: number };
};
