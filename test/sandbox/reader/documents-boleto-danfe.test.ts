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
import { pageOf, recognised } from './pageOfItems.ts';
import { expectSaid, printed, rulesIn } from './printedPages.ts';

const ACCESS_KEY = '35250411222333000181550010000012341102030454';
const BOLETO_LINE = '00190000090114971860168524522114675860000102656';
const values = (fields: NamedField[]) => Object.fromEntries(fields.map(({ name, value }) => [name, value]));
const boletoFields = (items: TextItem[]) => values(readBoleto(pageOf(items)));
const danfeFields = (items: TextItem[]) => values(readDanfe(pageOf(items)));

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

test('an access key is read digit by digit, and in the parts it consists of', () => {
  for (const text of [[...ACCESS_KEY].join(' '), '35-2504-11.222.333/0001-81-55-001-000.001.234-110203045-4'])
    expect(accessKeyOf({ text: `CHAVE DE ACESSO ${text}`, codes: [] })?.key).toBe(ACCESS_KEY);
});

const BOLETO = `
# a value that box and digitable line contradict each other about is left out
001-9    00190.00009 01149.718601 68524.522114 6 75860000102656
~Vencimento~        ~Valor do documento~
15/07/2018          1.026,56
+ linha_digitavel: ${BOLETO_LINE} | valor: 1026.56 | data_vencimento: 2018-07-15 | banco: 001
001-9    00190.00009 01149.718601 68524.522114 6 75860000102656
~Vencimento~        ~Valor do documento~
16/07/2018          1.026,65
+ linha_digitavel: ${BOLETO_LINE} | valor: – | data_vencimento: –

# of the two dates a due factor can mean the printed one is taken
001-9    00190.00009 01149.718601 68524.522171 3 10020000012345
~Vencimento~        ~Valor do documento~
24/02/2025          123,45
+ data_vencimento: 2025-02-24 | valor: 123.45

# an empty box has no value, whatever stands in the boxes around it
~Data do documento~ ~Nº do documento~         ~Aceite~                    ~Nosso número~
20/06/2018                                    N                           109/0012345-6
~Uso do banco~      ~Carteira~                ~Espécie~                   ~Valor do documento~
                    109                       R$                          1.026,56
+ numero_documento: – | nosso_numero: 109/0012345-6 | valor: 1026.56

# a value whose label was not recognised is left out
~Data do documento~ ~Nº do documento~         ~Aceite~                    ~Nosso número~
20/06/2018                                    N                           109/0012345-6

                    4455
+ numero_documento: – | nosso_numero: 109/0012345-6

# each party has the name and the number of its own box
~Beneficiário~                                        ~CPF/CNPJ~                ~Vencimento~
Escola Exemplo de Música Ltda                         11.222.333/0001-81        15/07/2018
~Pagador~
Maria Exemplo da Silva - CPF: 111.444.777-35

~Sacador/Avalista~
Ana Amostra Fiadora
+ beneficiario: Escola Exemplo de Música Ltda | cpf_cnpj_beneficiario: 11222333000181
+ pagador: Maria Exemplo da Silva | cpf_cnpj_pagador: 11144477735

# nor is the half of one, before a line with the rest of it and its number
~Pagador~
MARIA DA CONCEIÇÃO EXEMPLO DE TESTE E SILVA NETA
SANTOS PEREIRA CPF: 111.444.777-35
+ pagador: – | cpf_cnpj_pagador: 11144477735
~Pagador~
MARIA DA CONCEIÇÃO EXEMPLO DE TESTE E SILVA DOS
PEREIRA CPF: 111.444.777-35
+ pagador: –
~Pagador~
ASSOCIAÇÃO DOS MORADORES
DO RESIDENCIAL VALE DAS AMOSTRAS
+ pagador: –

# an address in the box of a party is not its name
~Pagador~
Largo Coronel Modelo, 3773 - Centro
+ pagador: –

#6 a long name stays whole where a label of another row begins over one of its words
~Espécie~      ~Aceite~                                                         ~Vencimento~

                                                                                15/07/2018
~Beneficiário~                                                                  ~Nosso número~

Escola Exemplo de Música e Dança Ltda                                           109/0012345-6
+ beneficiario: Escola Exemplo de Música e Dança Ltda

# words of labels inside a text are no labels
~Local de pagamento~                                                            ~Vencimento~
PAGÁVEL EM QUALQUER BANCO ATÉ O VENCIMENTO                                      15/07/2018
~Beneficiário~
Escola Exemplo de Música Ltda
+ data_vencimento: 2018-07-15 | beneficiario: Escola Exemplo de Música Ltda

# the number of the wallet before it is no part of a number of the bank
~Carteira / Nosso número~
17/01149718601
+ nosso_numero: 01149718601

# a number with and without its leading zeros is the same, as printed with them
~Nº do documento~
00001407

~Nº do documento~
1407

~Nº do documento~
1407
+ numero_documento: 00001407
~Nº do documento~
00001407

~Nº do documento~
14070
+ numero_documento: –
`;

describe('boxes of a boleto', () => {
  test.each(rulesIn(BOLETO))('%s', (_, pages) => pages.forEach((page) => expectSaid(page, boletoFields(page.items))));

  test('a number read differently in two places is none', () => {
    const twice = (first: string, second: string) =>
      boletoFields(recognised(printed(`~Nosso número~\n${first}\n\n\n~Nosso número~\n${second}`)));
    expect(twice('109/0012345-6', '109/0012345-6')).toMatchObject({ nosso_numero: '109/0012345-6' });
    expect(twice('109/0012345-6', '109/0012845-6')).toMatchObject({ nosso_numero: null });
  });
});

/** The head of a DANFE, with the name of the issuer on one line or two. */
const headOf = (name: string, more = '') => `  ^${name}^                                     ^DANFE^
  ^${more}^

  Rua das Amostras, 500 - Centro

~NATUREZA DA OPERAÇÃO~                                     ~PROTOCOLO DE AUTORIZAÇÃO DE USO~
VENDA`;
const STUB = `~RECEBEMOS DE PAPELARIA MODELO LTDA ME OS PRODUTOS CONSTANTES DA NOTA FISCAL~

`;
const TILL = `Loja Exemplo Ltda
CNPJ: 10.845.180/0001-66
Rua Modelo, 85
Documento Auxiliar da Nota Fiscal de Consumidor Eletrônica`;

const DANFE = `
# an access key broken over two lines of its box is read, whatever stands beside it
~NÚMERO~            ~CHAVE DE ACESSO~                                     ~PROTOCOLO DE AUTORIZAÇÃO DE USO~
1234                3525 0411 2223 3300 0181 5500                         135250000000001
                    1000 0012 3411 0203 0454                              10/04/2025 10:00:00
+ chave_acesso: ${ACCESS_KEY}

# the largest print over the address is the issuer, on one line or two
${headOf('Papelaria Modelo Ltda')}
+ nome_prestador: Papelaria Modelo Ltda
${headOf('Papelaria Modelo de', 'Livros Ltda')}
+ nome_prestador: Papelaria Modelo de Livros Ltda

# a line of its name that the head has lost is on the stub; another name there leaves it open
${STUB}${headOf('Papelaria Modelo Ltda')}
+ nome_prestador: Papelaria Modelo Ltda ME
${STUB}${headOf('Papelaria Modela Ltda ME')}
+ nome_prestador: –

#7 text of the stub, and the title of the box, are no name
~RECEBEMOS DE PAPELARIA MODELO LTDA OS PRODUTOS CONSTANTES DA NOTA FISCAL~
~ELETRONICA INDICADA ABAIXO.~
~RODOVIA DAS AMOSTRAS~
~DATA DE RECEBIMENTO~      ~IDENTIFICAÇÃO E ASSINATURA DO RECEBEDOR~

  ^IDENTIFICAÇÃO DO EMITENTE^

  ^Papelaria Modelo Ltda^                                   ^DANFE^

  ~Rua das Amostras, 500 - Centro~

~NATUREZA DA OPERAÇÃO~                                     ~PROTOCOLO DE AUTORIZAÇÃO DE USO~

VENDA
+ nome_prestador: Papelaria Modelo Ltda
${['Nome do Porto Distribuidora Ltda', 'Número Um Autopeças Ltda']
  .map(
    (name) => `
# the name ${name} begins with the word of a label, and is whole
${headOf(name)}

~DESTINATÁRIO/REMETENTE~
~NOME/RAZÃO SOCIAL~                                         ~CNPJ/CPF~              ~DATA DA EMISSÃO~
${name.padEnd(58)}  45.997.418/0001-53
+ nome_prestador: ${name} | nome: ${name}`,
  )
  .join('\n')}

# a name that begins like a label and goes on like a heading is whole, and the stub heads no box
~RECEBEMOS DE Nome do Remetente Ltda OS PRODUTOS CONSTANTES DA NOTA FISCAL - DESTINATÁRIO: Nome do Destinatario Ltda~

     ^*Nome do Remetente Ltda*^            ^DANFE^

   Rua do Remetente, 123

~NATUREZA DA OPERAÇÃO~
Venda
~INSCRIÇÃO ESTADUAL~                                            ~CNPJ/CPF~
526926313553                                                    62.013.294/0001-43
~DESTINATÁRIO / REMETENTE~
~NOME/RAZÃO SOCIAL~                                             ~CNPJ/CPF~
Nome do Destinatario Pj Ltda                                    71.058.884/0001-83
+ nome_prestador: Nome do Remetente Ltda | cpf_cnpj_prestador: 62013294000143
+ nome: Nome do Destinatario Pj Ltda | cpf_cnpj: 71058884000183

# the receipt of a till names the issuer over its number, and the customer behind or under that
${TILL}
CONSUMIDOR CNPJ: 18.191.228/0001-71
Ana Modelo
+ nome_prestador: Loja Exemplo Ltda | cpf_cnpj_prestador: 10845180000166 | nome: Ana Modelo | cpf_cnpj: 18191228000171
${TILL}
CONSUMIDOR - CPF 111.444.777-35 - MARIA EXEMPLO
+ nome: MARIA EXEMPLO | cpf_cnpj: 11144477735
${TILL}
CONSUMIDOR NÃO IDENTIFICADO
Tributos Totais
+ nome: – | cpf_cnpj: –
${TILL}
Valor total R$                85,94
Descontos R$                  -4,50
VALOR A PAGAR R$              81,44
CONSUMIDOR - CPF 111.444.777-35
NFC-e nº 000018734 Série 004
+ nome: – | cpf_cnpj: 11144477735 | valor_total_nota: 81.44

${TILL}
CONSUMIDOR - CPF 111.444.777-35
MARIA DA CONCEICAO EXEMPLO
DE TESTE E SILVA
+ nome: MARIA DA CONCEICAO EXEMPLO DE TESTE E SILVA

# the name of the customer goes on in the next line of its box
~DESTINATÁRIO / REMETENTE~
~NOME / RAZÃO SOCIAL~                                       ~CNPJ / CPF~
COOPERATIVA EXEMPLO DOS PRODUTORES DE                       11.444.777/0001-61
ERVA-MATE DO ALTO MODELO LTDA

~ENDEREÇO~                                                  ~CEP~
RUA DAS AMOSTRAS, 500                                       99700-000
+ nome: COOPERATIVA EXEMPLO DOS PRODUTORES DE ERVA-MATE DO ALTO MODELO LTDA
~DESTINATÁRIO / REMETENTE~
~NOME / RAZÃO SOCIAL~                                       ~CNPJ / CPF~
ASSOCIAÇÃO DOS MORADORES                                    11.444.777/0001-61
RESIDENCIAIS VALE DAS AMOSTRAS

~ENDEREÇO~                                                  ~CEP~
RUA DAS AMOSTRAS, 500                                       99700-000
+ nome: ASSOCIAÇÃO DOS MORADORES RESIDENCIAIS VALE DAS AMOSTRAS

# the customer is under its heading, the carrier is not
~DESTINATÁRIO / REMETENTE~
~NOME / RAZÃO SOCIAL~                                       ~CNPJ / CPF~
Comércio Exemplo SA                                         11.444.777/0001-61

~VALOR DO FRETE~                                            ~V. TOTAL DA NOTA~
0,00                                                        1.290,00

~TRANSPORTADOR / VOLUMES TRANSPORTADOS~
~NOME / RAZÃO SOCIAL~                                       ~CNPJ / CPF~
Cargas Amostra Ltda                                         11.222.333/0001-81
+ nome: Comércio Exemplo SA | cpf_cnpj: 11444777000161 | valor_total_nota: 1290.00
`;

describe('boxes of a DANFE', () => {
  test.each(rulesIn(DANFE))('%s', (_, pages) => pages.forEach((page) => expectSaid(page, danfeFields(page.items))));

  test('the last point of S.A. is put back where letters were recognised, and only there', () => {
    const items = printed(headOf('Papelaria Modelo S.A'));
    const sure = items.map((item) => ({ ...item, confidence: 0.9 }));
    expect(danfeFields(sure)).toMatchObject({ nome_prestador: 'Papelaria Modelo S.A.' });
    expect(danfeFields(items)).toMatchObject({ nome_prestador: 'Papelaria Modelo S.A' });
  });
});
