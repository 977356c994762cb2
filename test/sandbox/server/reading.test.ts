import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { makeCode } from '../../../sandbox/samples/code.ts';
import { makePdf, put } from '../../../sandbox/samples/pdf.ts';
import { byName, rowsOf, sample, sendForm, sendJson, type FormValue } from './client.ts';
import { openSandbox } from './surroundings.ts';

const PATH = '/process-image/content-extraction';
const app = await openSandbox();

const extract = async (file: Buffer, ...more: [string, FormValue][]) =>
  (await sendForm(app, PATH, [['file', file], ...more])).body;

describe('content extraction reads the text layer of a PDF', () => {
  test('bold labels left of their values are fields, and blank cells stay in their columns', async () => {
    const [item] = (await extract(await sample('statement.pdf'))).result;
    expect(byName(item.fields)).toEqual({
      account_holder: 'Elena Sample Costa',
      account_number: '000123-4',
      period: 'January 2025',
    });
    expect(rowsOf(item.tables[0]).map(({ debit, credit }) => [debit, credit])).toEqual([
      [null, '1500.00'],
      ['89.90', null],
      [null, '250.00'],
      ['12.00', null],
    ]);
    expect(item).toMatchObject({ image: null, crops: null, tags: expect.arrayContaining(['language=eng']) });
  });

  test('each page of a document is an item with its page number', async () => {
    const { result } = await extract(await sample('contract.pdf'));
    expect(result.map(({ pageNumber }: { pageNumber: number }) => pageNumber)).toEqual([1, 2]);
    expect(byName(result[1].fields)).toEqual({ foro: 'Comarca de Curitiba' });
  });

  test('an encrypted PDF opens with its password and with nothing else', async () => {
    const file = await sample('encrypted.pdf');
    const right = await extract(file, ['filePassword', Buffer.from('sandbox').toString('base64')]);
    expect(byName(right.result[0].fields)).toEqual({
      beneficiario: 'Gustavo Exemplo Prado',
      valor: '87.65',
      data: '2025-02-28',
    });
    for (const password of [
      [],
      [['filePassword', Buffer.from('wrong').toString('base64')]],
      [['filePassword', 'sandbox!']],
    ] as [string, string][][]) {
      const { status, body } = await sendForm(app, PATH, [['file', file], ...password]);
      expect([status, body.status.code]).toEqual([400, 'R101']);
    }
  });

  test('a tag of another type keeps a document from being taken for what it is', async () => {
    const [item] = (
      await extract(await sample('statement.pdf'), ['tags', 'type=nota-fiscal-servico'], ['tags', 'country=bra'])
    ).result;
    expect(item.type).toBeNull();
  });
});

describe('images and codes', () => {
  test('codes in a PDF are given as metadata only when asked for', async () => {
    const file = await sample('identity.pdf');
    const [without] = (await extract(file)).result;
    const [asked] = (await extract(file, ['returnMetadata', 'true'])).result;
    expect(without).not.toHaveProperty('metadata');
    expect(asked.metadata.barcodes).toEqual([
      { type: 'QRCode', value: expect.stringMatching(/^SANDBOX-VIO:/), pageNumber: 1 },
    ]);
  });

  // The first picture waits for the engines.
  test('codes in a picture are read, and nothing else is made up about it', async () => {
    const code = await makeCode('7891234567895 made up', 'Code128');
    const picture = await sharp(code)
      .extend({ top: 40, bottom: 40, left: 40, right: 40, background: 'white' })
      .jpeg()
      .toBuffer();
    const [item] = (await extract(picture, ['returnMetadata', 'true'], ['returnCrops', 'true'])).result;
    expect(item).toMatchObject({ fields: [], tables: [], score: null, type: null, stdType: null });
    expect(item.metadata.barcodes[0]).toMatchObject({ type: 'Code128', value: '7891234567895 made up' });
    expect(Buffer.from(item.crops[0].value, 'base64').subarray(0, 2).toString('hex')).toBe('ffd8');
  });

  test('the page comes back as JPEG, smaller when less quality is asked for', async () => {
    const file = await sample('identity.pdf');
    const size = async (quality: string) => {
      const [item] = (await extract(file, ['returnImage', 'true'], ['returnedImageQuality', quality])).result;
      const bytes = Buffer.from(item.image, 'base64');
      expect((await sharp(bytes).metadata()).format).toBe('jpeg');
      return bytes.length;
    };
    expect(await size('10')).toBeLessThan(await size('95'));
  });

  test('letters of fonts that are not in the file are on the picture of the page', async () => {
    // The samples name Helvetica and do not bring it.
    const [item] = (await extract(await sample('statement.pdf'), ['returnImage', 'true'])).result;
    const read = (await extract(Buffer.from(item.image, 'base64'))).result[0];
    expect(byName(read.fields)).toMatchObject({ account_holder: 'Elena Sample Costa', period: 'January 2025' });
  });

  test.each(['fast', '101', '-1', '7'.repeat(101)])('a quality of %s is a wrong parameter', async (quality) => {
    const { status, body } = await sendForm(app, PATH, [
      ['file', await sample('contract.pdf')],
      ['returnedImageQuality', quality],
    ]);
    expect([status, body.status.code]).toEqual([400, 'R101']);
  });
});

describe('other ways of reading', () => {
  test('several pages come as sections with the pages they stand on', async () => {
    const { body } = await sendJson(app, '/process-image/multipage-content-extraction', {
      fileBase64: (await sample('contract.pdf')).toString('base64'),
    });
    const [{ type, stdType, extractions }] = body.result;
    expect([type, stdType, extractions[0].source]).toEqual(['contrato-social', 'articles-of-association', 'iocr']);
    const sections = extractions[0].sections.map(({ name, pages }: { name: string; pages: object }) => [name, pages]);
    expect(sections).toContainEqual(['clausula_segunda_do_capital_social', [{ number: 1 }]]);
    expect(sections).toContainEqual(['clausula_quarta_do_foro', [{ number: 2 }]]);
  });

  test('a section that runs over the end of a page is one section on two pages', async () => {
    const file = await makePdf((d) => {
      put(d, 50, 50, 'CLÁUSULA PRIMEIRA - DO OBJETO', { bold: true });
      put(d, 50, 70, 'Objeto: manutenção');
      d.addPage();
      put(d, 50, 50, 'Prazo: 12 meses');
    });
    const pages = (await sendForm(app, '/process-image/multipage-content-extraction', [['file', file]])).body.result[0]
      .extractions[0].sections;
    expect(pages).toMatchObject([{ pages: [{ number: 1 }, { number: 2 }] }]);
    expect(byName(pages[0].fields)).toEqual({ objeto: 'manutenção', prazo: '12 meses' });
    const generative = (
      await sendForm(app, '/process-image/generative-content-extraction', [
        ['file', file],
        ['tags', 'id=other'],
      ])
    ).body.result;
    expect(generative).toMatchObject([{ type: '', stdType: '', extractions: [{ sections: [{ name: 'clause' }] }] }]);
  });

  test('terms are held against the document, under whatever name they are sent', async () => {
    const fields = JSON.stringify([{ name: 'cpf', value: '52998224725' }]);
    const { body } = await sendForm(app, '/process-image/content-compare', [
      ['file', await sample('contract.pdf')],
      ['anyName', fields],
    ]);
    expect(body.result[0].fields).toEqual([{ name: 'cpf', stdName: 'cpf', value: '529.982.247-25', score: 1 }]);
  });
});
