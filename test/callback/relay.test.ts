import { runWebhook } from '../../harness/webhook.ts';
import { DocumentProcessingTrigger } from '../../nodes/DocumentProcessing/DocumentProcessingTrigger.node';
import { issueToken, TOKEN_HEADER } from '../../nodes/DocumentProcessing/callback/token';
import { callbackSecretOf } from '../../nodes/DocumentProcessing/transport/credential';
import { credentialFor } from '../helpers/document-node.ts';
import { startServer } from '../helpers/server.ts';
import type { Reply, RecordingServer } from '../helpers/server.ts';
import { resultOf } from './service.ts';
import { triggerSetup } from './workflow.ts';

/** Answers as n8n does at the address of a waiting execution. */
let execution: RecordingServer;
beforeEach(async () => {
  execution = await startServer();
});
afterEach(async () => execution.close());

const RUNNING = { status: 409, json: { message: 'The execution "7" is running already.' } };
const FINISHED = { status: 409, json: { message: 'The execution "7" has finished already.' } };
const FALLEN_OVER = { status: 500, json: { message: 'Internal Server Error' } };
const RESUMED = { status: 200, json: { message: 'Accepted' } };

/** Calls the trigger with a result that execution 7 waits for; its address gives these answers, then the last again. */
async function relay(processId: string, answers: Reply[]) {
  execution.respond((_request, index) => answers[Math.min(index, answers.length - 1)] as Reply);
  const waiting = { executionId: '7', output: {} as never, resumeUrl: execution.url };
  const token = { event: 'contentExtraction', correlationId: 'row 7', waiting } as const;
  const { response } = await runWebhook(DocumentProcessingTrigger, {
    ...triggerSetup(execution),
    request: {
      body: resultOf(processId),
      headers: { [TOKEN_HEADER]: issueToken(token, callbackSecretOf(credentialFor(execution.url).data)) },
    },
  });
  return { status: response.status, text: response.text, calls: execution.requests.length };
}

test.each([
  ['while the execution is still running (409)', [RUNNING, RUNNING, RESUMED]],
  ['while n8n 1 is still storing the execution (500)', [FALLEN_OVER, FALLEN_OVER, RESUMED]],
])('a relayed callback is repeated %s', async (_when, answers) => {
  expect(await relay(`repeated ${answers[0]?.status}`, answers)).toMatchObject({ status: 200, calls: 3 });
});

test.each([
  ['whose execution has finished', FINISHED],
  ['whose execution does not exist', { status: 404, json: { message: 'The execution "7" does not exist.' } }],
])('a callback %s is rejected at once, and can be delivered again', async (what, answer) => {
  expect(await relay(what, [answer])).toMatchObject({
    status: answer.status,
    text: JSON.stringify(answer.json),
    calls: 1,
  });
  expect(await relay(what, [answer])).toMatchObject({ status: answer.status, calls: 2 });
});
