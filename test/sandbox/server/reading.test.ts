import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { makeCode } from '../../../sandbox/samples/code.ts';
import { makePdf, put } from '../../../sandbox/samples/pdf.ts';
import {
  COMPARE,
  CONTENT,
  GENERATIVE,
  PAGES,
  byName,
  rowsOf,
  sample,
  sampleInBase64,
  sendForm,
  sendJson,
  type Answer,
  type Form,
  type Json,
} from './client.ts';
import { openSandbox } from './surroundings.ts';

const app = await openSandbox();
const identity = await sample('identity.pdf');
const statement = await sample('statement.pdf');
const contract = await sample('contract.pdf');

const extract = (file: Buffer, more: Form = {}) => sendForm(app, CONTENT, { file, ...more });
const itemOf = async (file: Buffer, more: Form = {}): Promise<Json> => (await extract(file, more)).result[0];
const sectionsOf = ({ result }: Answer): Json[] => result[0].extractions[0].sections;

describe('content extraction reads the text layer of a PDF', () => {
  test('bold labels left of their values are fields, and blank cells stay in their columns', async () => {
    const item = await itemOf(statement);
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
    const { result } = await extract(contract);
    expect(result.map(({ pageNumber }: Json) => pageNumber)).toEqual([1, 2]);
    expect(byName(result[1].fields)).toEqual({ foro: 'Comarca de Curitiba' });
  });

  test('an encrypted PDF opens with its password and with nothing else', async () => {
    const file = await sample('encrypted.pdf');
    const withPassword = (filePassword: string) => extract(file, { filePassword });
    const { result } = await withPassword(Buffer.from('sandbox').toString('base64'));
    expect(byName(result[0].fields)).toEqual({
      beneficiario: 'Gustavo Exemplo Prado',
      valor: '87.65',
      data: '2025-02-28',
    });
    for (const password of ['', Buffer.from('wrong').toString('base64'), 'sandbox!'])
      expect(await withPassword(password)).toMatchObject({ status: 400, code: 'R101' });
  });

  test('a tag of another type keeps a document from being taken for what it is', async () => {
    const { type } = await itemOf(statement, { tags: ['type=nota-fiscal-servico', 'country=bra'] });
    expect(type).toBeNull();
  });
});

describe('images and codes', () => {
  test('codes in a PDF are given as metadata only when asked for', async () => {
    expect(await itemOf(identity)).not.toHaveProperty('metadata');
    expect((await itemOf(identity, { returnMetadata: 'true' })).metadata.barcodes).toEqual([
      { type: 'QRCode', value: expect.stringMatching(/^SANDBOX-VIO:/), pageNumber: 1 },
    ]);
  });

  // The first picture waits for the engines.
  test('codes in a picture are read, and nothing else is made up about it', async () => {
    const code = await makeCode('7891234567895 made up', 'Code128');
    const picture = await sharp(code)
      .extend({ top: 40, bottom: 40, left: 40, right: 40, background: 'white' })
      // Its directory is behind its pixels.
      .tiff({ compression: 'deflate' })
      .toBuffer();
    const item = await itemOf(picture, { returnMetadata: 'true', returnCrops: 'true' });
    expect(item).toMatchObject({ fields: [], tables: [], score: null, type: null, stdType: null });
    expect(item.metadata.barcodes[0]).toMatchObject({ type: 'Code128', value: '7891234567895 made up' });
    expect(Buffer.from(item.crops[0].value, 'base64').subarray(0, 2).toString('hex')).toBe('ffd8');
  });

  test('the page comes back as JPEG, smaller when less quality is asked for', async () => {
    const size = async (returnedImageQuality: string) => {
      const { image } = await itemOf(identity, { returnImage: 'true', returnedImageQuality });
      expect((await sharp(Buffer.from(image, 'base64')).metadata()).format).toBe('jpeg');
      return image.length;
    };
    expect(await size('10')).toBeLessThan(await size('95'));
  });

  test('letters of fonts that are not in the file are on the picture of the page', async () => {
    // The samples name Helvetica and do not bring it.
    const { image } = await itemOf(statement, { returnImage: 'true' });
    const { fields } = await itemOf(Buffer.from(image, 'base64'));
    expect(byName(fields)).toMatchObject({ account_holder: 'Elena Sample Costa', period: 'January 2025' });
  });

  test.each(['fast', '101', '-1', '7'.repeat(101)])(
    'a quality of %s is a wrong parameter',
    async (returnedImageQuality) => {
      expect(await extract(contract, { returnedImageQuality })).toMatchObject({ status: 400, code: 'R101' });
    },
  );
});

describe('other ways of reading', () => {
  test('several pages come as sections with the pages they stand on', async () => {
    const answer = await sendJson(app, PAGES, { fileBase64: await sampleInBase64('contract.pdf') });
    expect(answer.result).toMatchObject([
      { type: 'contrato-social', stdType: 'articles-of-association', extractions: [{ source: 'iocr' }] },
    ]);
    const sections = sectionsOf(answer).map(({ name, pages }) => [name, pages]);
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
    const [section] = sectionsOf(await sendForm(app, PAGES, { file }));
    expect(section).toMatchObject({ pages: [{ number: 1 }, { number: 2 }] });
    expect(byName(section.fields)).toEqual({ objeto: 'manutenção', prazo: '12 meses' });
    expect((await sendForm(app, GENERATIVE, { file, tags: 'id=other' })).result).toMatchObject([
      { type: '', stdType: '', extractions: [{ sections: [{ name: 'clause' }] }] },
    ]);
  });

  test('terms are held against the document, under whatever name they are sent', async () => {
    const anyName = JSON.stringify([{ name: 'cpf', value: '52998224725' }]);
    const { result } = await sendForm(app, COMPARE, { file: contract, anyName });
    expect(result[0].fields).toEqual([{ name: 'cpf', stdName: 'cpf', value: '529.982.247-25', score: 1 }]);
  });
});
