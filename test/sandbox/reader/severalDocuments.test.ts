import { expect, test } from '@jest/globals';
import { classify } from '../../../sandbox/reader/src/documents/classify.ts';
import { splitDocuments } from '../../../sandbox/reader/src/documents/splitDocuments.ts';
import { documentSections } from '../../../sandbox/reader/src/documents/sections.ts';
import { readLayout } from '../../../sandbox/reader/src/layout/layout.ts';
import { unreadPage } from '../../../sandbox/reader/src/reading.ts';
import { documentOf, pageOf } from './pageOfItems.ts';
import { printed } from './printedPages.ts';

/** The documents in a file of these pages. */
async function documentsIn(pages: string[]) {
  const read = pages.map(async (page, index) => {
    const items = printed(page);
    const document = await classify(pageOf(items), []);
    return { ...unreadPage(index + 1), ...readLayout(items, index + 1), source: 'text-layer' as const, document };
  });
  return splitDocuments(await Promise.all(read));
}

const invoice = (number: number) => `^*NOTA FISCAL ELETRÔNICA DE SERVIÇOS - NFS-e*^

Número da Nota: ${number}
*PRESTADOR DE SERVIÇOS*
CPF/CNPJ: 11.222.333/0001-81`;
const STATEMENT = '^*EXTRATO DE CONTA*^\n\n\nTitular: Ana Exemplo';
const contract = (tenant: string) => `^*CONTRATO DE LOCAÇÃO*^

Locatário: ${tenant} Exemplo

*CLÁUSULA PRIMEIRA - DO OBJETO*
Imóvel: sala 12`;

test.each<[string, string[], said: string]>([
  [
    'two invoices in a row are two, a second page of one is not',
    [invoice(100), invoice(101), invoice(101)],
    'nota-fiscal-servico 1 | nota-fiscal-servico 2 3',
  ],
  [
    'a letter before and a statement after an invoice are documents of their own',
    ['^*Comprovante de solicitação*^\n\n\nProtocolo: 4455', invoice(100), STATEMENT, 'Continua: saldos do mês'],
    '– 1 | nota-fiscal-servico 2 | extrato 3 4',
  ],
  [
    'a page of unknown type with a title is a document, also between pages of known types',
    [
      STATEMENT,
      '^*Cardápio da semana*^\n\n\n\nArroz com legumes\n\nPeixe grelhado\n\nPudim de leite',
      contract('Ana'),
      '*CLÁUSULA SEGUNDA - DO CAPITAL SOCIAL*\nO contrato social diz quanto cabe a cada um dos sócios.',
    ],
    'extrato 1 | – 2 | contrato 3 4',
  ],
  [
    'a contract with a first clause again is another contract',
    ['Ana', 'Bruno'].flatMap((tenant) => [contract(tenant), '*CLÁUSULA SEGUNDA - DO PRAZO*\nPrazo: 12 meses']),
    'contrato 1 2 | contrato 3 4',
  ],
])('of a file of several documents, %s', async (_, pages, said) => {
  const found = (await documentsIn(pages)).map(({ documentType, pages: own }) =>
    [documentType?.type ?? '–', ...own.map(({ number }) => number)].join(' '),
  );
  expect(found.join(' | ')).toBe(said);
});

test.each([
  ['EXTRAT0 DE CONTA\n\nSaldo anterior: 1,00', 'extrato'],
  ['REGISTR0 DE lMÓVEIS\n\nMATRlCULA 12.345', 'registro-imovel'],
  ['CONTRATO DE LOCAÇÃ0\n\nCLÁUSULA PRlMEIRA - DO OBJETO', 'contrato'],
  ['Prezada senhora,\n\nsegue em anexo o extrato da sua conta, como foi pedido por telefone.', undefined],
])('a type is known by its words, misread ones too, but not by a mention: %j is %s', async (page, type) => {
  expect((await documentOf(printed(page)))?.documentType.type).toBe(type);
});

test.each([
  ['', [['2025-02-01', '2025-02-02', '2025-02-03', '2025-02-04']]],
  [
    '^*INVESTIMENTOS*^\n',
    [
      ['2025-02-01', '2025-02-02'],
      ['2025-02-03', '2025-02-04'],
    ],
  ],
])('a table goes on with its header on the next page, but not below another heading: %j', async (heading, dates) => {
  const page = (first: string, second: string, part = '') => `^*EXTRATO DE CONTA*^

${part}
*Data*                     *Histórico*                     *Valor*
${first}                 Depósito                        10,00
${second}                 Tarifa                          1,00`;
  const [document, ...others] = await documentsIn([
    page('01/02/2025', '02/02/2025'),
    page('03/02/2025', '04/02/2025', heading),
  ]);
  expect(others).toEqual([]);
  const tables = documentSections(document as NonNullable<typeof document>).sections.flatMap(
    (section) => section.tables,
  );
  expect(tables.map(({ values }) => values.map(([date]) => date?.value))).toEqual(dates);
});
