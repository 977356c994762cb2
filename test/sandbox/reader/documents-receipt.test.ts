import { describe, expect, test } from '@jest/globals';
import { classify } from '../../../sandbox/reader/src/documents/classify.ts';
import { readReceipt } from '../../../sandbox/reader/src/documents/receipt/receipt.ts';
import { pageFields } from '../../../sandbox/reader/src/documents/values/namedFields.ts';
import { findShop } from '../../../sandbox/reader/src/documents/receipt/shop.ts';
import { readLayout } from '../../../sandbox/reader/src/layout/layout.ts';
import { unreadPage } from '../../../sandbox/reader/src/reading.ts';
import { at, pageOf, pairsIn } from './pageOfItems.ts';
import { printed } from './printedPages.ts';

const RIGHT = 150;

/** Rows of a till: a text, and what stands at the right behind two blanks. */
function itemsOf(rows: string[], isRecognised = false) {
  return rows.flatMap((row, index) => {
    const [left = '', right] = row.split('  ');
    const texts = [at(10, 20 + index * 14, left), ...(right ? [at(RIGHT, 20 + index * 14, right)] : [])];
    return isRecognised ? texts.map((item) => ({ ...item, confidence: 0.95 })) : texts;
  });
}

/** The fields `date` and `total` of a page, with their scores. */
function readingOf(rows: string[], { isRecognised = false, items = itemsOf(rows, isRecognised) } = {}) {
  const layout = readLayout(items, 1);
  const receipt = readReceipt({ text: layout.text, items });
  const source = isRecognised ? ('ocr' as const) : ('text-layer' as const);
  const { fields } = pageFields({ ...unreadPage(1), ...layout, source, receipt });
  const field = (name: string) => fields.find((one) => one.name === name && one.value !== null);
  return { date: field('date'), total: field('total') };
}

const valuesOf = (rows: string[]) => {
  const { date, total } = readingOf(rows);
  return [date?.value, total?.value];
};

const HEAD = ['Zur Probe', 'Musterweg 1', '12.03.2024 14:22'];
const GOODS = ['Xaa  3.00', 'Xbb  5.00', 'Xcc  2.00'];

describe('a receipt has its date and total without a label that is known', () => {
  test('the total is what was paid less the change, though goods would add up so too', () => {
    expect(valuesOf([...HEAD, ...GOODS, 'Qqq  10.00', 'Ppp  20.00', 'Rrr  10.00'])).toEqual(['2024-03-12', '10.00']);
    expect(valuesOf([...HEAD, ...GOODS, 'Qqq  9.98', 'Ppp  20.00', 'Rrr  10.02'])).toEqual(['2024-03-12', '9.98']);
  });

  test('the net amount is no total, though the goods add up to it', () => {
    const net = ['Nettobetrag  10.00', 'Rabatt  -2.50', 'USt. 19 %  1.43', 'Bruttobetrag  8.93'];
    expect(valuesOf([...HEAD, ...GOODS, ...net, 'Bar  10.00', 'Rückgeld  1.07'])[1]).toBe('8.93');
  });

  test('the total is the sum of the goods, or the subtotal with what follows it', () => {
    expect(valuesOf([...HEAD, ...GOODS, 'Qqq  10.00', 'Vvv  10.00'])[1]).toBe('10.00');
    expect(valuesOf([...HEAD, ...GOODS, 'Sss  10.00', 'Ddd  -1.50', 'Qqq  8.50', 'Vvv  8.50'])[1]).toBe('8.50');
    expect(valuesOf([...HEAD, ...GOODS, 'Sss  10.00', 'Tax  0.70', 'Qqq  10.70', 'Vvv  10.70'])[1]).toBe('10.70');
    expect(valuesOf([...HEAD, ...GOODS, 'Qqq  10.00', 'Nnn  9.35', 'Ttt  0.65'])[1]).toBe('10.00');
  });

  test('a bonus that is higher than the total is none', () => {
    expect(valuesOf([...HEAD, ...GOODS, 'Qqq  10.00', 'Vvv  10.00', 'Bonus from  50.00'])[1]).toBe('10.00');
  });

  test('the number of the items is no total, whatever its label', () => {
    expect(valuesOf([...HEAD, ...GOODS, 'Total  3', 'Qqq  10.00', 'Ppp  20.00', 'Rrr  10.00'])[1]).toBe('10.00');
  });

  test.each([
    ['12/03/24 9:05 PM', '£ ', '2024-03-12'],
    ['0042 12.03.24 14:22 07', 'EUR ', '2024-03-12'],
    ['2024/03/12', 'CHF ', '2024-03-12'],
    ['03/25/24', '$', '2024-03-25'],
    ['25 MAR 24 14:22', '$', '2024-03-25'],
    ['Mar 25, 2024', '$', '2024-03-25'],
    ['05/03/24', '$', undefined],
    ['01.23.45.67.89', 'EUR ', undefined],
  ])('the date of %s in %s is %s', (printed, currency, date) => {
    const rows = [
      'Sample',
      printed,
      ...GOODS.map((row) => row.replace('  ', `  ${currency}`)),
      `Qqq  ${currency}10.00`,
    ];
    expect(valuesOf(rows)).toEqual([date, '10.00']);
  });

  test('of two dates the one with a time, or else the earlier one, is that of the receipt', () => {
    const rows = ['Sample', ...GOODS, 'Qqq  10.00'];
    expect(valuesOf([...rows, '12.03.2024 14:22', 'Zzz 10.02.2024'])[0]).toBe('2024-03-12');
    expect(valuesOf([...rows, '12.03.2024', 'Zzz 12.04.2024'])[0]).toBe('2024-03-12');
    expect(valuesOf([...rows, '12.03.2024', 'valid until 12.01.2024'])[0]).toBe('2024-03-12');
    expect(valuesOf([...rows, '12.03.2024', 'Zzz 12.04.2014'])[0]).toBeUndefined();
  });

  test('a total of several columns is not sure', () => {
    const rows = [...HEAD, 'Xaa 1.00  3.00', 'Xbb 2.00  5.00', 'Xcc 1.50  2.00', 'Total 4.50  10.00', 'Net 4.00  9.00'];
    expect(readingOf(rows).total?.score ?? 0).toBeLessThan(0.9);
    expect(readingOf([...rows.slice(0, -2), 'Total  10.00', 'Vvv  10.00']).total?.score).toBeGreaterThanOrEqual(0.9);
  });

  test('the day of employment in a row of values under their labels is not that of the receipt', () => {
    const rows = ['Recibo de pagamento', 'Nome  Admissão', 'Ana Exemplo  03/08/2019', ...GOODS, 'Qqq  10.00'];
    expect(valuesOf(rows)[0]).toBeUndefined();
    expect(valuesOf(rows.with(1, 'Nome  Emissão'))[0]).toBe('2019-08-03');
  });

  test('in a picture only what is proven is sure', () => {
    const paid = [...HEAD, ...GOODS, 'Total  10.00', 'Ppp  20.00', 'Rrr  10.00'];
    const proven = readingOf(paid, { isRecognised: true });
    expect(proven.total?.score).toBeGreaterThanOrEqual(0.9);
    expect(proven.date?.score).toBeLessThan(0.9);
    const labelled = readingOf(['Sample', 'Date: 12/03/2036', ...GOODS, 'Qqq  10.00', 'Vvv  10.00'], {
      isRecognised: true,
    });
    expect(labelled.date?.score ?? 0).toBeLessThan(0.9);
    const misread = readingOf([...HEAD, ...GOODS, 'Total  16.00'], { isRecognised: true });
    expect(misread.total?.score ?? 0).toBeLessThan(0.9);
  });
});

test('a page as wide as a letter is a receipt only if it says so', () => {
  const rows = [...HEAD, ...GOODS, 'Qqq  10.00', 'Vvv  10.00'];
  const wide = (title: string) => [
    ...itemsOf([title, ...rows]).map((item) => (item.x > 10 ? { ...item, x: 450 } : item)),
    at(10, 300, 'A line of prose as wide as the page has room for, with a good many words of no use to anybody at all'),
  ];
  expect(readingOf([], { items: wide('Sheet') }).total).toBeUndefined();
  expect(readingOf([], { items: wide('Receipt') }).total?.value).toBe('10.00');
});

test.each([
  ['1,536', null],
  ['12', null],
  ['1.536,00', 'total-amount'],
  ['R$ 1.536', 'total-amount'],
])('a total of %s is an amount only with its cents or its currency', (printed, stdName) => {
  const { fields } = pageFields({ ...unreadPage(1), ...readLayout(itemsOf(['Nome: Ana', `Total: ${printed}`]), 1) });
  expect(fields.find(({ name }) => name === 'total')).toMatchObject({ stdName });
});

/** The type of a page and the fields that were read of it. */
async function read(page: string): Promise<Record<string, string>> {
  const items = printed(page);
  const content = pageOf(items);
  const document = await classify(content, []);
  const layout = readLayout(items, 1);
  const receipt = document?.fields ? null : content.receipt();
  const { fields } = pageFields({ ...unreadPage(1), ...layout, source: 'text-layer', document, receipt });
  const values = fields.flatMap(({ name, value }) => (value === null ? [] : [[name, value]]));
  return { type: document?.documentType.stdType ?? '', ...(Object.fromEntries(values) as Record<string, string>) };
}

const SUPERMARKET = `SUPERMERCADO BOM PRECO LTDA
RUA DAS PALMEIRAS, 250 - CENTRO
CAMPINAS - SP
CNPJ: 11.222.333/0001-81
--------------------------------
Extrato No. 048213
CUPOM FISCAL ELETRONICO - SAT
CPF/CNPJ do Consumidor: 111.444.777-35
--------------------------------
001 ARROZ 5KG 1 UN          24,90
002 FEIJAO 1KG 2 UN         17,80
TOTAL R$                    42,70
Cartao de Debito            42,70
SAT No. 000123456
14/08/2026 - 10:20:30`;
const SHOP = `Super Bom
MERCADO SÃO JORGE EIRELI
CNPJ 12ABC34501DE35
Extrato Nº 1234

BANANA KG                    4,50
LEITE INTEGRAL               5,99
TOTAL R$                    10,49
Dinheiro                    20,00
Troco R$                     9,51
12/03/2025 09:15:22`;
const RENT = `RECIBO DE ALUGUEL
Recebi de Carla Exemplo Nunes, CPF 111.444.777-35,
Aluguel                   2.100,00
Condomínio                  250,00
Total recebido            2.350,00
Pago em: 03/04/2025
Imobiliária Amostra Ltda - CNPJ 11.222.333/0001-81`;
const TILL = `CNPJ: 11.222.333/0001-81 PADARIA ESTRELA ME
Documento Auxiliar da Nota Fiscal de Consumidor Eletrônica
PAO FRANCES 10 UN x 0,75     7,50
CAFE COADO 2 UN x 4,00       8,00
Valor a Pagar R$            15,50
NFC-e nº 4821 Série 1 14/08/2026 10:22:03`;

describe('a receipt of a Brazilian shop', () => {
  test.each([
    [
      'of a supermarket, which prints Extrato',
      SUPERMARKET,
      'type: receipt | estabelecimento: SUPERMERCADO BOM PRECO LTDA | cnpj: 11222333000181 | date: 2026-08-14 | total: 42.70',
    ],
    [
      'with a name in two lines, and letters in its CNPJ',
      SHOP,
      'type: receipt | estabelecimento: MERCADO SÃO JORGE EIRELI | cnpj: 12ABC34501DE35 | date: 2025-03-12 | total: 10.49',
    ],
    [
      'with a name before its number, and that of who paid above',
      RENT,
      'type: receipt | estabelecimento: Imobiliária Amostra Ltda | cnpj: 11222333000181 | total: 2350.00',
    ],
    [
      'that is a fiscal invoice (NFC-e)',
      TILL,
      'type: goods-invoice | nome_prestador: PADARIA ESTRELA ME | cpf_cnpj_prestador: 11222333000181 | data_emissao: 2026-08-14',
    ],
  ])('%s: has its shop, number and date', async (_, page, said) => {
    expect(await read(page)).toMatchObject(pairsIn(said));
  });

  test.each([
    ['SUPERMERCADO BOM PRECO    DANFE NFC-e', 'SUPERMERCADO BOM PRECO'],
    ['DANFE NFC-e    SUPERMERCADO BOM PRECO', 'SUPERMERCADO BOM PRECO'],
    ['SUPERMERCADO BOM PRECO - CUPOM FISCAL', 'SUPERMERCADO BOM PRECO'],
    ['MERCADO UM LTDA   Recibo de venda', 'MERCADO UM LTDA'],
    ['Documento Auxiliar da Nota Fiscal\nde Consumidor Eletronica\nPADARIA ESTRELA', 'PADARIA ESTRELA'],
    ['COMPROVANTE DE VENDA\nPADARIA ESTRELA', 'PADARIA ESTRELA'],
    ['PEDIDO DE VENDA\nVIA DO CLIENTE\nPADARIA ESTRELA', 'PADARIA ESTRELA'],
    ['MERCADO UM COMERCIO DE ALIMENTOS\nLTDA', 'MERCADO UM COMERCIO DE ALIMENTOS LTDA'],
    ['CUPOM FISCAL', undefined],
  ])('has no part of a title in its name: %j', async (head, shop) => {
    const page = `${head}\nCNPJ 11.222.333/0001-81\nBANANA KG       4,50\nLEITE           5,99\nTOTAL R$       10,49\n12/03/2025 09:15`;
    const { estabelecimento, nome_prestador } = await read(page);
    expect(estabelecimento ?? nome_prestador).toBe(shop);
  });

  test('is not sure of its name where several texts may be one', () => {
    const { shop } = findShop(['OBRIGADO SENHORES', 'MERCADO UM', 'CNPJ 11.222.333/0001-81'], false);
    expect(shop?.score).toBeLessThan(0.9);
  });

  test('keeps no name of a total with its currency', async () => {
    expect(Object.keys(await read(SHOP)).filter((name) => /_r$/.test(name))).toEqual([]);
  });
});

test.each([
  [
    'EXTRATO DE CONTA CORRENTE\nAgência: 1234\nCompra no cartão de débito     62,60\nSaldo  100,00\n14/08/2026',
    'statement',
  ],
  [
    'BANCO MODELO\nEXTRATO\nAGENCIA 0123 CONTA CORRENTE 456\nDINHEIRO  50,00\nSALDO  70,00\n14/08/2026 10:20',
    'statement',
  ],
  ['EXTRATO DE FGTS\nEmpregador: Empresa Modelo Ltda\n05/08/2026  Depósito   320,00', 'statement'],
  ['Invoice\nGreen Supplies Inc.\n2024-05-09\nPaper  45.00\nToner  89.90\nSubtotal  134.90\nBalance due  134.90', ''],
  ['Zur Probe\n12.03.2024 14:22\nXaa  3.00\nXbb  5.00\nSumme  8.00\nBar  8.00', 'receipt'],
])('one word is no type against the rest: %j is %j', async (page, type) => {
  expect((await read(page))['type']).toBe(type);
});
