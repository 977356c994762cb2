import type { Envelope } from '../transport/envelope';
import { ServiceError } from '../common/errors';
import { asObject, asText } from '../common/shape';
import type { Output } from '../common/output';

/** The reference of an asynchronous process (interface, "Async process reference"). */
export function processOutput(envelope: Envelope, { correlationId }: { correlationId: string }): Output[] {
  const processId = asText(asObject(envelope.result)['processId']);
  if (processId === undefined) {
    throw new ServiceError({
      reason: 'The answer of the service has no process ID',
      requestId: envelope.requestId ?? undefined,
    });
  }
  return [{ json: { processId, correlationId, requestId: envelope.requestId ?? null } }];
}
