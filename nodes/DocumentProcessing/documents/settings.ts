/** The values of "Split Into". */
export const SPLITS = ['documents', 'sections', 'rows'] as const;

export type SplitInto = (typeof SPLITS)[number];

/** How an envelope's result becomes items; `parameters/output-settings` reads it from the node's parameters. */
export interface OutputSettings {
  simplify: boolean;
  splitInto: SplitInto;
  fieldNames: 'name' | 'stdName';
  minScore: number | undefined;
  includeScores: boolean;
  filesAsBinary: boolean;
  maskCardNumber: boolean;
}
