import { Type } from '@sinclair/typebox';
import { ENRICHMENT_OK } from '../envelope.ts';
import { parseWebhook } from '../processes/webhook.ts';
import { payloads, results } from '../schemas/results.ts';
import { operation } from './operation.ts';
import { webhookCredentials, webhookUrl } from '../schemas/parameters.ts';

const webhook = Type.Object(
  { ...webhookUrl, authorization: Type.Optional(Type.Object(webhookCredentials)) },
  { description: 'Receives the result' },
);

/** Operation 13. */
export const startEnrichment = operation({
  number: 13,
  name: 'Enrichment async (JSON)',
  description:
    'Starts a data query and sends its result to a webhook. `processId` is used to check the status of the ' +
    'process and to get its result.',
  errorCodes: [],
  service: 'enrichment',
  success: ENRICHMENT_OK,
  errorsAs: 'list',
  parameters: Type.Object({
    query: Type.String({
      minLength: 1,
      description:
        'Name of the query: a standard one (for example pf, pf full, pj, pj full), or a custom name defined by support',
    }),
    parameters: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Parameters required by the datasets of the query',
    }),
    webhook,
  }),
  result: results.process,
  callback: {
    description: 'The result of the query.',
    sandbox: [],
    payload: payloads.enrichment,
  },
  async answer({ query, parameters, webhook: target }, context) {
    const job = { query, parameters };
    // Only the callback of an extraction has mutual TLS.
    const webhook = { ...parseWebhook(target), mtls: false };
    const started = { kind: 'enrichment', webhook, job, upload: null } as const;
    const processId = await context.services.processes.start(started, context);
    return { result: { processId }, counted: { typified: 0, nonTypified: 0, billed: 1 } };
  },
});
