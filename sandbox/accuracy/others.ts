import { evaluateAddresses } from './addresses.ts';
import { measureCodes } from './codes/measureCodes.ts';
import { measureForms, type FormResult } from './forms/measureForms.ts';
import { measureHostile } from './hostile/measureHostile.ts';
import { measureLayers, type LayerResult } from './layers/measureLayers.ts';
import { measureLoad, SOME_PAGES } from './load/measureLoad.ts';
import { measureMrz, type MrzResult } from './mrz/measureMrz.ts';
import type { Options } from './options.ts';
import { measureReceipts, type ReceiptResult } from './receipts/measureReceipts.ts';
import { megabytes } from './report/tables.ts';
import type { Sandbox } from './service/sandbox.ts';

export const tell = (text: string) => process.stderr.write(`${text}\n`);

/** Ctrl-C ends a measurement early, which still reports. */
export const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort());

/** Tells of each result as it comes, until all are there or it is interrupted. */
async function collect<T>(results: AsyncIterable<T>, lineOf: (result: T) => string): Promise<T[]> {
  const collected: T[] = [];
  for await (const result of results) {
    collected.push(result);
    tell(lineOf(result));
    if (interruption.signal.aborted) break;
  }
  return collected;
}

const rightOf = ({ name, fields, seconds }: MrzResult | FormResult | ReceiptResult | LayerResult) => {
  const right = fields.filter(({ outcome }) => outcome === 'exact').length;
  return `${name}: ${right} of ${fields.length}, ${seconds.toFixed(2)} s`;
};

/** What is measured besides documents of layouts, in this order, or alone. */
export const OTHERS = {
  forms: (sandbox, options) => collect(measureForms(sandbox, options), rightOf),
  layers: (sandbox, options) => collect(measureLayers(sandbox, options), rightOf),
  receipts: (sandbox, options) => collect(measureReceipts(sandbox, options), rightOf),
  mrz: (sandbox, options) => collect(measureMrz(sandbox, options), rightOf),
  codes: (_, options) =>
    collect(
      measureCodes(options),
      ({ name, values, seconds }) => `${name}: ${values.join(', ') || 'no code'}, ${seconds.toFixed(1)} s`,
    ),
  load: (sandbox) => measureLoad(sandbox, SOME_PAGES, tell),
  hostile: (sandbox) =>
    collect(
      measureHostile(sandbox),
      ({ name, status, seconds, memory, isAlive }) =>
        `${name}: ${status}, ${seconds.toFixed(1)} s, ${megabytes(memory)}${isAlive ? '' : ', NOT ALIVE'}`,
    ),
} satisfies Record<string, (sandbox: Sandbox, options: Options) => Promise<unknown>>;

type Results = { [Name in keyof typeof OTHERS]: Awaited<ReturnType<(typeof OTHERS)[Name]>> };
/** What was measured besides documents of layouts. */
export type Others = Partial<Results & { addresses: Awaited<ReturnType<typeof measureAddresses>> }>;

export async function measureOthers(sandbox: Sandbox, options: Options): Promise<Others> {
  const measured: Record<string, unknown> = { addresses: await measureAddresses(sandbox) };
  for (const [name, measure] of Object.entries(OTHERS)) measured[name] = await measure(sandbox, options);
  return measured;
}

const measureAddresses = async (sandbox: Sandbox) => ({
  known: await evaluateAddresses(sandbox, 'known'),
  heldOut: await evaluateAddresses(sandbox, 'heldOut'),
});
