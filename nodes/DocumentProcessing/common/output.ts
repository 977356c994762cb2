import type {
  IBinaryKeyData,
  IDataObject,
  IExecuteFunctions,
  INodeExecutionData,
  IWebhookFunctions,
} from 'n8n-workflow';
import { UnreadableResponseError } from './errors';
import { extensionOf, sniffMimeType } from './file-type';
import type { JsonObject } from './shape';

/** An output item before its files are stored and n8n's own members are added. */
export interface Output {
  json: JsonObject;
  files?: OutputFile[];
  /** Indexes of the input items it is linked to, if not only the one it was made for. */
  pairedItems?: number[];
  /** A remark for the user; the editor shows each remark once, with the number of items that carry it. */
  hint?: Hint | undefined;
  /** Of which days the hint is. */
  period?: string | undefined;
  /** The names the user has chosen, and whether the answer has them. */
  soughtNames?: SoughtName[] | undefined;
  /** Whether a person should check it: it was not identified, or is marked for review. */
  needsReview?: boolean | undefined;
}

/** A file that came as base64 in a response. */
export interface OutputFile {
  /** The binary field it is stored in, e.g. `crop_photo`. */
  field: string;
  /** The file name without its extension; the field's name if not set. */
  name?: string | undefined;
  base64: string;
  /** The declared type, used if the first bytes do not show one. */
  mimeType?: string | undefined;
}

export interface SoughtName {
  name: string;
  /** Where the user has chosen it. */
  chosenIn: (typeof PLACES)[number];
  isFound: boolean;
}

/** What of an output item is told in the editor. */
export type Remark = Pick<Output, 'hint' | 'period' | 'soughtNames'>;

export type Hint = keyof typeof HINT_TEXTS;

const HINT_TEXTS = {
  // A document may be several items.
  unidentified: (count) =>
    `${count} ${count === 1 ? 'document was' : 'documents were'} not identified, so "needsReview" is true.`,
  unknownShape: (count) =>
    `${count} ${count === 1 ? 'result has' : 'results have'} another shape than the service interface describes and came ` +
    'through as sent, so "needsReview" is true. No rule or minimum score was applied.',
  noLicenceCode: (count) =>
    `${count} ${count === 1 ? 'file gave' : 'files gave'} no driver licence, so "needsReview" is true: only its QR code is ` +
    'read. For a photo or scan of the licence without it, use Extract Content.',
  noAddress: (count) => `${count} ${count === 1 ? 'text has' : 'texts have'} no address, so "needsReview" is true.`,
  invalidBase64: (count, all) =>
    `${count} of ${all} items have an image or file that is not valid base64. It was left as text in the JSON.`,
  unknownBudget: () => 'The budget is not known: the response of the service does not say for each day what is billed.',
  unknownComparison: () =>
    'The comparison is not known: the response of the service does not say for each day what is billed.',
  reportInFirst: () =>
    'The report is in the first of several items. If the next node is to send it once, set "Output" to Totals.',
  noConsumption: (_count, _all, periods) => `There was no consumption: ${periods}.`,
} satisfies Record<string, (count: number, all: number, periods: string) => string>;

/** Where a user chooses names. */
const PLACES = ['Selected Fields', 'Field Rules', 'Sums', 'Unit Prices'] as const;

/** What is said of names that nothing has. */
const noSuch = (place: (typeof PLACES)[number], names: string): string =>
  place === 'Unit Prices'
    ? `No service named ${names} was used. Check the spelling in "Unit Prices".`
    : `No document has what "${place}" names: ${names}. Check the spelling.`;

/** Shows a hint on the node's output in the editor. */
export const warn = (context: IExecuteFunctions, message: string): void =>
  context.addExecutionHints({ message, location: 'outputPane', type: 'warning' });

/** The hints of all output items. `remarks` has one entry per output item. */
export function hintsOf(remarks: Remark[]): string[] {
  const hints: string[] = [];
  for (const [hint, text] of Object.entries(HINT_TEXTS)) {
    const found = remarks.filter((one) => one.hint === hint);
    const periods = [...new Set(found.flatMap(({ period }) => period ?? []))];
    const left = periods.length - MOST_PERIODS;
    const told = periods.slice(0, MOST_PERIODS).join(', ') + (left > 0 ? ` and ${left} others` : '');
    if (found.length > 0) hints.push(text(found.length, remarks.length, told));
  }
  const sought = remarks.flatMap(({ soughtNames = [] }) => soughtNames);
  for (const place of PLACES) {
    const names = sought.filter(({ chosenIn }) => chosenIn === place);
    const found = new Set(names.filter(({ isFound }) => isFound).map(({ name }) => name));
    const unknown = [...new Set(names.map(({ name }) => name))].filter((name) => !found.has(name));
    if (unknown.length > 0) hints.push(noSuch(place, unknown.join(', ')));
  }
  return hints;
}

const MOST_PERIODS = 10;

type BinaryContext = IExecuteFunctions | IWebhookFunctions;

/** Turns output items into n8n's: files become binary data, and each item is linked to its input item. */
export async function toItems(context: BinaryContext, outputs: Output[], item: number): Promise<INodeExecutionData[]> {
  const items: INodeExecutionData[] = [];
  for (const output of outputs) {
    const pairedItem = output.pairedItems?.map((index) => ({ item: index })) ?? { item };
    const data: INodeExecutionData = { json: output.json as IDataObject, pairedItem };
    if (output.files && output.files.length > 0)
      data.binary = await storeFiles(context, output.files, output.json['requestId']);
    items.push(data);
  }
  return items;
}

/** The items of each output of a node: of one, or of one for those that are done and one for those to be reviewed. */
export function byReview(
  all: Array<Pick<Output, 'needsReview'> & { item: INodeExecutionData }>,
  hasReviewOutput: boolean,
): INodeExecutionData[][] {
  const isToReview = ({ needsReview }: Pick<Output, 'needsReview'>) => needsReview === true;
  const outputs = hasReviewOutput ? [all.filter((one) => !isToReview(one)), all.filter(isToReview)] : [all];
  return outputs.map((output) => output.map(({ item }) => item));
}

/** Stores one file after another, so that only one is decoded in memory at a time. */
async function storeFiles(context: BinaryContext, files: OutputFile[], requestId: unknown): Promise<IBinaryKeyData> {
  const binary: IBinaryKeyData = {};
  for (const file of files) {
    const bytes = Buffer.from(file.base64, 'base64');
    const mimeType = sniffMimeType(bytes) ?? file.mimeType ?? 'application/octet-stream';
    // In a database n8n has room for 255 characters.
    const base = (file.name ?? file.field).replace(/[^\p{L}\p{N}_-]+/gu, '_').slice(0, 200);
    const name = `${base}.${extensionOf(mimeType)}`;
    binary[file.field] = await context.helpers.prepareBinaryData(bytes, name, mimeType).catch((caught: Error) => {
      throw new UnreadableResponseError(
        `n8n could not store the file "${file.field}" of the response: ${caught.message}`,
        'The service has processed the request. Mend where n8n keeps binary data, e.g. its disk, before you send it again.',
        requestId,
      );
    });
  }
  return binary;
}
