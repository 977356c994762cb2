import type { INodeParameters } from 'n8n-workflow';
import { contentItem, field, JPEG, pagesItem, PNG, section, table } from '../../support/samples.ts';
import { scenario } from '../../support/scenario.ts';

const NOTE = contentItem({
  type: 'nota-fiscal',
  stdType: 'invoice',
  fields: [
    field('numero_nota_fiscal', '00004217', 0.9, 'invoice-number'),
    field('data_emissao', '14/01/2025', 0.6, 'issue-date'),
    field('valor_total', '1025.00', 0.95, 'total-amount'),
    field('cpf', '111.444.777-34', 0.95, 'cpf'),
    field('observacoes', 'a | b\n<script>alert(1)</script> [x](http://x)', 0.9),
    field('email', null, null),
  ],
  tables: [
    table(
      'itens',
      ['descricao', 'valor'],
      [
        ['Oficina', '900.00'],
        ['Papel | A4', '125.50'],
      ],
    ),
  ],
});

const run = (parameters: INodeParameters, result: unknown = [NOTE], operation = 'document.extractContent') =>
  scenario(operation).answers(result).with(parameters);
const jsonOf = async (...given: Parameters<typeof run>) => (await run(...given)).json;

describe('the parameter Output', () => {
  test('has the scores of what was selected, under the same names, if they are asked for', async () => {
    const options = { includeScores: true, typedValues: true };
    const scoresOf = async (selectedFields: string[]) =>
      (await jsonOf({ output: 'selectedFields', selectedFields, options }))[0];
    expect(await scoresOf(['total-amount', 'nope', 'type'])).toEqual({
      type: 'nota-fiscal',
      fields: { 'total-amount': 1025, nope: null },
      scores: { 'total-amount': 0.95 },
      requestId: 'req-1',
    });
    expect(await scoresOf(['type'])).toEqual({ type: 'nota-fiscal', requestId: 'req-1' });
    for (const selected of [['fields'], ['cpf', 'scores']])
      expect(await scoresOf(selected)).toMatchObject({ scores: { cpf: 0.95, valor_total: 0.95 } });
  });

  test('has the selected fields in either naming, members, and always the request ID', async () => {
    const selectedFields = ['data_emissao', 'total-amount', 'unknown', 'type'];
    expect(await jsonOf({ output: 'selectedFields', selectedFields })).toEqual([
      {
        type: 'nota-fiscal',
        fields: { data_emissao: '14/01/2025', 'total-amount': '1025.00', unknown: null },
        requestId: 'req-1',
      },
    ]);
    expect(await jsonOf({ output: 'selectedFields', selectedFields: '={{ "cpf, tables" }}' })).toMatchObject([
      { fields: { cpf: '111.444.777-34' }, tables: { itens: [{ descricao: 'Oficina' }, {}] } },
    ]);
    expect(await jsonOf({ output: 'selectedFields', selectedFields: ['cpf'] }, [])).toEqual([
      { fields: { cpf: null }, requestId: 'req-1' },
    ]);
  });

  test('has every value of a selected name and no other, whatever the names are shown as', async () => {
    const fields = [
      field('pai', 'Rui', 1, 'parent'),
      field('mae', 'Ana', 1, 'parent'),
      field('valor', '5.00', 1, 'amount'),
    ];
    const selectedFields = ['parent', 'mae', 'amount'];
    for (const fieldNames of ['name', 'stdName'])
      for (const given of [fields, [...fields].reverse()]) {
        const options = { fieldNames, typedValues: true };
        const [json] = await jsonOf({ output: 'selectedFields', selectedFields, options }, [
          contentItem({ fields: given }),
        ]);
        const parent = expect.arrayContaining(['Rui', 'Ana']) as unknown;
        expect(json?.['fields']).toEqual({ parent, mae: 'Ana', amount: 5 });
      }
  });

  test('has the value that is shown under a selected name where another field is called so too', async () => {
    const fields = [field('cpf', 'of the holder', 1, 'holder-id'), field('pagador', 'of the payer', 1, 'cpf')];
    const valueFor = async (fieldNames: string) => {
      const given = { output: 'selectedFields', selectedFields: ['cpf'], options: { fieldNames } };
      const [json] = await jsonOf(given, [contentItem({ fields })]);
      return (json?.['fields'] as { cpf: unknown }).cpf;
    };
    expect([await valueFor('name'), await valueFor('stdName')]).toEqual(['of the holder', 'of the payer']);
  });

  test('has the sources of an invoice in the same place, also of one that the register does not have', async () => {
    const source = (name: string) => ({ source: name, fields: [field('numero', name)], tables: [] });
    const selected = { output: 'selectedFields', selectedFields: ['official', 'numero'] };
    const invoices = [['official', 'iocr'], ['iocr']].map((names) => ({ extractions: names.map(source) }));
    expect(await jsonOf(selected, invoices, 'document.extractInvoice')).toEqual([
      { official: { fields: { numero: 'official' }, tables: {} }, fields: { numero: 'official' }, requestId: 'req-1' },
      { official: null, fields: { numero: 'iocr' }, requestId: 'req-1' },
    ]);
    expect((await run(selected, invoices.slice(1), 'document.extractInvoice')).hints).toEqual([]);
  });

  test('is Markdown in which no text of the document is markup', async () => {
    const [item] = await jsonOf({ output: 'markdown' });
    expect(item).toEqual({
      type: 'nota-fiscal',
      stdType: 'invoice',
      pageNumber: 1,
      markdown: [
        '# nota-fiscal',
        '',
        '| Field | Value |',
        '| --- | --- |',
        '| numero_nota_fiscal | 00004217 |',
        '| data_emissao | 14/01/2025 |',
        '| valor_total | 1025.00 |',
        '| cpf | 111.444.777-34 |',
        '| observacoes | a \\| b<br>&lt;script&gt;alert(1)&lt;/script&gt; \\[x\\](http://x) |',
        '| email |  |',
        '',
        '## itens',
        '',
        '| descricao | valor |',
        '| --- | --- |',
        '| Oficina | 900.00 |',
        '| Papel \\| A4 | 125.50 |',
      ].join('\n'),
      // The members of the simplified form that are not in the text.
      score: 0.97,
      tags: { country: 'bra', type: 'rg', has: ['photo', 'signature'] },
      processType: 'extraction',
      lowConfidence: [],
      needsReview: false,
      requestId: 'req-1',
      elapsedMilliseconds: 12,
    });
  });

  test('has in Markdown what field rules, scores, texts and codes say', async () => {
    const options = {
      ...{ minScore: 0.7, typedValues: true, includeScores: true },
      fieldRules: {
        rule: [
          { name: 'cpf', format: 'cpf' },
          { name: 'email', required: true },
        ],
      },
    };
    const metadata = { barcodes: [{ value: 'x' }] };
    const [simplified] = await jsonOf({ options }, [{ ...NOTE, metadata }]);
    const [markdown] = await jsonOf({ options, output: 'markdown' }, [{ ...NOTE, metadata }]);
    const { fields: _fields, tables: _tables, ...others } = simplified ?? {};
    expect(markdown).toEqual({ ...others, markdown: expect.stringContaining('| valor_total | 1025 |') as string });
    expect(markdown).toMatchObject({
      metadata,
      missing: ['email'],
      invalid: ['cpf'],
      lowConfidence: ['data_emissao'],
      needsReview: true,
    });
  });

  test('has each member of an unknown table in Markdown', async () => {
    const tables = [{ name: 'carimbo | 1', rows: [[1, 'dois'], [3]], page: 7, box: { x: 0.5 } }];
    const [item] = await jsonOf({ output: 'markdown' }, [contentItem({ tables })]);
    expect(item?.['markdown']).toContain(
      [
        '## carimbo \\| 1\n\n| Member | Value |\n| --- | --- |',
        '| rows | \\[\\[1,"dois"\\],\\[3\\]\\] |\n| page | 7 |\n| box | {"x":0.5} |',
      ].join('\n'),
    );
  });

  test('has each cell in Markdown, one below the other where the rows of a table hardly share a column', async () => {
    const values = Array.from({ length: 200 }, (_, row) => [
      { name: `c${row}`, value: `v${row}` },
      { name: 'all', value: row },
    ]);
    const shown = async (rows: unknown[]) => {
      const tables = [{ name: 't', headers: [], values: rows }];
      return String((await jsonOf({ output: 'markdown' }, [contentItem({ tables })]))[0]?.['markdown']);
    };
    expect(await shown(values.slice(0, 20))).toContain('## t\n\n| c0 | all | c1 | c2 |');
    const long = await shown(values);
    expect(long).toContain('## t\n\n| Row | Column | Value |\n| --- | --- | --- |\n| 1 | c0 | v0 |\n| 1 | all | 0 |');
    expect(long).toContain('\n| 200 | c199 | v199 |\n| 200 | all | 199 |');
    expect(long.length).toBeLessThan(20_000);
  });

  test('has in Markdown where the sources of an invoice differ, and no file in the text', async () => {
    const base64 = Buffer.from('%PDF-1.7').toString('base64');
    const source = (name: string, fields: unknown[], rows: unknown[][]) => ({
      source: name,
      fields,
      tables: [table('linhas', ['item'], rows)],
    });
    const result = [
      {
        extractions: [
          source('iocr', [field('numero', '1', 0.2), field('total', '5.00', 0.3), field('nome', 'Ana')], [['Aulo']]),
          source('official', [field('numero', '7'), field('total', '5.00'), field('download', base64)], [['Aula']]),
        ],
      },
    ];
    const run = (options: INodeParameters) =>
      jsonOf({ output: 'markdown', options }, result, 'document.extractInvoice');
    const text = [
      '# Document\n\n| Field | Value |\n| --- | --- |\n| numero | 7 |\n| total | 5.00 |\n| nome | Ana |',
      '## linhas\n\n| item |\n| --- |\n| Aula |',
      '## Not used: iocr\n\n| Field | Value |\n| --- | --- |\n| numero | 1 |',
      '### linhas\n\n| item |\n| --- |\n| Aulo |',
    ].join('\n\n');
    const fieldSources = { numero: 'official', total: 'official', nome: 'iocr' };
    expect(await run({})).toMatchObject([{ markdown: text, fieldSources }]);
    expect((await run({}))[0]).not.toHaveProperty('download');
    const kept = { returnOriginalFile: true, filesAsBinary: false };
    expect(await run(kept)).toMatchObject([{ markdown: text, download: base64 }]);
  });

  test.each([['["data_emissao","b, c"]'], ['={{ ["data_emissao", "b, c"] }}'], [['["data_emissao","b, c"]']]])(
    'takes the list %j as a list',
    async (selectedFields) => {
      expect(await jsonOf({ output: 'selectedFields', selectedFields })).toEqual([
        { fields: { data_emissao: '14/01/2025', 'b, c': null }, requestId: 'req-1' },
      ]);
    },
  );

  test.each([
    ['~~no~~ ~x~', '\\~\\~no\\~\\~ \\~x\\~'],
    ['_it_ valor_total __b__ _', '\\_it\\_ valor_total \\_\\_b\\_\\_ \\_'],
    ['`code` ```', '\\`code\\` \\`\\`\\`'],
    ['a\\|b', 'a\\\\\\|b'],
    ['a\r\nb\nc\u2028d\te', 'a<br>b<br>c<br>d\te'],
    ['<img src=x onerror=alert(1)>&amp;', '&lt;img src=x onerror=alert(1)&gt;&amp;amp;'],
  ])('keeps %j in its cell', async (value, shown) => {
    const [item] = await jsonOf({ output: 'markdown' }, [contentItem({ fields: [field('a', value)] })]);
    expect(String(item?.['markdown']).split('\n')[4]).toBe(`| a | ${shown} |`);
  });

  test('is Markdown by sections where there are any', async () => {
    const pages = pagesItem([
      section('header', { fields: [field('a', '1'), field('a', '2'), field('b', [])] }),
      section('record', { tables: [table('t', ['x'], [['y']])] }),
    ]);
    const [item] = await jsonOf({ output: 'markdown' }, [pages], 'document.extractPages');
    expect(item?.['markdown']).toBe(
      [
        '# contrato\n\n## header\n\n| Field | Value |\n| --- | --- |\n| a | 1 |\n| a | 2 |\n| b |  |\n\n',
        '## record\n\n### t\n\n| x |\n| --- |\n| y |',
      ].join(''),
    );
  });
});

describe('names that no document has', () => {
  const other = contentItem({ fields: [field('rg', '1')] });
  const hintsOf = async (parameters: INodeParameters, result: unknown[] = [NOTE, other], operation?: string) =>
    (await run(parameters, result, operation)).hints;

  test('are told of selected fields, and of no other', async () => {
    const members = ['type', 'pages', 'missing', 'invalid', 'notChecked', 'sections', 'errors', 'requestId'];
    const selectedFields = ['cpf', 'rg', 'issue-date', ...members, 'data_emisao', 'nope'];
    expect(await hintsOf({ output: 'selectedFields', selectedFields })).toEqual([
      'No document has what "Selected Fields" names: data_emisao, nope. Check the spelling.',
    ]);
    expect(await hintsOf({ output: 'selectedFields', selectedFields: ['cpf', 'rg'] })).toEqual([]);
  });

  test('are not those of files that came as binary data', async () => {
    const [image, value] = [JPEG.toString('base64'), PNG.toString('base64')];
    const both = [contentItem({ fields: [], image, crops: [{ name: 'photo', stdName: null, value }] }), NOTE];
    const selected = { output: 'selectedFields', selectedFields: ['image', 'crops', 'cpf'] };
    const { items, hints } = await run(selected, both);
    expect(items.map(({ json }) => json)).toMatchObject([
      { fields: { cpf: null } },
      { fields: { cpf: '111.444.777-34' } },
    ]);
    expect(JSON.stringify(items.map(({ json }) => json))).not.toMatch(/image|crops/);
    expect(Object.keys(items[0]?.binary ?? {})).toEqual(['image', 'crop_photo']);
    expect(hints).toEqual([]);
    expect(await hintsOf(selected)).toEqual([expect.stringContaining('names: image, crops.')]);
    expect(await jsonOf({ ...selected, options: { filesAsBinary: false } }, both)).toMatchObject([
      { image, crops: { photo: value } },
      {},
    ]);
  });

  test('are told of field rules, in every form', async () => {
    const rule = [
      { name: 'cpf' },
      { name: 'rg' },
      { name: 'std-itens.valor' },
      { name: 'itens.preco' },
      { name: 'CPF' },
    ];
    for (const form of [
      {},
      { splitInto: 'rows' },
      { output: 'markdown' },
      { output: 'raw' },
      { output: 'selectedFields', selectedFields: 'rg' },
    ])
      expect(await hintsOf({ ...form, options: { fieldRules: { rule } } })).toEqual([
        'No document has what "Field Rules" names: itens.preco, CPF. Check the spelling.',
      ]);
  });

  test('are not told where nothing was read at all', async () => {
    const nothing = [contentItem({ fields: [], tables: [] })];
    const options = { fieldRules: { rule: [{ name: 'cpf' }] } };
    expect(await hintsOf({ output: 'selectedFields', selectedFields: ['cpf'], options }, nothing)).toEqual([]);
  });
});

test('values are typed in rows and the sources of an invoice', async () => {
  const typed = { options: { typedValues: true } };

  expect(await jsonOf({ ...typed, splitInto: 'rows' })).toMatchObject([
    { row: { valor: 900 }, texts: { valor: '900.00' } },
    { row: { valor: 125.5 }, texts: { valor: '125.50' } },
  ]);
  const invoice = {
    extractions: [
      { source: 'iocr', fields: [field('valor_iss', '3.00'), field('valor_liquido', '9.99')], tables: [] },
      { source: 'official', fields: [field('valor_iss', '2.50')], tables: [] },
    ],
  };
  expect(await jsonOf(typed, [invoice], 'document.extractInvoice')).toMatchObject([
    {
      fields: { valor_iss: 2.5, valor_liquido: 9.99 },
      texts: { valor_iss: '2.50', valor_liquido: '9.99' },
      iocr: { fields: { valor_iss: 3 }, texts: { valor_iss: '3.00' } },
    },
  ]);
});

describe('the option Field Rules', () => {
  const rules = (...rule: INodeParameters[]) => ({ options: { fieldRules: { rule } } });

  test('lists what is missing, invalid and uncertain, and marks the document for review', async () => {
    const [item] = await jsonOf(
      rules(
        { name: 'email', required: true, format: 'email' },
        { name: 'cpf', format: 'cpf' },
        { name: 'issue-date', minScore: 0.7, format: 'date' },
        { name: 'nowhere', required: true },
        { name: 'itens.valor', format: 'amount', minScore: 0.95 },
        { name: 'numero_nota_fiscal', format: 'regex', pattern: '^\\d{8}$', required: true },
      ),
    );
    expect(item).toMatchObject({
      missing: ['email', 'nowhere'],
      invalid: ['cpf'],
      lowConfidence: ['data_emissao', 'itens.valor'],
      needsReview: true,
    });
  });

  test('lets the score of a field stand in for the one of all fields', async () => {
    const options = { minScore: 0.92, fieldRules: { rule: [{ name: 'numero_nota_fiscal', minScore: 0.5 }] } };
    expect((await jsonOf({ options }))[0]?.['lowConfidence']).toEqual([
      'data_emissao',
      'observacoes',
      'itens.descricao',
      'itens.valor',
    ]);
  });

  test.each(['name', 'stdName'])(
    'names what is wrong as the item does, however the rule names it: %s',
    async (fieldNames) => {
      const fields = [
        field('cpf', '1', 1, 'tax-number'),
        field('nome', null, 1, 'full-name'),
        field('pai', null, 1, 'parent'),
        field('mae', 'Ana', 1, 'parent'),
        field('a', 'x', 1, 'amount'),
        field('b', '1.00', 1, 'amount'),
      ];
      const rule = [
        { name: 'tax-number', format: 'cpf' },
        { name: 'cpf', format: 'regex', pattern: '^\\d{11}$' },
        { name: 'full-name', required: true },
        { name: 'parent', required: true },
        { name: 'nome', required: true },
        { name: 'amount', format: 'amount' },
      ];
      const [json] = await jsonOf({ options: { fieldNames, fieldRules: { rule } } }, [contentItem({ fields })]);
      expect(json).toMatchObject(
        fieldNames === 'name'
          ? { missing: ['nome'], invalid: ['cpf', 'a'] }
          : { missing: ['full-name'], invalid: ['tax-number', 'amount'] },
      );
      const named = [json?.['missing'], json?.['invalid']].flat() as string[];
      expect(Object.keys(json?.['fields'] ?? {})).toEqual(expect.arrayContaining(named));
    },
  );
});

test('an item of a section or a row names its own uncertain fields, and the first those that no other has', async () => {
  const low = (name: string, score = 0.1) => field(name, 'x', score);
  const sections = [
    section('one', {
      fields: [low('a'), low('b')],
      tables: [
        table(
          't',
          ['c', 'd'],
          [
            ['1', '2'],
            ['3', '4'],
          ],
        ),
      ],
    }),
    section('two', { fields: [low('e'), low('a')] }),
    section('three', { fields: [field('f', 'x', 0.99)] }),
  ];
  const told = async (splitInto: string) =>
    (await jsonOf({ splitInto, options: { minScore: 0.95 } }, [pagesItem(sections)], 'document.extractPages')).map(
      ({ lowConfidence, needsReview }) => [lowConfidence, needsReview],
    );

  expect(await told('sections')).toEqual([
    [['a', 'b', 't.c', 't.d'], true],
    [['e', 'a'], true],
    [[], true],
  ]);
  expect(await told('rows')).toEqual([
    [['a', 'b', 'e', 't.c', 't.d'], true],
    [['t.c', 't.d'], true],
  ]);
});

test('a name is found whether its letters and accents are composed or not', async () => {
  const [composed = '', decomposed = ''] = ['NFC', 'NFD'].map((form) => 'razão social'.normalize(form));
  for (const [asked, read] of [
    [composed, decomposed],
    [decomposed, composed],
  ] as const) {
    const document = contentItem({ fields: [field(read, 'Padaria', 0.5)], tables: [] });
    const rule = [{ name: asked, required: true, minScore: 0.9 }];
    expect(await jsonOf({ options: { fieldRules: { rule } } }, [document])).toMatchObject([
      { missing: [], lowConfidence: [read] },
    ]);
    const selected = { output: 'selectedFields', selectedFields: [asked] };
    expect(await jsonOf(selected, [document])).toMatchObject([{ fields: { [asked]: 'Padaria' } }]);
  }
  const twice = { fieldRules: { rule: [{ name: composed }, { name: decomposed }] } };
  expect((await run({ options: twice })).error?.message).toMatch(/has two rules for the field/);
});
