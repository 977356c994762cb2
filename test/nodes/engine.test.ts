import { readFile } from 'node:fs/promises';
import type {
  ICredentialDataDecryptedObject,
  ICredentialType,
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestHelper,
  INodeExecutionData,
  INodeProperties,
  INodeType,
  INodeTypeDescription,
  IWebhookDescription,
  IWebhookFunctions,
  IWebhookResponseData,
  JsonObject,
} from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import { fileItem, readBinary } from '../engine/binaryData.ts';
import { testCredential } from '../engine/credentialTest.ts';
import { runNode } from '../engine/execution.ts';
import { openInstance } from '../engine/instance.ts';
import { callResumeUrl, resumeAfterTimeout } from '../engine/waitingExecution.ts';
import { runHook, runWebhook } from '../engine/webhook.ts';
import { failure } from '../support/envelope.ts';
import { openedForEachTest } from '../support/opened.ts';
import { CUT, SILENCE, startServer } from '../support/server.ts';

class ProbeApi implements ICredentialType {
  name = 'probeApi';
  displayName = 'Probe API';
  properties: INodeProperties[] = [
    { displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
    { displayName: 'Token', name: 'token', type: 'hidden', typeOptions: { expirable: true }, default: '' },
  ];
  authenticate = {
    type: 'generic' as const,
    properties: { headers: { authorization: '=Bearer {{$credentials.token}}' } },
  };
  test = { request: { baseURL: '={{$credentials.baseUrl}}', url: '/test' } };

  async preAuthentication(this: IHttpRequestHelper, { baseUrl }: ICredentialDataDecryptedObject): Promise<IDataObject> {
    return (await this.helpers.httpRequest({ method: 'POST', url: `${String(baseUrl)}/token` })) as IDataObject;
  }
}

const probeWebhooks: IWebhookDescription[] = [
  { name: 'default', httpMethod: 'POST', path: 'probe', responseMode: 'onReceived', responseData: '' },
  { name: 'default', httpMethod: 'POST', path: '', restartWebhook: true, responseMode: 'onReceived', responseData: '' },
];

/** The smallest node that does what ours do: it uploads a file, outputs the response, links errors to items, and waits. */
class Probe implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Probe',
    name: 'probe',
    group: ['transform'],
    version: 1,
    description: '',
    defaults: { name: 'Probe' },
    inputs: ['main'],
    outputs: ['main'],
    credentials: [{ name: 'probeApi', required: true }],
    webhooks: probeWebhooks,
    properties: [
      { displayName: 'Greeting', name: 'greeting', type: 'string', default: 'hello' },
      { displayName: 'Wait', name: 'wait', type: 'boolean', default: false },
    ],
  };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions) {
        return this.getWorkflowStaticData('node')['url'] !== undefined;
      },
      async create(this: IHookFunctions) {
        this.getWorkflowStaticData('node')['url'] = this.getNodeWebhookUrl('default');
        return true;
      },
      async delete(this: IHookFunctions) {
        delete this.getWorkflowStaticData('node')['url'];
        return true;
      },
    },
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    if (this.getNodeParameter('wait', 0) === true) {
      await this.putExecutionToWait(new Date(Date.now() + 60_000));
      return [this.getInputData()];
    }
    const { baseUrl } = await this.getCredentials('probeApi');
    const items = this.getInputData().map(async (_, index): Promise<INodeExecutionData> => {
      try {
        const form = new FormData();
        form.append('greeting', this.getNodeParameter('greeting', index) as string);
        const file = this.helpers.assertBinaryData(index, 'data');
        form.append(
          'file',
          new Blob([new Uint8Array(await this.helpers.getBinaryDataBuffer(index, 'data'))]),
          file.fileName,
        );
        const json = (await this.helpers.httpRequestWithAuthentication.call(this, 'probeApi', {
          method: 'POST',
          url: `${String(baseUrl)}/probe`,
          body: form,
          json: true,
          disableFollowRedirect: true,
        })) as IDataObject;
        const binary = {
          copy: await this.helpers.prepareBinaryData(Buffer.from('made here'), 'copy.txt', 'text/plain'),
        };
        return { json: { ...json, timezone: this.getTimezone() }, binary, pairedItem: index };
      } catch (error) {
        const failed = error instanceof NodeApiError ? error : new NodeApiError(this.getNode(), error as JsonObject);
        if (!this.continueOnFail()) throw failed;
        return { json: { error: failed.message }, pairedItem: { item: index } };
      }
    });
    return [await Promise.all(items)];
  }

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const seen = this.getWorkflowStaticData('node');
    const count = () => {
      seen['calls'] = Number(seen['calls'] ?? 0) + 1;
    };
    if (this.getHeaderData()['x-secret'] !== 'open') {
      count();
      this.getResponseObject().status(403).json({ refused: true });
      return { noWebhookResponse: true };
    }
    return {
      workflowData: [[{ json: { body: this.getBodyData(), query: this.getQueryData() as IDataObject } }]],
      get webhookResponse() {
        count();
        return { taken: true };
      },
    };
  }
}

describe('The engine', () => {
  const server = openedForEachTest(() =>
    startServer(({ path }) => ({ json: path === '/token' ? { token: 'fresh' } : { ok: true } })),
  );

  const credentials = (token = 'old') => [{ type: new ProbeApi(), data: { baseUrl: server.url, token } }];
  const file = (text = 'content') => fileItem(Buffer.from(text), { fileName: 'a.txt', mimeType: 'text/plain' });

  test('gives a node its parameters, its file and its credential', async () => {
    const run = await runNode(Probe, {
      parameters: { greeting: '={{ $json.name }}' },
      items: [{ ...(await file()), json: { name: 'Ann' } }],
      credentials: credentials(),
      timezone: 'America/Sao_Paulo',
    });
    expect(run.status).toBe('success');
    expect(run.items[0]?.json).toEqual({ ok: true, timezone: 'America/Sao_Paulo' });
    expect(server.requests[0]?.headers.authorization).toBe('Bearer old');
    expect(server.requests[0]?.parts).toMatchObject([
      { name: 'greeting', data: Buffer.from('Ann') },
      { name: 'file', filename: 'a.txt', data: Buffer.from('content') },
    ]);
  });

  test('renews and stores the credential after a 401, and sends the same request again', async () => {
    server.respond(({ path, headers }) => {
      if (path === '/token') return { json: { token: 'fresh' } };
      return headers.authorization === 'Bearer fresh'
        ? { json: { ok: true } }
        : { status: 401, json: failure('401', 'expired') };
    });
    const run = await runNode(Probe, { items: [await file('again')], credentials: credentials() });
    expect(run.items[0]?.json).toMatchObject({ ok: true });
    expect(server.requests.map(({ path }) => path)).toEqual(['/probe', '/token', '/probe']);
    expect(server.requests[2]?.parts[1]?.data.toString()).toBe('again');
    expect(run.credentials[0]?.data['token']).toBe('fresh');
  });

  test('fills an empty expirable field before the first request', async () => {
    await runNode(Probe, { items: [await file()], credentials: credentials('') });
    expect(server.requests.map(({ path }) => path)).toEqual(['/token', '/probe']);
  });

  test('keeps files on disk under an ID, or in memory on demand', async () => {
    const stored = await file();
    expect(stored.binary?.['data']?.id).toMatch(/^filesystem-v2:/);
    const onDisk = await runNode(Probe, { items: [stored], credentials: credentials() });
    const copy = onDisk.items[0]?.binary?.['copy'];
    expect(copy?.id).toMatch(/^filesystem-v2:/);
    expect((await readBinary(copy!)).toString()).toBe('made here');

    const inMemory = await runNode(Probe, { items: [stored], credentials: credentials(), binaryMode: 'default' });
    expect(inMemory.items[0]?.binary?.['copy']).toMatchObject({ data: Buffer.from('made here').toString('base64') });
    expect(inMemory.items[0]?.binary?.['copy']?.id).toBeUndefined();
  });

  test('links items, and sends failed ones to the error branch with their input', async () => {
    server.respond(({ parts }) =>
      parts[1]?.data.toString() === 'b'
        ? { status: 422, json: failure('R130', 'Unsupported') }
        : { json: { ok: true } },
    );
    const items = [await file('a'), { ...(await file('b')), json: { order: 7 } }, await file('c')];
    const run = await runNode(Probe, { items, credentials: credentials(), onError: 'continueErrorOutput' });
    expect(run.outputs.map((output) => output.length)).toEqual([2, 1]);
    expect(run.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([0, 2]);
    expect(run.outputs[1]).toMatchObject([
      { json: { order: 7, error: expect.stringContaining('request') }, pairedItem: { item: 1 } },
    ]);
  });

  test('ends the run on an uncaught error', async () => {
    server.respond(() => ({ status: 500, json: failure('500', 'Broken') }));
    const run = await runNode(Probe, { items: [await file()], credentials: credentials() });
    expect(run).toMatchObject({
      status: 'error',
      items: [],
      error: { name: 'NodeApiError', httpCode: '500', context: { data: { status: { code: '500' } } } },
    });
  });

  test('reports a cut connection as an error', async () => {
    server.respond(() => CUT);
    const run = await runNode(Probe, { items: [await file()], credentials: credentials() });
    expect(run.error).toMatchObject({ name: 'NodeApiError', httpCode: 'ECONNRESET' });
  });

  test('aborts open requests when the execution is stopped', async () => {
    server.respond(() => SILENCE);
    const stop = new AbortController();
    const running = runNode(Probe, { items: [await file()], credentials: credentials(), signal: stop.signal });
    await server.arrived(1);
    stop.abort();
    const run = await running;
    await server.settled();
    expect(run.status).toBe('canceled');
    expect(server.requests[0]?.aborted).toBe(true);
  });

  test('resumes a waiting execution on a valid call or after its wait time, not on an invalid call', async () => {
    const run = await runNode(Probe, {
      parameters: { wait: true },
      items: [{ json: { asked: 1 } }],
      credentials: credentials(),
    });
    expect(run.status).toBe('waiting');
    expect(run.waitTill).toBeInstanceOf(Date);
    const refused = await callResumeUrl(run, { body: { answer: 42 } });
    expect(refused).toMatchObject({ response: { status: 403, json: { refused: true } } });
    expect(refused.run).toBeUndefined();
    const resumed = await callResumeUrl(run, {
      body: { answer: 42 },
      headers: { 'x-secret': 'open' },
      query: { tag: ['a', 'b'] },
    });
    expect(resumed.response).toMatchObject({ status: 200, json: { taken: true } });
    expect(resumed.run).toMatchObject({
      status: 'success',
      items: [{ json: { body: { answer: 42 }, query: { tag: ['a', 'b'] } } }],
    });
    expect((await resumeAfterTimeout(run)).items[0]?.json).toEqual({ asked: 1 });
  });

  test('calls the webhook of an active workflow: it responds, starts an execution, and keeps static data', async () => {
    const first = await runWebhook(Probe, {
      request: { body: '{"a":1}', headers: { 'content-type': 'application/json', 'x-secret': 'open' } },
    });
    expect(first.response.status).toBe(200);
    expect(first.workflowData?.[0]?.[0]?.json['body']).toEqual({ a: 1 });
    const second = await runWebhook(Probe, { staticData: first.staticData, request: { body: {} } });
    expect(second).toMatchObject({ response: { status: 403 }, staticData: { 'node:Probe': { calls: 2 } } });
    expect(second.workflowData).toBeUndefined();
    expect((await runWebhook(Probe, { request: { method: 'GET' } })).response.status).toBe(404);
  });

  test('gives hook functions the webhook URL of n8n', async () => {
    const created = await runHook(Probe, 'create', { node: { webhookId: 'abc' } });
    expect(created.staticData).toEqual({ 'node:Probe': { url: 'http://localhost:5678/webhook/abc/probe' } });
    expect(await runHook(Probe, 'checkExists', { staticData: created.staticData })).toMatchObject({ result: true });
    expect((await runHook(Probe, 'delete', { staticData: created.staticData })).staticData).toEqual({
      'node:Probe': {},
    });
  });

  test('routes callbacks over HTTP to an active trigger and a waiting execution', async () => {
    const n8n = await openInstance();
    const post = (url: string, secret: string) =>
      fetch(url, {
        method: 'POST',
        headers: { 'x-secret': secret, 'content-type': 'application/json' },
        body: '{"n":1}',
      });
    const trigger = await n8n.activate(Probe, { node: { webhookId: 'abc' } });
    expect(trigger.staticData()).toEqual({ 'node:Probe': { url: trigger.urls[0] } });
    expect((await post(trigger.urls[0]!, 'open')).status).toBe(200);
    expect((await post(trigger.urls[0]!, 'wrong')).status).toBe(403);
    expect(trigger.executions).toMatchObject([[[{ json: { body: { n: 1 } } }]]]);
    expect(trigger.staticData()).toMatchObject({ 'node:Probe': { calls: 2 } });
    await trigger.deactivate();
    expect((await post(trigger.urls[0]!, 'open')).status).toBe(404);

    const run = await runNode(Probe, {
      parameters: { wait: true },
      baseUrl: n8n.baseUrl,
      executionId: '77',
      credentials: credentials(),
    });
    const address = `${n8n.baseUrl}webhook-waiting/77?signature=${run.record.data.resumeToken}`;
    expect((await post(address, 'open')).status).toBe(409);
    const resumed = n8n.resumed(run);
    expect((await post(`${n8n.baseUrl}webhook-waiting/77`, 'open')).status).toBe(401);
    expect((await post(address, 'wrong')).status).toBe(403);
    expect((await post(address, 'open')).status).toBe(200);
    expect((await resumed).items).toMatchObject([{ json: { body: { n: 1 } } }]);
    await n8n.close();
  });

  test('tests a credential: it signs in and reports the response of the service', async () => {
    const [credential] = credentials();
    expect(await testCredential(credential!)).toEqual({ status: 'OK', message: 'Connection successful!' });
    expect(server.requests.map(({ path }) => path)).toEqual(['/token', '/test']);
    server.respond(({ path }) => (path === '/token' ? { json: { token: 'fresh' } } : { status: 403 }));
    expect(await testCredential(credential!)).toEqual({ status: 'Error', message: 'Forbidden' });
  });

  test('receives a large body without keeping it', async () => {
    const large = await startServer(undefined, { keepBodies: false });
    await fetch(large.url, { method: 'POST', body: await readFile(__filename) });
    expect(large.requests[0]).toMatchObject({ method: 'POST', body: Buffer.alloc(0) });
    expect(large.requests[0]?.size).toBeGreaterThan(1000);
    await large.close();
  });
});
