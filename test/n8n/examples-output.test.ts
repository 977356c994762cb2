import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePdf, put } from '../../sandbox/samples/pdf.ts';
import { startSandbox } from '../support/sandbox.ts';
import type { RunningSandbox } from '../support/sandbox.ts';
import type { Execution } from './restApi.ts';
import { createTable, withTable } from './exampleFile.ts';
import { lineFolder, root } from './lines.ts';
import type { Line } from './lines.ts';
import { chosenLines, itemsOf, jsonOf, waitFor } from './n8n.ts';
import type { Host, WorkflowJson } from './n8n.ts';
import { sharedHost } from './sharedHost.ts';
import { startChatServer } from '../support/chat-server.ts';
import type { ChatServer } from '../support/chat-server.ts';
import { envelope } from '../support/envelope.ts';
import { contentItem, field, JPEG, table } from '../support/samples.ts';
import { startServer } from '../support/server.ts';
import type { RecordingServer } from '../support/server.ts';
import type { ParsedMail } from 'mailparser';
import { mailCredential, startMailServer } from './mailServer.ts';
import type { MailServer } from './mailServer.ts';
import { credentialFor } from './workflowJson.ts';

const EXAMPLES = [
  'daily-billing-report',
  'invoices-to-rows',
  'identity-to-form',
  'contract-sections',
  'addresses-of-a-list',
  'review-branch',
  'review-statistics',
] as const;
/** *Review by a person*, with a service that answers what the test says, and a CPF that is required. */
const REVIEW = 'review-branch of another service';
/** Nobody watches those that ask the service on a schedule. */
const SCHEDULED = readdirSync(join(root, 'examples')).filter(
  (file) =>
    file.endsWith('.json') &&
    /scheduleTrigger"[^]*"getDailySummary"/.test(readFileSync(join(root, 'examples', file), 'utf8')),
);
const SECRET = 'a token that no mail shows';
type Example = (typeof EXAMPLES)[number] | typeof REVIEW;
const BUTTON = 'When clicking ‘Execute workflow’';
const DAY = 24 * 60 * 60 * 1000;

const textOf = (name: Example): string =>
  name === REVIEW
    ? textOf('review-branch')
        .replace(/"id": "documentProcessing"/g, '"id": "another"')
        .replace('"required": false', '"required": true')
        // As the editor stores a name that is written in its field.
        .replace(/"(total|name)": "(valor_[a-z_]+)"/g, '"$1": { "__rl": true, "mode": "name", "value": "$2" }')
        .replace(/("webhookId": ")/g, '$1another-')
    : readFileSync(join(root, 'examples', `${name}.json`), 'utf8');
const sample = (name: string) => join(root, 'sandbox/samples', `${name}.pdf`);
const readSample = (name: string) => readFileSync(sample(name));
const CORRECTIONS = {
  ...{ document: 'string', page: 'number', type: 'string', field: 'string', read: 'string', score: 'number' },
  ...{ reason: 'string', corrected: 'string', outcome: 'string', reviewer: 'string', requestId: 'string' },
};
const CPF = field('cpf', '11144477735');
const PEOPLE = ['FLAVIA EXEMPLO TESTE', 'BRUNO MODELO TESTE', 'CARLA AMOSTRA TESTE'];

describe.each(chosenLines())('the examples of output in n8n %s', (line) => {
  let host: Host;
  let sandbox: RunningSandbox;
  let mailServer: MailServer;
  let chatServer: ChatServer;
  let service: RecordingServer;
  const mails: ParsedMail[] = [];
  let ids: Record<Example, string>;
  let corrections: Awaited<ReturnType<typeof createTable>>;
  const folder = mkdtempSync(join(tmpdir(), 'examples-'));

  /** The example, with the test's folder and chat in place of the user's. */
  const adapted = (name: Example): WorkflowJson =>
    withTable(
      JSON.parse(
        textOf(name)
          .replaceAll('/home/node/.n8n-files', folder)
          .replaceAll('https://chat.example.com/webhook', chatServer.url)
          // A row without an address, as tables have them.
          .replace(/(\{\\n *\\"id\\": \\"C-4)/, '{ \\"id\\": \\"C-0\\", \\"address\\": \\"\\" }, $1'),
      ) as WorkflowJson,
      corrections.id,
    );
  const webhookIdOf = (name: Example, node: string) =>
    adapted(name).nodes.find((one) => one.name === node)?.webhookId ?? '';

  beforeAll(async () => {
    fillFolder(folder);
    [service, sandbox, mailServer, chatServer] = await Promise.all([
      startServer(),
      startSandbox(),
      startMailServer((mail) => void mails.push(mail)),
      startChatServer(),
    ]);
    host = await sharedHost(line);
    await host.createCredentials([
      credentialFor(sandbox.baseUrl, sandbox.token),
      credentialFor(service.url, 'token', { id: 'another', name: 'Another' }),
      // Nobody listens on this port.
      credentialFor('http://127.0.0.1:1', SECRET, { id: 'down', name: 'Down' }),
      mailCredential(mailServer.port),
    ]);
    corrections = await createTable(host, 'Corrections', CORRECTIONS);
    ids = await host.createWorkflows(
      Object.fromEntries(([...EXAMPLES, REVIEW] as Example[]).map((name) => [name, adapted(name)])) as Record<
        Example,
        WorkflowJson
      >,
    );
  });
  afterAll(async () => {
    await Promise.all([service?.close(), sandbox?.stop(), mailServer?.close(), chatServer?.close()]);
    rmSync(folder, { recursive: true });
  });

  const finished = async (name: Example, id?: string): Promise<Execution> =>
    await waitFor(async () => {
      const found = (await host.executions(ids[name])).find((one) => id === undefined || one.id === id);
      if (found && ['error', 'crashed'].includes(found.status))
        throw new Error(JSON.stringify((await host.execution(found.id)).data.resultData.error));
      return found?.status === 'success' && (await host.execution(found.id));
    });
  const press = async (name: Example, trigger = BUTTON) =>
    await finished(name, (await host.runManually(ids[name], trigger)).executionId);
  /** Fills in the first page of a form, and returns the URL of the next page, if there is one. */
  const upload = async (name: Example, file: Buffer<ArrayBuffer>, type = 'application/pdf'): Promise<string> => {
    await host.activate(ids[name]);
    const form = new FormData();
    form.append('field-0', new Blob([file], { type }), 'upload.pdf');
    const response = await fetch(`${host.url}/form/${webhookIdOf(name, 'Upload')}`, { method: 'POST', body: form });
    return ((await response.json()) as { formWaitingUrl?: string }).formWaitingUrl ?? '';
  };
  /** The next page of a form: n8n does not respond at all to a request for it before the execution waits. */
  const nextPage = async (name: Example, address: string): Promise<string> => {
    await waitFor(async () => (await host.executions(ids[name])).some(({ status }) => status === 'waiting'));
    return await (await fetch(address)).text();
  };
  const answer = async (address: string, values: string[]): Promise<void> => {
    const answers = new FormData();
    for (const [index, value] of values.entries()) answers.append(`field-${index}`, value);
    expect((await fetch(address, { method: 'POST', body: answers })).status).toBe(200);
  };
  /** Answers a page of the form for each person, whose page has the person's values and no other's. */
  const answerForEach = async (name: Example, address: string, valuesOf: (person: string) => string[]) => {
    const pages: string[] = [];
    for (const [index, person] of PEOPLE.entries()) {
      const page = await waitFor(async () => {
        const shown = await nextPage(name, address);
        return shown.includes(person) && shown;
      });
      expect(page).toContain(`Page ${index + 1}.`);
      for (const other of PEOPLE) if (other !== person) expect(page).not.toContain(other);
      await answer(address, valuesOf(person));
      pages.push(page);
    }
    return pages;
  };

  test('daily billing report', async () => {
    const usage = [
      {
        serviceName: 'content-extraction',
        requestCount: 40,
        typifiedItemCount: 38,
        nonTypifiedItemCount: 2,
        billingCount: 38,
        date: isoDaysAgo(1),
      },
      {
        serviceName: 'process-invoice',
        requestCount: 4,
        typifiedItemCount: 4,
        nonTypifiedItemCount: 0,
        billingCount: 4,
        date: isoDaysAgo(1),
      },
      {
        serviceName: 'content-extraction',
        requestCount: 21,
        typifiedItemCount: 21,
        nonTypifiedItemCount: 0,
        billingCount: 21,
        date: isoDaysAgo(2),
      },
    ];
    const record = async (rows: object[]) =>
      await fetch(`${sandbox.baseUrl}/_sandbox/usage`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(rows),
      });
    await record(usage);
    await press('daily-billing-report', 'Every morning');
    const [mail] = mails;
    expect(mails).toMatchObject([
      {
        from: { text: 'reports@example.com' },
        to: { text: 'billing@example.com' },
        subject: expect.stringMatching(/^Billing report .+: R\$12\.20 \(42 units\) to be billed$/),
        attachments: [
          { contentType: 'text/csv', filename: `document-processing-billing-${isoDaysAgo(1).slice(0, 10)}.csv` },
        ],
      },
    ]);
    expect(mail?.text).toContain('To be billed: R$12.20 (42 units)');
    expect(mail?.html).toMatch(/<!doctype html>[^]*Content extraction[^]*Invoice extraction[^]*<\/html>/);
    expect(mail?.attachments[0]?.content.toString()).toMatch(/content-extraction.*38[^]*process-invoice.*4/);
    expect(chatServer.messages).toEqual([]);

    // More than half of the month's budget in a day.
    await record([{ ...usage[0], billingCount: 17_000 }]);
    await press('daily-billing-report', 'Every morning');
    expect(mails).toHaveLength(2);
    expect(chatServer.messages).toMatchObject([
      {
        text: expect.stringMatching(/^50% of budget used – .*: R\$5,112\.20 \(17,042 units\) to be billed$/),
        blocks: expect.arrayContaining([
          { type: 'header', text: expect.objectContaining({ text: expect.stringMatching(/^Billing report/) }) },
        ]),
      },
    ]);
    expect(JSON.stringify(chatServer.messages)).toMatch(
      /■■■■■□□□□□\\n51(?:\.\d)?% used: R\$5,1[\d.]+ of R\$10,000\.00/,
    );
  });

  test.each(SCHEDULED)('%s: a mail comes where the service is down', async (file) => {
    const table = await createTable(host, `Of ${file}`, { day: 'string' });
    const text = readFileSync(join(root, 'examples', file), 'utf8')
      .replaceAll('"documentProcessing"', '"down"')
      .replaceAll('"value": "",', `"value": "${table.id}",`);
    const workflow = JSON.parse(text) as WorkflowJson;
    const trigger = workflow.nodes.find(({ type }) => type.endsWith('.scheduleTrigger'))?.name ?? '';
    const before = mails.length;
    const run = await host.runToItsEnd(await host.createWorkflow(workflow), trigger);
    expect(mails.slice(before)).toMatchObject([
      {
        subject: expect.stringMatching(/^(Report failed|Queue not read): The service refused the connection/),
        text: expect.stringMatching(/The service refused the connection[^]*Check the "Base URL" of the credential/),
      },
    ]);
    expect(JSON.stringify(mails.slice(before))).not.toContain(SECRET);
    // The list of executions tells, too, and an error workflow is run.
    expect(run).toMatchObject({
      status: 'error',
      data: { resultData: { error: { message: expect.stringContaining('The service refused the connection') } } },
    });
  });

  test('invoices to rows', async () => {
    const [file] = itemsOf(await press('invoices-to-rows'), 'Spreadsheet');
    expect(file?.binary?.['data']).toMatchObject({ fileName: 'invoices.xlsx' });
    const row = {
      number: '00004217',
      date: '2025-01-14',
      seller: 'Oficina de Ideias Exemplo Ltda',
      sellerDocument: '11222333000181',
      buyer: 'Maria Exemplo da Silva',
      iss: 45,
      net: 980,
      check: 'Adds up',
    };
    const rows = rowsOf(line, await download(host, file?.binary?.['data']?.id));
    expect(rows).toMatchObject([
      { file: 'a.pdf', ...row },
      { file: 'b.pdf', error: expect.stringMatching(/\(R130\) \[item 1\]$/) },
      { file: 'c.pdf', ...row },
      {
        file: 'd.pdf',
        error: 'No field of a Brazilian service invoice (NFS-e) was found',
        check: expect.stringMatching(/^Not checked: valor_total_nota: /),
      },
    ]);
    expect(rows[0]).not.toHaveProperty('error');
    expect(rows[1]).not.toHaveProperty('number');
  });

  test('identity document to a form', async () => {
    const address = await upload('identity-to-form', readSample('identity'));
    const page = await nextPage('identity-to-form', address);
    expect(page).toContain('Is this right?');
    for (const value of ['FLAVIA EXEMPLO TESTE', '1990-04-12', '11144477735']) expect(page).toContain(value);
    await answer(address, ['Flavia Exemplo Teste', '1990-04-12', '11144477735']);
    const [person] = itemsOf(await finished('identity-to-form'), 'Go on');
    expect(person?.json).toMatchObject({
      Name: 'Flavia Exemplo Teste',
      'Birth date': '1990-04-12',
      'Document number': '11144477735',
      type: 'carteira-habilitacao',
    });
    expect(person?.binary).toMatchObject({ crop_codigo_barras: { mimeType: 'image/jpeg' } });
  });

  test('identity document to a form: each page of a file is checked', async () => {
    const address = await upload('identity-to-form', await licences());
    const valuesOf = (person: string) => [`${person} corrected`, '1990-04-12', '11144477735'];
    await answerForEach('identity-to-form', address, valuesOf);
    const run = await finished('identity-to-form');
    expect(jsonOf(run, 'Go on')).toMatchObject(
      PEOPLE.map((person, index) => ({ Name: `${person} corrected`, pageNumber: index + 1 })),
    );
  });

  test('contract by sections', async () => {
    await upload('contract-sections', readSample('contract'));
    const rows = jsonOf(await finished('contract-sections'), 'Columns');
    expect(rows).toHaveLength(5);
    expect(rows[0]).toEqual({
      sectionNumber: 1,
      section: 'header',
      title: null,
      text: null,
      fields: {
        socia_administradora: 'Ana Exemplo Pereira',
        cpf: '52998224725',
        socio: 'Bruno Modelo Souza',
        data_de_registro: '2024-03-03',
      },
      rows: [],
    });
    expect(rows[2]).toMatchObject({
      section: 'clause',
      title: 'CLÁUSULA SEGUNDA - DO CAPITAL SOCIAL',
      text: expect.stringContaining('R$ 50.000,00'),
      fields: { capital_social: '50000.00' },
      rows: [
        { socio: 'Ana Exemplo Pereira', quotas: '30.000', participacao: '60%' },
        { socio: 'Bruno Modelo Souza', quotas: '20.000', participacao: '40%' },
      ],
    });
    expect(rows[4]).toMatchObject({ fields: { foro: 'Comarca de Curitiba' } });
  });

  test('addresses of a list', async () => {
    await fetch(`${sandbox.baseUrl}/_sandbox/requests`, { method: 'DELETE' });
    const rows = jsonOf(await press('addresses-of-a-list'), 'Columns');
    expect(rows).toMatchObject([
      {
        id: 'C-1',
        found: true,
        street: 'Rua das Palmeiras',
        number: '215',
        suburb: 'Vila Exemplo',
        city: 'São Paulo',
        state: 'SP',
        postcode: '01310-100',
      },
      {
        id: 'C-2',
        found: true,
        street: 'Avenida Modelo',
        number: '1500',
        suburb: 'Centro',
        city: 'Campinas',
        state: 'SP',
        postcode: '13010-110',
      },
      { id: 'C-3', found: false, address: 'the house behind the church', street: '' },
      { id: 'C-0', found: false, error: expect.stringContaining('"Text" is empty') },
      {
        id: 'C-4',
        found: true,
        error: null,
        street: 'Rua do Modelo',
        number: '10',
        city: 'Curitiba',
        postcode: '80010-000',
      },
    ]);
    const { requests } = (await (
      await fetch(`${sandbox.baseUrl}/_sandbox/requests?path=/process-text/multi-address-parsing`)
    ).json()) as { requests: unknown[] };
    expect(requests).toHaveLength(1);
  });

  /** Fills in the page of a review: the picture is its first field, which no browser changes. */
  const review = (address: string, values: string[], decision = 'is right now') =>
    answer(address, ['', ...values, decision, 'Ana Revisora']);
  /** What the service of a test is asked to show, as *Review by a person* shows it; the boxes of the values come first. */
  const pageOf = async (documents: object[], file = readSample('identity'), type?: string, members = {}) => {
    service.respond(() => ({ json: envelope(documents, members) }));
    const address = await upload(REVIEW, file, type);
    const page = await nextPage(REVIEW, address);
    return { address, page, values: valuesOn(page).slice(0, -2) };
  };
  /** The newest rows of the table of corrections. */
  const lastRows = async (count: number) => (await corrections.rows()).slice(-count);

  test('review by a person: the page is beside the values, and each correction is kept', async () => {
    const address = await upload('review-branch', readSample('identity'));
    const page = await nextPage('review-branch', address);
    // Only the fields the service was not sure of.
    for (const text of ['Is this right?', 'Name (score 0.92)', 'FLAVIA EXEMPLO TESTE', 'Licence category'])
      expect(page).toContain(text);
    expect(page).not.toContain('cat_hab');
    expect(page).not.toContain('11144477735');
    expect(pictureOn(page)?.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    const [, link = ''] = /href="\.\.(\/rest\/binary-data[^"]*)"[^>]*>Save upload\.pdf</.exec(page) ?? [];
    const saved = await host.request('GET', link.replaceAll('&amp;', '&'));
    expect(Buffer.from(await saved.arrayBuffer()).equals(readSample('identity'))).toBe(true);
    await review(address, ['Flavia Exemplo Teste', '1990-04-12 ', 'AB', '2033-06-01']);
    const reviewed = await finished('review-branch');
    expect(jsonOf(reviewed, 'Go on')).toMatchObject([
      {
        type: 'carteira-habilitacao',
        reviewed: true,
        reviewedBy: 'Ana Revisora',
        fields: {
          nome: 'Flavia Exemplo Teste',
          cpf: '11144477735',
          data_nascimento: '1990-04-12',
          cat_hab: 'AB',
        },
      },
    ]);
    const kept = { reason: 'score', score: 0.92, corrected: null, outcome: 'kept' };
    const of = { document: 'upload.pdf', page: 1, type: 'carteira-habilitacao', reviewer: 'Ana Revisora' };
    expect(await corrections.rows()).toMatchObject([
      {
        ...{ ...of, field: 'nome', read: 'FLAVIA EXEMPLO TESTE', corrected: 'Flavia Exemplo Teste' },
        ...{ outcome: 'corrected', score: 0.92, reason: 'score', requestId: expect.stringMatching(/./) },
        createdAt: expect.stringMatching(/^\d{4}-/),
      },
      { ...of, ...kept, field: 'data_nascimento', read: '1990-04-12' },
      { ...of, ...kept, field: 'cat_hab', read: 'AB' },
      { ...of, ...kept, field: 'data_validade', read: '2033-06-01' },
    ]);

    // A document that was read with confidence needs nobody.
    const before = new Set((await host.executions(ids['review-branch'])).map(({ id }) => id));
    await upload('review-branch', readSample('statement'));
    const sure = await waitFor(async () => {
      const one = (await host.executions(ids['review-branch'])).find(({ id }) => !before.has(id));
      return one?.status === 'success' && (await host.execution(one.id));
    });
    expect(jsonOf(sure, 'Go on')).toMatchObject([{ type: 'extrato', needsReview: false }]);
    expect(jsonOf(sure, 'Check and correct')).toEqual([]);
    expect(await corrections.rows()).toHaveLength(4);
  });

  test('review by a person: cells, names that repeat and lines of text, and nothing else is lost', async () => {
    const notes = 'one & <b>two</b>\n"three"';
    const zone = 'P<BRAEXEMPLO<<ANA<<<<';
    const document = contentItem({
      type: null,
      stdType: 'invoice',
      fields: [
        CPF,
        field('valor', '10.00', 0.4),
        field('valor', '20.00', 0.9),
        field('observacoes', notes, 0.4),
        field('email', null, 0.4),
        field('a_b', 'x', 0.4),
        field('a b', 'y', 0.4),
        field('mrz', zone, 0.4),
        field('saldo <R$>', '5', 0.4),
        field("em US$'000", 'R$$ 10 $& 2', 0.4),
        field('lado', ' left\rright ', 0.4),
      ],
      tables: [
        table(
          'itens',
          ['descricao', 'preco'],
          [
            ['Oficina', '1.00'],
            ['Papel', '2.00'],
          ],
        ),
      ],
    });
    const status = { code: '200', message: 'Ok', errors: [{ message: 'Page 2 could not be read <img src=x>' }] };
    const { address, page, values } = await pageOf([document], undefined, undefined, { status });
    expect(page).not.toContain('Type of document');
    expect(page).toContain('Page 2 could not be read ‹img src=x›');
    const corrected: Record<string, string> = { '10.00': '11.00', y: 'z', '2.00': '2.50' };
    // As a browser sends what it shows.
    const sent = values.map((value) => corrected[value] ?? value.replaceAll('\n', '\r\n'));
    await review(address, sent);
    const run = await finished(REVIEW);
    expect(jsonOf(run, 'Go on')).toMatchObject([
      {
        type: null,
        stdType: 'invoice',
        tags: { country: 'bra' },
        lowConfidence: expect.arrayContaining(['itens.preco', 'valor']),
        requestId: 'req-1',
        fields: {
          cpf: '11144477735',
          valor: ['11.00', '20.00'],
          observacoes: notes,
          email: null,
          a_b: 'x',
          'a b': 'z',
          mrz: zone,
          'saldo <R$>': '5',
          "em US$'000": 'R$$ 10 $& 2',
          lado: ' left\rright ',
        },
        tables: {
          itens: [
            { descricao: 'Oficina', preco: '1.00' },
            { descricao: 'Papel', preco: '2.50' },
          ],
        },
        reviewed: true,
      },
    ]);
    const rows = await lastRows(sent.length);
    const outcomes = rows.map(({ field: name, read, score, corrected: to }) => [name, read, score, to]);
    expect(outcomes.filter(([, , , to]) => to !== null)).toEqual([
      ['valor', '10.00', 0.4, '11.00'],
      ['a b', 'y', 0.4, 'z'],
      ['itens.preco', '2.00', 0.9, '2.50'],
    ]);
    expect(outcomes).toContainEqual(['valor', '20.00', 0.9, null]);
    expect(outcomes).toContainEqual(['mrz', zone, 0.4, null]);
  });

  test('review by a person: amounts that do not add up are shown with their difference', async () => {
    const total = field('valor_total_nota', '1.025,00');
    const fields = [CPF, total, field('valor_iss', '45,00'), field('valor_liquido', '979,99')];
    const tables = [table('tabela_servico', ['valor_servico'], [['900,00'], ['125,00']])];
    const { address, page, values } = await pageOf([contentItem({ fields, tables })], readSample('service-invoice'));
    expect(page).toContain('its parts add up to 980.00: a difference of 0.01)');
    // The lines, whose scores are low, the net amount and its parts.
    expect(values).toEqual(['900,00', '125,00', '979,99', '1.025,00', '45,00']);
    await review(address, ['900,00', '125,00', '980,00', '1.025,00', '45,00']);
    expect(jsonOf(await finished(REVIEW), 'Go on')).toMatchObject([
      { reviewed: true, fields: { valor_total_nota: '1.025,00', valor_liquido: '980,00' } },
    ]);
    expect(await lastRows(3)).toMatchObject([
      { field: 'valor_liquido', read: '979,99', corrected: '980,00', reason: 'sum' },
      { field: 'valor_total_nota', corrected: null, reason: 'sum' },
      { field: 'valor_iss', corrected: null, reason: 'sum' },
    ]);
  });

  test('review by a person: what cannot be used, or lacks a required value, is set aside', async () => {
    const unsure = contentItem({ fields: [CPF, field('nome', 'Ana', 0.4)] });
    const { address } = await pageOf([unsure]);
    await review(address, ['Another'], 'cannot be used');
    const rejected = await finished(REVIEW);
    expect(jsonOf(rejected, 'Set aside')).toMatchObject([{ rejected: true, fields: { nome: 'Ana' } }]);
    expect(jsonOf(rejected, 'Go on')).toEqual([]);
    expect(await lastRows(1)).toMatchObject([
      { document: 'upload.pdf', outcome: 'rejected', field: null, corrected: null, reviewer: 'Ana Revisora' },
    ]);

    const lacking = contentItem({ fields: [field('cpf', null, null)] });
    const { address: first, page } = await pageOf([lacking]);
    expect(page).toContain('CPF (not found)');
    await review(first, ['']);
    expect(jsonOf(await finished(REVIEW), 'Set aside')).toMatchObject([{ rejected: false, missing: ['cpf'] }]);
    const { address: second } = await pageOf([lacking]);
    await review(second, ['11144477735']);
    expect(jsonOf(await finished(REVIEW), 'Go on')).toMatchObject([{ missing: [], fields: { cpf: '11144477735' } }]);
    const asked = { field: 'cpf', read: '', score: null, reason: 'missing' };
    expect(await lastRows(2)).toMatchObject([
      { ...asked, outcome: 'kept', corrected: null },
      { ...asked, outcome: 'corrected', corrected: '11144477735' },
    ]);
  });

  test('review by a person: the file takes the place of a picture that the service does not return', async () => {
    const unsure = contentItem({ fields: [CPF, field('nome', 'Ana', 0.4)] });
    const shown = async (file: Buffer<ArrayBuffer>, type: string) => {
      const { address, page } = await pageOf([unsure], file, type);
      await review(address, ['Ana']);
      await finished(REVIEW);
      return pictureOn(page);
    };
    expect((await shown(JPEG, 'image/jpeg'))?.equals(JPEG)).toBe(true);
    expect(await shown(readSample('identity'), 'application/pdf')).toBeUndefined();
    expect(await shown(Buffer.alloc(6_000_000, JPEG), 'image/jpeg')).toBeUndefined();
  });

  test('review by a person: of hundreds of values the first are shown, and the item names the others', async () => {
    const fields = Array.from({ length: 240 }, (_, index) => field(`field_${index}`, 'x', 0.4));
    const { address, page, values } = await pageOf([contentItem({ fields: [CPF, ...fields] })]);
    expect(page).toContain('They are the first 100 of 240.');
    expect(values).toHaveLength(100);
    await review(address, values);
    const [item] = jsonOf(await finished(REVIEW), 'Go on');
    expect(item?.['unchecked']).toHaveLength(140);
    expect(item).toMatchObject({ unchecked: expect.arrayContaining(['field_100', 'field_239']) });
  });

  test('review by a person: each page of a file is reviewed', async () => {
    const address = await upload('review-branch', await licences());
    const valuesOf = (person: string) => ['', `${person} corrected`, 'x', 'is right now', 'Ana Revisora'];
    const pages = await answerForEach('review-branch', address, valuesOf);
    const run = await finished('review-branch');
    expect(jsonOf(run, 'Go on')).toMatchObject(
      PEOPLE.map((person, index) => ({
        reviewed: true,
        pageNumber: index + 1,
        fields: { nome: `${person} corrected` },
      })),
    );
    // Each page has its own picture, and the name of who has checked the page before.
    expect(new Set(pages.map((page) => pictureOn(page)?.toString('base64'))).size).toBe(PEOPLE.length);
    expect(pages.map((page) => valuesOn(page).at(-1))).toEqual(['', 'Ana Revisora', 'Ana Revisora']);
    expect(await lastRows(6)).toMatchObject(
      PEOPLE.flatMap((_, index) => ['nome', 'data_nascimento'].map((name) => ({ page: index + 1, field: name }))),
    );
  });

  test('how often fields are corrected, and at which score', async () => {
    const row = (name: string, score: number | null, isCorrected: boolean, reason = 'score') => ({
      ...{ field: name, score, reason, read: 'x', corrected: isCorrected ? 'y' : null },
      outcome: isCorrected ? 'corrected' : 'kept',
    });
    const table = await createTable(host, 'Corrections of a test', CORRECTIONS);
    const workflow = withTable(adapted('review-statistics'), table.id);
    const statistics = async () => jsonOf(await press('review-statistics', BUTTON), 'Count by field');
    ids['review-statistics'] = await host.createWorkflow(workflow);
    expect(await statistics()).toEqual([]);
    await table.insert([
      ...[0.29, 0.41].map((score) => row('nome', score, true)),
      ...[0.3, 0.42, 0.6, 0.9].map((score) => row('nome', score, false)),
      row('nome', 0.99, true, 'rule'),
      ...[0.7, 0.8].map((score) => row('cat_hab', score, false)),
      row('rg', null, true, 'missing'),
      { outcome: 'rejected' },
    ]);
    const none = { correctedAt: '', minimumScore: null, keptAbove: null };
    expect(await statistics()).toEqual([
      {
        ...{ field: 'all fields', checked: 10, corrected: 4, percent: 40, correctedAt: '0.29 to 0.41' },
        ...{
          keptAt: '0.3 to 0.9',
          correctedForOtherReasons: 2,
          minimumScore: 0.42,
          keptAbove: 5,
          rejectedDocuments: 1,
        },
      },
      { ...none, field: 'rg', checked: 1, corrected: 1, percent: 100, keptAt: '', correctedForOtherReasons: 1 },
      {
        ...{ field: 'nome', checked: 7, corrected: 3, percent: 42.9, correctedAt: '0.29 to 0.41' },
        ...{ keptAt: '0.3 to 0.9', correctedForOtherReasons: 1, minimumScore: 0.42, keptAbove: 3 },
      },
      {
        ...{ ...none, field: 'cat_hab', checked: 2, corrected: 0, percent: 0 },
        ...{ keptAt: '0.7 to 0.8', correctedForOtherReasons: 0 },
      },
    ]);
  });
});

/** What a browser shows in the boxes of a form, in order. */
const valuesOn = (page: string): string[] =>
  [...page.matchAll(/name='field-\d+'\s(?:\s*value="([^"]*)")?[^>]*>([^<]*)/g)].map(([, value, text = '']) =>
    (value ?? text).replace(/&(?:#x(\w+)|(\w+));/g, (_, code?: string, name = '') =>
      code === undefined ? (ENTITIES[name] ?? '') : String.fromCodePoint(parseInt(code, 16)),
    ),
  );
const ENTITIES: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>' };

/** The picture in the styles of a page. */
const pictureOn = (page: string): Buffer | undefined => {
  const [, base64] = /url\(data:image\/jpeg;base64,([\w+/=]+)\)/.exec(page) ?? [];
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64');
};

/** A licence of each person, on a page of its own. */
const licences = async () => {
  const pdf = await makePdf((document) => {
    for (const [index, person] of PEOPLE.entries()) {
      if (index > 0) document.addPage();
      put(document, 40, 40, 'CARTEIRA NACIONAL DE HABILITAÇÃO', { size: 13, bold: true });
      put(document, 40, 90, 'NOME', { size: 6 });
      put(document, 40, 99, person);
      put(document, 40, 122, 'DATA NASCIMENTO', { size: 6 });
      put(document, 40, 131, '12/04/1990');
      put(document, 40, 154, 'CPF', { size: 6 });
      put(document, 40, 163, '111.444.777-35');
    }
  });
  return Buffer.from(pdf);
};

const isoDaysAgo = (days: number): string =>
  `${new Date(Date.now() - days * DAY).toISOString().slice(0, 10)}T10:00:00Z`;

function fillFolder(folder: string): void {
  const into = (name: string, ...path: string[]) => copyFileSync(sample(name), join(folder, ...path));
  mkdirSync(join(folder, 'invoices'));
  into('service-invoice', 'invoices/a.pdf');
  into('service-invoice', 'invoices/c.pdf');
  into('statement', 'invoices/d.pdf');
  writeFileSync(join(folder, 'invoices/b.pdf'), 'not a PDF');
}

async function download(host: Host, id = ''): Promise<Buffer> {
  const response = await host.request('GET', `/rest/binary-data?id=${encodeURIComponent(id)}&action=download`);
  return Buffer.from(await response.arrayBuffer());
}

/** The rows of a spreadsheet's first sheet, read with n8n's own library. */
function rowsOf(line: Line, file: Buffer): Array<Record<string, unknown>> {
  const library = line === '1.123' ? 'xlsx' : '@e965/xlsx';
  const xlsx = createRequire(join(lineFolder(line), 'node_modules/n8n-nodes-base/package.json'))(library) as {
    read: (file: Buffer) => { Sheets: Record<string, object>; SheetNames: string[] };
    utils: { sheet_to_json: (sheet: object | undefined) => Array<Record<string, unknown>> };
  };
  const { Sheets, SheetNames } = xlsx.read(file);
  return xlsx.utils.sheet_to_json(Sheets[SheetNames[0] ?? '']);
}
