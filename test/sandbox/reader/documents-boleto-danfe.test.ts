import { generateBoleto, isValidBoleto } from '@brazilian-utils/brazilian-utils';
import { describe, expect, test } from '@jest/globals';
import {
  boletoCodeIn,
  boletoCodeOfBarcode,
  boletoCodeOfLine,
  dueDaysOf,
} from '../../../sandbox/reader/src/documents/boleto/digitableLine.ts';
import { readBoleto } from '../../../sandbox/reader/src/documents/boleto/boleto.ts';
import { accessKeyOf } from '../../../sandbox/reader/src/documents/danfe/accessKey.ts';
import { readDanfe } from '../../../sandbox/reader/src/documents/danfe/danfe.ts';
import type { NamedField, TextItem } from '../../../sandbox/reader/src/reading.ts';
import { at, over, pageOf, recognised } from './pageOfItems.ts';

const ACCESS_KEY = '35250411222333000181550010000012341102030454';
const BOLETO_LINE = '00190000090114971860168524522114675860000102656';
const ROW = 26;
const values = (fields: NamedField[]) => Object.fromEntries(fields.map(({ name, value }) => [name, value]));
const boletoFields = (...items: TextItem[][]) => values(readBoleto(pageOf(items.flat())));
const danfeFields = (...items: TextItem[][]) => values(readDanfe(pageOf(items.flat())));

/** Boxes of a row: where each begins, its label, and what stands in it. */
const row = (y: number, ...boxes: [x: number, label: string, ...values: string[]][]) =>
  boxes.flatMap(([x, label, ...texts]) => over(x, y, label, ...texts));

/** The code with this due factor and amount, and the check digit that fits. */
function codeWith(factor: string, cents: string) {
  const codes = [...'123456789'].map((check) =>
    boletoCodeOfBarcode(`0019${check}${factor}${cents}${'0'.repeat(6)}1149718606852452217`.slice(0, 44)),
  );
  return codes.find((code) => code !== null);
}

describe('the digitable line of a boleto', () => {
  test('line and bar code say the same, also by another library', () => {
    for (let count = 0; count < 200; count++) {
      const line = generateBoleto(count % 2 === 0 ? {} : { type: 'arrecadacao' });
      // No bank's number begins with 8; the library makes such too.
      if (line.length === 47 && line.startsWith('8')) continue;
      const code = boletoCodeOfLine(line);
      expect([line, code && boletoCodeOfBarcode(code.barcode)?.line]).toEqual([line, line]);
    }
  });

  test('a line with one digit changed is none', () => {
    for (let place = 0; place < BOLETO_LINE.length; place++) {
      const other =
        BOLETO_LINE.slice(0, place) + ((Number(BOLETO_LINE[place]) + 1) % 10) + BOLETO_LINE.slice(place + 1);
      expect([place, boletoCodeOfLine(other)]).toEqual([place, null]);
    }
  });

  test('letters misread for digits are corrected, because every digit is checked', () => {
    expect(boletoCodeIn('Banco 001-9 OO190.00009 01149.7l8601 68524.522114 6 75860000102656')?.line).toBe(BOLETO_LINE);
  });

  test('a due factor means one of two dates since 22 February 2025', () => {
    const code = codeWith('1000', '0000012345');
    expect(isValidBoleto(code?.line ?? '')).toBe(true);
    expect(dueDaysOf(code?.barcode ?? '')).toEqual(['2000-07-03', '2025-02-22']);
  });
});

test.each([
  ['digit by digit', [...ACCESS_KEY].join(' ')],
  ['in the parts it consists of', '35-2504-11.222.333/0001-81-55-001-000.001.234-110203045-4'],
])('an access key printed %s is read', (_, text) => {
  expect(accessKeyOf({ text: `CHAVE DE ACESSO ${text}`, codes: [] })?.key).toBe(ACCESS_KEY);
});

/** Modulo 11 with the weights 2 to 9 from the right, a letter worth its ASCII code less 48. */
const withCheckDigit = (key: string) => {
  const sum = [...key].reduce(
    (total, sign, index) => total + (sign.charCodeAt(0) - 48) * (((key.length - 1 - index) % 8) + 2),
    0,
  );
  return key + (sum % 11 < 2 ? 0 : 11 - (sum % 11));
};
const LETTERED_KEY = withCheckDigit('35260812ABC34501DE35550010000012341102030' + '45');

test('an access key whose CNPJ has letters is read, and one with a wrong check digit is none', () => {
  const groups = LETTERED_KEY.match(/.{4}/g)?.join(' ');
  expect(accessKeyOf({ text: `CHAVE DE ACESSO ${groups}`, codes: [] })).toMatchObject({
    key: LETTERED_KEY,
    issuer: '12ABC34501DE35',
    number: '1234',
    series: '1',
    month: '2026-08',
  });
  for (const wrong of [
    LETTERED_KEY.replace('ABC', 'ABD'),
    LETTERED_KEY.replace(/.$/, (digit) => `${9 - Number(digit)}`),
  ])
    expect(accessKeyOf({ text: wrong, codes: [] })).toBeNull();
});

test('an access key broken over two lines of its box is read, whatever stands beside it', () => {
  const groups = ACCESS_KEY.match(/.{4}/g) ?? [];
  const found = danfeFields(
    row(
      40,
      [30, 'NÚMERO', '1234'],
      [130, 'CHAVE DE ACESSO', groups.slice(0, 6).join(' '), groups.slice(6).join(' ')],
      [400, 'PROTOCOLO DE AUTORIZAÇÃO DE USO', '135250000000001', '10/04/2025 10:00:00'],
    ),
  );
  expect(found).toMatchObject({ chave_acesso: ACCESS_KEY });
});

test('an access key with a wrong check digit is none', () => {
  const wrong = ACCESS_KEY.slice(0, 43) + ((Number(ACCESS_KEY[43]) + 1) % 10);
  expect(accessKeyOf({ text: ACCESS_KEY, codes: [] })?.key).toBe(ACCESS_KEY);
  expect(accessKeyOf({ text: wrong, codes: [] })).toBeNull();
});

describe('boxes of a boleto', () => {
  const numbers = (document: [string, ...string[]], ours: [string, ...string[]]) =>
    row(40, [30, 'Data do documento', '20/06/2018'], [130, ...document], [260, 'Aceite', 'N'], [400, ...ours]);

  test('an empty box has no value, whatever stands in the boxes around it', () => {
    const found = boletoFields(
      numbers(['Nº do documento'], ['Nosso número', '109/0012345-6']),
      row(
        40 + ROW,
        [30, 'Uso do banco'],
        [130, 'Carteira', '109'],
        [260, 'Espécie', 'R$'],
        [400, 'Valor do documento', '1.026,56'],
      ),
    );
    expect(found).toMatchObject({ numero_documento: null, nosso_numero: '109/0012345-6', valor: '1026.56' });
  });

  test('a value whose label was not recognised is left out', () => {
    const found = boletoFields(numbers(['Nº do documento'], ['Nosso número', '109/0012345-6']), [
      at(130, 40 + 12 + ROW, '4455'),
    ]);
    expect(found).toMatchObject({ numero_documento: null });
  });

  test('each party has the name and the number of its own box', () => {
    const found = boletoFields(
      row(
        40,
        [30, 'Beneficiário', 'Escola Exemplo de Música Ltda'],
        [300, 'CPF/CNPJ', '11.222.333/0001-81'],
        [430, 'Vencimento', '15/07/2018'],
      ),
      row(40 + ROW, [30, 'Pagador', 'Maria Exemplo da Silva - CPF: 111.444.777-35']),
      row(40 + 3 * ROW, [30, 'Sacador/Avalista', 'Ana Amostra Fiadora']),
    );
    expect(found).toMatchObject({
      beneficiario: 'Escola Exemplo de Música Ltda',
      cpf_cnpj_beneficiario: '11222333000181',
      pagador: 'Maria Exemplo da Silva',
      cpf_cnpj_pagador: '11144477735',
    });
  });

  test('an address in the box of a party is not its name', () => {
    expect(boletoFields(row(40, [30, 'Pagador', 'Largo Coronel Modelo, 3773 - Centro']))).toMatchObject({
      pagador: null,
    });
  });

  test('a long name stays whole where a label of another row begins over one of its words', () => {
    const found = boletoFields(
      row(40, [30, 'Espécie'], [105, 'Aceite'], [430, 'Vencimento', '15/07/2018']),
      row(
        40 + 18,
        [30, 'Beneficiário', 'Escola Exemplo de Música e Dança Ltda'],
        [430, 'Nosso número', '109/0012345-6'],
      ),
    );
    expect(found).toMatchObject({ beneficiario: 'Escola Exemplo de Música e Dança Ltda' });
  });

  test('a number read differently in two places is none', () => {
    const twice = (first: string, second: string) =>
      boletoFields(recognised([...row(40, [400, 'Nosso número', first]), ...row(140, [400, 'Nosso número', second])]));
    expect(twice('109/0012345-6', '109/0012345-6')).toMatchObject({ nosso_numero: '109/0012345-6' });
    expect(twice('109/0012345-6', '109/0012845-6')).toMatchObject({ nosso_numero: null });
  });

  test('a number with and without its leading zeros is the same, as printed with them', () => {
    const twice = (...numbers: string[]) =>
      boletoFields(numbers.flatMap((text, at) => row(40 + 100 * at, [130, 'Nº do documento', text])));
    expect(twice('00001407', '1407')).toMatchObject({ numero_documento: '00001407' });
    expect(twice('1407', '1407', '00001407')).toMatchObject({ numero_documento: '00001407' });
    expect(twice('00001407', '14070')).toMatchObject({ numero_documento: null });
  });

  test('words of labels inside a text are no labels', () => {
    const found = boletoFields(
      row(
        40,
        [30, 'Local de pagamento', 'PAGÁVEL EM QUALQUER BANCO ATÉ O VENCIMENTO'],
        [430, 'Vencimento', '15/07/2018'],
      ),
      row(40 + ROW, [30, 'Beneficiário', 'Escola Exemplo de Música Ltda']),
    );
    expect(found).toMatchObject({ data_vencimento: '2018-07-15', beneficiario: 'Escola Exemplo de Música Ltda' });
  });
});

describe('boxes of a DANFE', () => {
  const at30 = (y: number, text: string) => [at(30, y, text, 7)];
  const head = (...name: string[]) => [
    ...name.map((text, index) => at(40, 60 + 16 * index, text, 12)),
    at(40, 94, 'Rua das Amostras, 500 - Centro', 8),
    at(400, 60, 'DANFE', 14),
    ...row(120, [30, 'NATUREZA DA OPERAÇÃO', 'VENDA'], [300, 'PROTOCOLO DE AUTORIZAÇÃO DE USO']),
  ];
  const stub = [at(30, 30, 'RECEBEMOS DE PAPELARIA MODELO LTDA ME OS PRODUTOS CONSTANTES DA NOTA FISCAL', 6)];

  test('the largest print over the address is the issuer, on one line or two', () => {
    expect(danfeFields(head('Papelaria Modelo Ltda'))).toMatchObject({ nome_prestador: 'Papelaria Modelo Ltda' });
    expect(danfeFields(head('Papelaria Modelo de', 'Livros Ltda'))).toMatchObject({
      nome_prestador: 'Papelaria Modelo de Livros Ltda',
    });
  });

  test('a line of its name that the head has lost is on the stub; another name there leaves it open', () => {
    expect(danfeFields(stub, head('Papelaria Modelo Ltda'))).toMatchObject({
      nome_prestador: 'Papelaria Modelo Ltda ME',
    });
    expect(danfeFields(stub, head('Papelaria Modela Ltda ME'))).toMatchObject({ nome_prestador: null });
  });

  test('text of the stub, and the title of the box, are no name', () => {
    const long = [
      at(30, 12, 'RECEBEMOS DE PAPELARIA MODELO LTDA OS PRODUTOS CONSTANTES DA NOTA FISCAL', 7),
      at(30, 20, 'ELETRONICA INDICADA ABAIXO.', 7),
      at(30, 27, 'RODOVIA DAS AMOSTRAS', 7),
      ...row(32, [30, 'DATA DE RECEBIMENTO'], [160, 'IDENTIFICAÇÃO E ASSINATURA DO RECEBEDOR']),
    ];
    const title = [at(40, 46, 'IDENTIFICAÇÃO DO EMITENTE', 13)];
    expect(danfeFields(long, title, head('Papelaria Modelo Ltda'))).toMatchObject({
      nome_prestador: 'Papelaria Modelo Ltda',
    });
  });

  test.each(['Nome do Porto Distribuidora Ltda', 'Número Um Autopeças Ltda'])(
    'the name %s begins with the word of a label, and is whole',
    (name) => {
      const customer = [
        ...at30(200, 'DESTINATÁRIO/REMETENTE'),
        ...row(214, [30, 'NOME/RAZÃO SOCIAL', name], [330, 'CNPJ/CPF', '45.997.418/0001-53'], [450, 'DATA DA EMISSÃO']),
      ];
      expect(danfeFields(head(name), customer)).toMatchObject({ nome_prestador: name, nome: name });
    },
  );

  test('the last point of S.A. is put back where letters were recognised, and only there', () => {
    const issuer = (items: TextItem[]) => values(readDanfe(pageOf(items)))['nome_prestador'];
    const sure = (items: TextItem[]) => items.map((item) => ({ ...item, confidence: 0.9 }));
    expect(issuer(sure(head('Papelaria Modelo S.A')))).toBe('Papelaria Modelo S.A.');
    expect(issuer(head('Papelaria Modelo S.A'))).toBe('Papelaria Modelo S.A');
  });

  test('a name that begins like a label and goes on like a heading is whole, and the stub heads no box', () => {
    const stub = at(
      20,
      20,
      'RECEBEMOS DE Nome do Remetente Ltda OS PRODUTOS CONSTANTES DA NOTA FISCAL * DESTINATÁRIO: Nome do Destinatario Ltda',
      6,
    );
    const fields = danfeFields(
      [stub, at(240, 88, 'DANFE', 12)],
      [{ ...at(60, 88, 'Nome do Remetente Ltda', 12), bold: true }, at(40, 128, 'Rua do Remetente, 123')],
      row(190, [20, 'NATUREZA DA OPERAÇÃO', 'Venda']),
      row(216, [20, 'INSCRIÇÃO ESTADUAL', '526926313553'], [400, 'CNPJ/CPF', '62.013.294/0001-43']),
      [at(20, 246, 'DESTINATÁRIO / REMETENTE', 8)],
      row(254, [20, 'NOME/RAZÃO SOCIAL', 'Nome do Destinatario Pj Ltda'], [360, 'CNPJ/CPF', '71.058.884/0001-83']),
    );
    expect(fields).toMatchObject({
      nome_prestador: 'Nome do Remetente Ltda',
      cpf_cnpj_prestador: '62013294000143',
      nome: 'Nome do Destinatario Pj Ltda',
      cpf_cnpj: '71058884000183',
    });
  });

  test('the receipt of a till names the issuer over its number, and the customer behind or under that', () => {
    const strip = (...lines: string[]) =>
      danfeFields(
        ['Loja Exemplo Ltda', 'CNPJ: 10.845.180/0001-66', 'Rua Modelo, 85', ...lines].map((line, index) =>
          at(20, 20 + 12 * index, line),
        ),
      );
    const title = 'Documento Auxiliar da Nota Fiscal de Consumidor Eletrônica';
    expect(strip(title, 'CONSUMIDOR CNPJ: 18.191.228/0001-71', 'Ana Modelo')).toMatchObject({
      nome_prestador: 'Loja Exemplo Ltda',
      cpf_cnpj_prestador: '10845180000166',
      nome: 'Ana Modelo',
      cpf_cnpj: '18191228000171',
    });
    expect(strip(title, 'CONSUMIDOR - CPF 111.444.777-35 - MARIA EXEMPLO')).toMatchObject({
      nome: 'MARIA EXEMPLO',
      cpf_cnpj: '11144477735',
    });
    expect(strip(title, 'CONSUMIDOR NÃO IDENTIFICADO', 'Tributos Totais')).toMatchObject({
      nome: null,
      cpf_cnpj: null,
    });
  });

  test('the customer is under its heading, the carrier is not', () => {
    const found = danfeFields(
      row(200, [30, 'DESTINATÁRIO / REMETENTE']),
      row(212, [30, 'NOME / RAZÃO SOCIAL', 'Comércio Exemplo SA'], [330, 'CNPJ / CPF', '11.444.777/0001-61']),
      row(250, [30, 'VALOR DO FRETE', '0,00'], [330, 'V. TOTAL DA NOTA', '1.290,00']),
      row(290, [30, 'TRANSPORTADOR / VOLUMES TRANSPORTADOS']),
      row(302, [30, 'NOME / RAZÃO SOCIAL', 'Cargas Amostra Ltda'], [330, 'CNPJ / CPF', '11.222.333/0001-81']),
    );
    expect(found).toMatchObject({
      nome: 'Comércio Exemplo SA',
      cpf_cnpj: '11444777000161',
      valor_total_nota: '1290.00',
    });
  });
});
