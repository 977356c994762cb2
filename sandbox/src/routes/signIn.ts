import { Type, type Static } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { OK, successEnvelope } from '../envelope.ts';
import type { Faults } from '../plugins/faults.ts';
import { summarise } from '../plugins/journal.ts';
import { addFaults } from '../plugins/operations.ts';
import type { Tokens } from '../plugins/tokens.ts';

const body = Type.Object({ username: Type.String(), password: Type.String() });

/** The service names this operation and shows nothing of it: request and answer are the sandbox's own. */
export function serveSignIn(app: FastifyInstance, tokens: Tokens, faults: Faults): void {
  addFaults(app, faults);
  app.post('/user/authenticate', { schema: { body } }, async (request) => {
    const { username, password } = request.body as Static<typeof body>;
    if (request.journal) request.journal.json = summarise({ ...(request.body as object), password: '•••' });
    return successEnvelope(
      { requestId: request.id, startedAt: request.startedAt },
      OK,
      tokens.issue(username, password),
    );
  });
}
