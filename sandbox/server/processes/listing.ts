import { setImmediate as pause } from 'node:timers/promises';
import { rewriteInPieces, rewriteJson, stringIn, type Change } from '../jsonText.ts';
import { decoded, hideInPieces, hideTexts, repeatsAnyOf, secretsOfHeader, waysToWrite } from '../secrets.ts';
import { explain } from './deliveryFailures.ts';
import type { Delivery, ProcessStore, Standing, StoredProcess, Webhook } from './processStore.ts';
import { HIDDEN, maskWebhook } from './webhook.ts';

/** A process for people to see: without secrets and without its file. */
export function listProcess(process: StoredProcess, deliveriesLeftOut = 0) {
  const { job: _job, createdAt, finishedAt, outcome, steps, deliveries, ...row } = maskProcess(process);
  return {
    ...row,
    createdAt: timestamp(createdAt),
    finishedAt: finishedAt === null ? null : timestamp(finishedAt),
    outcome: outcome === null ? null : outcome.slice(0, 2000),
    steps: steps.map(({ at, ...step }) => ({ at: timestamp(at), ...step })),
    deliveries: deliveries.map(({ processId: _id, at, ...delivery }, place) => ({
      at: timestamp(at),
      ...delivery,
      // Of what was hidden in the answer, it tells nothing.
      explanation: explain(process.deliveries[place] as Delivery),
    })),
    deliveriesLeftOut,
  };
}

/** In a list, a process has so many deliveries. */
const LISTED = { first: 3, last: 7 };

/** The newest, newest first. Others get their turn between them: each is searched for all that is secret in it. */
export async function listProcesses(store: ProcessStore, maximum = 200) {
  const listed = [];
  for (const id of store.ids(maximum)) {
    const process = store.find(id);
    if (process) {
      const { deliveries } = process;
      const shown = deliveries.filter((_, at) => at < LISTED.first || at >= deliveries.length - LISTED.last);
      listed.push(listProcess({ ...process, deliveries: shown }, deliveries.length - shown.length));
    }
    await pause();
  }
  return listed;
}

/** Without the secrets of the webhook, and without the parameters of an enrichment, also where a receiver repeats them. */
export function maskProcess(process: StoredProcess): StoredProcess {
  const secrets = secretsOf(process);
  const [written, isRepeated] = [waysToWrite(secrets), repeatsAnyOf(secrets)];
  // First what stands where it is masked: a text without what was hidden in it may be no JSON.
  const mask = (text: string) => hideTexts(rewriteJson(text, maskParameter()), written, HIDDEN);
  const maskAnswer = (text: string) => {
    const masked = mask(text);
    return isRepeated(masked) ? `${HIDDEN} (${text.length} characters, which repeat something secret)` : masked;
  };
  const deliveries = process.deliveries.map((delivery) => ({
    ...delivery,
    answer: delivery.answer && maskAnswer(delivery.answer),
  }));
  return {
    ...process,
    webhook: maskWebhook(process.webhook),
    outcome: process.outcome && mask(process.outcome),
    deliveries,
  };
}

/** Masks the result of a process. It may be long: others get their turn meanwhile. */
export const maskResult = async (process: StoredProcess, text: string): Promise<string> =>
  hideInPieces(await rewriteInPieces(text, maskParameter()), waysToWrite(secretsOf(process)), HIDDEN);

function secretsOf({ webhook, outcome }: StoredProcess): string[] {
  const secrets = secretsOfWebhook(webhook);
  rewriteJson(
    outcome ?? '',
    maskParameter((secret) => secrets.push(secret)),
  );
  return secrets;
}

const secretsOfWebhook = ({ url, fallbackUrl, headers, queryStrings }: Webhook): string[] => [
  ...headers.flatMap(({ value }) => [value.trim(), ...secretsOfHeader(value.trim())]),
  ...queryStrings.map(({ value }) => value),
  ...[url, fallbackUrl ?? '']
    .filter((text) => URL.canParse(text))
    .flatMap((text) => {
      const { username, password, search, searchParams } = new URL(text);
      // As `Basic` has them, and as they stand in the query, with or without a name.
      const pair = username || password ? `${decoded(username)}:${decoded(password)}` : '';
      const written = search
        .slice(1)
        .split('&')
        .map((part) => part.replace(/^[^=]*=/, ''));
      return [username, password, pair, ...searchParams.values(), ...written];
    }),
];

/** An enrichment repeats its parameters, and nothing says which of them are secret. */
const maskParameter =
  (tell: (value: string) => void = () => {}): Change =>
  (token, place, isName) => {
    if (isName || !place.slice(0, -1).includes('parameters') || /^(null|true|false)$/.test(token)) return token;
    tell(stringIn(token) ?? token);
    return JSON.stringify(HIDDEN);
  };

/** How a process stands, for the row of its request. */
export const listStanding = ({ state, last }: Standing) => ({
  state,
  deliveries: last ? [{ httpStatus: last.httpStatus, error: last.error, explanation: explain(last) }] : [],
});

/** Whether nobody has taken its callback: it was refused, or could not be sent, or was not sent at all. */
export const isUndelivered = ({ state, last }: Standing) =>
  (state === 'finished' || state === 'failed') && (last === null || explain(last) !== null);

const timestamp = (at: number) => new Date(at).toISOString();
