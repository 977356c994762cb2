import { distanceToPart } from '../../reader/src/text/distance.ts';
import type { SyntheticDocument } from '../documents.ts';
import type { Answer } from '../service/client.ts';
import { compareCrops } from './crops.ts';
import { collapsed, compareFields, whether, type FieldResult } from './fields.ts';
import { compareTables } from './tables.ts';

/** Everything that a document has, compared with what was read of it. */
export async function evaluate({ truth, pdf }: SyntheticDocument, answer: Answer): Promise<FieldResult[]> {
  const { vouched, codes = [], parts = [], tables = [], texts = [] } = truth;
  const fields = compareFields(truth.fields, answer.fields);
  const cropsNamed = (pattern: RegExp) =>
    answer.crops.filter((crop) => pattern.test(crop.name)).map(({ value }) => value);
  const read = answer.fields.filter(({ name }) => name === 'text').map(({ value }) => value ?? '');
  const isProved = (field: string) => fields.find(({ name }) => name === field)?.outcome === 'exact';
  return [
    ...fields,
    ...compareTables(tables, answer.tables).map((cell): FieldResult => ({ ...cell, kind: 'cell' })),
    ...compareTexts(texts, read),
    ...(await compareCrops('portrait', truth.portrait, cropsNamed(/foto|photo/i), pdf)),
    ...(await compareCrops('signature', truth.signature, cropsNamed(/assinatura|signature/i), pdf)),
    ...codes.map(({ format, value }) =>
      whether(
        format,
        value,
        answer.codes.some((code) => code.value === value),
      ),
    ),
    ...(vouched ? [whether('zone', vouched.join(), vouched.every(isProved))] : []),
    ...parts.map(({ pages }) =>
      whether(
        'document',
        pages.join(),
        answer.parts.some((part) => part.join() === pages.join()),
      ),
    ),
  ];
}

/** The share of its letters in which a text may differ. */
const MOST_ERRORS = 0.01;

/** Compares each true text with the most similar text read, by how many edits turn that into it. */
function compareTexts(truths: string[], texts: string[]): FieldResult[] {
  const read = texts.map(collapsed);
  return truths.map(collapsed).map((truth) => {
    const errors = Math.min(truth.length, ...read.map((text) => distanceToPart(text, truth)));
    if (errors === truth.length || errors <= MOST_ERRORS * truth.length)
      return whether('text', truth, errors < truth.length);
    return { ...whether('text', truth, false), read: `with ${errors} other letters`, outcome: 'wrong' };
  });
}
