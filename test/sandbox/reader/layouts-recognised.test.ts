import { describe, expect, test } from '@jest/globals';
import { toNamedTables } from '../../../sandbox/reader/src/documents/values/namedFields.ts';
import type { TextItem } from '../../../sandbox/reader/src/reading.ts';
import { readLayout } from '../../../sandbox/reader/src/layout/layout.ts';

/** Texts as an OCR engine gives them: no bold, and each with how sure it is. */
const at = (x: number, y: number, text: string, size = 10, confidence = 0.95): TextItem => ({
  text,
  x,
  y,
  size,
  bold: false,
  width: text.length * size * 0.5,
  confidence,
});
const written = ({ confidence: _, ...item }: TextItem): TextItem => item;
const toTheRight = (right: number, y: number, text: string) => at(right - text.length * 5, y, text);

const read = (...items: TextItem[]) => readLayout(items, 1).sections;
const fieldsOf = (...items: TextItem[]) =>
  Object.fromEntries(read(...items).flatMap(({ fields }) => fields.map(({ label, value }) => [label, value])));

describe('labels of recognised pages', () => {
  const rows: [string, string | null][] = [
    ['Protocolo', '0742-107884'],
    ['Titular', 'Ana Exemplo'],
    ['Previsão de conclusão', null],
    ['Categoria', 'Comercial'],
    ['Observações', null],
    ['Forma de pagamento', 'Débito em conta'],
    ['Situação', 'Em análise'],
  ];
  const column = rows.flatMap(([label, value], index) => [
    toTheRight(200, 100 + 20 * index, label),
    ...(value === null ? [] : [at(208, 100 + 20 * index, value)]),
  ]);

  test.each([
    ['recognised', column],
    ['written', column.map(written)],
  ])('that end at one edge have what begins at the next, and without it nothing (%s)', (_, items) => {
    expect(fieldsOf(...items)).toEqual(Object.fromEntries(rows));
  });

  test('take the value at the end of their dot leaders, and no blank to be filled in', () => {
    const sums = ['Valor principal', 'Juros de mora', 'Valor a pagar'].flatMap((label, index) => [
      at(60, 100 + 17 * index, `${label} ${'.'.repeat(30)}`),
      toTheRight(535, 100 + 17 * index, `R$ ${index + 1}.632,26`),
    ]);
    expect(fieldsOf(...sums)).toEqual({
      'Valor principal': 'R$ 1.632,26',
      'Juros de mora': 'R$ 2.632,26',
      'Valor a pagar': 'R$ 3.632,26',
    });
    expect(fieldsOf(at(60, 100, 'Profissão: ___________'), at(60, 118, 'Telefone: (21) 98863-2779'))).toEqual({
      Profissão: null,
      Telefone: '(21) 98863-2779',
    });
  });

  const grid = (...lines: [y: number, ...cells: (string | null)[]][]) =>
    lines.flatMap(([y, ...cells]) =>
      cells.flatMap((text, index) => (text === null ? [] : [at(50 + 200 * index, y, text, y % 2 === 0 ? 7 : 10)])),
    );

  test('have no value if their own was not recognised, and never that of the next row', () => {
    const fields = fieldsOf(
      ...grid(
        [100, 'Nome', 'CPF'],
        [111, 'Ana Exemplo', '529.982.247-25'],
        [126, 'Bairro', 'Cidade'],
        [137, null, 'Recife'],
        [152, 'Telefone', 'CEP'],
        [163, '3333-4444', '50010-000'],
        [178, 'Sexo', 'Profissão'],
        [189, 'Feminino', 'Professora'],
      ),
    );
    expect(fields).toMatchObject({ Nome: 'Ana Exemplo', Cidade: 'Recife', CEP: '50010-000', Profissão: 'Professora' });
    expect(fields['Bairro'] ?? null).toBeNull();
  });

  test('take a value on its own line that looks like a heading', () => {
    const fields = fieldsOf(
      at(250, 100, 'Profissão', 7),
      at(50, 103, 'Telefone', 7),
      at(250, 117, 'Professora'),
      at(50, 125, 'Renda mensal', 7),
      at(250, 125, 'Protocolo', 7),
      at(50, 138, 'R$ 7.727,78'),
      at(250, 138, '592826733'),
    );
    expect(fields).toMatchObject({ Profissão: 'Professora', 'Renda mensal': 'R$ 7.727,78', Protocolo: '592826733' });
  });

  test('do not take the value of a label beside them that was not recognised', () => {
    const fields = fieldsOf(...grid([100, 'Nome social', null, 'Sexo'], [111, null, '14/12/1969', 'Feminino']));
    expect(fields).toMatchObject({ Sexo: 'Feminino' });
    expect(fields['Nome social'] ?? null).toBeNull();
  });

  test('of another column are no values', () => {
    const labelled = (x: number, ...texts: string[]) => texts.map((text, index) => at(x, 100 + 18 * index, text));
    const fields = fieldsOf(
      ...labelled(60, 'Contratante: Ana Exemplo', 'Profissão:', 'Telefone: 3333-4444'),
      ...labelled(300, 'Contrato: 227.848', 'Plano Família', 'Parcelas: 16'),
      at(300, 154, 'Vendedor: Bruno Exemplo'),
    );
    expect(fields).toMatchObject({ Contratante: 'Ana Exemplo', Profissão: null, Parcelas: '16' });
  });

  test('keep a value whole that has a wide blank where words of other lines meet', () => {
    const words = (y: number, gap: number, left: string, right: string) => [
      toTheRight(288 + 2, y, left),
      at(290 + gap, y, right),
    ];
    const lines = [
      ...words(129, 8, 'Proprietário: Ana Exemplo,', 'CPF 626.794.272-46'),
      ...[145, 161, 177, 193].flatMap((y) => words(y, 5, 'O imóvel fica na cidade', 'Joinville e tem duas frentes')),
    ];
    expect(fieldsOf(...lines)).toMatchObject({ Proprietário: 'Ana Exemplo, CPF 626.794.272-46' });
  });

  test('get their lost blanks back', () => {
    expect(fieldsOf(at(60, 100, 'Valor dataxa: R$ 357,21'), at(60, 118, 'Datadenascimento: 01/02/1990'))).toEqual({
      'Valor da taxa': 'R$ 357,21',
      'Data de nascimento': '01/02/1990',
    });
    expect(fieldsOf(at(60, 100, 'Titular: Salvador Contador'))).toEqual({ Titular: 'Salvador Contador' });
  });

  test('have no amount that lost a separator', () => {
    const scoreOf = (value: string) =>
      read(at(60, 100, `Saldo anterior: ${value}`)).flatMap(({ fields }) => fields)[0]?.score ?? null;
    expect(scoreOf('R$ 8.47 51,2')).toBeLessThanOrEqual(0.5);
    for (const value of ['R$ 8.477,51', 'R$ 1.500', 'R$ 50']) expect(scoreOf(value)).toBeGreaterThan(0.9);
  });
});

describe('tables of recognised pages', () => {
  const HEADER = ['Dia', 'Lançamento', 'Documento', 'Valor', 'D/C', 'Saldo'];
  const EDGES = [50, 90, 220, 310, 360, 410];
  const line = (y: number, cells: (string | null)[]) =>
    cells.flatMap((text, column) => (text === null ? [] : [at(EDGES[column] as number, y, text)]));
  const statement = (...rows: (string | null)[][]) =>
    read(...line(100, HEADER), ...rows.flatMap((row, index) => line(118 + 16 * index, row)));
  const cellsOf = (...rows: (string | null)[][]) =>
    toNamedTables(statement(...rows).flatMap(({ tables }) => tables))[0]?.values.map((row) =>
      row.map(({ value }) => value),
    );

  const ROWS = [
    ['01', 'Tarifa mensal', '700825', '-132,01', 'D', '8.145,65'],
    ['09', 'Conta de energia', '486099', '-1.083,07', 'D', '7.062,58'],
    ['12', 'Estorno de compra', '537029', '518,79', 'C', '7.581,37'],
    ['14', 'Saque no caixa', '461452', '-843,32', 'D', '6.738,05'],
  ];
  const with4 = (row: number, column: number, text: string | null) =>
    ROWS.map((cells, at) => cells.map((cell, index) => (at === row && index === column ? text : cell)));

  test('may have label words in their second column', () => {
    expect(cellsOf(...ROWS)?.map(([day, text, document]) => [day, text, document])).toEqual(
      ROWS.map(([day, text, document]) => [day, text, document]),
    );
  });

  test('get back a lost minus that the balances require', () => {
    expect(cellsOf(...with4(1, 3, '1.083,07'))?.[1]?.[3]).toBe('-1083.07');
  });

  test('lose an amount that contradicts the balances, and keep the others', () => {
    const cells = cellsOf(...with4(2, 3, '518,19'));
    expect(cells?.map((row) => row[3])).toEqual(['-132.01', '-1083.07', null, '-843.32']);
    expect(cells?.map((row) => row[5])).toEqual(['8145.65', '7062.58', '7581.37', '6738.05']);
  });

  test('lose a balance that contradicts both rows beside it', () => {
    const cells = cellsOf(...with4(2, 5, '7.561,37'), ['15', 'Pix recebido', '100200', '10,00', 'C', '6.748,05']);
    expect(cells?.map((row) => row[5])).toEqual(['8145.65', '7062.58', null, '6738.05', '6748.05']);
    expect(cells?.[2]?.[3]).toBe('518.79');
  });

  test('have debit and credit marks in capitals, and nothing else in that column', () => {
    expect(cellsOf(...with4(2, 4, 'c'))?.[2]?.[4]).toBe('C');
    expect(cellsOf(...with4(2, 4, '(e'))?.[2]?.[4]).toBeNull();
  });

  test('have no misread text in a column of amounts', () => {
    expect(cellsOf(...with4(2, 5, '7.58 ,37'))?.[2]?.[5]).toBeNull();
  });
});
