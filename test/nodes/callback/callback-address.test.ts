import type { INodeParameters } from 'n8n-workflow';
import { DocumentProcessingTrigger } from '../../../nodes/DocumentProcessing/DocumentProcessingTrigger.node';
import { TOKEN_HEADER } from '../../../nodes/DocumentProcessing/callback/token';
import { callBack } from '../../support/callbackService.ts';
import { refuses } from '../../support/scenario.ts';
import { claimsOf, tokenOf, triggerNode, triggerSetup, workflowOfEachTest } from './workflow.ts';
import { BY_URL } from '../../support/document-node.ts';

const { n8n, service, activate, start } = workflowOfEachTest();

test('refuses the one item and sends the others when the node goes on after errors', async () => {
  const trigger = await activate();
  const long = { delivery: 'trigger', options: { correlationId: '={{ "ç".repeat($json.length) }}' } };
  const { run } = await start(long, {
    trigger,
    items: [{ json: { length: 501 } }, { json: { length: 500 } }],
    onError: 'continueRegularOutput',
  });
  expect(run.items).toMatchObject([
    { json: { error: 'The option "Correlation ID" is longer than 1000 bytes [item 0]' } },
    { json: { correlationId: 'ç'.repeat(500) } },
  ]);
  const [process] = service.processes;
  expect(await callBack(process!)).toBe(200);
  expect(trigger.executions[0]?.[0]?.[0]?.json['correlationId']).toBe('ç'.repeat(500));
});

describe('delivery to a URL', () => {
  test('reaches a trigger of another workflow, with its token', async () => {
    const trigger = await activate({ workflowId: 'another' });
    const { process } = await start(
      { delivery: 'url', callbackUrl: trigger.urls[0] ?? '', options: { correlationId: 'order 7' } },
      { operation: 'enrichment.start' },
    );
    // Nothing else stands in what the service is given to give back, e.g. no secret.
    const nonce = expect.any(String);
    expect(claimsOf(process)).toEqual({ event: 'enrichment', correlationId: 'order 7', nonce });
    expect(await callBack(process, { processId: process.processId, data: 1 })).toBe(200);
    expect(trigger.executions).toMatchObject([
      [[{ json: { data: 1, event: 'enrichment', correlationId: 'order 7' } }]],
    ]);
  });

  test('keeps the query of the URL, and what people give goes along beside the token', async () => {
    const trigger = await activate();
    const callbackUrl = `${trigger.urls[0]}?tenant=a%20b&empty=`;
    const { process } = await start({
      delivery: 'url',
      callbackUrl,
      options: {
        callbackHeaders: { header: [{ name: 'X-Own', value: '1' }] },
        callbackQueryStrings: { queryString: [{ name: 'q', value: 'ç&=' }] },
        fallbackUrl: 'https://example.com/other?x=1',
        mtls: true,
      },
    });
    expect(process.webhook).toEqual({
      url: callbackUrl,
      fallbackUrl: 'https://example.com/other?x=1',
      authorization: {
        headers: [{ name: 'X-Own', value: '1' }, tokenOf(process)],
        queryStrings: [{ name: 'q', value: 'ç&=' }],
        mtls: true,
      },
    });
    expect(tokenOf(process).name).toBe(TOKEN_HEADER);
    expect(await callBack(process)).toBe(200);
    expect(trigger.executions).toHaveLength(1);
  });
});

describe('a trigger with another credential', () => {
  const another = { credential: { callbackSecret: 'of another' }, credentialId: 'another' };

  test('is refused before anything is sent: it would reject the result', async () => {
    const trigger = await activate(another);
    const { run } = await start({ delivery: 'trigger' }, { trigger });
    expect(run.error).toMatchObject({
      message: 'This workflow has no Document Processing Trigger that is listening [item 0]',
      description: expect.stringContaining('with the same credential'),
    });
    expect(service.requests).toHaveLength(0);
  });

  test('is passed over for one with the same', async () => {
    await activate({ ...another, node: { id: 'other', webhookId: 'other' } });
    const trigger = await activate({ node: { id: 'same', webhookId: 'same' } });
    const { process } = await start({ delivery: 'trigger' }, { trigger });
    expect(process.webhook.url).toBe(trigger.urls[0]);
  });
});

test.each(['integrated', 'cli', 'error', 'retry'] as const)(
  'a workflow that is not active is refused where n8n runs it all the same, in the mode "%s"',
  async (mode) => {
    const trigger = await activate();
    await trigger.deactivate();
    const { run } = await start({ delivery: 'trigger' }, { mode, active: false, otherNodes: [triggerNode()] });
    expect(run.error).toMatchObject({
      message: 'This workflow has no Document Processing Trigger that is listening [item 0]',
      description: expect.stringContaining('activate'),
    });
    expect(service.requests).toHaveLength(0);
  },
);

test('a trigger whose credential has got another token since it was activated is asked, and used', async () => {
  const setup = triggerSetup(service, { credential: { accessToken: 'old-token' } });
  const trigger = await n8n.activate(DocumentProcessingTrigger, setup);
  const credential = { accessToken: 'new-token' };
  Object.assign(setup.credentials![0]!.data, credential);
  const { process } = await start({ delivery: 'trigger' }, { trigger, credential });
  expect(await callBack(process)).toBe(200);
});

describe('headers and query strings for the callback', () => {
  const sent = (options: INodeParameters) => ({
    ...{ ...BY_URL, delivery: 'url', callbackUrl: 'https://example.com/', options },
  });
  const headers = (name: string, value: string) => sent({ callbackHeaders: { header: [{ name, value }] } });
  const queryStrings = (name: string, value: string) =>
    sent({ callbackQueryStrings: { queryString: [{ name, value }] } });
  const lowerCase = TOKEN_HEADER.toLowerCase();

  refuses('document.startExtraction', [
    [headers('X-Own\r\nX-Other', '1'), 'name that no header can have: "X-Own\\r\\nX-Other"'],
    [headers('X-Título', '1'), 'name that no header can have'],
    [headers('X-Own', '1\r\nX-Other: 2'), 'header "X-Own"'],
    [headers('X-Own', '山'), 'header "X-Own"'],
    [headers(TOKEN_HEADER, 'x'), `header "${TOKEN_HEADER}", in which`],
    [headers(lowerCase, ''), `"${lowerCase}", in which`],
    [queryStrings('q', 'a\r\nHost: x'), 'query string "q"'],
  ]);

  test('are sent with every character they may have', async () => {
    const value = 'a\tb ~ç÷ÿ "=,;:/?';
    const [header, queryString] = [headers("X-!#$%&'*+.^_`|~9", value), queryStrings('título 山', 'a b&=ç')];
    const { process } = await start(sent({ ...header.options, ...queryString.options }));
    expect(process.webhook.authorization).toMatchObject({
      headers: [{ name: "X-!#$%&'*+.^_`|~9", value }, { name: TOKEN_HEADER }],
      queryStrings: [{ name: 'título 山', value: 'a b&=ç' }],
    });
  });
});
