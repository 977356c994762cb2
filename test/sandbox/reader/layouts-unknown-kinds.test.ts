import { describe, expect, test } from '@jest/globals';
import { vatNumbersIn } from '../../../sandbox/reader/src/documents/invoice/vatNumbers.ts';
import { fieldNameOf } from '../../../sandbox/reader/src/documents/serviceInvoice/labels.ts';
import { readLayout } from '../../../sandbox/reader/src/layout/layout.ts';
import type { TextItem } from '../../../sandbox/reader/src/reading.ts';
import { at } from './pageOfItems.ts';

/** Fields and cells under the label or header they stand at, as one would read them from a page of an unknown kind. */
function valuesOf(items: TextItem[]): Record<string, string | null> {
  const { sections } = readLayout(items, 1);
  const cells = sections.flatMap(({ tables }) =>
    tables.flatMap(({ headers, rows }) => rows.flatMap((row) => row.map((cell, at) => [headers[at], cell]))),
  );
  return Object.fromEntries([
    ...cells,
    ...sections.flatMap(({ fields }) => fields.map(({ label, value }) => [label, value])),
  ]) as Record<string, string | null>;
}

const row = (y: number, ...texts: [x: number, text: string][]) => texts.map(([x, text]) => at(x, y, text));
const bold = (item: TextItem): TextItem => ({ ...item, bold: true });
/** Each word is a text of its own, its letters 0.6 em wide, and so are the blanks: a typeface of fixed width. */
const typed = (x: number, y: number, text: string): TextItem[] =>
  [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ ...at(x + 6 * index, y, word), width: 6 * word.length }));

describe('a form in one type', () => {
  test('captions in every second row are no cells of a table', () => {
    const values = valuesOf([
      ...row(100, [40, 'TIPO DO CT-E'], [200, 'TIPO DO SERVIÇO'], [400, 'TOMADOR DO SERVIÇO']),
      ...row(112, [40, 'Complementar'], [200, 'Subcontratação'], [400, 'Ana Modelo']),
      ...row(128, [40, 'CFOP - NATUREZA DA PRESTAÇÃO'], [400, 'PROTOCOLO DE AUTORIZAÇÃO DE USO']),
      ...row(140, [40, '6353 - Transporte'], [400, '121568272957335']),
    ]);
    expect(values).toMatchObject({
      'PROTOCOLO DE AUTORIZAÇÃO DE USO': '121568272957335',
      'TIPO DO CT-E': 'Complementar',
    });
    expect(Object.values(values)).not.toContain('PROTOCOLO DE AUTORIZAÇÃO DE USO');
  });

  test('capitals in every second row are captions, known or not', () => {
    const values = valuesOf([
      ...row(100, [40, 'RESPONSÁVEL'], [300, 'NOME']),
      ...row(112, [40, 'Ana Modelo'], [300, 'Davi Exemplo']),
      ...row(128, [40, 'LEITURA ATUAL'], [300, 'TURMA']),
      ...row(140, [40, '916050'], [300, '3º B']),
    ]);
    expect(Object.values(values)).not.toContain('TURMA');
    expect(values).not.toMatchObject({ RESPONSÁVEL: '916050' });
  });

  test('captions in capitals are no row of a table, though only one is known and a value is missing', () => {
    const values = valuesOf([
      ...row(100, [61, 'CULTIVAR'], [202, 'SITUAÇÃO'], [318, 'NOME']),
      ...row(112, [61, 'Feijão carioca'], [318, 'Ana Amostra']),
      ...row(127, [61, 'DATA DE VENCIMENTO'], [270, 'PROFISSIONAL']),
      ...row(139, [61, '04/02/2025']),
    ]);
    expect(Object.values(values)).not.toContain('PROFISSIONAL');
    expect(values).toEqual({ CULTIVAR: 'Feijão carioca', NOME: 'Ana Amostra' });
  });

  test('labels over numbers are no row of the table above, known or not', () => {
    const values = valuesOf([
      ...row(100, [40, 'Cargo'], [170, 'Safra'], [235, 'Inscrição estadual'], [360, 'Nome']),
      ...row(109, [40, 'Gerente de vendas'], [235, '494792899333'], [360, 'Ana Modelo']),
      ...row(124, [40, 'Ramal'], [175, 'Consumo'], [344, 'Matrícula']),
      ...row(133, [40, '62'], [175, '35 m³'], [344, '56331']),
    ]);
    expect(values).toMatchObject({ Consumo: '35 m³', Matrícula: '56331' });
    expect(values).not.toMatchObject({ Nome: 'Matrícula' });
    expect(Object.values(values)).not.toContain('Ramal');
  });

  test('labels of which one stands under a number are no row of the table above, though other values are words', () => {
    const values = valuesOf([
      ...row(100, [40, 'Torque'], [90, 'Data de emissão'], [190, 'Endereço'], [360, 'Município']),
      ...row(109, [40, '120 Nm'], [90, '09/05/2026'], [190, 'Estrada Santa Cecília, 1807'], [360, 'Campo Grande']),
      ...row(126, [40, 'Tutor'], [360, 'Calado']),
      ...row(135, [40, 'Ana Modelo']),
    ]);
    expect(values).toMatchObject({ Torque: '120 Nm', Município: 'Campo Grande' });
  });

  test('a list that begins with two capitals is no table', () => {
    const values = valuesOf([
      ...row(100, [40, 'UF'], [204, 'MG']),
      ...row(115, [40, 'Torque'], [217, '35 Nm']),
      ...row(130, [40, 'Consumo'], [222, '12 m³']),
      ...row(145, [40, 'Data de nascimento'], [212, '02/01/2023']),
    ]);
    expect(values).not.toHaveProperty('MG');
    expect(values).toMatchObject({ 'Data de nascimento': '02/01/2023' });
  });

  test('what stands beside a label is no label of what stands beside the next one', () => {
    const values = valuesOf([
      ...row(100, [40, 'Endereço'], [203, 'Rua do Modelo, 524']),
      ...row(115, [40, 'Bairro'], [195, 'Liberdade']),
      ...row(130, [40, 'Raça'], [196, 'Poodle']),
    ]);
    expect(values).not.toHaveProperty('Liberdade');
  });

  test('a value below a caption is no label of the number beside it', () => {
    const values = valuesOf([
      ...row(100, [40, 'Cultivar'], [357, 'Lente']),
      ...row(110, [40, 'Feijão carioca'], [357, '0,7']),
    ]);
    expect(values).not.toHaveProperty('Feijão carioca');
  });

  test('numbers below all captions of a row are their values, though only one is known', () => {
    const values = valuesOf([
      ...row(100, [40, 'RESPONSÁVEL CNPJ'], [227, 'FORNECEDORA CNPJ'], [418, 'Nº COMPROVANTE']),
      ...row(110, [40, '89.216.419/0001-99'], [227, '57.052.176/0003-76'], [418, '338863']),
    ]);
    expect(values).toEqual({
      'RESPONSÁVEL CNPJ': '89.216.419/0001-99',
      'FORNECEDORA CNPJ': '57.052.176/0003-76',
      'Nº COMPROVANTE': '338863',
    });
  });

  test('words in letters of one width are not torn apart where a column begins elsewhere', () => {
    const starts = [100, 112, 124].flatMap((y) => row(y, [40, 'x'], [154, 'Vila']));
    const values = valuesOf([...starts, ...typed(40, 136, 'Nome: Otávio Teste Brandão Neto')]);
    expect(values).toMatchObject({ Nome: 'Otávio Teste Brandão Neto' });
  });

  test('a company whose number begins like an entry of a register is no heading', () => {
    const { sections } = readLayout([...row(100, [40, 'CNPJ']), ...row(112, [40, 'R5.023.463/0001-46'])], 1);
    expect(sections.map(({ heading }) => heading)).not.toContain('R5.023.463/0001-46');
  });
});

describe('an invoice of another country', () => {
  const header = [
    [40, 'Bezeichnung'],
    [240, 'Menge'],
    [360, 'Preis'],
    [480, 'Betrag'],
  ] as [number, string][];

  test('sums below the table are fields, whatever their labels', () => {
    const values = valuesOf([
      ...row(100, ...header).map(bold),
      ...row(118, [40, 'Beratung'], [250, '2'], [360, '10,00'], [480, '20,00']),
      ...row(134, [40, 'Wartung'], [250, '1'], [360, '30,00'], [480, '30,00']),
      ...row(150, [350, 'Netto-Posten'], [480, '50,00']),
      ...row(166, [350, 'MwSt. (19%)'], [480, '9,50']),
    ]);
    expect(values).toMatchObject({ 'Netto-Posten': '50,00', 'MwSt. (19%)': '9,50', Betrag: '30,00' });
  });

  test('a label beside another one over columns of text is not its value', () => {
    const values = valuesOf([
      ...row(100, [40, 'Rechnungsempfänger:']).map(bold),
      ...row(100, [314, 'Zeichen'], [444, '5482']),
      ...row(112, [40, 'Erika Muster'], [314, 'Vorgang'], [444, '77']),
    ]);
    expect(values).toMatchObject({ Rechnungsempfänger: 'Erika Muster' });
  });

  test('nor in plain type beside a bold one', () => {
    const values = valuesOf([
      bold(at(40, 100, 'Cliente')),
      ...row(110, [40, 'José Modelo'], [260, 'R-53163']),
      at(260, 100, 'Factura n.º'),
    ]);
    expect(values).toMatchObject({ Cliente: 'José Modelo' });
  });

  test('a label with its number beside it is no value of the label before it', () => {
    const values = valuesOf([
      bold(at(40, 100, 'Faturar a:')),
      bold(at(314, 100, 'Fatura n.º')),
      at(434, 100, 'INV-593130'),
      ...row(116, [40, 'Maria Exemplo']),
      bold(at(314, 116, 'Data de emissão')),
      at(434, 116, '06/01/2026'),
    ]);
    expect(values).toMatchObject({ 'Faturar a': 'Maria Exemplo', 'Fatura n.º': 'INV-593130' });
  });

  test('captions too close to each other have none of the values below them', () => {
    const values = valuesOf([
      ...row(100, [40, 'Bezeichnung'], [240, 'Posten Einzelpreis netto']).map(bold),
      ...row(118, [40, 'Beratung'], [240, '10'], [310, '141,01']),
    ]);
    expect(Object.values(values)).not.toContain('10');
  });

  test('a Portuguese tax number needs no letters of its country behind its label', () => {
    expect(vatNumbersIn('NIF: 501964843')).toEqual(['PT501964843']);
    expect(vatNumbersIn('Contribuinte n.º 501 964 843')).toEqual(['PT501964843']);
    expect(vatNumbersIn('NIF: 501964842')).toEqual([]);
    expect(vatNumbersIn('Ref. 501964843')).toEqual([]);
  });
});

describe('an invoice in German', () => {
  const small = (x: number, y: number, text: string) => at(x, y, text, 6);

  test('has labels of one word, and a column of colons', () => {
    const values = valuesOf([
      ...row(100, [40, 'Beleg-Nr'], [160, ': RK21012345']),
      ...row(114, [40, 'Lieferdatum'], [160, ':'], [170, '05.08.2013']),
      ...row(128, [40, 'Auftrag-Nr-Lief'], [160, ':']),
      ...row(142, [40, 'Kunden-Nr'], [160, ':009420']),
    ]);
    expect(values).toEqual({
      'Beleg-Nr': 'RK21012345',
      Lieferdatum: '05.08.2013',
      'Auftrag-Nr-Lief': null,
      'Kunden-Nr': '009420',
    });
  });

  test('has several labels in one text, with blanks before their colons, numbers in them, and commas behind their values', () => {
    expect(valuesOf([at(40, 100, 'Bruttopreis : 15,0000 Abschlag : 4,5000')])).toEqual({
      Bruttopreis: '15,0000',
      Abschlag: '4,5000',
    });
    expect(valuesOf([at(40, 100, 'Artikelrabatt 2: Basis:')])).toEqual({ 'Artikelrabatt 2': null, Basis: null });
    expect(valuesOf([at(40, 100, 'Basisbetrag: -5,00, Rabattbetrag: 0,10')])).toEqual({
      Basisbetrag: '-5,00',
      Rabattbetrag: '0,10',
    });
  });

  test('has boxes with a small label at the upper left and the value at the lower right', () => {
    const values = valuesOf([
      small(300, 100, 'Rechnungsnummer'),
      bold(at(470, 104, '471102')),
      at(40, 104, '80333 München'),
      small(300, 116, 'Leistungsdatum'),
      bold(at(450, 120, '05.03.2013')),
      at(40, 120, 'Deutschland'),
    ]);
    expect(values).toMatchObject({ Rechnungsnummer: '471102', Leistungsdatum: '05.03.2013' });
    // Under a caption of its own it belongs to that one.
    const captioned = valuesOf([small(300, 100, 'Rechnungsnummer'), small(470, 92, 'Seiten'), at(470, 104, '471102')]);
    expect(captioned).not.toMatchObject({ Rechnungsnummer: '471102' });
  });

  test('has a title in the middle, and no value below it in what stands there by chance', () => {
    const values = valuesOf([at(93, 62, 'Rechnung'), at(14, 74, '7. August 2022'), at(95.7, 74, '16:41')]);
    expect(values).toEqual({});
  });

  test('has values that are wider than their labels and end where those do', () => {
    const values = valuesOf([
      ...row(100, [40, 'Order'], [246, 'Datum'], [346, 'Beleg']).map(bold),
      ...row(112, [40, 'SC444'], [221, '08.09.2022'], [311, 'VF1005193039']),
    ]);
    expect(values).toEqual({ Order: 'SC444', Datum: '08.09.2022', Beleg: 'VF1005193039' });
  });

  test('has headers of a table as near to each other as words', () => {
    const header = [...row(100, [40, 'Artikel'], [140, 'Preis'], [240, 'MwSt Menge'], [340, 'Betrag'])].map(bold);
    const rows = [112, 124].flatMap((y) =>
      row(y, [40, 'Tee'], [140, '49,99'], [240, '21 %'], [275, '1'], [340, '49,99']),
    );
    expect(valuesOf([...header, ...rows])).toEqual({
      Artikel: 'Tee',
      Preis: '49,99',
      MwSt: '21 %',
      Menge: '1',
      Betrag: '49,99',
    });
  });

  test('has titles over a table, and names over streets, which are no labels', () => {
    const title = ['Zahlungsbedingungen', 'Zahlungsbedingungen:'].map((text) => at(40, 100, text));
    for (const heading of title) {
      const values = valuesOf([heading, ...row(114, [40, 'Beschreibung'], [240, 'Menge'], [340, 'Betrag'])]);
      expect(Object.values(values)).not.toContain('Beschreibung');
    }
    expect(valuesOf([bold(at(40, 100, 'Mia Muster')), at(40, 112, 'Beispielstraße 24')])).toEqual({});
    expect(valuesOf([bold(at(40, 100, 'Muster B.V.')), at(40, 112, 'Weena 664')])).toEqual({});
    expect(valuesOf([bold(at(40, 100, 'Anschrift')), at(40, 112, 'Beispielstraße 24')])).toEqual({
      Anschrift: 'Beispielstraße 24',
    });
  });

  test('has no labels with the signs of code', () => {
    expect(valuesOf([bold(at(40, 100, 'Item[] all=')), at(140, 100, 'new')])).toEqual({});
    expect(valuesOf([bold(at(40, 100, 'order()')), at(140, 100, 'new')])).toEqual({});
    expect(valuesOf([at(40, 100, '(=) Valor cobrado', 6), at(40, 110, '12,00')])).toEqual({
      '(=) Valor cobrado': '12,00',
    });
  });
});

test('a heading between the labels and the values of its row heads both', () => {
  const party = (y: number, title: string, number: string) => [
    ...[at(158, y, 'CNPJ / CPF / NIF', 6), at(302, y, 'Telefone', 6)],
    bold(at(13, y + 4.8, title, 7)),
    ...[at(158, y + 7.9, number, 7), at(302, y + 7.9, '(11) 3333-4444', 7)],
    ...[at(13, y + 18, 'Nome', 6), at(13, y + 26, 'Exemplo Ltda', 7)],
  ];
  const items = [
    ...party(100, 'TOMADOR / ADQUIRENTE', '96.572.806/0001-23'),
    ...party(140, 'INTERMEDIÁRIO DA OPERAÇÃO', '44.555.666/0001-77'),
  ];
  const { sections } = readLayout(items, 1);
  expect(sections.map(({ heading, fields }) => [heading, fields[0]?.value])).toEqual([
    ['TOMADOR / ADQUIRENTE', '96.572.806/0001-23'],
    ['INTERMEDIÁRIO DA OPERAÇÃO', '44.555.666/0001-77'],
  ]);
});

test('a bold word before a dash is no label of what goes on behind it', () => {
  expect(valuesOf([bold(at(40, 100, 'DAMDFE')), at(90, 100, '- Documento Auxiliar de Manifesto')])).toEqual({});
});

test('a title over the labels of the next box is no row of cells', () => {
  const values = valuesOf([
    ...row(100, [40, 'Produto predominante'], [214, 'Outras características'], [410, 'Valor total da mercadoria']),
    ...row(110, [40, 'CALÇADOS'], [214, 'FRÁGIL'], [410, '7.715,22']),
    at(40, 124, 'Componentes do valor da prestação do serviço'),
    ...row(138, [40, 'Frete peso'], [214, 'Valor total do serviço'], [410, 'Valor a receber']),
    ...row(148, [40, '7.403,17'], [214, '2.576,99'], [410, '9,46']),
  ]);
  expect(Object.values(values)).not.toContain('do serviço');
  expect(values).toMatchObject({ 'Frete peso': '7.403,17', 'Valor a receber': '9,46' });
});

describe('an article', () => {
  const prose = [
    'The river was measured in the spring and again in the',
    'autumn of the same year, from a boat and from both of',
    'its banks, and the result was drawn on one sheet that',
    'shows the depth of the water and the nature of the',
    'ground at every point where the boat had stopped for',
    'long enough, and where the light of the day was good',
    'enough to see the marks on the line that was used for',
    'the work, as it was in all of the years before that.',
  ].map((line, index) => at(40, 100 + 12 * index, line));

  test('has code, but no labels in it', () => {
    const code = ['port: 8080', 'name: example', 'number: string;', 'total = f(x)'];
    expect(valuesOf([...prose, ...code.flatMap((line, index) => typed(40, 220 + 12 * index, line))])).toEqual({});
  });

  test('has diagrams, whose texts are centred', () => {
    const diagram = [at(76, 230, 'State'), at(73, 242, 'Method'), at(176, 230, 'Total'), at(180, 242, '512')];
    expect(valuesOf([...prose, ...diagram])).toEqual({});
    expect(valuesOf([...prose, at(76, 230, 'Order'), at(76, 242, 'Layer')])).toEqual({});
    const boxes = [
      ...row(230, [76, 'Client'], [176, 'State'], [276, 'Total']),
      ...row(260, [77.5, 'Other'], [177, 'Order'], [277, 'Sum']),
      ...row(290, [75.5, 'Encode'], [178, '5120'], [278, '512']),
    ];
    expect(valuesOf([...prose, ...boxes])).toEqual({});
  });

  test('has no table where a heading stands beside the text of the next column', () => {
    const second = prose.map((item) => ({ ...item, x: 340 }));
    const headings = [bold(at(40, 88, '1 Method')), bold(at(340, 88, '2 Results'))];
    expect(valuesOf([...headings, ...prose, ...second])).toEqual({});
    // Nor is it the value of a word in a diagram of the first column.
    const diagram = [
      at(100, 225, 'Total'),
      at(240, 225, 'Total'),
      at(97, 236, '3 × 3'),
      bold(at(340, 236, '3 Method')),
    ];
    const below = [...prose, ...second].map((item) => ({ ...item, y: item.y + 160 }));
    const title = bold(at(40, 60, 'the order of the terms and the way in which we use them', 14));
    expect(valuesOf([title, ...prose, ...second, ...diagram, ...below])).toEqual({});
  });

  test('has clauses before a colon, however little of the text is in their line', () => {
    const clause = at(40, 88, 'There are three reasons for this: the river');
    expect(valuesOf([clause, ...prose])).toEqual({});
  });
});

test('deductions are read under the label of the national service invoice', () => {
  expect(fieldNameOf('Total Deduções/Reduções', null)?.name).toBe('valor_deducoes');
});

describe('a form whose labels are not known', () => {
  test('of three texts below each other, the two nearer ones are label and value', () => {
    const values = valuesOf([
      ...row(100, [40, 'Alergias'], [200, 'Responsável']),
      ...row(109, [40, 'Frutos do mar'], [200, 'Ana Modelo']).map(bold),
      ...row(123, [40, 'Torque'], [200, 'Endereço']),
      ...row(132, [40, '35 Nm'], [200, 'Rua do Modelo, 524']).map(bold),
    ]);
    expect(Object.values(values)).not.toContain('Torque');
    expect(values).toMatchObject({ Responsável: 'Ana Modelo', Endereço: 'Rua do Modelo, 524' });
  });

  test('a word of labels under its own label is not the label of the next one', () => {
    const values = valuesOf([
      ...row(100, [40, 'Tipo de serviço'], [200, 'Tomador do serviço']),
      ...row(109, [40, 'Normal'], [200, 'Remetente']).map(bold),
      ...row(123, [40, 'Natureza da prestação'], [200, 'Protocolo de autorização']),
      ...row(132, [40, 'Transporte'], [200, '121568272957335']).map(bold),
    ]);
    expect(values).not.toHaveProperty('Remetente');
    expect(values).toMatchObject({ 'Protocolo de autorização': '121568272957335' });
  });

  test('lines in pairs, two at least, are no table', () => {
    const values = valuesOf([
      ...row(100, [46, 'UF'], [183, 'Bairro']),
      ...row(110, [46, 'PR'], [183, 'São José']),
      ...row(129, [46, 'Lavra'], [254, 'Cargo']),
      ...row(139, [46, '534907'], [254, 'Gerente de vendas']),
    ]);
    expect(values).toMatchObject({ UF: 'PR', Bairro: 'São José' });
  });

  test('known words in letters of one width are not torn from the next ones where a column begins elsewhere', () => {
    const starts = [100, 112, 124].flatMap((y) => row(y, [40, 'x'], [242, 'Vila']));
    const label = 'OUTRAS CARACTERÍSTICAS DA CARGA';
    const values = valuesOf([
      ...starts,
      { ...at(200, 136, label), width: 6 * label.length },
      ...row(146, [200, 'Paletizada']).map(bold),
    ]);
    expect(values).not.toHaveProperty('OUTRAS');
  });

  test('a street is no label, though with another letter it were one', () => {
    const starts = [100, 112, 124].flatMap((y) => row(y, [40, 'x'], [246, 'Vila']));
    const values = valuesOf([
      ...starts,
      ...row(136, [40, 'Endereço:'], [207, 'Estrada'], [246, 'Barão do Triunfo, 3702']),
    ]);
    expect(values).not.toHaveProperty('Estrada');
  });

  test('a value printed over the end of its label stays in one piece', () => {
    const values = valuesOf([
      { ...at(40, 100, 'Fecha de vencimiento:'), width: 132 },
      ...row(100, [143, '14'], [158, 'de'], [173, 'mayo'], [198, 'de'], [213, '2025']),
    ]);
    expect(values).toEqual({ 'Fecha de vencimiento': '14 de mayo de 2025' });
  });
});
