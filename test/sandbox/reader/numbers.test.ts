import { generateCnpj } from '@brazilian-utils/brazilian-utils';
import { describe, expect, test } from '@jest/globals';
import { accessKey, taxNumber } from '../../../sandbox/reader/src/documents/values/documentNumbers.ts';
import { parseAccessKey } from '../../../sandbox/reader/src/text/accessKey.ts';
import { isCnpj } from '../../../sandbox/reader/src/text/taxNumbers.ts';
import { normaliseValue } from '../../../sandbox/reader/src/text/values.ts';
import { valuesOf } from './pageOfItems.ts';
import { expectReadings, expectSaid, printed, rulesIn } from './printedPages.ts';

describe('a CNPJ or CPF', () => {
  test('is right by its check digits, letters or not, also by another library', () => {
    for (const version of [1, 2] as const)
      for (let count = 0; count < 200; count++) {
        const number = generateCnpj({ version });
        const [check = ''] = number.slice(-1);
        expect([number, isCnpj(number)]).toEqual([number, true]);
        expect(isCnpj(number.replace(/.$/, String((Number(check) + 1) % 10)))).toBe(false);
      }
    expect(['00000000000000', '12ABC34501DE3', '12abc34501de35'].map(isCnpj)).toEqual([false, false, false]);
  });

  test('is read with letters for digits where its check digits prove it; what they disprove is unproven', () => {
    expectReadings(
      `12.ABC.345/01DE-35 = 12ABC34501DE35 passed
      12ABC34501DE35 = 12ABC34501DE35 passed
      12.abc.345/01de-35 = 12ABC34501DE35 passed
      12abc34501de35 = 12ABC34501DE35 passed
      12.ABC.345 / 01DE - 35 = 12ABC34501DE35 passed
      CNPJ: 12.ABC.345/01DE-35 - Matriz = 12ABC34501DE35 passed
      ZZ.ZZZ.ZZZ/ZZZZ-62 = ZZZZZZZZZZZZ62 passed
      OI.0QD.8BS/0001-00 = OI0QD8BS000100 passed
      12.ABC.345/O1DE-35 = 12ABC34501DE35 passed
      I2.ABC.345/01DE-3S = –
      I2.ABC.345/01DE-35 = 12ABC34501DE35 passed
      11.222.333/OOO1-8I = 11222333000181 passed
      11.222.33310001-81 = 11222333000181 passed
      11 222 333 0001 81 = 11222333000181 passed
      1114447773S = 11144477735 passed
      RUA FERREIRA 1234-56 = –
      DE SAO JOSE CASA 12 = –
      12.ABC.345/01DE-36 = 12ABC34501DE36 failed
      11.222.333/0001-82 = 11222333000182 failed
      111.444.777-36 = 11144477736 failed`,
      (printed) => {
        const read = taxNumber(printed);
        return read && `${read.value} ${read.check}`;
      },
    );
  });

  test('stands without its signs in a document of any kind; a code of as many letters stays as it is', () => {
    expect(
      ['12.abc.345/01de-35', '11.222.333/0001-81', 'I1.222.333/0001-81'].map((text) => normaliseValue(text)),
    ).toEqual(['12ABC34501DE35', '11222333000181', '11222333000181']);
    expect(normaliseValue('12abc34501de35')).toBe('12abc34501de35');
  });
});

test('an amount has one sign and no words', () => {
  expectReadings(
    `R$ 1.234,56- = -1234.56
    32.18- = -32.18
    165.68− = -165.68
    (R$ 12,40) = -12.40
    R$ (12,40) = -12.40
    - R$ 512,30 = -512.30
    -5,00- = -5,00-
    5,00) = 5,00)
    5,00 - = 5,00 -
    R$ 54.810,00 (cinquenta e quatro mil, oitocentos e dez reais). = 54810.00
    R$ 0,50 (cinquenta centavos) = 0.50
    R$ 1.250,00² = 1250.00
    R$ 1.250,00* = 1250.00
    R$ 900,00 (primeira parcela) = R$ 900,00 (primeira parcela)
    R$ 412,30. = 412.30
    R$ 1.234. = R$ 1.234.`,
    (printed) => normaliseValue(printed),
  );
});

/** Of an invoice for goods, a receipt of a till, a bill of carriage, and the national form of services. */
const KEYS = [
  '35260812ABC34501DE35550010000012341102030451',
  '35250411222333000181550010000012341102030454',
  '35503082212ABC34501DE35000000004821326081234567894',
  '35503082211222333000181000000004821326081234567893',
];

describe('an access key', () => {
  test('is read in groups, in small letters and with digits read for letters; one digit changed makes it none', () => {
    for (const key of KEYS) {
      const groups = key.replace(/(.{4})(?=.)/g, '$1 ');
      for (const printed of [key, groups, key.toLowerCase(), groups.replace('0', 'O').replace('1', 'I')])
        expect([printed, accessKey(printed), normaliseValue(printed)]).toEqual([
          printed,
          { value: key, check: 'passed' },
          key,
        ]);
      // Letters that are worth eleven more, such as D and Z, are the same to the check digits.
      for (const { index: at, 0: digit } of key.matchAll(/\d/g)) {
        const other = key.slice(0, at) + String((Number(digit) + 1) % 10) + key.slice(at + 1);
        expect([other, parseAccessKey(other)]).toEqual([other, null]);
      }
    }
  });

  test('says whose it is, which number it has and of which month it is', () => {
    expect(KEYS.map((key) => parseAccessKey(key))).toMatchObject([
      { model: '55', issuer: '12ABC34501DE35', number: '1234', series: '1', month: '2026-08' },
      { model: '55', issuer: '11222333000181', number: '1234', series: '1', month: '2025-04' },
      { model: null, issuer: '12ABC34501DE35', number: '48213', series: null, month: '2026-08' },
      { model: null, issuer: '11222333000181', number: '48213', series: null, month: '2026-08' },
    ]);
  });

  test('with a wrong check digit is doubted; a key of another length has none that is known', () => {
    expect(accessKey(`${KEYS[3]?.slice(0, -1)}4`)).toMatchObject({ check: 'failed' });
    expect(accessKey('4'.repeat(47))).toEqual({ value: '4'.repeat(47) });
    expect(accessKey('ver no verso')).toBeNull();
  });
});

const DOCUMENTS = `
# on an invoice of services
NOTA FISCAL DE SERVIÇOS ELETRÔNICA - NFS-e
Número da Nota: 48213
Data e Hora da emissão da NFS-e: 14/08/2026 10:20:30
Chave de Acesso da NFS-e: ${KEYS[2]}
EMITENTE DA NFS-e
CNPJ / CPF / NIF: CNPJ_HERE
Nome / Nome Empresarial: Mercado Azul Ltda
TOMADOR DO SERVIÇO
CNPJ / CPF / NIF: ab1c2d3e000130
Nome / Nome Empresarial: Cliente Exemplo SA
Valor Líquido da NFS-e: R$ 1.234,56
+ cpf_cnpj_prestador: 12ABC34501DE35 | cpf_cnpj: AB1C2D3E000130 | chave_acesso: ${KEYS[2]} | data_emissao: 2026-08-14

# on an invoice for goods
DANFE
CHAVE DE ACESSO
${KEYS[0]?.replace(/(.{4})(?=.)/g, '$1 ')}

DESTINATÁRIO / REMETENTE
~NOME / RAZÃO SOCIAL~                                       ~CNPJ / CPF~
Comércio Exemplo SA                                         CNPJ_HERE
+ cpf_cnpj_prestador: 12ABC34501DE35 | cpf_cnpj: 12ABC34501DE35 | chave_acesso: ${KEYS[0]}

# on the receipt of a till
Loja Exemplo Ltda
CNPJ: CNPJ_HERE
Rua Modelo, 85
DANFE NFC-e Documento Auxiliar da Nota Fiscal de Consumidor Eletrônica
CONSUMIDOR - CNPJ AB.1C2.D3E/0001-30 - MARIA EXEMPLO
+ cpf_cnpj_prestador: 12ABC34501DE35 | cpf_cnpj: AB1C2D3E000130 | nome: MARIA EXEMPLO

# on a bank slip
~Beneficiário~                                              ~CPF/CNPJ~                ~Vencimento~
Escola Exemplo de Música Ltda                               CNPJ_HERE                 15/07/2018
~Pagador~
Comércio Amostra SA - CNPJ: AB1C2D3E000130
~Local de pagamento~        ~Nosso número~                  ~Autenticação mecânica~
Qualquer banco              109/0012345-6
+ cpf_cnpj_beneficiario: 12ABC34501DE35 | cpf_cnpj_pagador: AB1C2D3E000130 | pagador: Comércio Amostra SA
`;

test.each(rulesIn(DOCUMENTS))('a CNPJ with letters is read, with its signs and without, %s', async (_, pages) => {
  for (const { page, said } of pages)
    for (const number of ['12.ABC.345/01DE-35', '12ABC34501DE35', '12abc34501de35']) {
      const items = printed(page.replace('CNPJ_HERE', number));
      expectSaid({ page: number, items, said }, await valuesOf(items));
    }
});
