// The example "What has not come back": of 100 extractions, the account withholds ten results. Others come before their
// start is answered, or after n8n was restarted.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ParsedMail } from 'mailparser';
import { makePdf, put } from '../../sandbox/samples/pdf.ts';
import { envelope } from '../support/envelope.ts';
import { startSandbox } from '../support/sandbox.ts';
import type { RunningSandbox } from '../support/sandbox.ts';
import { startServer } from '../support/server.ts';
import type { RecordingServer } from '../support/server.ts';
import { readExample, withTable } from './exampleFile.ts';
import { startMailServer } from './mailServer.ts';
import type { MailServer } from './mailServer.ts';
import { chosenLines, createHost, jsonOf, waitFor } from './n8n.ts';
import type { Host, WorkflowJson } from './n8n.ts';
import { credentialFor } from './workflowJson.ts';

const BUTTON = 'When clicking ‘Execute workflow’';
const PATH = '/process-image/content-extraction';
const DOCUMENTS = 100;
const WITHHELD = 10;
const HELD = 20;
const LONG = 600_000;

type Row = { correlationId: string; processId: string; problem: string };
type Process = { id: string; deliveries: unknown[]; state: string };

describe.each(chosenLines())('in n8n %s', (line) => {
  let host: Host;
  let sandbox: RunningSandbox;
  let provider: RecordingServer;
  let mailServer: MailServer;
  const mails: ParsedMail[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'overdue-'));
  let table = '';
  let workflow = '';

  const inSandbox = async <T>(method: string, path: string, body = {}) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${sandbox.token}` };
    const request = { method, headers, ...(method === 'POST' && { body: JSON.stringify(body) }) };
    return (await (await fetch(`${sandbox.baseUrl}${path}`, request)).json()) as T;
  };
  const processes = async () => (await inSandbox<{ processes: Process[] }>('GET', '/_sandbox/processes')).processes;
  const sent = async () =>
    (await inSandbox<{ requests: unknown[] }>('GET', `/_sandbox/requests?path=${PATH}`)).requests.length;
  const rows = async (): Promise<Row[]> => {
    const { id } = await host.api<{ id: string }>('GET', '/projects/personal');
    return await waitFor(async () => {
      const found = host.api<{ data: Row[] }>('GET', `/projects/${id}/data-tables/${table}/rows?take=250`);
      return (await found.catch(() => undefined))?.data;
    });
  };
  const areLeft = (count: number) => waitFor(async () => (await rows()).length === count, 120_000, `${count} rows`);

  /** The example, for which everything is overdue at once. */
  function adapted(): WorkflowJson {
    const text = JSON.stringify(withTable(readExample('overdue-results'), table))
      .replaceAll('/home/node/.n8n-files/invoices', folder)
      .replaceAll('hours: 1 }', 'hours: 0 }');
    const example = JSON.parse(text) as WorkflowJson;
    const another = { documentProcessingApi: { id: 'another', name: 'Another' } };
    return {
      ...example,
      nodes: example.nodes.map((one) => (one.name === 'Fetch the result' ? { ...one, credentials: another } : one)),
    };
  }

  /** Runs the schedule until it waits for an answer, and returns the mail with the address of its form. */
  const ask = async () => {
    const before = mails.length;
    const { executionId = '' } = await host.runManually(workflow, 'Every morning');
    await waitFor(async () => (await host.execution(executionId)).status === 'waiting', 60_000, 'the mail');
    const [mail] = mails.slice(before);
    const form = /href="(http[^"]+)"/.exec(String(mail?.html))?.[1]?.replaceAll('&amp;', '&') ?? '';
    return { executionId, subject: mail?.subject, html: String(mail?.html), form };
  };
  const answer = async ({ form, executionId }: Awaited<ReturnType<typeof ask>>, choices: string[]) => {
    const body = new FormData();
    for (const [index, choice] of choices.entries()) body.append(`field-${index}`, choice);
    expect((await fetch(form, { method: 'POST', body, headers: BROWSER })).status).toBe(200);
    return await waitFor(async () => {
      const run = await host.execution(executionId);
      return run.status === 'success' && run;
    });
  };
  // n8n shows a form to no robot.
  const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    const pdf = await makePdf((document) => put(document, 60, 60, 'Valor: 10,00'));
    for (let index = 1; index <= DOCUMENTS; index++) writeFileSync(join(folder, `document ${index}.pdf`), pdf);
    [sandbox, provider, mailServer] = await Promise.all([
      startSandbox(),
      startServer(() => ({ json: envelope([]) })),
      startMailServer((mail) => void mails.push(mail)),
    ]);
    host = await createHost(line, { readableFolders: [folder] });
    await host.start();
    const smtp = { user: '', password: '', host: '127.0.0.1', port: mailServer.port, secure: false };
    await host.createCredentials([
      credentialFor(sandbox.baseUrl, sandbox.token),
      credentialFor(provider.url, 'token', { id: 'another', name: 'Another' }),
      { id: 'smtp', name: 'SMTP', type: 'smtp', data: { ...smtp, disableStartTls: true, hostName: '' } },
    ]);
    const { id: project } = await host.api<{ id: string }>('GET', '/projects/personal');
    const columns = ['correlationId', 'processId', 'problem'].map((name) => ({ name, type: 'string' }));
    const body = { name: 'Under way', columns };
    table = (await host.api<{ id: string }>('POST', `/projects/${project}/data-tables`, body)).id;
    workflow = await host.createWorkflow(adapted());
    await host.activate(workflow);
  }, LONG);
  afterAll(async () => {
    await host?.dispose();
    await Promise.all([sandbox?.stop(), provider?.close(), mailServer?.close()]);
    rmSync(folder, { recursive: true, force: true });
  });

  test(
    'of a hundred the ten that were withheld are named, and no other',
    async () => {
      for (const [callback, times] of Object.entries({ never: WITHHELD, hold: HELD, before: HELD }))
        await inSandbox('POST', '/_sandbox/faults', { path: PATH, callback, times });
      const run = await host.runToItsEnd(workflow, BUTTON);
      expect(jsonOf(run, 'Start extraction')).toHaveLength(DOCUMENTS);
      await areLeft(WITHHELD + HELD);
      await host.stop();
      await host.start();
      for (const { id, state } of await processes())
        if (state === 'held') await inSandbox('POST', `/_sandbox/processes/${id}/send`);
      await areLeft(WITHHELD);

      const withheld = (await processes()).filter(({ deliveries }) => deliveries.length === 0).map(({ id }) => id);
      expect(withheld).toHaveLength(WITHHELD);
      const { subject, html } = await ask();
      expect(subject).toBe('10 results have not come back');
      const named = [...html.matchAll(/document \d+\.pdf: process ([\w-]+), since \d{4}-\d\d-\d\d \d\d:\d\d/g)];
      expect(named.map(([, id]) => id).sort()).toEqual(withheld.sort());
    },
    LONG,
  );

  test(
    'nothing is done but what was chosen',
    async () => {
      const asked = await ask();
      const page = await (await fetch(asked.form, { headers: BROWSER })).text();
      expect(page.match(/<option[^>]*>\s*Send it again/g)).toHaveLength(WITHHELD);
      expect(await sent()).toBe(DOCUMENTS);
      const before = await rows();
      // One comes back while a person chooses.
      const [again, fetched, forgotten, late] = before;
      await inSandbox('POST', `/_sandbox/processes/${late?.processId}/send`);
      await areLeft(WITHHELD - 1);
      await answer(asked, ['Send it again', 'Fetch it', 'Forget it', 'Send it again']);
      await areLeft(WITHHELD - 4);
      expect(await sent()).toBe(DOCUMENTS + 1);
      expect(provider.requests).toMatchObject([{ path: `/path-of-your-provider/${fetched?.processId}` }]);
      const left = (await rows()).map(({ correlationId }) => correlationId);
      for (const gone of [again, fetched, forgotten, late]) expect(left).not.toContain(gone?.correlationId);

      await answer(await ask(), []);
      expect(await sent()).toBe(DOCUMENTS + 1);
      expect(await rows()).toHaveLength(WITHHELD - 4);
    },
    LONG,
  );

  test(
    'what the service refused is named with the reason',
    async () => {
      await inSandbox('POST', '/_sandbox/faults', { path: PATH, fault: 'status=400; code=R130' });
      await host.runToItsEnd(workflow, BUTTON);
      await areLeft(1);
      const asked = await ask();
      expect(asked.subject).toBe('1 result has not come back');
      expect(asked.html).toMatch(/document \d+\.pdf: [^:]*\(R130\)/);
      expect(await (await fetch(asked.form, { headers: BROWSER })).text()).not.toContain('Fetch it');
    },
    LONG,
  );

  test(
    'so is what n8n was killed in',
    async () => {
      const before = await sent();
      await inSandbox('POST', '/_sandbox/faults', { path: PATH, fault: 'hang', times: DOCUMENTS });
      const run = host.runToItsEnd(workflow, BUTTON).catch(() => undefined);
      await waitFor(async () => (await sent()) > before);
      await host.kill();
      await run;
      await inSandbox('DELETE', '/_sandbox/faults');
      await host.start();
      expect((await ask()).html.match(/may not have been sent/g)).toHaveLength(DOCUMENTS);
    },
    LONG,
  );
});
