import { distanceToPart } from '../../reader/src/text/distance.ts';
import { withoutAccents } from '../../reader/src/text/normalise.ts';
import type { Degradation } from '../degradations/degradations.ts';
import type { DocumentType } from '../groundTruth.ts';
import type { Group, SyntheticDocument } from '../documents.ts';
import type { Answer } from '../service/client.ts';
import { compareTables } from './tables.ts';
import { compareCrops, type CropCounts } from './crops.ts';
import { compareFields, type FieldResult } from './fields.ts';

/** The evaluation of one document after it was read. */
export type Evaluation = {
  name: string;
  type: DocumentType;
  degradation: Degradation;
  group: Group;
  status: number;
  seconds: number;
  /** Tesseract's command line for the same picture: its seconds, and words of the true values; null for a PDF. */
  tesseract: { seconds: number; words: number; ownWords: number; found: number } | null;
  memory: number | null;
  fields: FieldResult[];
  cells: FieldResult[];
  texts: CharacterCount[];
  portraits: CropCounts;
  signatures: CropCounts;
  codes: { format: string; isRead: boolean }[];
  /** Whether every field that the check digits of the machine-readable zone prove is right; null without a zone. */
  mrz: boolean | null;
  /** For a file of several documents: whether each was found with exactly its own pages. */
  parts: boolean[];
};

export async function evaluate(
  document: SyntheticDocument,
  answer: Answer,
  { memory, tesseract }: { memory: number | null; tesseract: { seconds: number; text: string } | null },
): Promise<Evaluation> {
  const { truth, layout, degradation, group, name, pdf } = document;
  const fields = compareFields(truth.fields, answer.fields);
  const read = answer.fields.filter((field) => field.name === 'text').map(({ value }) => value ?? '');
  const cropsNamed = (pattern: RegExp) =>
    answer.crops.filter((crop) => pattern.test(crop.name)).map(({ value }) => value);
  return {
    name,
    type: layout.type,
    degradation,
    group,
    status: answer.status,
    seconds: answer.milliseconds / 1000,
    tesseract: tesseract && besideTesseract(fields, tesseract),
    memory,
    fields,
    cells: compareTables(truth.tables ?? [], answer.tables),
    texts: compareTexts(truth.texts ?? [], read),
    portraits: await compareCrops(truth.portrait, cropsNamed(/foto|photo/i), pdf),
    signatures: await compareCrops(truth.signature, cropsNamed(/assinatura|signature/i), pdf),
    codes: (truth.codes ?? []).map(({ format, value }) => {
      return { format, isRead: answer.codes.some((code) => code.value === value) };
    }),
    mrz: truth.vouched
      ? truth.vouched.every((field) => fields.find((result) => result.name === field)?.outcome === 'exact')
      : null,
    parts: (truth.parts ?? []).map((part) => answer.parts.some((pages) => pages.join() === part.pages.join())),
  };
}

/** In letters and digits. Shorter words are found in any text by chance. */
const SHORTEST_WORD = 4;
/** Dates are given in another form than they are printed in. */
const DATE = /^\d{4}-\d\d-\d\d$/;

/** Words of the true values: how many there are, how many our values have, and how many Tesseract's text has. */
function besideTesseract(fields: FieldResult[], { seconds, text }: { seconds: number; text: string }) {
  const [ours, theirs] = [fields.map(({ read }) => read ?? '').join(' '), text].map(lettersOf) as [string, string];
  const words = fields
    .flatMap(({ truth }) => (truth === null || DATE.test(truth) ? [] : truth.split(/\s+/)))
    .map(lettersOf)
    .filter((word) => word.length >= SHORTEST_WORD);
  const count = (text: string) => words.filter((word) => text.includes(word)).length;
  return { seconds, words: words.length, ownWords: count(ours), found: count(theirs) };
}

const lettersOf = (text: string) =>
  withoutAccents(text)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

/** Characters of a text, and how many edits turn what was read into it. */
export type CharacterCount = { characters: number; errors: number };

/** Compares each true text with the most similar text read; if none was read, all characters count as errors. */
function compareTexts(truths: string[], texts: string[]): CharacterCount[] {
  const read = texts.map(plain);
  return truths.map(plain).map((truth) => ({
    characters: truth.length,
    errors: Math.min(truth.length, ...read.map((text) => distanceToPart(text, truth))),
  }));
}

const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();
