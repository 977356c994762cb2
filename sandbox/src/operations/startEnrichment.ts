import { Type } from '@sinclair/typebox';
import { ENRICHMENT_OK } from '../envelope.ts';
import { parseWebhook } from '../processes/webhook.ts';
import { operation } from './operation.ts';
import { webhookCredentials, webhookUrl } from './parameters.ts';

const webhook = Type.Object({ ...webhookUrl, authorization: Type.Optional(Type.Object(webhookCredentials)) });

/** Operation 13. */
export const startEnrichment = operation({
  service: 'enrichment',
  success: ENRICHMENT_OK,
  errorsAs: 'list',
  parameters: Type.Object({
    query: Type.String({ minLength: 1 }),
    parameters: Type.Record(Type.String(), Type.Unknown()),
    webhook,
  }),
  async answer({ query, parameters, webhook: target }, context) {
    const job = { query, parameters };
    const started = { kind: 'enrichment', webhook: parseWebhook(target), job, upload: null } as const;
    const processId = await context.services.processes.start(started, context);
    return { result: { processId }, counted: { typified: 0, nonTypified: 0, billed: 1 } };
  },
});
