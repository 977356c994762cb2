import type { Condition } from '../degradations/conditions.ts';
import type { Kind } from '../document.ts';
import type { MadeDocument } from '../documents.ts';
import type { Answer } from '../service/answer.ts';
import { judgeTables } from './cells.ts';
import { judgeTexts, type CharacterCount } from './characters.ts';
import { judgeCrops, type CropJudgement } from './crops.ts';
import { judgeFields, type Verdict } from './fields.ts';

/** All that is known of one document after it was read. */
export type Judgement = {
  name: string;
  kind: Kind;
  condition: Condition;
  isKnown: boolean;
  status: number;
  seconds: number;
  memory: number | null;
  fields: Verdict[];
  cells: Verdict[];
  texts: CharacterCount[];
  portraits: CropJudgement;
  signatures: CropJudgement;
  codes: { format: string; isRead: boolean }[];
  /** Whether all that the check digits of a machine-readable zone vouch for is right; null without a zone. */
  zone: boolean | null;
  /** Of the documents in a file of several: whether each was found with its own pages and no others. */
  parts: boolean[];
};

export async function judge(document: MadeDocument, answer: Answer, memory: number | null): Promise<Judgement> {
  const { truth, layout, condition, isKnown, name, pdf } = document;
  const fields = judgeFields(truth.fields, answer.fields);
  const cropsNamed = (pattern: RegExp) =>
    answer.crops.filter((crop) => pattern.test(crop.name)).map(({ value }) => value);
  return {
    name,
    kind: layout.kind,
    condition,
    isKnown,
    status: answer.status,
    seconds: answer.milliseconds / 1000,
    memory,
    fields,
    cells: judgeTables(truth.tables ?? [], answer.tables),
    texts: judgeTexts(
      truth.texts ?? [],
      answer.fields.filter((field) => field.name === 'text').map(({ value }) => value ?? ''),
    ),
    portraits: await judgeCrops(truth.portrait, cropsNamed(/foto|photo/i), pdf),
    signatures: await judgeCrops(truth.signature, cropsNamed(/assinatura|signature/i), pdf),
    codes: (truth.codes ?? []).map(({ format, value }) => ({
      format,
      isRead: answer.codes.some((code) => code.value === value),
    })),
    zone: truth.vouched
      ? truth.vouched.every((field) => fields.find((verdict) => verdict.name === field)?.outcome === 'exact')
      : null,
    parts: (truth.parts ?? []).map((part) => answer.parts.some(({ pages }) => pages.join() === part.pages.join())),
  };
}
