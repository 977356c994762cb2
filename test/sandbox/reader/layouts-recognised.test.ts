import { describe, expect, test } from '@jest/globals';
import { toNamedTables } from '../../../sandbox/reader/src/documents/values/namedFields.ts';
import { readLayout } from '../../../sandbox/reader/src/layout/layout.ts';
import type { TextItem } from '../../../sandbox/reader/src/reading.ts';
import { expectSaid, printed, rulesIn } from './printedPages.ts';

/** As an OCR engine gives them: with how sure each is. */
const recognised = (items: TextItem[]) => items.map((item) => ({ ...item, confidence: 0.95 }));

const sureOf = (item: TextItem) => ({ ...item, confidence: 0.99 });

describe('labels of recognised pages', () => {
  const rules = rulesIn(`
#20 that end at one edge have what begins at the next, and without it nothing
              Protocolo  0742-107884
                Titular  Ana Exemplo
  Previsão de conclusão
              Categoria  Comercial
            Observações
     Forma de pagamento  Débito em conta
               Situação  Em análise
= Protocolo: 0742-107884 | Titular: Ana Exemplo | Previsão de conclusão: – | Categoria: Comercial | Observações: –
= Forma de pagamento: Débito em conta | Situação: Em análise

# take the value at the end of their dot leaders, and no blank to be filled in
Valor principal ..............................                                     R$ 1.632,26
Juros de mora ..............................                                       R$ 2.632,26
Valor a pagar ..............................                                       R$ 3.632,26
= Valor principal: R$ 1.632,26 | Juros de mora: R$ 2.632,26 | Valor a pagar: R$ 3.632,26
Dipirona 20 mg....--                                ..2 caixas
Losartana 50 mg                                     ...3 caixas
= Dipirona 20 mg: 2 caixas | Losartana 50 mg: 3 caixas
Profissão: ___________
Telefone: (21) 98863-2779
= Profissão: – | Telefone: (21) 98863-2779

#4 have no value if their own was not recognised, and never that of the next row
~Nome~                                  ~CPF~


Ana Exemplo                             529.982.247-25



~Bairro~                                ~Cidade~


                                        Recife



~Telefone~                              ~CEP~


3333-4444                               50010-000



~Sexo~                                  ~Profissão~


Feminino                                Professora
+ Nome: Ana Exemplo | Cidade: Recife | CEP: 50010-000 | Profissão: Professora
- Bairro: 3333-4444

#4 take a value on its own line that looks like a heading
                                        ~Profissão~
~Telefone~


                                        Professora

~Renda mensal~                          ~Protocolo~


R$ 7.727,78                             592826733
+ Profissão: Professora | Renda mensal: R$ 7.727,78 | Protocolo: 592826733

# do not take the value of a label beside them that was not recognised
~Nome social~                                                                   ~Sexo~
                                        14/12/1969                              Feminino
= Sexo: Feminino

#18 of another column are no values
Contratante: Ana Exemplo                        Contrato: 227.848
Profissão:                                      Plano Família
Telefone: 3333-4444                             Parcelas: 16
                                                Vendedor: Bruno Exemplo
+ Contratante: Ana Exemplo | Profissão: – | Parcelas: 16

# get their lost blanks back
Valor dataxa: R$ 357,21
Datadenascimento: 01/02/1990
= Valor da taxa: R$ 357,21 | Data de nascimento: 01/02/1990
Titular: Salvador Contador
= Titular: Salvador Contador

# have no amount that lost a separator
Saldo anterior: R$ 8.47 51,2
% Saldo anterior: 0.5
Saldo anterior: R$ 8.477,51
= Saldo anterior: R$ 8.477,51
% Saldo anterior: sure
Saldo anterior: R$ 1.500
= Saldo anterior: R$ 1.500
% Saldo anterior: sure
Saldo anterior: R$ 50
= Saldo anterior: R$ 50
% Saldo anterior: sure

# have no sure value in a choice whose rings and boxes were read as letters, or not at all
Nome: O Globo
Regime:  O Simples  O Presumido
Cidade:  Recife     UF:  PE
+ Nome: O Globo | Cidade: Recife | UF: PE
% Regime: 0.495 | Nome: sure | Cidade: sure | UF: sure
Nome: O Globo
Regime:  Simples  O Presumido
Cidade:  Recife     UF:  PE
+ Nome: O Globo | Cidade: Recife | UF: PE
% Regime: 0.495 | Nome: sure | Cidade: sure | UF: sure
Nome: O Globo
Regime:  O Sim  Não
Cidade:  Recife     UF:  PE
+ Nome: O Globo | Cidade: Recife | UF: PE
% Regime: 0.495 | Nome: sure | Cidade: sure | UF: sure
Nome: O Globo
Regime:  Simples  [X] Presumido
Cidade:  Recife     UF:  PE
+ Nome: O Globo | Cidade: Recife | UF: PE
% Regime: 0.495 | Nome: sure | Cidade: sure | UF: sure
Nome: O Globo
Porte:  (X) Pequeno  Médio
Regime:  Simples  Presumido
Cidade:  Recife     UF:  PE
+ Nome: O Globo | Cidade: Recife | UF: PE
% Regime: 0.495 | Nome: sure | Cidade: sure | UF: sure

# keep a value whole that has a wide blank where words of other lines meet
@160,129 Proprietário: Ana Exemplo, @298,129 CPF 626.794.272-46
@175,145 O imóvel fica na cidade @295,145 Joinville e tem duas frentes
@175,161 O imóvel fica na cidade @295,161 Joinville e tem duas frentes
@175,177 O imóvel fica na cidade @295,177 Joinville e tem duas frentes
@175,193 O imóvel fica na cidade @295,193 Joinville e tem duas frentes
+ Proprietário: Ana Exemplo, CPF 626.794.272-46

# have no values of the rows above, which may be on as straight a line as those of their own
@50-140,100 Nº da OS @446.7-496.7,100.1 2023/4037
@50-140,111.4 Valor do orçamento @446.7-496.7,111.5 R$ 9.741,00
@50-140,122.8 Abertura @446.7-496.7,122.9 13/12/2022
@50-140,134.2 Número de série @446.7-496.7,134.3 420.556-2
@50-140,145.6 Marca @446.7-496.7,145.7 Samsung
@50-140,157 Garantia @446.7-496.7,157.1 10 dias
@50-140,168.4 Observações
+ Nº da OS: 2023/4037 | Valor do orçamento: R$ 9.741,00 | Abertura: 13/12/2022 | Número de série: 420.556-2 | Garantia: 10 dias
`);
  test.each(rules)('%s', (_, pages) => pages.forEach((page) => expectSaid({ ...page, items: recognised(page.items) })));
  test('are read the same where they were written', () => rules[0]?.[1].forEach((page) => expectSaid(page)));
});

const SURE = `
# a value that was recognised is sure by its form
Emissão: 17/0 9/2025
% Emissão: unsure
Vencimento: 03.09 2024
% Vencimento: unsure
Data de emissão: 22/18/2028
% Data de emissão: unsure
Data de emissão: 22/10/2028
% Data de emissão: sure
TVA: 3 21,17
% TVA: unsure
TVA: 3 221,17
% TVA: sure
Placa: KFE8156
% Placa: unsure
Motor: B1B800T5S
% Motor: unsure
CNPJ: 12.ABC.345/01DE-35
% CNPJ: sure
CNPJ: 0.196.532/0003-61
% CNPJ: unsure
CPF do titular: 529.982.247-26
% CPF do titular: unsure
CPF/CNPJ: 529.982.247-25
% CPF/CNPJ: sure
CPF: não informado
% CPF: sure
Chave de acesso: 3525 0945 9974 1800 0153 5500 1000 0012 3410 0000 1235
% Chave de acesso: unsure
Área: 88,50 m?
% Área: unsure
Área: 88,50 m2
% Área: unsure
Leitura: 371 m
% Leitura: unsure
Cidade: ljui
% Cidade: unsure
Cidade: Ijui
% Cidade: sure
Prazo: 1º quinzena
% Prazo: unsure
Referência: “café
% Referência: unsure
Peso: 88,50 kg
% Peso: sure
CEP: 01310-100
% CEP: sure
Cidade: Recife
% Cidade: sure
~Conta IBAN~
DE89 3704 0044 0532 0130 00
% Conta IBAN: sure
~Conta IBAN~
DE89 3704 0044 0532 0130 01
% Conta IBAN: unsure

# a table has no sure tax number whose check digits are wrong
@50,100 CLIENTE @200,100 CPF @350,100 VALOR
@50,116 Ana Exemplo @200,116 529.982.247-25 @350,116 18,20
@50,132 Bruno Exemplo @200,132 111.444.777-36 @350,132 31,75
? sure | sure | sure
? sure | unsure | sure
`;

test.each(rulesIn(SURE))('%s', (_, pages) =>
  pages.forEach((page) => expectSaid({ ...page, items: recognised(page.items).map(sureOf) })),
);

describe('tables of recognised pages', () => {
  const STATEMENT = `@50,100 Dia @90,100 Lançamento @220,100 Documento @310,100 Valor @360,100 D/C @410,100 Saldo
@50,116 01 @90,116 Tarifa mensal @220,116 700825 @310,116 -132,01 @360,116 D @410,116 8.145,65
@50,132 09 @90,132 Conta de energia @220,132 486099 @310,132 -1.083,07 @360,132 D @410,132 7.062,58
@50,148 12 @90,148 Estorno de compra @220,148 537029 @310,148 518,79 @360,148 C @410,148 7.581,37
@50,164 14 @90,164 Saque no caixa @220,164 461452 @310,164 -843,32 @360,164 D @410,164 6.738,05`;

  /** A column of the statement as it is read, with another text in one cell of it. */
  function columnOf(column: number, changed = '', to = '', more = ''): string {
    const items = printed(STATEMENT.replace(changed, to) + more);
    const { sections } = readLayout(recognised(items), 1);
    const rows = toNamedTables(sections.flatMap(({ tables }) => tables))[0]?.values ?? [];
    return rows.map((row) => row[column]?.value ?? '–').join(' | ');
  }

  test('may have label words in their second column', () => {
    expect([0, 1, 2].map((column) => columnOf(column))).toEqual([
      '01 | 09 | 12 | 14',
      'Tarifa mensal | Conta de energia | Estorno de compra | Saque no caixa',
      '700825 | 486099 | 537029 | 461452',
    ]);
  });

  test('get back a lost minus that the balances require', () => {
    expect(columnOf(3, '-1.083,07', '1.083,07')).toBe('-132.01 | -1083.07 | 518.79 | -843.32');
  });

  test('lose an amount that contradicts the balances, and keep the others', () => {
    expect(columnOf(3, '518,79', '518,19')).toBe('-132.01 | -1083.07 | – | -843.32');
    expect(columnOf(5, '518,79', '518,19')).toBe('8145.65 | 7062.58 | 7581.37 | 6738.05');
  });

  test('lose a balance that contradicts both rows beside it', () => {
    const next = '\n@50,180 15 @90,180 Pix recebido @220,180 100200 @310,180 10,00 @360,180 C @410,180 6.748,05';
    expect(columnOf(5, '7.581,37', '7.561,37', next)).toBe('8145.65 | 7062.58 | – | 6738.05 | 6748.05');
    expect(columnOf(3, '7.581,37', '7.561,37', next)).toBe('-132.01 | -1083.07 | 518.79 | -843.32 | 10.00');
  });

  test('have debit and credit marks in capitals and amounts, and nothing else in those columns', () => {
    expect(columnOf(4, ' C ', ' c ')).toBe('D | D | C | D');
    expect(columnOf(4, ' C ', ' (e ')).toBe('D | D | – | D');
    expect(columnOf(5, '7.581,37', '7.58 ,37')).toBe('8145.65 | 7062.58 | – | 6738.05');
  });

  test.each([
    ['one cell is empty, say that it may not have been seen', /@220,116 \S+ /g, recognised, 'a cell of a table'],
    ['one cell is empty on the page', /@220,116 \S+ /g, (items: TextItem[]) => items, 'nothing'],
    ['a column is used in few rows', /@220,1(?:16|48|64) \S+ /g, recognised, 'nothing'],
  ])('of which %s', (_, empty, read, told) => {
    const items = read(printed(STATEMENT.replace(empty, '')));
    expect(readLayout(items, 1).leftOut() ?? 'nothing').toContain(told);
  });
});
