import { describe, expect, test } from '@jest/globals';
import { classify } from '../../../sandbox/reader/src/documents/classify.ts';
import { readReceipt } from '../../../sandbox/reader/src/documents/receipt/receipt.ts';
import { pageFields } from '../../../sandbox/reader/src/documents/values/namedFields.ts';
import { findShop } from '../../../sandbox/reader/src/documents/receipt/shop.ts';
import { readLayout } from '../../../sandbox/reader/src/layout/layout.ts';
import { type TextItem, unreadPage } from '../../../sandbox/reader/src/reading.ts';
import { pageOf } from './pageOfItems.ts';
import { expectSaid, printed, rulesIn } from './printedPages.ts';

const PITCH = 14;

/** What a page says that is no known type of document; it is a receipt, if it looks like one. */
function fieldsOf(items: TextItem[], receipt = readReceipt({ text: readLayout(items, 1).text, items })) {
  const source = items.some(({ confidence }) => confidence) ? ('ocr' as const) : ('text-layer' as const);
  const { fields } = pageFields({ ...unreadPage(1), ...readLayout(items, 1), source, receipt });
  return new Map(fields.filter(({ value }) => value !== null).map((field) => [field.name, field]));
}

const saidBy = (items: TextItem[]) => {
  const fields = fieldsOf(items);
  return { date: fields.get('date')?.value ?? null, total: fields.get('total')?.value ?? null };
};
/** How sure its date and its total are. */
const scoresOf = (page: string, confidence?: number) => {
  const items = printed(page, PITCH).map((item) => ({ ...item, ...(confidence ? { confidence } : {}) }));
  return ['date', 'total'].map((name) => fieldsOf(items).get(name)?.score ?? 0) as [number, number];
};

const HEAD = `Zur Probe
Musterweg 1
12.03.2024 14:22`;
const GOODS = `Xaa                         3.00
Xbb                         5.00
Xcc                         2.00`;

const RECEIPTS = `
#14 the total is what was paid less the change, though goods would add up so too
${HEAD}
${GOODS}
Qqq                        10.00
Ppp                        20.00
Rrr                        10.00
= date: 2024-03-12 | total: 10.00
${HEAD}
${GOODS}
Qqq                         9.98
Ppp                        20.00
Rrr                        10.02
= date: 2024-03-12 | total: 9.98

#14 the net amount is no total, though the goods add up to it
${HEAD}
${GOODS}
Nettobetrag                10.00
Rabatt                     -2.50
USt. 19 %                   1.43
Bruttobetrag                8.93
Bar                        10.00
Rückgeld                    1.07
+ total: 8.93

#14 the total is the sum of the goods, or the subtotal with what follows it
${HEAD}
${GOODS}
Qqq                        10.00
Vvv                        10.00
+ total: 10.00
${HEAD}
${GOODS}
Sss                        10.00
Ddd                        -1.50
Qqq                         8.50
Vvv                         8.50
+ total: 8.50
${HEAD}
${GOODS}
Sss                        10.00
Tax                         0.70
Qqq                        10.70
Vvv                        10.70
+ total: 10.70
${HEAD}
${GOODS}
Qqq                        10.00
Nnn                         9.35
Ttt                         0.65
+ total: 10.00

#14 a bonus that is higher than the total is none, and the number of the items neither
${HEAD}
${GOODS}
Qqq                        10.00
Vvv                        10.00
Bonus from                 50.00
+ total: 10.00
${HEAD}
${GOODS}
Total                          3
Qqq                        10.00
Ppp                        20.00
Rrr                        10.00
+ total: 10.00

#14 of two dates the one with a time, or else the earlier one, is that of the receipt, unless they are far apart
Sample
${GOODS}
Qqq                        10.00
12.03.2024 14:22
Zzz 10.02.2024
+ date: 2024-03-12
Sample
${GOODS}
Qqq                        10.00
12.03.2024
Zzz 12.04.2024
+ date: 2024-03-12
Sample
${GOODS}
Qqq                        10.00
12.03.2024
valid until 12.01.2024
+ date: 2024-03-12
Sample
${GOODS}
Qqq                        10.00
12.03.2024
Zzz 12.04.2014
+ date: –

#14 the day of employment in a row of values under their labels is not its date
Recibo de pagamento
Nome                        Admissão
Ana Exemplo                 03/08/2019
${GOODS}
Qqq                        10.00
+ date: –
Recibo de pagamento
Nome                        Emissão
Ana Exemplo                 03/08/2019
${GOODS}
Qqq                        10.00
+ date: 2019-08-03

#14 the day of payment is written in words, and none until when something is due
Recibo de aluguel
relativo a março de 2026, com vencimento em 05/04/2026
${GOODS}
Qqq                        10.00
Campinas, 3 de abril de 2026.
+ date: 2026-04-03
`;

describe('of a receipt', () => {
  test.each(rulesIn(RECEIPTS))('%s', (_, pages) => pages.forEach((page) => expectSaid(page, saidBy(page.items))));

  test.each([
    ['12/03/24 9:05 PM', '£ ', '2024-03-12'],
    ['0042 12.03.24 14:22 07', 'EUR ', '2024-03-12'],
    ['2024/03/12', 'CHF ', '2024-03-12'],
    ['03/25/24', '$', '2024-03-25'],
    ['25 MAR 24 14:22', '$', '2024-03-25'],
    ['Mar 25, 2024', '$', '2024-03-25'],
    ['05/03/24', '$', null],
    ['01.23.45.67.89', 'EUR ', null],
  ])('the date of %s in %s is %s', (day, currency, date) => {
    const amounts = `${GOODS}\nQqq                        10.00`.replace(/\d+\./g, (number) => currency + number);
    expect(saidBy(printed(`Sample\n${day}\n${amounts}`, PITCH))).toEqual({ date, total: '10.00' });
  });

  test('a total of several columns is not sure', () => {
    const columns = `${HEAD}\nXaa 1.00   3.00\nXbb 2.00   5.00\nXcc 1.50   2.00\n`;
    expect(scoresOf(`${columns}Total 4.50  10.00\nNet 4.00    9.00`)[1]).toBeLessThan(0.9);
    expect(scoresOf(`${columns}Total      10.00\nVvv        10.00`)[1]).toBeGreaterThanOrEqual(0.9);
  });

  test('a date behind a label of something else is not sure', () => {
    const dateOf = (label: string) => scoresOf(`Sample\n${label}: 12/03/2024\n${GOODS}\nTotal    10.00`)[0];
    const sure = ['Entrega', 'Data da mudança', 'Date of birth', 'Data', 'Data da compra'].map(
      (label) => dateOf(label) >= 0.9,
    );
    expect(sure).toEqual([false, false, false, true, true]);
  });

  test('in a picture only what is proven is sure', () => {
    const proven = scoresOf(`${HEAD}\n${GOODS}\nTotal    10.00\nPpp    20.00\nRrr    10.00`, 0.95);
    expect(proven[1]).toBeGreaterThanOrEqual(0.9);
    const labelled = scoresOf(`Sample\nDate: 12/03/2036\n${GOODS}\nQqq    10.00\nVvv    10.00`, 0.95);
    const misread = scoresOf(`${HEAD}\n${GOODS}\nTotal    16.00`, 0.95);
    expect(Math.max(proven[0], labelled[0], misread[1])).toBeLessThan(0.9);
  });
});

test('a payslip is no receipt, whatever it is called, so that its gross pay is no total', () => {
  const slip = (deductions: string) =>
    printed(`Recibo de salários
Salário base                    2.180,00
Adicional                         303,60
TOTAL DE VENCIMENTOS            2.483,60
INSS                              204,33
${deductions}                      204,33
LÍQUIDO A RECEBER               2.279,27
Data do pagamento: 05/11/2025`);
  expect(readReceipt(pageOf(slip('TOTAL DE DESCONTOS')))).toBeNull();
  expect(readReceipt(pageOf(slip('TOTAL DE OUTROS')))).toMatchObject({ date: { value: '2025-11-05' } });
});

test('a page as wide as a letter is a receipt only if it says so', () => {
  const totalOf = (title: string) =>
    saidBy(
      printed(
        `${title}\n${HEAD}\n${GOODS}\nQqq                        10.00\nVvv                        10.00
A line of prose as wide as the page has room for, with a good many words of no use to anybody at all`,
        PITCH,
      ).map((item) => (/\.\d\d$/.test(item.text) ? { ...item, x: 450 } : item)),
    ).total;
  expect(['Sheet', 'Receipt'].map(totalOf)).toEqual([null, '10.00']);
});

test.each([
  ['1,536', null],
  ['12', null],
  ['1.536,00', 'total-amount'],
  ['R$ 1.536', 'total-amount'],
])('a total of %s is an amount only with its cents or its currency', (amount, stdName) => {
  expect(fieldsOf(printed(`Nome: Ana\nTotal: ${amount}`, PITCH), null).get('total')).toMatchObject({ stdName });
});

/** The type of a page and the fields that were read of it. */
async function read(items: TextItem[]): Promise<Record<string, string | null>> {
  const content = pageOf(items);
  const document = await classify(content, []);
  const receipt = document?.fields ? null : content.receipt();
  const { fields } = pageFields({ ...unreadPage(1), ...readLayout(items, 1), source: 'text-layer', document, receipt });
  const values = fields.flatMap(({ name, value }) => (value === null ? [] : [[name, value]]));
  return { type: document?.documentType.stdType ?? null, ...(Object.fromEntries(values) as Record<string, string>) };
}

const SOLD = `CNPJ 11.222.333/0001-81
BANANA KG       4,50
LEITE           5,99
TOTAL R$       10,49
12/03/2025 09:15`;

const SHOPS = `
# of a supermarket, which prints Extrato
SUPERMERCADO BOM PRECO LTDA
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
14/08/2026 - 10:20:30
+ type: receipt | estabelecimento: SUPERMERCADO BOM PRECO LTDA | cnpj: 11222333000181 | date: 2026-08-14 | total: 42.70

# with a name in two lines, letters in its CNPJ, and a currency that is no part of a name
Super Bom
MERCADO SÃO JORGE EIRELI
CNPJ 12ABC34501DE35
Extrato Nº 1234

BANANA KG                    4,50
LEITE INTEGRAL               5,99
TOTAL R$                    10,49
Dinheiro                    20,00
Troco R$                     9,51
12/03/2025 09:15:22
= type: receipt | estabelecimento: MERCADO SÃO JORGE EIRELI | cnpj: 12ABC34501DE35 | date: 2025-03-12
= banana_kg: 4.50 | leite_integral: 5.99 | total: 10.49 | dinheiro: 20.00 | troco: 9.51

# with a name before its number, and that of who paid above
RECIBO DE ALUGUEL
Recebi de Carla Exemplo Nunes, CPF 111.444.777-35,
Aluguel                   2.100,00
Condomínio                  250,00
Total recebido            2.350,00
Pago em: 03/04/2025
Imobiliária Amostra Ltda - CNPJ 11.222.333/0001-81
+ type: receipt | estabelecimento: Imobiliária Amostra Ltda | cnpj: 11222333000181 | total: 2350.00

# that is a fiscal invoice (NFC-e)
CNPJ: 11.222.333/0001-81 PADARIA ESTRELA ME
Documento Auxiliar da Nota Fiscal de Consumidor Eletrônica
PAO FRANCES 10 UN x 0,75     7,50
CAFE COADO 2 UN x 4,00       8,00
Valor a Pagar R$            15,50
NFC-e nº 4821 Série 1 14/08/2026 10:22:03
+ type: goods-invoice | nome_prestador: PADARIA ESTRELA ME | cpf_cnpj_prestador: 11222333000181
+ data_emissao: 2026-08-14

# with a title beside its name, above it or behind it
SUPERMERCADO BOM PRECO    DANFE NFC-e
${SOLD}
+ nome_prestador: SUPERMERCADO BOM PRECO
DANFE NFC-e    SUPERMERCADO BOM PRECO
${SOLD}
+ nome_prestador: SUPERMERCADO BOM PRECO
SUPERMERCADO BOM PRECO - CUPOM FISCAL
${SOLD}
+ estabelecimento: SUPERMERCADO BOM PRECO
MERCADO UM LTDA   Recibo de venda
${SOLD}
+ estabelecimento: MERCADO UM LTDA
Documento Auxiliar da Nota Fiscal
de Consumidor Eletronica
PADARIA ESTRELA
${SOLD}
+ nome_prestador: PADARIA ESTRELA
COMPROVANTE DE VENDA
PADARIA ESTRELA
${SOLD}
+ estabelecimento: PADARIA ESTRELA
PEDIDO DE VENDA
VIA DO CLIENTE
PADARIA ESTRELA
${SOLD}
+ estabelecimento: PADARIA ESTRELA
CUPOM FISCAL
${SOLD}
- estabelecimento:

# with a name that goes on in the next line
MERCADO UM COMERCIO DE ALIMENTOS
LTDA
${SOLD}
+ estabelecimento: MERCADO UM COMERCIO DE ALIMENTOS LTDA
MERCADO NOSSA SENHORA
DO MODELO LTDA
${SOLD}
+ estabelecimento: MERCADO NOSSA SENHORA DO MODELO LTDA
COMERCIO DE ALIMENTOS E
BEBIDAS UM LTDA
${SOLD}
+ estabelecimento: COMERCIO DE ALIMENTOS E BEBIDAS UM LTDA
`;

const TYPES = `
# of an account
EXTRATO DE CONTA CORRENTE
Agência: 1234
Compra no cartão de débito     62,60
Saldo  100,00
14/08/2026
+ type: statement
BANCO MODELO
EXTRATO
AGENCIA 0123 CONTA CORRENTE 456
DINHEIRO  50,00
SALDO  70,00
14/08/2026 10:20
+ type: statement
EXTRATO DE FGTS
Empregador: Empresa Modelo Ltda
05/08/2026  Depósito   320,00
+ type: statement

# of an invoice
Invoice
Green Supplies Inc.
2024-05-09
Paper  45.00
Toner  89.90
Subtotal  134.90
Balance due  134.90
+ type: –

# of a receipt
Zur Probe
12.03.2024 14:22
Xaa  3.00
Xbb  5.00
Summe  8.00
Bar  8.00
+ type: receipt
`;

describe('a receipt of a Brazilian shop', () => {
  test.each(rulesIn(SHOPS))('%s: has its shop, number and date', async (_, pages) => {
    for (const page of pages) expectSaid(page, await read(page.items));
  });

  test('is not sure of its name where several texts may be one', () => {
    for (const head of [
      ['OBRIGADO SENHORES', 'MERCADO UM'],
      ['COMERCIAL DE ALIMENTOS IRMAOS', 'MODELO LTDA'],
    ]) {
      const { shop } = findShop([...head, 'CNPJ 11.222.333/0001-81'], false);
      expect(shop?.score).toBeLessThan(0.9);
    }
  });
});

test.each(rulesIn(TYPES))('one word is no type against the rest: %s', async (_, pages) => {
  for (const page of pages) expectSaid(page, await read(page.items));
});
