// What a stranger does first with `docker compose up`, with what comes out of it.
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXAMPLES } from '../n8n/exampleFile.ts';
import { fillIn } from '../n8n/forms.ts';
import { itemsOf, jsonOf } from '../n8n/restApi.ts';
import { waitFor } from '../n8n/waiting.ts';
import { askEveryOperation, fieldsOf } from '../installed/everyOperation.ts';
import { compose, CONSOLE_TOKEN, inspect, mailUrl, n8nUrl, sandboxUrl, shell, untilHealthy } from './compose.ts';
import { BUTTON, INVOICE, n8n, ofOrder, pressAndFill, submit } from './n8nInContainer.ts';

const AMOUNT = { asRead: '980.00', asNumber: 980 };

beforeAll(async () => {
  await untilHealthy();
  await n8n.signIn();
});

describe('first steps', () => {
  test('the logs name the addresses that a browser reaches, the console with its token', async () => {
    const logs = await compose('logs', '--no-color');
    const here = logs.match(/https?:\/\/(localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[[^\]]*\])(:\d+)?/g);
    expect([...new Set(here)].sort()).toEqual([n8nUrl, sandboxUrl, mailUrl].sort());
    expect(logs).toContain(`Console: ${sandboxUrl}/_sandbox`);
    expect(logs).not.toContain(CONSOLE_TOKEN);
  });

  test('n8n has the nodes, the examples and their credentials, which work', async () => {
    const workflows = await n8n.call<unknown[]>('GET', '/workflows');
    expect(workflows).toHaveLength(EXAMPLES.length + 1);
    const credentials = await n8n.call<{ id: string; type: string }[]>('GET', '/credentials');
    expect(credentials.map(({ type }) => type).sort()).toEqual(['documentProcessingApi', 'smtp']);
    const { id } = credentials.find(({ type }) => type === 'documentProcessingApi') ?? { id: '' };
    const whole = await n8n.call<object>('GET', `/credentials/${id}?includeData=true`);
    const tested = await n8n.call<{ status: string }>('POST', '/credentials/test', { credentials: whole });
    expect(tested).toMatchObject({ status: 'OK' });
  });

  test('a document: the form takes it, and the node has its fields by name', async () => {
    await pressAndFill('demo', INVOICE);
    const [item] = jsonOf(await n8n.finished('demo'), 'Document Processing');
    expect(item).toMatchObject({ fields: { valor_liquido: AMOUNT.asRead } });
  });

  test('invoices in rows: those that came along, and one of a file that only its owner may read', async () => {
    const page = readFileSync('README.md', 'utf8');
    const [, line = ''] = /`(docker compose [^`]*my\.pdf[^`]*)`/.exec(page) ?? [];
    const folder = mkdtempSync(join(tmpdir(), 'mine-'));
    cpSync(`sandbox/samples/${INVOICE}.pdf`, join(folder, 'my.pdf'));
    chmodSync(join(folder, 'my.pdf'), 0o600);
    await shell(`export COMPOSE_FILE="${composeFiles()}"; ${line}`, folder).finally(() =>
      rmSync(folder, { recursive: true }),
    );
    const run = await n8n.runToItsEnd('invoices-to-rows', BUTTON);
    const rows = jsonOf(run, 'Columns');
    expect(rows.length).toBeGreaterThan(1);
    expect(rows).toContainEqual(expect.objectContaining({ file: 'my.pdf', error: null }));
    expect(JSON.stringify(rows)).toContain('00004217');
    expect(itemsOf(run, 'Spreadsheet')[0]?.binary?.['data']?.fileExtension).toBe('xlsx');
  });

  test('a result that comes later, to the trigger and to the execution that waits', async () => {
    await n8n.activate('extraction-to-trigger');
    await pressAndFill('extraction-to-trigger', INVOICE, 'ORDER-1');
    const later = await n8n.finished('extraction-to-trigger', ofOrder('ORDER-1'));
    expect(jsonOf(later, 'Invoice of the order')).toMatchObject([{ orderNumber: 'ORDER-1', amount: AMOUNT.asNumber }]);
    await n8n.activate('wait-in-one-execution');
    await submit('wait-in-one-execution', INVOICE, 'ORDER-2');
    const waited = await n8n.finished('wait-in-one-execution', ofOrder('ORDER-2'));
    expect(jsonOf(waited, 'Invoice of the order')).toMatchObject([{ orderNumber: 'ORDER-2', amount: AMOUNT.asNumber }]);
  });

  test('a review: a person gets the page with the uncertain fields, and what they correct goes on', async () => {
    await n8n.runToItsEnd('data-tables', BUTTON);
    await n8n.activate('review-branch');
    const address = await submit('review-branch', 'identity');
    expect(address.startsWith(`${n8nUrl}/`)).toBe(true);
    await waitFor(async () => (await n8n.executions('review-branch')).some(({ status }) => status === 'waiting'));
    let pages = 0;
    for (let isOpen = true; isOpen; pages += 1) {
      await fillIn(address, ...[0, 1, 2, 3, 4, 5].map((index) => `corrected ${index}`));
      const status = async () => (await n8n.executions('review-branch'))[0]?.status;
      await waitFor(async () => (await status()) !== 'running');
      isOpen = (await status()) === 'waiting' && pages < 10;
    }
    const run = await n8n.finished('review-branch');
    expect(JSON.stringify(jsonOf(run, 'Go on'))).toContain('corrected 1');
    expect(jsonOf(run, 'Keep corrections')).toContainEqual(expect.objectContaining({ corrected: 'corrected 1' }));
  });

  test('a report: the mail is there, with a table of what yesterday cost', async () => {
    await inspect('usage', [
      {
        date: new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString(),
        serviceName: 'invoice-extraction',
        requestCount: 7,
        typifiedItemCount: 7,
        nonTypifiedItemCount: 0,
        billingCount: 7,
      },
    ]);
    await n8n.runToItsEnd('daily-billing-report', 'Every morning');
    const get = async <T>(path: string): Promise<T> => (await (await fetch(`${mailUrl}/api/v1/${path}`)).json()) as T;
    const { messages } = await get<{ messages: { ID: string; Subject: string }[] }>('messages');
    expect(messages).toHaveLength(1);
    const { HTML } = await get<{ HTML: string }>(`message/${messages[0]?.ID}`);
    expect(HTML).toMatch(/invoice/i);
    expect(HTML).toContain('<table');
  });

  test('the sandbox answers all thirteen operations, is not root, and writes into its volume only', async () => {
    const answers = await askEveryOperation({ url: sandboxUrl, token: 'sandbox-token' }, `${n8nUrl}/webhook/nobody`);
    expect(Object.values(answers).filter(({ status }) => status >= 300)).toEqual([]);
    expect(fieldsOf(answers[1])).toMatchObject({ valor_liquido: AMOUNT.asRead });
    expect(await compose('exec', '-T', 'sandbox', 'id', '-u')).toBe('1000');
    await expect(compose('exec', '-T', 'sandbox', 'touch', '/app/file')).rejects.toThrow(/Read-only/);
    await compose('exec', '-T', 'sandbox', 'touch', '/data/file');
    expect((await fetch(`${sandboxUrl}/_sandbox/requests`)).status).toBe(401);
  });
});

const composeFiles = (): string =>
  (process.env['COMPOSE_FILE'] ?? 'compose.yaml')
    .split(':')
    .map((file) => join(process.cwd(), file))
    .join(':');
