import { describe, expect, test } from '@jest/globals';
import { makePdf, put } from '../../../sandbox/samples/pdf.ts';
import { rowsOf, sendForm } from './client.ts';
import { openSandbox } from './surroundings.ts';

const app = await openSandbox();

const extract = async (file: Buffer) =>
  (await sendForm(app, '/process-image/content-extraction', [['file', file]])).body.result[0];

describe('files of several documents', () => {
  const read = async (file: Buffer) =>
    (await sendForm(app, '/process-image/multipage-content-extraction', [['file', file]])).body.result;
  type Item = { type: string; extractions: { sections: { pages: { number: number }[] }[] }[] };
  const partsOf = (items: Item[]) =>
    items.map(({ type, extractions }) => [
      type,
      [
        ...new Set(
          extractions.flatMap(({ sections }) => sections).flatMap(({ pages }) => pages.map(({ number }) => number)),
        ),
      ].join(),
    ]);

  const invoice = (number: string) => (d: Parameters<Parameters<typeof makePdf>[0]>[0]) => {
    put(d, 40, 40, 'NOTA FISCAL ELETRÔNICA DE SERVIÇOS - NFS-e', { size: 14, bold: true });
    put(d, 40, 70, `Número da Nota: ${number}`);
    put(d, 40, 90, 'PRESTADOR DE SERVIÇOS', { bold: true });
    put(d, 40, 106, 'CPF/CNPJ: 11.222.333/0001-81');
  };

  test('two invoices in a row are two, a second page of one is not', async () => {
    const file = await makePdf((d) => {
      for (const [index, number] of ['100', '101', '101'].entries()) {
        if (index > 0) d.addPage();
        invoice(number)(d);
      }
    });
    expect(partsOf(await read(file))).toEqual([
      ['nota-fiscal-servico', '1'],
      ['nota-fiscal-servico', '2,3'],
    ]);
  });

  test('a letter before and a statement after an invoice are separate documents', async () => {
    const file = await makePdf((d) => {
      put(d, 60, 60, 'Comprovante de solicitação', { size: 14, bold: true });
      put(d, 60, 100, 'Protocolo: 4455');
      d.addPage();
      invoice('100')(d);
      d.addPage();
      put(d, 60, 60, 'EXTRATO DE CONTA', { size: 14, bold: true });
      put(d, 60, 100, 'Titular: Ana Exemplo');
      d.addPage();
      put(d, 60, 60, 'Continua: saldos do mês');
    });
    expect(partsOf(await read(file))).toEqual([
      ['', '1'],
      ['nota-fiscal-servico', '2'],
      ['extrato', '3,4'],
    ]);
  });

  test('a page of unknown type with a title of its own is a document, also between pages of known types', async () => {
    const file = await makePdf((d) => {
      put(d, 60, 60, 'EXTRATO DE CONTA', { size: 14, bold: true });
      put(d, 60, 100, 'Titular: Ana Exemplo');
      d.addPage();
      put(d, 60, 60, 'Cardápio da semana', { size: 16, bold: true });
      for (const [index, dish] of ['Arroz com legumes', 'Peixe grelhado', 'Pudim de leite'].entries())
        put(d, 60, 120 + 24 * index, dish);
      d.addPage();
      put(d, 60, 60, 'CONTRATO DE LOCAÇÃO', { size: 14, bold: true });
      put(d, 60, 120, 'CLÁUSULA PRIMEIRA - DO OBJETO', { bold: true });
      put(d, 60, 140, 'Imóvel: sala 12');
      d.addPage();
      put(d, 60, 60, 'CLÁUSULA SEGUNDA - DO CAPITAL SOCIAL', { bold: true });
      put(d, 60, 80, 'O contrato social diz quanto cabe a cada um dos sócios.');
    });
    expect(partsOf(await read(file))).toEqual([
      ['extrato', '1'],
      ['', '2'],
      ['contrato', '3,4'],
    ]);
  });

  test('a contract with a first clause again is another contract', async () => {
    const file = await makePdf((d) => {
      for (const [index, name] of ['Ana', 'Bruno'].entries()) {
        if (index > 0) d.addPage();
        put(d, 60, 60, 'CONTRATO DE LOCAÇÃO', { size: 14, bold: true });
        put(d, 60, 90, `Locatário: ${name} Exemplo`);
        put(d, 60, 120, 'CLÁUSULA PRIMEIRA - DO OBJETO', { bold: true });
        put(d, 60, 140, 'Imóvel: sala 12');
        d.addPage();
        put(d, 60, 60, 'CLÁUSULA SEGUNDA - DO PRAZO', { bold: true });
        put(d, 60, 80, 'Prazo: 12 meses');
      }
    });
    expect(partsOf(await read(file))).toEqual([
      ['contrato', '1,2'],
      ['contrato', '3,4'],
    ]);
  });
});

describe('types known by their words', () => {
  const typeOf = async (...lines: string[]) =>
    (await extract(await makePdf((d) => lines.forEach((line, index) => put(d, 60, 60 + 24 * index, line))))).type;

  test('misread words count too', async () => {
    expect(await typeOf('EXTRAT0 DE CONTA', 'Saldo anterior: 1,00')).toBe('extrato');
    expect(await typeOf('REGISTR0 DE lMÓVEIS', 'MATRlCULA 12.345')).toBe('registro-imovel');
    expect(await typeOf('CONTRATO DE LOCAÇÃ0', 'CLÁUSULA PRlMEIRA - DO OBJETO')).toBe('contrato');
  });

  test('a letter that mentions a statement is none', async () => {
    expect(
      await typeOf('Prezada senhora,', 'segue em anexo o extrato da sua conta, como foi pedido por telefone.'),
    ).toBeNull();
  });
});

test('a table that continues on the next page with its header again is one table', async () => {
  const columns = [60, 200, 400];
  const line = (d: Parameters<Parameters<typeof makePdf>[0]>[0], y: number, cells: string[], bold = false) =>
    cells.forEach((cell, index) => put(d, columns[index] ?? 0, y, cell, { bold }));
  const file = await makePdf((d) => {
    put(d, 60, 60, 'EXTRATO DE CONTA', { size: 14, bold: true });
    line(d, 90, ['Data', 'Histórico', 'Valor'], true);
    line(d, 106, ['01/02/2025', 'Depósito', '10,00']);
    line(d, 122, ['02/02/2025', 'Tarifa', '1,00']);
    d.addPage();
    put(d, 60, 60, 'EXTRATO DE CONTA', { size: 14, bold: true });
    line(d, 90, ['Data', 'Histórico', 'Valor'], true);
    line(d, 106, ['03/02/2025', 'Pix', '20,00']);
    line(d, 122, ['04/02/2025', 'Pix', '30,00']);
  });
  const { result } = (await sendForm(app, '/process-image/multipage-content-extraction', [['file', file]])).body;
  const tables = result[0].extractions[0].sections.flatMap(
    (section: { tables: Parameters<typeof rowsOf>[0][] }) => section.tables,
  );
  expect(result).toHaveLength(1);
  expect(tables.map(rowsOf)).toEqual([
    ['2025-02-01', '2025-02-02', '2025-02-03', '2025-02-04'].map((data) => expect.objectContaining({ data })),
  ]);
});
