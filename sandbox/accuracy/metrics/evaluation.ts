import { distanceToPart } from '../../reader/src/text/distance.ts';
import { withoutAccents } from '../../reader/src/text/normalise.ts';
import type { SyntheticDocument } from '../documents.ts';
import type { Answer } from '../service/client.ts';
import { compareTables } from './tables.ts';
import { compareCrops } from './crops.ts';
import { compareFields, type FieldResult } from './fields.ts';

/** The evaluation of one document after it was read. */
export type Evaluation = Awaited<ReturnType<typeof evaluate>>;

export async function evaluate(
  { truth, layout, degradation, group, name, pdf }: SyntheticDocument,
  answer: Answer,
  { memory, tesseract }: { memory: number | null; tesseract: { seconds: number; text: string } | null },
) {
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
    /** Tesseract's command line for the same picture: its seconds, and words of the true values; null for a PDF. */
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
    /** Whether every field that the check digits of the machine-readable zone prove is right; null without a zone. */
    mrz: truth.vouched
      ? truth.vouched.every((field) => fields.find((result) => result.name === field)?.outcome === 'exact')
      : null,
    /** For a file of several documents: whether each was found with exactly its own pages. */
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

/**
 * Compares each true text with the most similar text read: its characters, and how many edits turn what was read into it;
 * if none was read, all characters count as errors.
 */
function compareTexts(truths: string[], texts: string[]) {
  const read = texts.map(plain);
  return truths.map(plain).map((truth) => ({
    characters: truth.length,
    errors: Math.min(truth.length, ...read.map((text) => distanceToPart(text, truth))),
  }));
}

const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();
