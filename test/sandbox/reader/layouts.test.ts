import { describe, expect, test } from '@jest/globals';
import type { TextItem } from '../../../sandbox/reader/src/reading.ts';
import { readLayout } from '../../../sandbox/reader/src/layout/layout.ts';

/** Texts with positions, as a text layer or an OCR engine gives them; a letter is half an em wide. */
type Print = { size?: number; bold?: boolean };
const at = (x: number, y: number, text: string, { size = 10, bold = false }: Print = {}): TextItem => ({
  text,
  x,
  y,
  size,
  bold,
  width: text.length * size * 0.5,
});
const bold = { bold: true };
const small = { size: 7 };

const read = (...items: TextItem[]) => readLayout(items, 1).sections;
const fieldsOf = (...items: TextItem[]) =>
  Object.fromEntries(read(...items).flatMap(({ fields }) => fields.map(({ label, value }) => [label, value])));

describe('fields', () => {
  test('a small label finds its value below a title in between', () => {
    const fields = fieldsOf(
      at(430, 37, 'Número da NFS-e', small),
      at(150, 42, 'Prefeitura de Amostra', { size: 12, bold: true }),
      at(430, 51, '981', { size: 11 }),
    );
    expect(fields).toEqual({ 'Número da NFS-e': '981' });
  });

  test('words before a colon within a sentence are no label', () => {
    const paragraph = (...lines: string[]) => lines.map((line, index) => at(40, 100 + 12 * index, line));
    const article = paragraph(
      'The compiler was written for languages that are not typed before they are run, and',
      'the machine keeps what it saw of them. It is one of the older ones of all the lan-',
      'guages: Processors of this kind keep a copy of the code that they have run most of',
      'the time, and then leave the rest to the interpreter, as described in the second part',
    );
    expect(fieldsOf(...article)).toEqual({});
    const divided = [
      at(40, 100, 'Subjects', bold),
      at(110, 100, 'written lan-'),
      at(40, 112, 'guages: Processors of text, of codes'),
    ];
    expect(Object.keys(fieldsOf(...divided))).not.toContain('guages');
  });

  test('a label at the beginning of a paragraph has all of it as its value', () => {
    const [first, ...others] = [
      'the course of the river was measured in the spring and again in the',
      'autumn of the same year, from a boat and from both of its banks, and',
      'then drawn on one sheet.',
    ] as [string, ...string[]];
    const otherColumn = at(500, 300, 'Another column');
    const items = [at(40, 100, `Method: ${first}`), ...others.map((line, index) => at(40, 112 + 12 * index, line))];
    items.push(otherColumn);
    expect(fieldsOf(...items)).toEqual({ Method: [first, ...others].join(' ') });
  });

  test('a word in bold type within a sentence is no label', () => {
    const sentence = [at(40, 100, 'The'), at(60, 100, 'icon', bold), at(83, 100, 'element is allowed.')];
    expect(fieldsOf(...sentence)).toEqual({});
    expect(fieldsOf(at(40, 100, 'name-pattern', bold), at(103, 100, 'elements have an attribute.'))).toEqual({});
    expect(fieldsOf(at(40, 40, 'Banco'), at(68, 40, 'Modelo', bold), at(101, 40, 'Extrato mensal'))).toEqual({});
    expect(fieldsOf(at(40, 100, 'E-mail', bold), at(75, 100, 'ana@example.com'))).toEqual({
      'E-mail': 'ana@example.com',
    });
  });

  test('a known label beside a long number is a field of its own, and no value', () => {
    const row = (y: number, ...texts: string[]) => texts.map((text, index) => at(40 + 160 * index, y, text, small));
    expect(fieldsOf(...row(40, 'Tipo de serviço', 'Placa 95727561'))).toEqual({ Placa: '95727561' });
    expect(fieldsOf(...row(40, 'Espécie'), at(40, 51, 'Validade 21/05/2026', { size: 9 }))).toEqual({
      Validade: '21/05/2026',
    });
    expect(fieldsOf(...row(40, 'Documento'), at(40, 51, 'CPF 529.982.247-25', { size: 9 }))).toEqual({
      Documento: 'CPF 529.982.247-25',
    });
    expect(fieldsOf(...row(40, 'Complemento'), at(40, 51, 'Bloco 2', { size: 9 }))).toEqual({ Complemento: 'Bloco 2' });
  });

  test('a number right behind its colon ends the value before it', () => {
    expect(fieldsOf(at(40, 40, 'CNPJ:00.112.233/4455-66 IE:9922334455'))).toEqual({
      CNPJ: '00.112.233/4455-66',
      IE: '9922334455',
    });
    expect(fieldsOf(at(40, 40, 'RNTRC:00000000 TELEFONE:(48) 99999-9999'))).toEqual({
      RNTRC: '00000000',
      TELEFONE: '(48) 99999-9999',
    });
    expect(fieldsOf(at(40, 40, 'PLACA: ABC1D23 TOTAL DE NOTAS FISCAIS: 2 UFS DO PERCURSO: SC/PR'))).toEqual({
      PLACA: 'ABC1D23',
      'TOTAL DE NOTAS FISCAIS': '2',
      'UFS DO PERCURSO': 'SC/PR',
    });
    expect(fieldsOf(at(40, 40, 'RESPONSÁVEL CNPJ: 81.583.054/0001-29 e Nº CIOT: 520005530381'))).toEqual({
      'RESPONSÁVEL CNPJ': '81.583.054/0001-29',
      'Nº CIOT': '520005530381',
    });
  });

  test.each(['04/09/2022 às 14:32:10', '04/09/2022 14h32', '2022-09-04T14:32:10Z', '4 de setembro de 2022'])(
    'a date, with a time behind it perhaps, is the value of an unknown label far to its left: %s',
    (date) => {
      expect(fieldsOf(at(40, 100, 'Lavrada em'), at(300, 100, date))).toEqual({ 'Lavrada em': date });
    },
  );

  test('a title beside other text is no label', () => {
    expect(fieldsOf(at(40, 40, 'DACTE', { size: 12, bold: true }), at(160, 40, 'MODAL', small))).toEqual({});
    expect(fieldsOf(at(40, 40, 'VEÍCULOS', bold), at(300, 40, 'CONDUTORES'))).toEqual({});
    expect(fieldsOf(at(40, 40, 'VEÍCULOS', bold), at(100, 40, 'Carro e reboque'))).toEqual({
      VEÍCULOS: 'Carro e reboque',
    });
  });

  test('where labels are printed in plain type, a bold value is no label of what is beside or below it', () => {
    const labels = ['CEP', 'UF', 'NOME', 'FONE', 'BAIRRO', 'ENDEREÇO', 'PLACA', 'PESO'];
    const form = labels.flatMap((text, row) => [
      at(40, 40 + 30 * row, text, small),
      at(40, 50 + 30 * row, `${row}4711`, { size: 7, bold: true }),
    ]);
    const goods = [at(40, 300, 'FITA GOMADA', { size: 7, bold: true }), at(40, 311, 'MERCEARIA EXEMPLO', { size: 9 })];
    expect(Object.keys(fieldsOf(...form, ...goods))).toEqual(labels);
    expect(fieldsOf(...goods)).toEqual({ 'FITA GOMADA': 'MERCEARIA EXEMPLO' });
  });

  test('a bold value is no label of the plain label below it, which has a value of its own', () => {
    const fields = fieldsOf(
      ...[at(47, 104.6, 'CEP'), at(282, 104.6, 'Pelagem')],
      ...[at(47, 115.4, '88019-776', bold), at(282, 115.4, 'Longa', bold)],
      ...[at(47, 130.2, 'Telefone'), at(282, 130.2, 'Grau de instrução')],
      ...[at(47, 141, '(79) 3615-1705', bold), at(282, 141, 'Superior completo', bold)],
    );
    expect(fields).toMatchObject({
      CEP: '88019-776',
      Telefone: '(79) 3615-1705',
      'Grau de instrução': 'Superior completo',
    });
    expect(Object.keys(fields)).not.toContain('Longa');
  });

  const RUNNING_TEXT = [
    'O nosso modelo reduz uma base conhecida. O valor total das amostras foi comparado com trabalhos',
    'de outros grupos como se mostrou acima. O estado do sistema depende da descrição do produto e descreve',
    'a ordem dos termos. O método proposto reduz a ordem dos termos com pequeno erro, como em outros',
    'modelos, que dependem do período do sinal na maioria dos casos. O estado do sistema foi comparado',
  ];

  test('the end of a sentence is no label of the heading below it', () => {
    const line = (x: number, y: number, width: number, text: string) => ({ ...at(x, y, text, { size: 9.5 }), width });
    const fields = fieldsOf(
      line(
        61,
        90.5,
        483,
        'O nosso modelo descreve a descrição do produto como se mostrou acima. O número de unidades cresce;',
      ),
      line(
        49,
        102.4,
        487,
        'o número de unidades foi comparado com a ordem dos termos: 77 of 776. O estado do sistema reduz uma',
      ),
      line(49, 114.2, 159, 'base conhecida sob as mesmas condições.'),
      at(49, 132.8, '6 Método', { size: 11, bold: true }),
      line(
        61,
        150.8,
        480,
        'O nosso modelo reduz uma base conhecida sob as mesmas condições, e foi comparado com trabalhos',
      ),
      line(
        49,
        162.7,
        495,
        'de outros grupos como se mostrou acima. O estado do sistema depende de a descrição do produto',
      ),
    );
    expect(fields).toEqual({});
  });

  test('the texts of a diagram with three columns are no fields of the running text around it', () => {
    const diagram = [
      [at(334, 300, 'State'), at(408, 300, 'Name'), at(481, 300, 'Output')],
      [at(404, 311, 'Encoder'), at(482, 311, 'Server')],
      [at(334, 334, 'Order'), at(403, 334, 'Decoder'), at(484, 334, '3 × 3')],
    ].flat();
    expect(fieldsOf(...RUNNING_TEXT.map((text, row) => at(49, 100 + 12 * row, text)), ...diagram)).toEqual({});
  });

  test('two captions side by side are two, however close', () => {
    const items = [
      at(40, 40, 'TIPO DOC', small),
      at(71, 40, 'CNPJ/CHAVE', small),
      at(40, 50, 'NFE', { size: 9 }),
      at(71, 50, '81.583.054/0001-29', { size: 9 }),
    ];
    expect(fieldsOf(...items)).toMatchObject({ 'CNPJ/CHAVE': '81.583.054/0001-29' });
  });

  test('labels with their values beside them are no table, though the first two could be its header', () => {
    const rows = [
      ['Safra', '2024/2025'],
      ['Bairro', 'Cidade Nova'],
      ['Número do pedido', '649232'],
      ['Consumo', '12 m³'],
      ['Profissional', 'João Pedro Amostra'],
      ['Bitola', '2,5 mm'],
      ['E-mail', 'contato@agil.example.com'],
    ] as const;
    const items = rows.flatMap(([label, value], row) => [
      at(38, 100 + 15 * row, label),
      at(228, 100 + 15 * row, value),
    ]);
    expect(fieldsOf(...items)).toEqual(Object.fromEntries(rows));
    expect(read(...items).flatMap(({ tables }) => tables)).toEqual([]);
    const bill = [
      ['Descrição', 'Valor'],
      ['Telefone', '49,90'],
      ['Internet', '99,90'],
      ['Roteador', '9,90'],
    ] as const;
    const priced = bill.flatMap(([name, price], row) => [at(38, 100 + 15 * row, name), at(228, 100 + 15 * row, price)]);
    expect(read(...priced).flatMap(({ tables }) => tables)).toMatchObject([{ headers: ['Descrição', 'Valor'] }]);
  });

  test('abbreviations are labels', () => {
    expect(fieldsOf(at(40, 16, 'Insc. Municipal', small), at(40, 27, '778899', { size: 9 }))).toEqual({
      'Insc. Municipal': '778899',
    });
  });

  test('bold capitals over capitals are label and value', () => {
    const items = [
      at(60, 90, 'NOME', bold),
      at(60, 104, 'LARA EXEMPLO TESTE'),
      at(60, 126, 'DATA', bold),
      at(300, 126, 'HORA', bold),
      at(400, 126, 'LOCAL', bold),
      at(60, 140, '07/09/2015'),
      at(300, 140, '14:30'),
      at(400, 140, 'Recife'),
    ];
    expect(fieldsOf(...items)).toEqual({
      NOME: 'LARA EXEMPLO TESTE',
      DATA: '07/09/2015',
      HORA: '14:30',
      LOCAL: 'Recife',
    });
  });

  test('in a form with empty cells a label is no value, whatever its words', () => {
    const caption = { size: 6 };
    const items = [
      ...['NAVIO', 'UF', 'VIAGEM'].map((text, column) => at(40 + 90 * column, 40, text, caption)),
      at(220, 50, '4711', { size: 9 }),
      ...['CIOT', 'UF CARREG.', 'BALSA'].map((text, column) => at(40 + 90 * column, 54, text, caption)),
      at(130, 64, 'SC', { size: 9 }),
      ...['PLACA', 'CONDUTOR', 'NOME'].map((text, column) => at(40 + 90 * column, 68, text, caption)),
      at(40, 82, 'INFORMAÇÕES DO SEGURO', { size: 8, bold: true }),
    ];
    expect(Object.entries(fieldsOf(...items)).filter(([, value]) => value !== null)).toEqual([
      ['VIAGEM', '4711'],
      ['UF CARREG.', 'SC'],
    ]);
  });

  test('the title of the next block is no value of an empty cell above it', () => {
    const items = [
      at(40, 40, 'FONE', { size: 6 }),
      at(160, 40, 'VALOR ICMS', { size: 6 }),
      at(40, 50, 'EXPEDIDOR', { size: 8 }),
      at(40, 70, 'FRETE', { size: 6 }),
      at(40, 80, '12,50', { size: 8 }),
    ];
    expect(Object.entries(fieldsOf(...items)).filter(([, value]) => value !== null)).toEqual([['FRETE', '12,50']]);
  });

  test('a value continues on the next line, up to the next label', () => {
    const items = [
      at(60, 106, 'Supplier', bold),
      at(140, 106, 'North Sample Ltd'),
      at(320, 106, 'Deliver to', bold),
      at(420, 106, '12 Test Street,'),
      at(420, 120, 'Bristol BS1 1AA'),
    ];
    expect(fieldsOf(...items)).toEqual({
      Supplier: 'North Sample Ltd',
      'Deliver to': '12 Test Street, Bristol BS1 1AA',
    });
    const rows = [at(60, 100, 'Name:'), at(140, 100, 'Ann'), at(60, 112, 'City:'), at(140, 112, 'Rome')];
    expect(fieldsOf(...rows)).toEqual({ Name: 'Ann', City: 'Rome' });
  });

  test('a label without a value has none', () => {
    expect(fieldsOf(at(60, 100, 'Name:'), at(60, 112, 'City: Rome'))).toEqual({ Name: null, City: 'Rome' });
  });

  test.each([
    'Please note: this is a sentence that goes on.',
    'https://example.com/a: b',
    '12:30',
    'Dear Sir,',
    'He said, after a while: no',
  ])('%j is no field', (text) => {
    expect(fieldsOf(at(60, 100, text))).toEqual({});
  });

  test('an amount after an equals sign belongs to the label before it', () => {
    expect(fieldsOf(at(40, 350, 'VALOR LÍQUIDO DA NOTA = R$ 2.940,00', bold))).toEqual({
      'VALOR LÍQUIDO DA NOTA': 'R$ 2.940,00',
    });
  });
});

describe('tables', () => {
  const header = (...texts: string[]) => texts.map((text, column) => at(40 + 120 * column, 100, text, bold));
  const line = (y: number, ...texts: (string | null)[]) =>
    texts.flatMap((text, column) => (text === null ? [] : [at(40 + 120 * column, y, text)]));
  const tableOf = (...items: TextItem[]) => read(...items).flatMap(({ tables }) => tables)[0];

  test('a blank cell stays in its column, wherever it is', () => {
    const table = tableOf(
      ...header('Item', 'Qty', 'Price'),
      ...line(116, 'Shelf', null, '1.00'),
      ...line(132, null, '2', '3.00'),
      ...line(148, 'Screw', '4', null),
    );
    expect(table?.rows).toEqual([
      ['Shelf', null, '1.00'],
      [null, '2', '3.00'],
      ['Screw', '4', null],
    ]);
  });

  test('the second line of a cell joins it', () => {
    const table = tableOf(
      ...header('Item', 'Qty', 'Price'),
      ...line(116, 'Shelf with', '1', '1.00'),
      ...line(128, 'boards', null, null),
      ...line(148, 'Screw', '4', '2.00'),
      ...line(164, 'Nail', '9', '3.00'),
    );
    expect(table?.rows).toEqual([
      ['Shelf with boards', '1', '1.00'],
      ['Screw', '4', '2.00'],
      ['Nail', '9', '3.00'],
    ]);
  });

  test('a bold total below is a field, not a row', () => {
    const [section] = read(
      ...header('Item', 'Qty', 'Price'),
      ...line(116, 'Shelf', '1', '1.00'),
      ...line(132, 'Screw', '4', '2.00'),
      at(40, 152, 'Total', bold),
      at(280, 152, '3.00', bold),
    );
    expect(section?.tables[0]?.rows).toHaveLength(2);
    expect(section?.fields).toMatchObject([{ label: 'Total', value: '3.00' }]);
  });

  test('a table ends where other content follows', () => {
    const table = tableOf(
      ...header('Item', 'Qty', 'Price'),
      ...line(116, 'Shelf', '1', '1.00'),
      ...line(132, 'Screw', '4', '2.00'),
      ...line(232, 'Far', 'below', 'it'),
    );
    expect(table?.rows).toHaveLength(2);
  });
});

describe('sections', () => {
  test('numbered clauses are headings in any style', () => {
    const sections = read(
      at(60, 50, 'CLÁUSULA 1ª - DO PRAZO'),
      at(60, 66, 'A locação vigora por doze meses.'),
      at(60, 90, 'R.2/123 - VENDA'),
      at(60, 106, 'Valor: R$ 1,00'),
    );
    expect(sections.map(({ heading }) => heading)).toEqual(['CLÁUSULA 1ª - DO PRAZO', 'R.2/123 - VENDA']);
    expect(sections[0]?.lines).toEqual(['A locação vigora por doze meses.']);
  });

  test('an empty page has no sections', () => {
    expect(read()).toEqual([]);
  });
});
