import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { ServiceError, type ServiceErrorFacts } from '../common/errors';
import { readHttpError } from '../transport/http-error';
import { probes } from './process-state';
import { issueToken, TOKEN_HEADER } from './token';

const TIMEOUT = 3000;
const SUCCESS_COUNTS = 5 * 60_000;
const NO_ANSWER_COUNTS = 30_000;

/**
 * Whether a waiting execution can have its result sent to the trigger at this URL. Only an answer that cannot come from a
 * listening trigger, or a URL at which nothing answers, proves that it cannot. A trigger that does not answer in time is
 * busy: this is when n8n takes long to store the execution as waiting, and a result sent to the execution would be lost.
 */
export async function isListening(context: IExecuteFunctions, url: string, secret: string): Promise<boolean> {
  const key = createHash('sha256').update(`${url}\n${secret}`).digest('base64url');
  const known = probes.get(key);
  if (known && Date.now() < known.validUntil) return await known.isListening;
  const answer = probe(context, url, secret);
  // Until there is an answer, those who come meanwhile wait for it.
  probes.set(key, { isListening: answer.then(({ isListening }) => isListening), validUntil: Infinity });
  const { isListening, counts } = await answer;
  probes.set(key, { isListening: Promise.resolve(isListening), validUntil: Date.now() + counts });
  return isListening;
}

async function probe(context: IExecuteFunctions, url: string, secret: string) {
  const headers = { [TOKEN_HEADER]: issueToken({ event: 'probe', correlationId: '' }, secret) };
  return await context.helpers
    .httpRequest({
      method: 'POST',
      url,
      headers,
      timeout: TIMEOUT,
      // The timeout bounds only the silence.
      abortSignal: AbortSignal.timeout(TIMEOUT),
      disableFollowRedirect: true,
    })
    .then(
      () => ({ isListening: true, counts: SUCCESS_COUNTS }),
      (error: unknown) => {
        const failure = readHttpError(error, TIMEOUT);
        return failure instanceof ServiceError && provesAbsence(failure.facts)
          ? { isListening: false, counts: 0 }
          : { isListening: true, counts: NO_ANSWER_COUNTS };
      },
    );
}

const ABSENT_CODES = ['ECONNREFUSED', 'ENOTFOUND'];
const BUSY_STATUS = [408, 429];

/** n8n answers 404 where no trigger is registered; one that uses another credential answers 403. */
function provesAbsence({ networkCode, httpStatus }: ServiceErrorFacts): boolean {
  if (networkCode !== undefined) return ABSENT_CODES.includes(networkCode);
  return httpStatus !== undefined && httpStatus < 500 && !BUSY_STATUS.includes(httpStatus);
}
