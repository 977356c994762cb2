// A secret that is changed while results are under way: those of requests sent before still arrive.
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { readSecrets } from '../../../nodes/DocumentProcessing/callback/token';
import { callBack, resultOf, type Process } from '../../support/callbackService.ts';
import { runOperation } from '../../support/document-node.ts';
import { callTrigger, tokenOf, workflowOfEachTest } from './workflow.ts';

const { service, activate, start } = workflowOfEachTest();

type Change = [what: string, before: IDataObject, after: IDataObject, previous: string];

const signIn = (password: string): IDataObject => ({
  authentication: 'signIn',
  signInSecret: `{"user": "ana", "password": "${password}"}`,
  sessionToken: 'a-session-token',
});

const changes: Change[] = [
  ['a callback secret', { callbackSecret: 'the first' }, { callbackSecret: 'the second' }, ' the first\n'],
  ['an access token', { accessToken: 'token-one' }, { accessToken: 'token-two' }, 'token-one'],
  ['a password', signIn('one'), signIn('two'), String(signIn('one')['signInSecret'])],
  [
    'a token that was pasted with its scheme',
    { accessToken: 'Bearer token-one' },
    { accessToken: 'token-two' },
    'token-one',
  ],
  ['a token, for a callback secret', { accessToken: 'token-one' }, { callbackSecret: 'own' }, 'token-one'],
];

/** An extraction whose result goes to a trigger, started with this credential. */
async function startWith(credential: IDataObject): Promise<Process> {
  const trigger = await activate({ credential });
  const setup = { credential: credential as never };
  const { process } = await start({ delivery: 'trigger' }, { trigger, ...setup });
  await trigger.deactivate();
  return process;
}

test.each(changes)(
  '%s: results of both are taken, and requests are signed with the new one only',
  async (_what, before, after, previous) => {
    const [old, another] = [await startWith(before), await startWith({ callbackSecret: 'of somebody else' })];
    const now = { ...after, previousCallbackSecret: previous };
    const trigger = await activate({ credential: now });
    const { process } = await start({ delivery: 'trigger' }, { trigger, credential: now as never });
    expect([await callBack(old), await callBack(process), await callBack(another)]).toEqual([200, 200, 403]);
    expect(trigger.executions.map(([items]) => items?.[0]?.json['processId'])).toEqual([
      old.processId,
      process.processId,
    ]);
    await trigger.deactivate();
    await activate({ credential: before });
    expect(await callBack(process)).toBe(403);

    const header = tokenOf(old);
    const items = [{ json: { headers: { [header.name]: header.value }, body: resultOf(old.processId) as never } }];
    const run = await runOperation(service, 'callback.readCallback', {}, { items, credential: now as never });
    expect(run.json[0]?.['processId']).toBe(old.processId);
  },
);

describe('where a process reads the credential for a callback', () => {
  const [FIRST, SECOND] = [{ callbackSecret: 'the first' }, { callbackSecret: 'the second' }];

  /** Delivers a result to the trigger of this workflow, whose credential is this one by now. */
  async function deliver(process: Process, workflowId: string, credential: IDataObject): Promise<number> {
    const { name, value } = tokenOf(process);
    const call = { body: resultOf(process.processId), headers: { [name]: value } };
    return (await callTrigger(service, call, { workflowId, credential })).response.status;
  }

  test('those that come meanwhile share the reading', async () => {
    const getCredentials = jest.fn(() => Promise.resolve(FIRST));
    const context = {
      getNode: () => ({ id: 'trigger' }),
      getWorkflow: () => ({ id: 'burst' }),
      getCredentials,
    } as unknown as IWebhookFunctions;
    await Promise.all([readSecrets(context), readSecrets(context)]);
    expect(getCredentials).toHaveBeenCalledTimes(1);
    await readSecrets(context);
    expect(getCredentials).toHaveBeenCalledTimes(2);
  });

  test('a new secret counts at once, and the old one no longer', async () => {
    const [old, late, process] = [await startWith(FIRST), await startWith(FIRST), await startWith(SECOND)];
    expect(await deliver(old, 'new secret', FIRST)).toBe(200);
    expect(await deliver(late, 'new secret', SECOND)).toBe(403);
    expect(await deliver(process, 'new secret', SECOND)).toBe(200);
  });
});

test('the same token in another form is no other secret', async () => {
  const old = await startWith({ accessToken: 'Bearer token-one' });
  await activate({ credential: { accessToken: ' "token-one"' } });
  expect(await callBack(old)).toBe(200);
});

test('without the previous secret, or with an empty one, the results are rejected', async () => {
  const old = await startWith({ callbackSecret: 'the first' });
  for (const previous of [{}, { previousCallbackSecret: ' ' }, { previousCallbackSecret: 'another' }]) {
    const trigger = await activate({ credential: { callbackSecret: 'the second', ...previous } });
    expect([previous, await callBack(old)]).toEqual([previous, 403]);
    await trigger.deactivate();
  }
});

test.each(['{}', '{"user": "", "password": " "}', '[]', '0'])(
  'a previous sign-in body that anybody could guess is no secret: %s',
  async (previousCallbackSecret) => {
    const forged = await startWith({ callbackSecret: previousCallbackSecret });
    await activate({ credential: { callbackSecret: 'own', previousCallbackSecret } });
    expect(await callBack(forged)).toBe(403);
  },
);
