// Three examples that run for long: what each says of a month of work, and after one power cut in the middle of all.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ParsedMail } from 'mailparser';
import { makePdf, put } from '../../sandbox/samples/pdf.ts';
import { envelope, failure } from '../support/envelope.ts';
import { openedForAllTests } from '../support/opened.ts';
import { startSandbox } from '../support/sandbox.ts';
import { contentItem } from '../support/samples.ts';
import { startServer } from '../support/server.ts';
import { createTable, readExample, withTable } from './exampleFile.ts';
import { BROWSER, fillIn } from './forms.ts';
import { mailCredential, startMailServer } from './mailServer.ts';
import { chosenLines, itemsOf, jsonOf, waitFor } from './n8n.ts';
import type { WorkflowJson } from './n8n.ts';
import { ownHost } from './sharedHost.ts';
import { branched, credentialFor, setJson, splitOut } from './workflowJson.ts';

const BUTTON = 'When clicking ‘Execute workflow’';
const LONG = 600_000;
const ANOTHER = { id: 'another', name: 'Another' };

/** Of the documents of *What has not come back*, results are withheld, held, or come before their start is answered. */
const EXTRACTION = '/process-image/content-extraction';
const [DOCUMENTS, WITHHELD, HELD] = [100, 10, 20];

/** Of the requests of *What is unaccounted for*, some are sent by others. */
const PARSING = '/process-text/multi-address-parsing';
const [BATCHES, FOREIGN] = [[600, 393], 7];

/** The files of *Large folder*. */
const [FILES, BATCH, BAD] = [20, 4, 'file-3.pdf'];

type Row = Record<'correlationId' | 'processId', string>;
type Process = { id: string; deliveries: unknown[]; state: string };
type Table = Awaited<ReturnType<typeof createTable>>;

describe.each(chosenLines())('in n8n %s', (line) => {
  const sandbox = openedForAllTests(() => startSandbox());
  /** Answers *Fetch it*, and the requests of *Large folder*. */
  const provider = openedForAllTests(() =>
    startServer(async ({ path, parts }) => {
      if (path.startsWith('/path-of-your-provider')) return { json: envelope([]) };
      await sleep(200);
      return parts[0]?.filename === BAD
        ? { status: 400, json: failure('R130', 'Unsupported file format') }
        : { json: envelope([contentItem({ type: parts[0]?.filename })]) };
    }),
  );
  const mails: ParsedMail[] = [];
  const mailServer = openedForAllTests(() => startMailServer((mail) => void mails.push(mail)));
  let underWay: Table;
  let requests: Table;
  let overdue: string;
  const folder = mkdtempSync(join(tmpdir(), 'power-cut-'));
  const host = ownHost(line, { readableFolders: [folder] });
  const [documents, manyFiles] = [join(folder, 'invoices'), join(folder, 'large-folder')];
  const fileNames = Array.from({ length: FILES }, (_, index) => `file-${index}.pdf`);

  beforeAll(async () => {
    for (const path of [documents, manyFiles]) mkdirSync(path);
    const pdf = await makePdf((document) => put(document, 60, 60, 'Valor: 10,00'));
    for (let index = 1; index <= DOCUMENTS; index++) writeFileSync(join(documents, `document ${index}.pdf`), pdf);
    for (const name of fileNames) writeFileSync(join(manyFiles, name), `%PDF-1.4\n${name}\n%%EOF`);
    await host.createCredentials([
      credentialFor(sandbox.baseUrl, sandbox.token),
      credentialFor(provider.url, 'token', ANOTHER),
      mailCredential(mailServer.port),
    ]);
    underWay = await createTable(host, 'Under way');
    requests = await createTable(host, 'Requests');
    overdue = await host.createWorkflow(
      // Everything is overdue at once.
      adapted('overdue-results', underWay, 'Fetch the result', (text) => text.replaceAll('hours: 1 }', 'hours: 0 }')),
    );
    await host.activate(overdue);
  }, LONG);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const arm = (fault: object) => sandbox.inspect('faults', fault);
  const sentTo = async (path: string) =>
    (await sandbox.inspect<{ requests: unknown[] }>(`requests?path=${path}`)).requests.length;
  /** An example that reads the test's folder, with a node that asks the other service. */
  const adapted = (name: string, table: Table | undefined, asking: string, change = (text: string) => text) => {
    const text = JSON.stringify(withTable(readExample(name), table?.id ?? ''));
    const json = JSON.parse(change(text.replaceAll('/home/node/.n8n-files', folder))) as WorkflowJson;
    for (const one of json.nodes) if (one.name === asking) one.credentials = { documentProcessingApi: ANOTHER };
    return json;
  };

  const processes = async () => (await sandbox.inspect<{ processes: Process[] }>('processes')).processes;
  const send = (process = '') => sandbox.inspect(`processes/${process}/send`, {});
  const rows = async () => (await underWay.rows()) as Row[];
  const areLeft = (count: number) => waitFor(async () => (await rows()).length === count, 300_000, `${count} rows`);

  /** Runs the schedule until it waits for an answer, and returns the mail with the address of its form. */
  const ask = async () => {
    const before = mails.length;
    const { executionId = '' } = await host.runManually(overdue, 'Every morning');
    await waitFor(async () => (await host.execution(executionId)).status === 'waiting', 60_000, 'the mail');
    const [mail] = mails.slice(before);
    const form = /href="(http[^"]+)"/.exec(String(mail?.html))?.[1]?.replaceAll('&amp;', '&') ?? '';
    return { executionId, subject: mail?.subject, html: String(mail?.html), form };
  };
  const answer = async ({ form, executionId }: Awaited<ReturnType<typeof ask>>, choices: string[]) => {
    await fillIn(form, ...choices);
    await waitFor(async () => (await host.execution(executionId)).status === 'success');
  };

  test(
    'of a hundred results the ten that were withheld are named, and no other',
    async () => {
      for (const [callback, times] of Object.entries({ never: WITHHELD, hold: HELD, before: HELD }))
        await arm({ path: EXTRACTION, callback, times });
      const run = await host.runToItsEnd(overdue, BUTTON);
      expect(jsonOf(run, 'Start extraction')).toHaveLength(DOCUMENTS);
      await areLeft(WITHHELD + HELD);
      for (const { id, state } of await processes()) if (state === 'held') await send(id);
      await areLeft(WITHHELD);

      const withheld = (await processes()).filter(({ deliveries }) => deliveries.length === 0);
      const { subject, html } = await ask();
      expect(subject).toBe('10 results have not come back');
      const named = [...html.matchAll(/document \d+\.pdf: process ([\w-]+), since \d{4}-\d\d-\d\d \d\d:\d\d/g)];
      expect(named.map(([, process]) => process).sort()).toEqual(withheld.map((one) => one.id).sort());
    },
    LONG,
  );

  test(
    'with a result that has not come back nothing is done but what was chosen',
    async () => {
      const asked = await ask();
      const page = await (await fetch(asked.form, { headers: BROWSER })).text();
      expect(page.match(/<option[^>]*>\s*Send it again/g)).toHaveLength(WITHHELD);
      expect(await sentTo(EXTRACTION)).toBe(DOCUMENTS);
      const [again, fetched, forgotten, late] = await rows();
      // One comes back while a person chooses.
      await send(late?.processId);
      await areLeft(WITHHELD - 1);
      await answer(asked, ['Send it again', 'Fetch it', 'Forget it', 'Send it again']);
      await areLeft(WITHHELD - 4);
      expect(await sentTo(EXTRACTION)).toBe(DOCUMENTS + 1);
      expect(provider.requests).toMatchObject([{ path: `/path-of-your-provider/${fetched?.processId}` }]);
      const left = (await rows()).map(({ correlationId }) => correlationId);
      for (const gone of [again, fetched, forgotten, late]) expect(left).not.toContain(gone?.correlationId);

      await answer(await ask(), []);
      expect(await sentTo(EXTRACTION)).toBe(DOCUMENTS + 1);
      await areLeft(WITHHELD - 4);
      await answer(
        await ask(),
        Array.from({ length: WITHHELD - 4 }, () => 'Forget it'),
      );
      await areLeft(0);
    },
    LONG,
  );

  test(
    'a document that the service refused is named with the reason',
    async () => {
      for (const name of readdirSync(documents).slice(5)) rmSync(join(documents, name));
      await arm({ path: EXTRACTION, fault: 'status=400; code=R130' });
      await host.runToItsEnd(overdue, BUTTON);
      await areLeft(1);
      const asked = await ask();
      expect(asked.subject).toBe('1 result has not come back');
      expect(asked.html).toMatch(/document \d+\.pdf: [^:]*\(R130\)/);
      expect(await (await fetch(asked.form, { headers: BROWSER })).text()).not.toContain('Fetch it');
      await answer(asked, ['Forget it']);
    },
    LONG,
  );

  /** *What is unaccounted for*, with so many addresses in place of documents, and today in place of yesterday. */
  const unaccounted = (count: number): WorkflowJson => {
    const example = adapted('unaccounted-usage', requests, '', (text) => text.replaceAll('days: 1', 'days: 0'));
    const list = `={{ { list: Array.from({ length: ${count} }, (_, index) => ({ text: 'Rua A, ' + (index + 1) })) } }}`;
    const texts = setJson('Texts', list);
    const options = { unitPrice: 0.01, maxConcurrency: 20, retries: 10 };
    const today = { period: 'custom', startDate: '={{ $now.toISODate() }}', endDate: '={{ $now.toISODate() }}' };
    const nodes = example.nodes.map((one) => {
      if (one.name === 'Documents of the folder') return splitOut(one.name, 'list');
      if (one.name === 'Usage of yesterday') return { ...one, parameters: { ...one.parameters, ...today } };
      if (one.name !== 'Read documents') return one;
      const parsing = { resource: 'address', operation: 'parse', text: '={{ $json.text }}', batchSize: 1, options };
      return { ...one, parameters: parsing };
    });
    const begun = branched({ ...example, nodes: [...nodes, texts] }, BUTTON, 'Texts');
    return branched(begun, 'Texts', 'Documents of the folder');
  };
  const compare = async () => {
    const run = await host.runToItsEnd(await host.createWorkflow(unaccounted(0)), 'Every morning');
    return jsonOf(run, 'Executions that did not end')[0];
  };

  test(
    'seven foreign requests of a thousand are exactly seven',
    async () => {
      await sandbox.inspect('reset', {});
      for (const count of BATCHES) {
        await arm({ fault: 'status=503; retry-after=0', times: 5 });
        const run = await host.runToItsEnd(await host.createWorkflow(unaccounted(count)), BUTTON);
        expect(jsonOf(run, 'Read documents')).toHaveLength(count);
      }
      for (let foreign = 0; foreign < FOREIGN; foreign++) {
        const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${sandbox.token}` };
        const body = JSON.stringify({ contents: [{ text: 'Rua B, 2' }] });
        expect((await fetch(sandbox.baseUrl + PARSING, { method: 'POST', headers, body })).status).toBe(200);
      }
      expect(await compare()).toMatchObject({
        ...{ requestCount: 1000, requestsSent: 993, unaccounted: FOREIGN, planned: 0, open: [] },
        estimatedCost: 9.93,
        subject: expect.stringMatching(/^Unaccounted for: 7 requests/),
        text: expect.stringContaining('Sent by this n8n: 993, unaccounted for: 7'),
      });
    },
    LONG,
  );

  describe('when n8n is killed in the middle of all', () => {
    let largeFolder: string;
    let parsing: string;
    /** Of *Large folder*: the files that the service had when n8n was killed, and how many requests had begun. */
    let before: { sent: string[]; begun: number };

    // A request that the kill cut in the middle of its body has no parts: the service never had that file.
    const sentFiles = () => provider.requests.flatMap(({ parts }) => parts[0]?.filename ?? []);

    beforeAll(async () => {
      largeFolder = await host.createWorkflow(
        adapted('large-folder', undefined, 'Read document', (text) =>
          text.replace('"batchSize":10', `"batchSize":${BATCH}`),
        ),
      );
      parsing = await host.createWorkflow(unaccounted(30));
      const sentBefore = { [EXTRACTION]: await sentTo(EXTRACTION), [PARSING]: await sentTo(PARSING) };
      await arm({ path: PARSING, fault: 'delay=60000', times: 1000 });
      await arm({ path: EXTRACTION, fault: 'hang', times: 1000 });
      await host.runManually(parsing, BUTTON);
      await host.runManually(overdue, BUTTON);
      for (const [path, count] of Object.entries(sentBefore))
        await waitFor(async () => (await sentTo(path)) > count, 60_000, `a request to ${path}`);
      await host.runManually(largeFolder, BUTTON);
      // In the middle of a batch, of which the service has two files whole.
      await waitFor(() => sentFiles().length >= 2 * BATCH + 2);
      await host.kill();
      await provider.settled();
      await sandbox.inspect('faults', undefined, 'DELETE');
      before = { sent: sentFiles(), begun: provider.requests.length };
      await host.start();
    }, LONG);

    test('what it may have sent without an answer has not come back', async () => {
      expect((await ask()).html.match(/may not have been sent/g)).toHaveLength(5);
    });

    test('what an execution sent that n8n did not end is told apart', async () => {
      const [open] = await host.executions(parsing);
      expect(await compare()).toMatchObject({ requestsSent: 993, planned: 30, open: [open?.id] });
    });

    test('a large folder goes on where it stopped, and no file is sent twice but those of one batch', async () => {
      /** What came out of the results: the names of the files, or errors. */
      const runToItsEnd = async () => {
        const run = await host.runToItsEnd(largeFolder, BUTTON);
        expect(run.status).toBe('success');
        expect(run.data.resultData.runData['Finished']).toHaveLength(1);
        const results = (run.data.resultData.runData['Use the result'] ?? [])
          .flatMap(({ data }) => data?.['main']?.[0] ?? [])
          .map(({ json }) => String(json['error'] ?? json['type']));
        return { results, run };
      };
      expect(before.sent.length).toBeLessThan(FILES);
      const { results } = await runToItsEnd();
      const sent = sentFiles();
      expect(provider.requests.slice(before.begun).filter(({ aborted }) => aborted)).toEqual([]);
      expect([...new Set(sent)].sort()).toEqual([...fileNames].sort());
      const twice = sent.filter((file, index) => sent.indexOf(file) !== index && file !== BAD);
      expect(new Set(twice).size).toBe(twice.length);
      expect(twice.length).toBeGreaterThan(0);
      expect(twice.length).toBeLessThanOrEqual(BATCH);
      // Two batches had ended, but for the file that cannot be read, if it was in them: folders list their files in any order.
      const failedBefore = before.sent.slice(0, 2 * BATCH).includes(BAD) ? 1 : 0;
      expect(results).toHaveLength(FILES - 2 * BATCH + failedBefore);
      expect(results.filter((one) => one.includes('R130'))).toHaveLength(1);

      // A third run has nothing to do but to try again what failed. The others leave by an output of their own, with their file.
      const third = await runToItsEnd();
      expect(third.results).toEqual([expect.stringContaining('R130')]);
      expect(sentFiles().slice(sent.length)).toEqual([BAD]);
      for (const { json, binary } of itemsOf(third.run, 'Read document', 1))
        expect(binary?.['data']).toMatchObject({
          fileName: json['fileName'],
          id: expect.stringMatching(/^filesystem/),
        });
    });
  });
});
