import type { INodeParameters } from 'n8n-workflow';
import { readBinary, refuseNextFile } from '../../engine/binaryData.ts';
import { pdfItem } from '../../support/document-node.ts';
import { envelope } from '../../support/envelope.ts';
import { contentItem, field, JPEG, nulled, pagesItem, PNG, section, shuffled, table } from '../../support/samples.ts';
import { jsonOf, read, scenario } from '../../support/scenario.ts';

describe('a simplified document', () => {
  test('has its type, score, page, tags by key, and fields by name', async () => {
    expect(await jsonOf([contentItem()])).toEqual([
      {
        type: 'documento pessoal',
        stdType: 'personal-document',
        score: 0.97,
        pageNumber: 1,
        tags: { country: 'bra', type: 'rg', has: ['photo', 'signature'] },
        fields: { nome: 'Ana Souza', data_nascimento: '1990-01-31' },
        tables: {},
        processType: 'extraction',
        lowConfidence: [],
        needsReview: false,
        requestId: 'req-1',
        elapsedMilliseconds: 12,
      },
    ]);
  });

  test('finds values by name, in any order', async () => {
    const items = [
      contentItem({
        tables: [table('itens', ['a', 'b'], [['1', '2']])],
        crops: [{ name: 'photo', stdName: null, value: JPEG.toString('base64') }],
      }),
      pagesItem([
        section('header', {
          pages: [{ number: 2 }],
          fields: [field('x', '1')],
          tables: [table('t', ['c', 'd'], [['3', '4']])],
        }),
      ]),
    ];
    for (const item of items) {
      const [straight] = await jsonOf([item], { options: { minScore: 0.5 } });
      const [mixed] = await jsonOf([shuffled(item)], { options: { minScore: 0.5 } });
      const tags = (json: typeof straight) =>
        Object.fromEntries(Object.entries(json?.['tags'] ?? {}).map(([key, value]) => [key, [value].flat().sort()]));
      expect({ ...mixed, tags: tags(mixed) }).toEqual({ ...straight, tags: tags(straight) });
    }
  });

  const [low, sure] = [0.2, 0.5].map((score, index) => ({ name: 'ab'[index], value: String(index + 1), score }));
  const scores = [field('low', 'x', 0.49), field('edge', 'x', 0.5), field('none', 'x', null), field('zero', 'x', 0)];

  test.each<[what: string, members: object, options: INodeParameters, told: object]>([
    [
      'uses standardised names if the option says so, and the name if there is none',
      {
        fields: [field('nome', 'Ana', 1, 'name'), field('cpf', '1', 1, null)],
        tables: [table('itens', ['qtd'], [['2']])],
      },
      { fieldNames: 'stdName' },
      { fields: { name: 'Ana', cpf: '1' }, tables: { 'std-itens': [{ 'std-qtd': '2' }] } },
    ],
    [
      'turns a name that repeats into a list, in fields, tags and table rows',
      {
        fields: [field('f', '1'), field('g', null), field('f', '2')],
        tags: ['a=1', 'a=2', 'b=x=y', 'c'],
        tables: [table('t', ['a', 'a'], [['1', '2']]), table('t', ['a'], [['3']])],
      },
      {},
      {
        fields: { f: ['1', '2'], g: null },
        tags: { a: ['1', '2'], b: 'x=y', c: '' },
        tables: { t: [{ a: ['1', '2'] }, { a: '3' }] },
      },
    ],
    [
      'lists names below the minimum score, cells as table.column, and needs a review',
      { fields: scores, tables: [{ ...table('t', ['a', 'b'], []), values: [[low, sure]] }] },
      { minScore: 0.5 },
      { lowConfidence: ['low', 'zero', 't.a'], needsReview: true },
    ],
    [
      'is read though fields, tags, tables, rows and cells are null',
      {
        ...{ fields: [null, nulled(field('', ''))], tags: [null, 'a=1', 5] },
        tables: [
          { name: 't', headers: [null], values: [null, [null], []] },
          { name: 'u', headers: null, values: null },
          {
            name: 'v',
            values: [
              [
                { name: 'a', score: null },
                { name: 'b', value: '1', page: 2 },
              ],
            ],
          },
        ],
      },
      {},
      { fields: { '': null }, tags: { a: '1' }, tables: { t: [{ '': null }, {}], u: [], v: [{ a: null, b: '1' }] } },
    ],
    [
      'names the values of a row by their cells, and by the header only if a cell has no name',
      {
        tables: [
          {
            name: 't',
            headers: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
            values: [
              [sure, low],
              [null, { value: '2' }, { name: null, value: '3' }],
              ['1', '2', null],
            ],
          },
        ],
      },
      {},
      {
        tables: {
          t: [
            { a: '1', b: '2' },
            { a: null, b: '2', c: '3' },
            { a: '1', b: '2', c: null },
          ],
        },
      },
    ],
    [
      'knows a column by the standardised name of its header too',
      {
        tables: [
          {
            ...{ name: 't', stdName: 'T', headers: [{ name: 'valor', stdName: 'amount' }, { name: 'x' }] },
            values: [
              [
                { name: 'valor', value: '12.50' },
                { name: 'y', value: '1' },
              ],
            ],
          },
        ],
      },
      { fieldNames: 'stdName', fieldRules: { rule: [{ name: 'T.amount', required: true }] } },
      { tables: { T: [{ amount: '12.50', y: '1' }] }, missing: [] },
    ],
  ])('%s', async (_what, members, options, told) => {
    expect(await jsonOf([contentItem(members)], { options })).toEqual([expect.objectContaining(told)]);
  });

  test.each(['__proto__', 'constructor'])('has a field called %s like any other', async (name) => {
    const fields = [field(name, 'read', 0.1), field('nome', 'Ana')];
    const [json] = await jsonOf(
      [contentItem({ fields, tags: [`${name}=x`], tables: [table(name, [name], [['cell']])] })],
      { options: { minScore: 0.5, includeScores: true } },
    );
    const own = (member: string, object = json?.[member]) =>
      Object.getOwnPropertyDescriptor(object, name)?.value as unknown;
    expect(own('fields')).toBe('read');
    expect(own('tags')).toBe('x');
    expect(own('scores')).toBe(0.1);
    expect(own('', (own('tables') as object[])[0] as never)).toBe('cell');
    expect(json?.['lowConfidence']).toEqual([name]);
    expect(({} as Record<string, unknown>)['read']).toBeUndefined();
    expect(Object.getPrototypeOf(json?.['fields'])).toBe(Object.prototype);
  });

  test('has scores of cells too, as table.column, and of each row by its columns', async () => {
    const cells = (...scores: number[]) => scores.map((score, index) => ({ name: 'xy'[index], value: '1', score }));
    const tables = [{ name: 't', values: [cells(0.1, 0.2), cells(0.3)] }];
    const parts = { fields: [field('a', '1', 0.5), field('a', '2', null)], tables };
    const scores = { a: [0.5, null], 't.x': [0.1, 0.3], 't.y': 0.2 };
    const options = { includeScores: true };
    expect(await jsonOf([contentItem(parts)], { options })).toMatchObject([{ scores }]);
    expect(await jsonOf([contentItem(parts)], { options, splitInto: 'rows' })).toMatchObject([
      { row: { x: '1', y: '1' }, scores: { x: 0.1, y: 0.2 } },
      { row: { x: '1' }, scores: { x: 0.3 } },
    ]);
    const invoice = { extractions: [{ source: 'iocr', ...parts }] };
    expect(await jsonOf([invoice], { options }, 'document.extractInvoice')).toMatchObject([
      { scores, iocr: { scores } },
    ]);
  });

  test.each(['simplified', 'selectedFields', 'markdown', 'raw'])(
    'tells what the service reports beside a result: %s',
    async (output) => {
      const errors = [{ code: 'E1', message: 'Page 12 could not be read' }];
      const outputsOf = async (reported: unknown) => {
        const members = { status: { code: '200', message: 'Ok', errors: reported } };
        const given = { output, selectedFields: ['errors'], options: { reviewOutput: true } };
        return (await read([contentItem()], given, undefined, members)).outputs.map((items) =>
          items.map(({ json }) => json),
        );
      };
      const [done, review] = await outputsOf(errors);
      expect(done).toEqual([]);
      expect(output === 'raw' ? review?.map(({ status }) => status) : review).toMatchObject([{ errors }]);
      for (const none of [null, [], {}, undefined])
        expect((await outputsOf(none)).map((items) => items.length)).toEqual([1, 0]);
    },
  );

  test('keeps the ID of a process that was started in place of a reading', async () => {
    expect(await jsonOf({ processId: 'p-1' })).toMatchObject([{ processId: 'p-1', needsReview: true }]);
  });

  test('has the process ID of the document, or else of its parts, or else of the answer', async () => {
    const idsOf = async (members: object, inSection: object, envelopeMembers: { processId: string }) => {
      const result = [pagesItem([section('s', inSection)], members)];
      const items = await jsonOf(result, {}, 'document.extractPages', envelopeMembers);
      return items.map(({ processId }) => processId);
    };
    expect(await idsOf({ processId: 'd' }, { processId: 's' }, { processId: 'a' })).toEqual(['d']);
    expect(await idsOf({ processId: null }, { processId: 's' }, { processId: 'a' })).toEqual(['s']);
    expect(await idsOf({}, {}, { processId: 'a' })).toEqual(['a']);
  });

  test('takes the names of columns from headers that are no more than a name, and keeps a table without any', async () => {
    const values = [['5555444433332222', '1']];
    const tables = [
      { name: 't', headers: ['number', 'b'], values },
      { name: 'u', headers: [{ title: 'a' }, { title: 'b' }], values },
    ];
    const [json] = await jsonOf([contentItem({ tables })]);
    expect(json?.['tables']).toEqual([{ name: 't', rows: [{ number: '5555444433332222', b: '1' }] }, tables[1]]);
  });

  test.each<[string, object]>([
    ['members', { cells: [[1, 2]], page: 3 }],
    ['values in cells with a name', { name: 't', headers: [{ name: 'a' }], values: [[{ name: 'a', text: '1' }]] }],
  ])('keeps tables with other %s than the service interface describes', async (_what, other) => {
    expect(await jsonOf([contentItem({ tables: [other] })])).toMatchObject([{ tables: [other] }]);
    expect(await jsonOf([contentItem({ tables: [other] })], { splitInto: 'rows' })).toMatchObject([{ row: other }]);
  });
});

describe('a document in sections', () => {
  const document = pagesItem([
    section('header', { pages: [{ number: 3 }], fields: [field('numero', '12')] }),
    section('record', {
      pages: [{ number: 3 }, { number: 5 }],
      fields: [field('ato', 'R-1')],
      tables: [
        table(
          'involved',
          ['nome', 'papel'],
          [
            ['Ana', 'vende'],
            ['Rui', 'compra'],
          ],
        ),
      ],
    }),
    section('record', {
      pages: [],
      fields: [field('ato', 'R-2')],
      tables: [table('involved', ['nome', 'papel'], [['Eva', 'doa']])],
    }),
  ]);
  const operation = 'document.extractPages';

  test('has its fields and tables together, and its sections with their pages', async () => {
    expect(await jsonOf([document], {}, operation)).toMatchObject([
      {
        pageNumber: 3,
        pages: [3, 5],
        tags: { country: 'bra', language: 'por' },
        fields: { numero: '12', ato: ['R-1', 'R-2'] },
        tables: {
          involved: [
            { nome: 'Ana', papel: 'vende' },
            { nome: 'Rui', papel: 'compra' },
            { nome: 'Eva', papel: 'doa' },
          ],
        },
        sections: [
          { name: 'header', score: 0.9, pages: [3], fields: { numero: '12' }, tables: {} },
          {
            name: 'record',
            pages: [3, 5],
            fields: { ato: 'R-1' },
            tables: { involved: [{ nome: 'Ana' }, { nome: 'Rui' }] },
          },
          { name: 'record', pages: [], fields: { ato: 'R-2' } },
        ],
      },
    ]);
  });

  test('splits into one item per section, each linked and with the type of its document', async () => {
    const run = await read(
      [document, pagesItem([])],
      {
        splitInto: 'sections',
        options: { fieldNames: 'stdName' },
      },
      operation,
    );
    expect(run.items.map(({ json }) => json['section'])).toEqual(['std-header', 'std-record', 'std-record', null]);
    expect(run.items[1]).toMatchObject({
      json: {
        type: 'contrato',
        requestId: 'req-1',
        sectionNumber: 2,
        source: 'iocr',
        pages: [3, 5],
        fields: { ato: 'R-1' },
      },
      pairedItem: { item: 0 },
    });
  });

  test.each(['documents', 'sections', 'rows'])(
    'has what is kept as it came once, from wherever it stands, with the codes of all: %s',
    async (splitInto) => {
      const codes = (...values: string[]) => ({ barcodes: values.map((value) => ({ value })), pages: 2 });
      const part = (name: string, metadata: object) =>
        section(name, { metadata, processType: 'x', tables: [table('itens', ['a'], [['1'], ['2']])] });
      const sections = [part('a', codes('a')), part('b', { ...codes('b'), at: 1 }), part('c', codes('a'))];
      const result = [pagesItem(sections, { metadata: null, processType: 'x' })];
      const given = { splitInto, options: { returnMetadata: true } };
      const [first, ...others] = await jsonOf(result, given, operation, { metadata: codes('c') });
      expect(first).toMatchObject({ metadata: { ...codes('a', 'b', 'c'), at: 1 }, processType: 'x' });
      expect(others.length > 0).toBe(splitInto !== 'documents');
      for (const other of others) expect(other).not.toHaveProperty('metadata');
    },
  );

  test('splits into one item per row, and keeps one item for a document without rows', async () => {
    const run = await read([document, pagesItem([])], { splitInto: 'rows' }, operation);
    expect(run.items).toMatchObject([
      {
        json: { section: 'record', table: 'involved', rowNumber: 1, row: { nome: 'Ana', papel: 'vende' } },
        pairedItem: { item: 0 },
      },
      { json: { section: 'record', rowNumber: 2, row: { nome: 'Rui', papel: 'compra' } } },
      { json: { sectionNumber: 3, rowNumber: 1, row: { nome: 'Eva', papel: 'doa' } } },
      { json: { type: 'contrato', row: null } },
    ]);
  });
});

describe('files in a response', () => {
  const crops = [
    { name: 'photo', stdName: 'photo', value: JPEG.toString('base64') },
    { name: 'assinatura 1', stdName: null, value: PNG.toString('base64') },
  ];

  test('a crop with a very long name has a file name that n8n can store in a database', async () => {
    const crop = { name: 'a'.repeat(300), stdName: null, value: PNG.toString('base64') };
    const run = await read([contentItem({ crops: [crop] })]);
    const [file] = Object.values(run.items[0]?.binary ?? {});
    expect(file?.fileName).toMatch(/^a{200}\.png$|^crop_a{195}\.png$/);
  });

  test('become binary data with the type their bytes show, and are no longer in the JSON', async () => {
    const run = await read([contentItem({ image: `data:image/png;base64,${JPEG.toString('base64')}`, crops })]);
    const [item] = run.items;
    expect(item?.binary).toMatchObject({
      image: { fileName: 'image.jpg', mimeType: 'image/jpeg', fileExtension: 'jpg' },
      crop_photo: { fileName: 'crop_photo.jpg', mimeType: 'image/jpeg' },
      'crop_assinatura 1': { fileName: 'crop_assinatura_1.png', mimeType: 'image/png' },
    });
    expect(await readBinary(item!.binary!['image']!)).toEqual(JPEG);
    expect(await readBinary(item!.binary!['crop_assinatura 1']!)).toEqual(PNG);
    expect(JSON.stringify(item?.json)).not.toContain(JPEG.toString('base64').slice(0, 8));
    expect(item?.json).not.toHaveProperty('image');
    expect(item?.json).not.toHaveProperty('crops');
  });

  test.each([
    ['documents', [true, true]],
    ['sections', [true, true]],
    ['rows', [true, false, true]],
  ])('go with the first item of their document, as files or as texts: %s', async (splitInto, hasFiles) => {
    const image = PNG.toString('base64');
    const [photo, signature] = crops.map(({ value }) => value);
    const document = { image, crops, tables: [table('t', ['a'], [['1'], ['2']])] };
    const result = [contentItem(document), contentItem({ crops })];
    const { items } = await read(result, { splitInto });
    expect(items.map(({ binary }) => binary !== undefined)).toEqual(hasFiles);
    const texts = await jsonOf(result, { splitInto, options: { filesAsBinary: false } });
    const both = { photo, 'assinatura 1': signature };
    expect(texts.map((json) => json['crops'])).toEqual(hasFiles.map((has) => (has ? both : undefined)));
    expect(texts.map((json) => json['image'])).toEqual(hasFiles.map((_has, index) => (index ? undefined : image)));
  });

  test('that are not valid base64 stay as text, with a hint', async () => {
    const run = await read([
      contentItem({
        image: 'not/base64',
        crops: [
          { name: 'photo', value: 'YWJj' },
          { name: 'bad', value: 'YWJ!' },
        ],
      }),
    ]);
    expect(run.items[0]?.json).toMatchObject({ image: 'not/base64', crops: { bad: 'YWJ!' } });
    expect(Object.keys(run.items[0]?.binary ?? {})).toEqual(['crop_photo']);
    expect(run.hints).toEqual([expect.stringContaining('not valid base64')]);
  });

  test('of the same name are all kept', async () => {
    const named = (name: string | null, text: string) => ({ name, value: Buffer.from(text).toString('base64') });
    const run = await read([
      contentItem({
        crops: [
          named('a', '1'),
          named('a_2', '2'),
          named('a', '3'),
          named('a', '6'),
          named('__proto__', '4'),
          named(null, '5'),
        ],
      }),
    ]);
    const files = await Promise.all(Object.values(run.items[0]?.binary ?? {}).map(readBinary));
    expect(files.sort().join('')).toBe('123456');
  });
});

test('raw output is the envelope as it came, one item per request, with unknown members', async () => {
  const image = PNG.toString('base64');
  const whole = envelope([contentItem({ own: { deep: [1, null] }, image, crops: [] }), null, 7], {
    other: 'kept',
    requestId: null as never,
    elapsedMilliseconds: 0,
  });
  const run = await scenario('document.extractContent')
    .responds(() => ({ json: whole }))
    .with({ output: 'raw' }, { items: [await pdfItem(), await pdfItem()] });
  expect(run.items).toEqual([0, 1].map((item) => ({ json: whole, pairedItem: { item } })));
});

describe('an invoice', () => {
  const operation = 'document.extractInvoice';
  const service = {
    ...table('tabela_servico', ['descricao_item', 'valor_servico'], [['Aula', '10.00']]),
    stdName: undefined,
  };
  const official = {
    source: 'official',
    fields: [
      field('numero_nota_fiscal', '7'),
      field('situacao', null),
      field('download', Buffer.from('%PDF-1.7').toString('base64')),
      field('download_mimetype', 'application/pdf'),
    ],
    tables: [service],
  };
  const ocr = {
    source: 'iocr',
    fields: [field('numero_nota_fiscal', '1', 0.3), field('situacao', 'normal', 0.2)],
    tables: [service],
  };
  const invoice = (...extractions: unknown[]) => ({ score: 0.9, tags: ['country=bra'], extractions });

  // The service calls what was read from the paper `ocr` or `iocr`.
  test.each([[[ocr, official]], [[{ ...ocr, source: 'ocr' }, official]]])(
    'merges its sources, the official one first, in any order',
    async (extractions) => {
      const run = await read(
        [invoice(...extractions)],
        {
          options: { includeScores: true, returnOriginalFile: true },
        },
        operation,
      );
      expect(run.items).toMatchObject([
        {
          json: {
            score: 0.9,
            fields: { numero_nota_fiscal: '7', situacao: 'normal', download_mimetype: 'application/pdf' },
            scores: { numero_nota_fiscal: 0.99, situacao: 0.2 },
            fieldSources: { numero_nota_fiscal: 'official', situacao: 'iocr' },
            tables: { tabela_servico: [{ descricao_item: 'Aula', valor_servico: '10.00' }] },
            official: { fields: { numero_nota_fiscal: '7', situacao: null } },
            iocr: { fields: { numero_nota_fiscal: '1' } },
          },
          binary: { download: { fileName: 'download.pdf', mimeType: 'application/pdf' } },
        },
      ]);
      expect(JSON.stringify(run.items[0]?.json)).not.toContain(Buffer.from('%PDF-1.7').toString('base64'));
    },
  );

  test('keeps two sources apart where the service has both names', async () => {
    const [json] = await jsonOf([invoice(ocr, { ...ocr, source: 'ocr' })], {}, operation);
    expect(json).toMatchObject({ fields: { numero_nota_fiscal: '1' }, ocr: { fields: { numero_nota_fiscal: '1' } } });
  });

  test('begins with what was read, in the order of the paper, and ends with what is empty', async () => {
    const register = {
      source: 'official',
      fields: [field('aliquota', null), field('chave', 'K'), field('numero', '7'), field('total', '10.00')],
      tables: [],
    };
    const paper = {
      source: 'iocr',
      fields: [field('numero', '1'), field('codigo', null), field('total', '10.00')],
      tables: [],
    };
    const [json] = await jsonOf([invoice(register, paper)], {}, operation);
    expect(Object.keys(json?.['fields'] as object)).toEqual(['numero', 'total', 'chave', 'codigo', 'aliquota']);
  });

  test.each([
    ['application/xml', '<a/>', 'download.xml', 'application/xml'],
    ['constructor', 'abc', 'download.bin', 'constructor'],
    [null, 'abc', 'download.bin', 'application/octet-stream'],
  ])(
    'declared as %s has an original file of the type its bytes show, else the declared one',
    async (declared, content, fileName, mimeType) => {
      const fields = [field('download_mimetype', declared), field('download', Buffer.from(content).toString('base64'))];
      const run = await read(
        [invoice({ source: 'official', fields, tables: null })],
        {
          options: { returnOriginalFile: true },
        },
        operation,
      );
      expect(run.items[0]?.binary?.['download']).toMatchObject({ fileName, mimeType });
    },
  );
});

test('an invoice leaves out its original file unless it is asked for, so that the editor opens on the fields', async () => {
  // The second is not valid: it has no padding.
  for (const base64 of ['JVBERi0xLjc=', 'JVBERi0xLjc']) {
    const source = { source: 'official', fields: [field('numero', '7'), field('download', base64)], tables: [] };
    const { items } = await read([{ extractions: [source] }], {}, 'document.extractInvoice');
    expect(items).toMatchObject([{ json: { fields: { numero: '7' } } }]);
    expect(items[0]?.binary).toBeUndefined();
    expect(JSON.stringify(items)).not.toContain(base64);
  }
});

test('the original file of an invoice is asked for by selecting its field', async () => {
  const source = { source: 'official', fields: [field('numero', '7'), field('download', 'JVBERi0xLjc=')], tables: [] };
  const selected = {
    output: 'selectedFields',
    selectedFields: ['download', 'numero'],
  };
  const { items, hints } = await read([{ extractions: [source] }], selected, 'document.extractInvoice');
  expect(items).toMatchObject([
    { json: { fields: { numero: '7' } }, binary: { download: { fileName: 'download.pdf' } } },
  ]);
  expect(hints).toEqual([]);
  const options = { filesAsBinary: false, returnOriginalFile: true };
  expect(await jsonOf([{ extractions: [source] }], { ...selected, options }, 'document.extractInvoice')).toEqual([
    { fields: { download: 'JVBERi0xLjc=', numero: '7' }, requestId: 'req-1' },
  ]);
});

describe('of the sources of an invoice', () => {
  const operation = 'document.extractInvoice';
  const lines = (rows: unknown[][]) => ({ ...table('tabela_servico', ['descricao_item'], rows), stdName: undefined });
  const source = (name: string, fields: unknown[], tables: unknown[] = []) => ({ source: name, fields, tables });
  const both = (official: unknown[], iocr: unknown[]) => [
    { score: 0.9, extractions: [source('official', official), source('iocr', iocr)] },
  ];

  test.each([[' \n\u00a0'], [null]])('an official %j does not hide what was read', async (empty) => {
    const options = { minScore: 0.8, fieldRules: { rule: [{ name: 'nome', required: true }] } };
    const result = both([field('nome', empty, 0)], [field('nome', 'Ana', 0.9)]);
    expect(await jsonOf(result, { options }, operation)).toMatchObject([
      { fields: { nome: 'Ana' }, fieldSources: { nome: 'iocr' }, missing: [], lowConfidence: [], needsReview: false },
    ]);
    expect(await jsonOf(both([field('nome', 'Ana')], [field('nome', empty)]), { options }, operation)).toMatchObject([
      { fields: { nome: 'Ana' }, fieldSources: { nome: 'official' }, missing: [] },
    ]);
    expect(await jsonOf(both([field('nome', empty)], [field('nome', '\t')]), { options }, operation)).toMatchObject([
      { fields: { nome: empty }, missing: ['nome'] },
    ]);
  });

  test('the rows of one are items, with the fields and the source that they have', async () => {
    const result = [
      {
        extractions: [
          source('iocr', [], [lines([['Oficlna'], ['Papel'], ['Total']]), table('frete', ['a'], [['1']])]),
          source('official', [], [lines([['Oficina'], ['Papel']])]),
        ],
      },
    ];
    expect(await jsonOf(result, { splitInto: 'rows' }, operation)).toMatchObject([
      { table: 'frete', source: 'iocr', sectionNumber: 1, rowNumber: 1, row: { a: '1' } },
      {
        table: 'tabela_servico',
        source: 'official',
        sectionNumber: 2,
        rowNumber: 1,
        row: { descricao_item: 'Oficina' },
      },
      { table: 'tabela_servico', source: 'official', sectionNumber: 2, rowNumber: 2, row: { descricao_item: 'Papel' } },
    ]);
  });

  test('one that is called like a member of the document replaces none', async () => {
    const result = [{ extractions: [source('needsReview', [field('a', '1')]), source('fields', [field('b', '2')])] }];
    expect(await jsonOf(result, {}, operation)).toMatchObject([{ fields: { a: '1', b: '2' }, needsReview: false }]);
  });
});

test.each<[splitInto: string, first: string[], last: string[]]>([
  ['documents', ['fields', 'tables', 'sections', 'type'], ['lowConfidence']],
  ['sections', ['fields', 'tables'], ['lowConfidence', 'pages']],
  ['rows', ['row'], ['lowConfidence']],
])('of the members of an item what was read is first, and what is empty last: %s', async (splitInto, first, last) => {
  const sections = [section('one', { fields: [field('a', '1')], tables: [table('t', ['x'], [['1']])] })];
  const [item] = await jsonOf([pagesItem(sections)], { splitInto }, 'document.extractPages');
  const members = Object.keys(item ?? {});
  expect([members.slice(0, first.length), members.slice(-last.length)]).toEqual([first, last]);
});

describe('the other operations', () => {
  test('a driver licence without a QR code is an item whose hint names the operation that reads a photo', async () => {
    for (const result of [[], [{ type: null, fields: [] }]]) {
      const { hints } = await read(result, {}, 'document.extractDriverLicence');
      expect(hints).toEqual([
        expect.stringMatching(/^1 file gave no driver licence.* only its QR code is read\..* use Extract Content\.$/),
      ]);
    }
  });
});

test('a file that n8n cannot store is named, with the request that was answered', async () => {
  const items = [await pdfItem()];
  const crops = [{ name: 'photo', stdName: null, value: JPEG.toString('base64') }];
  const answered = scenario('document.extractContent').answers([contentItem({ crops })]);
  refuseNextFile('ENOSPC: no space left on device, write');
  const { error } = await answered.with({ options: { returnCrops: true } }, { items });
  expect(error).toMatchObject({
    message:
      'n8n could not store the file "crop_photo" of the response: ENOSPC: no space left on device, write [item 0]',
    description: expect.stringMatching(/The service has processed the request\..*its disk.*Request ID: req-1$/),
  });
});
