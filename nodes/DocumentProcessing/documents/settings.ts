import type { Format } from './formats';

/** What the user expects of a field, or of a column given as `table.column`. */
export interface FieldRule {
  /** The field's name or standardised name. */
  name: string;
  minScore?: number | undefined;
  isRequired: boolean;
  format: Format;
  /** The regular expression of the format `regex`. A wait takes settings along as JSON. */
  pattern?: string | undefined;
}

/** What has to add up to what: of a name that repeats, and of a column, all values count. */
export interface Sum {
  total: string;
  parts: Array<{ name: string; sign: 'plus' | 'minus'; isOptional: boolean }>;
  /** A smaller difference is none. */
  tolerance: number;
}

/** How the documents of a response become items. */
export interface OutputSettings {
  output: 'simplified' | 'raw' | 'selectedFields' | 'markdown';
  /** With the output `selectedFields`: names of fields, or of members of the simplified form. */
  selectedFields: string[];
  /** What each output item represents. */
  splitInto: 'documents' | 'sections' | 'rows';
  /** Which of the service's names become keys. */
  fieldNames: 'name' | 'stdName';
  minScore: number | undefined;
  includeScores: boolean;
  filesAsBinary: boolean;
  /** Whether an invoice's original file is returned; `undefined` for documents that have none. */
  originalFile: boolean | undefined;
  maskCardNumber: boolean;
  /** Whether dates, numbers and booleans are returned as such. */
  typedValues: boolean;
  fieldRules: FieldRule[];
  sums: Sum[];
  /** Whether items that a person should check leave by an output of their own. */
  reviewOutput: boolean;
}

export const DEFAULT_OUTPUT: OutputSettings = {
  output: 'simplified',
  selectedFields: [],
  splitInto: 'documents',
  fieldNames: 'name',
  minScore: undefined,
  includeScores: false,
  filesAsBinary: true,
  originalFile: undefined,
  maskCardNumber: false,
  typedValues: false,
  fieldRules: [],
  sums: [],
  reviewOutput: false,
};
