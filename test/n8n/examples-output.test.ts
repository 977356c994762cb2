import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ParsedMail } from 'mailparser';
import { makePdf, put } from '../../sandbox/samples/pdf.ts';
import { envelope, failure } from '../support/envelope.ts';
import { openedForAllTests } from '../support/opened.ts';
import { contentItem, field, JPEG, table } from '../support/samples.ts';
import { startServer } from '../support/server.ts';
import { createTable, EXAMPLES, exampleText, TABLES, withTable } from './exampleFile.ts';
import { fillIn, sampleFile } from './forms.ts';
import { mailCredential, startMailServer } from './mailServer.ts';
import { chosenLines, itemsOf, jsonOf, waitFor } from './n8n.ts';
import type { WorkflowJson } from './n8n.ts';
import { hostWithSandbox } from './sharedHost.ts';
import { credentialFor } from './workflowJson.ts';

const TESTED = [
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
const SCHEDULED = EXAMPLES.filter((name) => /scheduleTrigger"[^]*"getDailySummary"/.test(exampleText(name)));
const SECRET = 'a token that no mail shows';
type Example = (typeof TESTED)[number] | typeof REVIEW;
const BUTTON = 'When clicking ‘Execute workflow’';
const DAY = 24 * 60 * 60 * 1000;

const textOf = (name: Example): string =>
  name === REVIEW
    ? exampleText('review-branch')
        .replace(/"id": "documentProcessing"/g, '"id": "another"')
        .replace('"required": false', '"required": true')
        // As the editor stores a name that is written in its field.
        .replace(/"(total|name)": "(valor_[a-z_]+)"/g, '"$1": { "__rl": true, "mode": "name", "value": "$2" }')
        .replace(/("webhookId": ")/g, '$1another-')
    : exampleText(name);
const IDENTITY = sampleFile('identity', 'upload.pdf');
const CPF = field('cpf', '11144477735');
const PEOPLE = ['FLAVIA EXEMPLO TESTE', 'BRUNO MODELO TESTE', 'CARLA AMOSTRA TESTE'];

describe.each(chosenLines())('the examples of output in n8n %s', (line) => {
  const { host, sandbox } = hostWithSandbox(line);
  const service = openedForAllTests(() => startServer());
  const chat = openedForAllTests(() => startServer());
  const mails: ParsedMail[] = [];
  const mailServer = openedForAllTests(() => startMailServer((mail) => void mails.push(mail)));
  let ids: Record<Example, string>;
  let corrections: Awaited<ReturnType<typeof createTable>>;
  const folder = mkdtempSync(join(tmpdir(), 'examples-'));

  /** The example, with the test's folder and chat in place of the user's. */
  const adapted = (name: Example): WorkflowJson =>
    withTable(
      JSON.parse(
        textOf(name)
          .replaceAll('/home/node/.n8n-files', folder)
          .replaceAll('https://chat.example.com/webhook', chat.url)
          // A row without an address, as tables have them.
          .replace(/(\{\\n *\\"id\\": \\"C-4)/, '{ \\"id\\": \\"C-0\\", \\"address\\": \\"\\" }, $1'),
      ) as WorkflowJson,
      corrections.id,
    );

  beforeAll(async () => {
    fillFolder(folder);
    await host.createCredentials([
      credentialFor(service.url, 'token', { id: 'another', name: 'Another' }),
      // Nobody listens on this port.
      credentialFor('http://127.0.0.1:1', SECRET, { id: 'down', name: 'Down' }),
      mailCredential(mailServer.port),
    ]);
    corrections = await createTable(host, 'Corrections');
    const workflows = [...TESTED, REVIEW].map((name) => [name, adapted(name as Example)]);
    ids = await host.createWorkflows(Object.fromEntries(workflows) as Record<Example, WorkflowJson>);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const press = async (name: Example, trigger = BUTTON) => await host.runToItsEnd(ids[name], trigger);
  /** Fills in the first page of a form, and returns the URL of the next page, if there is one. */
  const upload = async (name: Example, file: Blob): Promise<string> => {
    await host.activate(ids[name]);
    return await host.submit(ids[name], [file]);
  };
  /** The next page of a form: n8n does not respond at all to a request for it before the execution waits. */
  const nextPage = async (name: Example, address: string): Promise<string> => {
    await waitFor(async () => (await host.executions(ids[name]))[0]?.status === 'waiting');
    return await (await fetch(address)).text();
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
      await fillIn(address, ...valuesOf(person));
      pages.push(page);
    }
    return pages;
  };

  test('daily billing report', async () => {
    const used = (serviceName: string, days: number, billingCount: number) => ({
      ...{ serviceName, date: isoDaysAgo(days), requestCount: billingCount, typifiedItemCount: billingCount },
      ...{ nonTypifiedItemCount: 0, billingCount },
    });
    const extraction = 'content-extraction';
    await sandbox.inspect('usage', [used(extraction, 1, 38), used('process-invoice', 1, 4), used(extraction, 2, 21)]);
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
    expect(mail?.html).toMatch(/<!doctype html>[^]*Content extraction[^]*<\/html>/);
    expect(mail?.attachments[0]?.content.toString()).toContain('process-invoice');
    expect(chat.requests).toEqual([]);

    // More than half of the month's budget in a day.
    await sandbox.inspect('usage', [used(extraction, 1, 17_000)]);
    await press('daily-billing-report', 'Every morning');
    expect(mails).toHaveLength(2);
    expect(chat.requests.map(({ json }) => json)).toMatchObject([
      {
        text: expect.stringMatching(/^50% of budget used – .*: R\$5,112\.20 \(17,042 units\) to be billed$/),
        blocks: expect.arrayContaining([expect.objectContaining({ type: 'header' })]),
      },
    ]);
  });

  test.each(SCHEDULED)('%s: a mail comes where the service is down', async (name) => {
    const table = await createTable(host, `Of ${name}`, { day: 'string' });
    const text = exampleText(name)
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
    const run = await press('invoices-to-rows');
    expect(itemsOf(run, 'Spreadsheet')).toMatchObject([{ binary: { data: { fileName: 'invoices.xlsx' } } }]);
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
    const rows = jsonOf(run, 'Columns');
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
    expect([rows[0]?.['error'] ?? null, rows[1]?.['number'] ?? null]).toEqual([null, null]);
  });

  test('identity document to a form', async () => {
    const address = await upload('identity-to-form', IDENTITY);
    const page = await nextPage('identity-to-form', address);
    expect(page).toContain('Is this right?');
    for (const value of ['FLAVIA EXEMPLO TESTE', '1990-04-12', '11144477735']) expect(page).toContain(value);
    await fillIn(address, 'Flavia Exemplo Teste', '1990-04-12', '11144477735');
    const [person] = itemsOf(await host.finished(ids['identity-to-form']), 'Go on');
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
    expect(jsonOf(await host.finished(ids['identity-to-form']), 'Go on')).toMatchObject(
      PEOPLE.map((person, index) => ({ Name: `${person} corrected`, pageNumber: index + 1 })),
    );
  });

  test('contract by sections', async () => {
    await upload('contract-sections', sampleFile('contract'));
    const rows = jsonOf(await host.finished(ids['contract-sections']), 'Columns');
    expect(rows).toHaveLength(5);
    expect(rows[0]).toMatchObject({
      sectionNumber: 1,
      section: 'header',
      title: 'CONTRATO SOCIAL DA SOCIEDADE LIMITADA EXEMPLO',
      text: expect.stringMatching(/^Sócia administradora: Ana Exemplo Pereira CPF: .* 3 de março de 2024$/),
      rows: [],
    });
    expect(rows[2]).toMatchObject({
      section: 'clause',
      title: 'CLÁUSULA SEGUNDA - DO CAPITAL SOCIAL',
      text: expect.stringContaining('R$ 50.000,00'),
      rows: [
        { socio: 'Ana Exemplo Pereira', quotas: '30.000', participacao: '60%' },
        { socio: 'Bruno Modelo Souza', quotas: '20.000', participacao: '40%' },
      ],
    });
    // Its title and its text have columns of their own.
    expect(rows[2]?.['fields']).toEqual({ capital_social: '50000.00' });
    expect(rows[4]).toMatchObject({ fields: { foro: 'Comarca de Curitiba' } });
  });

  test('addresses of a list', async () => {
    await sandbox.inspect('requests', undefined, 'DELETE');
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
      { id: 'C-2', found: true, number: '1500', city: 'Campinas' },
      { id: 'C-3', found: false, address: 'the house behind the church', street: '' },
      { id: 'C-0', found: false, error: expect.stringContaining('"Text" is empty') },
      { id: 'C-4', found: true, error: null, postcode: '80010-000' },
    ]);
    const { requests } = await sandbox.inspect<{ requests: unknown[] }>(
      'requests?path=/process-text/multi-address-parsing',
    );
    expect(requests).toHaveLength(1);
  });

  /** Fills in the page of a review: the picture is its first field, which no browser changes. */
  const review = (address: string, values: string[], decision = 'is right now') =>
    fillIn(address, '', ...values, decision, 'Ana Revisora');
  /** What the service of a test is asked to show, as *Review by a person* shows it; the boxes of the values come first. */
  const pageOf = async (documents: object[], file: Blob = IDENTITY, members = {}) => {
    service.respond(() => ({ json: envelope(documents, members) }));
    const address = await upload(REVIEW, file);
    const page = await nextPage(REVIEW, address);
    return { address, page, values: valuesOn(page).slice(0, -2) };
  };
  const reviewed = () => host.finished(ids[REVIEW]);
  /** The newest rows of the table of corrections. */
  const lastRows = async (count: number) => (await corrections.rows()).slice(-count);

  test('review by a person: the page is beside the values, and each correction is kept', async () => {
    const address = await upload('review-branch', IDENTITY);
    const page = await nextPage('review-branch', address);
    // Only the fields the service was not sure of.
    for (const text of ['Is this right?', 'Name (score 0.92)', 'FLAVIA EXEMPLO TESTE', 'Licence category'])
      expect(page).toContain(text);
    expect(page).not.toContain('cat_hab');
    expect(page).not.toContain('11144477735');
    expect(pictureOn(page)?.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    const [, link = ''] = /href="\.\.(\/rest\/binary-data[^"]*)"[^>]*>Save upload\.pdf</.exec(page) ?? [];
    const saved = await host.request('GET', link.replaceAll('&amp;', '&'));
    expect(Buffer.from(await saved.arrayBuffer()).equals(Buffer.from(await IDENTITY.arrayBuffer()))).toBe(true);
    await review(address, ['Flavia Exemplo Teste', '1990-04-12 ', 'AB', '2033-06-01']);
    expect(jsonOf(await host.finished(ids['review-branch']), 'Go on')).toMatchObject([
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
    const [before] = await host.executions(ids['review-branch']);
    await upload('review-branch', sampleFile('statement'));
    const sure = await host.finished(ids['review-branch'], ({ id }) => Number(id) > Number(before?.id));
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
    const { address, page, values } = await pageOf([document], IDENTITY, { status });
    expect(page).not.toContain('Type of document');
    expect(page).toContain('Page 2 could not be read ‹img src=x›');
    const corrected: Record<string, string> = { '10.00': '11.00', y: 'z', '2.00': '2.50' };
    // As a browser sends what it shows.
    const sent = values.map((value) => corrected[value] ?? value.replaceAll('\n', '\r\n'));
    await review(address, sent);
    expect(jsonOf(await reviewed(), 'Go on')).toMatchObject([
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
    const { address, page, values } = await pageOf([contentItem({ fields, tables })], sampleFile('service-invoice'));
    expect(page).toContain('its parts add up to 980.00: a difference of 0.01)');
    // The lines, whose scores are low, the net amount and its parts.
    expect(values).toEqual(['900,00', '125,00', '979,99', '1.025,00', '45,00']);
    await review(address, ['900,00', '125,00', '980,00', '1.025,00', '45,00']);
    expect(jsonOf(await reviewed(), 'Go on')).toMatchObject([
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
    const rejected = await reviewed();
    expect(jsonOf(rejected, 'Set aside')).toMatchObject([{ rejected: true, fields: { nome: 'Ana' } }]);
    expect(jsonOf(rejected, 'Go on')).toEqual([]);
    expect(await lastRows(1)).toMatchObject([
      { document: 'upload.pdf', outcome: 'rejected', field: null, corrected: null, reviewer: 'Ana Revisora' },
    ]);

    const lacking = contentItem({ fields: [field('cpf', null, null)] });
    const { address: first, page } = await pageOf([lacking]);
    expect(page).toContain('CPF (not found)');
    await review(first, ['']);
    expect(jsonOf(await reviewed(), 'Set aside')).toMatchObject([{ rejected: false, missing: ['cpf'] }]);
    const { address: second } = await pageOf([lacking]);
    await review(second, ['11144477735']);
    expect(jsonOf(await reviewed(), 'Go on')).toMatchObject([{ missing: [], fields: { cpf: '11144477735' } }]);
    const asked = { field: 'cpf', read: '', score: null, reason: 'missing' };
    expect(await lastRows(2)).toMatchObject([
      { ...asked, outcome: 'kept', corrected: null },
      { ...asked, outcome: 'corrected', corrected: '11144477735' },
    ]);
  });

  test('review by a person: of a file that cannot be read a page says why', async () => {
    service.respond(() => ({ status: 400, json: failure('R130', 'Unsupported <b>file</b> format') }));
    const page = await nextPage(REVIEW, await upload(REVIEW, IDENTITY));
    expect(page).toContain('Unsupported ‹b›file‹/b› format (R130)');
  });

  test('review by a person: the file takes the place of a picture that the service does not return', async () => {
    const unsure = contentItem({ fields: [CPF, field('nome', 'Ana', 0.4)] });
    const shown = async (...parts: Array<Uint8Array<ArrayBuffer>>) => {
      const { address, page } = await pageOf([unsure], new File(parts, 'upload.jpg', { type: 'image/jpeg' }));
      await review(address, ['Ana']);
      await reviewed();
      return pictureOn(page);
    };
    expect((await shown(JPEG))?.equals(JPEG)).toBe(true);
    expect(await shown(Buffer.alloc(6_000_000, JPEG))).toBeUndefined();
    const { address, page } = await pageOf([unsure]);
    expect(pictureOn(page)).toBeUndefined();
    await review(address, ['Ana']);
    await reviewed();
  });

  test('review by a person: of hundreds of values the first are shown, and the item names the others', async () => {
    const fields = Array.from({ length: 240 }, (_, index) => field(`field_${index}`, 'x', 0.4));
    const { address, page, values } = await pageOf([contentItem({ fields: [CPF, ...fields] })]);
    expect(page).toContain('They are the first 100 of 240.');
    expect(values).toHaveLength(100);
    await review(address, values);
    const [item] = jsonOf(await reviewed(), 'Go on');
    expect(item?.['unchecked']).toHaveLength(140);
    expect(item).toMatchObject({ unchecked: expect.arrayContaining(['field_100', 'field_239']) });
  });

  test('review by a person: each page of a file is reviewed', async () => {
    const address = await upload('review-branch', await licences());
    const valuesOf = (person: string) => ['', `${person} corrected`, 'x', 'is right now', 'Ana Revisora'];
    const pages = await answerForEach('review-branch', address, valuesOf);
    expect(jsonOf(await host.finished(ids['review-branch']), 'Go on')).toMatchObject(
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
    const table = await createTable(host, 'Corrections of a test', TABLES['Corrections']);
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
  return new File([new Uint8Array(pdf)], 'upload.pdf', { type: 'application/pdf' });
};

const isoDaysAgo = (days: number): string =>
  `${new Date(Date.now() - days * DAY).toISOString().slice(0, 10)}T10:00:00Z`;

function fillFolder(folder: string): void {
  mkdirSync(join(folder, 'invoices'));
  for (const [name, sample] of Object.entries({ a: 'service-invoice', c: 'service-invoice', d: 'statement' }))
    copyFileSync(`sandbox/samples/${sample}.pdf`, join(folder, 'invoices', `${name}.pdf`));
  writeFileSync(join(folder, 'invoices/b.pdf'), 'not a PDF');
}
