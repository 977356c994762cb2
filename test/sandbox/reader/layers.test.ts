// What the text layer of a PDF says, and what a person sees.
import { buffer } from 'node:stream/consumers';
import { createCanvas } from '@napi-rs/canvas';
import PDFDocument from 'pdfkit';
import { describe, expect, jest, test } from '@jest/globals';
import { fontData } from '../../../sandbox/accuracy/drawing/fonts.ts';
import { object, stream } from '../../../sandbox/accuracy/drawing/pdfObjects.ts';
import { builtIn, form, lineOf, pageWith, pictured } from '../../../sandbox/accuracy/drawing/pdfPage.ts';
import { pictureOf, WHOLE_PAGE } from '../../../sandbox/accuracy/layers/content.ts';
import { coded, drawnFont, embeddedFont } from '../../../sandbox/accuracy/layers/fonts.ts';
import { compareForm } from '../../../sandbox/accuracy/forms/comparison.ts';
import { LAYERS, printLayers } from '../../../sandbox/accuracy/layers/pages.ts';
import { fieldsIn } from '../../../sandbox/accuracy/service/client.ts';
import { pdfPages } from '../../../sandbox/reader/src/input/pdf.ts';
import { documentSections } from '../../../sandbox/reader/src/documents/sections.ts';
import { readPage } from '../../../sandbox/reader/src/page.ts';
import { lostOf } from '../../../sandbox/reader/src/recognition/scannedLayer.ts';
import { fileOf, openedReader } from './openedReader.ts';

jest.setTimeout(120_000);

const reader = openedReader();

/** What is read of a document; its fields are in a line, too, `name: value | name: value`, in `said` with ? where they are not sure. */
async function readingOf(pdf: Buffer) {
  const reading = await reader.readDocument(fileOf(pdf));
  const fields = fieldsIn(reading.documents.map(documentSections));
  const lines = fields.map(({ name, value, score }) => `${name}: ${value ?? '–'}${Number(score) >= 0.9 ? '' : '?'}`);
  const said = lines.join(' | ');
  return { ...reading, fields, said, values: said.replaceAll('?', ''), page: reading.pages[0] };
}

/** What is read of a page with a client, and this. */
const readBeside = (content: string) => readingOf(pageWith(lineOf('Cliente: Maria', 700) + content));
const saidBeside = async (content: string) => (await readBeside(content)).said;
const valuesBeside = async (content: string) => (await readBeside(content)).values;

const pagesOf = (pdf: Buffer) => pdfPages({ ...fileOf(pdf), firstPage: 1, textOnlyPage: null }, () => {});

const AS_TEXT = { barcodes: false, codesOnly: false, imageQuality: null, crops: false, tags: [], explain: false };

describe('of a page whose layer and drawing differ, what is seen is read, once, and nothing else', () => {
  test.each(Object.keys(LAYERS))('%s', async (name) => {
    const page = printLayers(name, 'test');
    const { fields } = await readingOf(page.pdf);
    expect(compareForm(page, fields).filter(({ outcome }) => outcome !== 'exact')).toEqual([]);
  });
});

/** Letters printed one by one. */
function oneByOne(text: string, y: number, step: number, toLike: number): string {
  let x = 60;
  const letters = [...text].map((letter, at) => {
    if (at > 0) x += letter === text[at - 1] ? toLike : step;
    return `1 0 0 1 ${x} ${y} Tm (${letter}) Tj `;
  });
  return `BT /F1 10 Tf ${letters.join('')} ET `;
}

test.each([
  // So many points from letter to letter, and from one to its like.
  [5.7, 5.7],
  [5.1, 5.1],
  [3.6, 3.6],
  [6, 5.26],
  [6, 4.8],
])('a letter whose like stands near it is no shadow of it: %d, %d', async (step, toLike) => {
  const content =
    oneByOne('Valor: R$ 1.111,00', 670, step, toLike) + oneByOne('Pedido: PC-1187/2211', 640, step, toLike);
  expect(await valuesBeside(content)).toBe('cliente: Maria | valor: 1111.00 | pedido: PC-1187/2211');
});

describe('of a word some of whose letters are covered, none comes out, and the page says that a part is left out', () => {
  const NUMBER = '0532013000';
  const content = lineOf(`Conta: ${NUMBER}`, 670) + lineOf('Cidade: Santos', 640);
  // The letters of this font are six points wide.
  const [from, to] = [60 + 6 * 'Conta: '.length, 60 + 6 * `Conta: ${NUMBER}`.length];

  test.each([
    ['the first four', `0 g ${from - 2} 667 26 12 re f`],
    ['the last one', `0 g ${to - 6} 667 6 12 re f`],
    ['all but the last two', `1 g ${from - 2} 667 ${to - from - 12} 12 re f`],
    ['some in the middle, by a thick line', `9 w ${from + 8} 673 m ${from + 22} 673 l S`],
    [
      'the first four, by a shape with round corners',
      `${from - 2} 670 m ${from - 2} 667 ${from + 1} 667 ${from + 1} 667 c ${from + 24} 667 l ${from + 24} 680 l ${from - 2} 680 l f`,
    ],
  ])('%s', async (_, cover) => {
    const { said, page } = await readBeside(content + cover);
    expect(said).toMatch(/^cliente: Maria \| (conta: .*\? \| )?cidade: Santos$/);
    expect(JSON.stringify(page)).not.toContain(NUMBER);
    expect(page?.isPartial).toBe(true);
  });

  test.each([
    ['no letter', `0 g ${to - 2} 667 40 12 re f`],
    ['only what is below the letters', `0 g ${from} 660 60 8 re f`],
  ])('%s', async (_, cover) => {
    const { said, page } = await readBeside(content + cover);
    expect([said, page?.isPartial]).toEqual([`cliente: Maria | conta: ${NUMBER} | cidade: Santos`, false]);
  });
});

test('letters that are single strokes, as plotters draw them, are read, and never sure', async () => {
  const letters: Record<string, string[]> = {
    0: ['0,0 4,0 4,6 0,6 0,0'],
    2: ['0,6 4,6 4,3 0,3 0,0 4,0'],
    4: ['3,0 3,6 0,2 4,2'],
    5: ['4,6 0,6 0,3 4,3 4,0 0,0'],
    8: ['0,0 4,0 4,6 0,6 0,0', '0,3 4,3'],
    '/': ['0,0 4,6'],
  };
  const strokes = [...'28/04/2025'].flatMap((letter, at) =>
    (letters[letter] ?? []).map((line) => {
      const points = line.split(' ').map((point) => point.split(',').map(Number) as [number, number]);
      const placed = points.map(([x, y]) => `${140 + 7.5 * at + 1.25 * x} ${670 + 1.25 * y}`);
      return `${placed[0]} m ${placed.slice(1).join(' l ')} l S `;
    }),
  );
  const drawn = `${lineOf('Vencimento:', 670)} 1 J 1 j 0.9 w ${strokes.join('')}`;
  expect(await saidBeside(drawn)).toBe('cliente: Maria | vencimento: 2025-04-28?');
});

test('of letters that are drawings without names, those beyond the usual ones are not sure', async () => {
  const { font = '', more = [] } = drawnFont(0);
  // The last letter of the font is drawn under a code that each table of letters has another one for.
  const shown = (text: string, y: number) => `BT /F2 12 Tf 60 ${y} Td ${coded(text, 0)} Tj ET `;
  const { said } = await readingOf(
    pageWith(shown('Cliente: Maja', 700) + shown('Contato: Gru\u00ff', 670), {
      font: font
        .replace('/LastChar 126', '/LastChar 255')
        .replace('] /Encoding', `${' 600'.repeat(129)}] /Encoding`)
        .replace(/\/a126\] >>/, '/a126 255 /a126] >>'),
      more,
    }),
  );
  expect(said).toMatch(/^cliente: Maja \| contato: .*\?$/);
});

test('drawings whose characters a map tells are read as text', async () => {
  const shown = (text: string, y: number) => `BT /F2 12 Tf 60 ${y} Td ${coded(text, 3)} Tj ET `;
  const content = shown('Cliente: Maria Ramos', 700) + shown('Peso bruto: 182,5 kg', 670);
  const { page, said } = await readingOf(pageWith(content, drawnFont(3, { isMapped: true })));
  expect([page?.source, said]).toEqual(['text-layer', 'cliente: Maria Ramos | peso_bruto: 182,5 kg']);
});

describe('digits are those that are drawn, where a font says for two of its codes', () => {
  test.each([
    ['one digit', '7'],
    ['a blank', ' '],
  ])('%s', async (_, said) => {
    const lines = ['Conta: 7125', 'Pedido: 72024', 'Total: 721,22'];
    const content = lines.map((line, at) => lineOf(line, 700 - 30 * at).replace('/F1 10', '/F2 12')).join('');
    const font = embeddedFont((code) => (code === '2'.charCodeAt(0) ? said.charCodeAt(0) : code));
    expect((await readingOf(pageWith(content, font))).values).toBe('conta: 7125 | pedido: 72024 | total: 721.22');
  });
});

test('a line is read as a whole where its layer has no name for one of its letters', async () => {
  const font = builtIn('Helvetica /Encoding << /Differences [1 /fi] >> /ToUnicode 5 0 R');
  const map = stream(
    'begincmap 1 begincodespacerange <00> <ff> endcodespacerange\n1 beginbfchar\n<01> <001c>\nendbfchar endcmap',
  );
  const at = (x: number, text: string) => `BT /F1 10 Tf ${x} 670 Td (${text}) Tj ET `;
  const line = at(130, 'Nova na Rua das Flores') + at(60, 'Objeto:') + at(96, 'O\\001cina');
  const { values } = await readingOf(pageWith(lineOf('Cliente: Maria', 700) + line, { font, more: [map] }));
  expect(values).toBe('cliente: Maria | objeto: Oficina Nova na Rua das Flores');
});

describe('accents that stand as glyphs of their own at a letter are read with it', () => {
  // Courier's letters are all 600 wide; \301 to \317 are the accents of its own encoding, \365 is an i without its dot.
  test.each([
    ['over the next letter', String.raw`[(Conv\303)600(enio: Sa\302)600(ude S\304)600(ao)]`, 'convenio', 'Saúde São'],
    ['over an i', String.raw`[(Munic)131(\302)469(\365pio: Para\302)600(\365ba)]`, 'municipio', 'Paraíba'],
    ['under the letter before', String.raw`[(Endereco: Prac)600(\313)(a Barc)600(\313)(a)]`, 'endereco', 'Praça Barça'],
    ['under a letter and over the next', String.raw`[(Cargo: FUNC)600(\313\304)600(AO)]`, 'cargo', 'FUNÇÃO'],
  ])('%s', async (_, shown, name, value) => {
    const { said, page } = await readBeside(`BT /F1 10 Tf 60 670 Td ${shown} TJ ET `);
    expect(said).toBe(`cliente: Maria | ${name}: ${value}`);
    expect(page?.text).not.toMatch(/[´ˆ˜¸ı]/);
  });

  test('over capital letters they are higher', async () => {
    const raised = (accent: string) => `0 2.7 Td (${accent}) Tj 0 -2.7 Td `;
    const shown =
      String.raw`BT /F1 6 Tf 60 670 Td (ORGAO: COM) Tj 36 0 Td ${raised(String.raw`\302`)}(ERCIO DE M) Tj 36 0 Td ` +
      String.raw`${raised(String.raw`\302`)}(OVEIS) Tj ET `;
    expect(await valuesBeside(shown)).toBe('cliente: Maria | orgao: COMÉRCIO DE MÓVEIS');
  });

  test('beside a letter they are signs', async () => {
    const said = await saidBeside(lineOf('Senha: e~o^2', 670) + lineOf(String.raw`Angulo: 5\302 30`, 640));
    expect(said).toBe('cliente: Maria | senha: e~o^2 | angulo: 5´ 30');
  });
});

describe('of what is to be ticked, nothing is sure that no mark tells', () => {
  const OPTIONS = `0.7 w 140 669 9 9 re S 240 669 9 9 re S BT /F1 10 Tf 153 670 Td (Casado) Tj 100 0 Td (Solteiro) Tj ET `;
  const cross = (x: number) => `1 w ${x + 1} 670 m ${x + 8} 677 l S ${x + 1} 677 m ${x + 8} 670 l S `;

  test.each([
    ['no box', '', '☐ Casado ☐ Solteiro', 0.5],
    ['one of them', cross(240), 'Solteiro', 0.85],
    ['both boxes', cross(140) + cross(240), '☒ Casado ☒ Solteiro', 0.5],
  ])('%s', async (_, marks, value, score) => {
    const { fields } = await readBeside(lineOf('Estado civil:', 670) + OPTIONS + marks);
    expect(fields[1]).toMatchObject({ name: 'estado_civil', value, score });
  });

  test('boxes with letters in them are none to tick', async () => {
    const boxes = [...'SP'].map(
      (letter, at) => `${140 + 14 * at} 667 12 12 re S BT /F1 10 Tf ${143 + 14 * at} 670 Td (${letter}) Tj ET `,
    );
    const { page } = await readBeside(lineOf('Estado:', 670) + boxes.join(''));
    expect(page?.text).not.toMatch(/[☐☒]/);
  });
});

test('a mark of a currency without its amount is not sure', async () => {
  const said = await saidBeside(`${lineOf('Valor mensal: R$ 4.650,00', 670)} 162 673 m 216 673 l S`);
  expect(said).toMatch(/^cliente: Maria( \| valor_mensal: .*\?)?$/);
});

test('text in a frame is seen, however its line is scaled', async () => {
  const frame = 'q 0.1 0 0 0.1 0 0 cm 10 w 550 6600 3000 300 re S Q ';
  const { page, said } = await readBeside(frame + lineOf('Total geral: R$ 1.234,56', 670) + frame);
  expect(said).toBe('cliente: Maria | total_geral: 1234.56');
  expect(page).toMatchObject({ source: 'text-layer', missing: null });
});

describe('of a value that is cut off, only what is seen comes out, and it is not sure', () => {
  test.each([
    ['within a word', 'q 60 660 126 20 re W n', 'R$ 1.234'],
    ['between words', 'q 60 660 93 20 re W n', 'R$'],
    ['within its last letter', 'q 60 660 166 20 re W n', '1234567.89'],
    ['in half of its height', 'q 60 660 300 13.2 re W n', '1234567.89'],
  ])('%s', async (_, clip, value) => {
    const said = await saidBeside(`${clip} ${lineOf('Total geral: R$ 1.234.567,89', 670)} Q`);
    expect(['cliente: Maria', `cliente: Maria | total_geral: ${value}?`, 'cliente: Maria | total_geral: –?']).toContain(
      said,
    );
  });
});

test('a page says that what was filled in by hand is not read', async () => {
  const strokes = '150 668 m 160 690 165 690 162 668 c 170 680 175 660 180 675 c 190 690 200 660 230 672 c S';
  const missingBeside = async (drawn: string) => (await readBeside(lineOf('Total geral:', 670) + drawn)).page?.missing;
  expect(await missingBeside(strokes)).toMatch(/drawn|print/);
  expect(await missingBeside('0.7 w 145 664 160 20 re S')).toBeNull();
});

test.each([30, 8, 4])('what a note scribbles over is crossed out, in %i strokes', async (strokes) => {
  const crests = Array.from(
    { length: strokes },
    (_, at) => `${140 + (60 * (at + 1)) / strokes} ${at % 2 ? 668 : 679} l`,
  );
  const pdf = pageWith(
    `${lineOf('Cliente: Maria', 700)}${lineOf('Conta:', 670)}BT /F1 10 Tf 140 670 Td (0532013000) Tj ET`,
    {
      page: '/Annots [5 0 R]',
      more: [
        object(
          '<< /Type /Annot /Subtype /Ink /Rect [130 660 210 690] /F 4 /InkList [[140 670 200 670]] /AP << /N 6 0 R >> >>',
        ),
        form(`2 w 140 668 m ${crests.join(' ')} S`, '/BBox [130 660 210 690] /Resources << >>'),
      ],
    },
  );
  expect((await readingOf(pdf)).said).toMatch(/^cliente: Maria\??( \| conta: –.*)?$/);
});

test('of a page with more letters than are looked at one by one, all are read, and none are sure', async () => {
  const letter = (text: string, x: number, y: number) => `1 0 0 1 ${x} ${y} Tm (${text}) Tj `;
  const dots = Array.from({ length: 20_001 }, (_, at) =>
    letter('a', 60 + 0.6 * (at % 700), 600 - 2 * Math.floor(at / 700)),
  );
  const said = await saidBeside(`BT /F1 1 Tf ${dots.join('')} ET ${lineOf('Vencimento: 21/08/2025', 300)}`);
  expect(said).toContain('vencimento: 2025-08-21?');
});

test('the texts of a page are as wide in whatever unit it is measured', async () => {
  const content = lineOf('Erstattungsbetrag: 238,00', 700);
  const placesIn = async (pdf: Buffer) => {
    const places: number[][] = [];
    for await (const page of pagesOf(pdf))
      places.push(
        ...page.items.map((item) => [item.x, item.y, item.width, item.size].map((part) => part / page.width)),
      );
    return places;
  };
  const inPoints = await placesIn(pageWith(content));
  expect(inPoints).toHaveLength(1);
  expect(await placesIn(pageWith(content, { page: '/UserUnit 4' }))).toEqual(inPoints);
});

test('a blank whose width is taken back is none', async () => {
  const value = 'BT /F1 10 Tf 140 670 Td [(INV ) 600 (-2025 ) 600 (-0118)] TJ ET';
  const { fields } = await readingOf(
    pageWith(`${lineOf('Fatura:', 670)}${value} ${lineOf('Cliente: Ana Maria', 640)}`),
  );
  expect(fields.map((field) => field.value)).toEqual(['INV-2025-0118', 'Ana Maria']);
});

/** A map of the characters of a font. */
function mapOf(characters: Record<string, string>): Buffer {
  const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');
  const lines = Object.entries(characters).map(([from, to]) => `<${hex(from).slice(2)}> <${hex(to)}>`);
  const codes = '1 begincodespacerange <00> <ff> endcodespacerange';
  return stream(`begincmap ${codes}\n${lines.length} beginbfchar\n${lines.join('\n')}\nendbfchar endcmap`);
}

describe('digits are digits, and letters letters, as whatever characters they stand in the layer', () => {
  const digitsFrom = (code: number) =>
    Object.fromEntries(Array.from('0123456789', (digit, at) => [digit, String.fromCodePoint(code + at)]));

  test.each([
    ['of mathematics', { ...digitsFrom(0x1d7ce), C: '\u{1d402}' }],
    ['of full width', { ...digitsFrom(0xff10), C: '\uff23', '/': '\uff0f', ':': '\uff1a' }],
    ['of Arabic', digitsFrom(0x660)],
    ['of Persian', digitsFrom(0x6f0)],
  ] as [string, Record<string, string>][])('%s', async (_, characters) => {
    const ascii = Array.from({ length: 95 }, (__, at) => String.fromCharCode(32 + at));
    const map = mapOf({ ...Object.fromEntries(ascii.map((letter) => [letter, letter])), ...characters });
    const content =
      lineOf('Cliente: Maria', 700) + lineOf('Vencimento: 21/08/2025', 670) + lineOf('Total: 1.234,56', 640);
    const font = builtIn('Courier /Encoding /WinAnsiEncoding /ToUnicode 5 0 R');
    const { values } = await readingOf(pageWith(content, { font, more: [map] }));
    expect(values).toBe('cliente: Maria | vencimento: 2025-08-21 | total: 1234.56');
  });
});

describe('a sign of a font of signs is no letter', () => {
  test.each<[code: string, sign: string, font?: string, map?: Buffer]>([
    ['34', '✔'],
    ['38', '✘'],
    ['6E', '■'],
    ['484848', '★★★'],
    ['B6', '❶'],
    // The letter e of the fonts that TeX has for the euro.
    ['65', '€', 'ABCDEF+feymr10'],
    ['61', '✔', 'ZapfDingbats /ToUnicode 5 0 R', mapOf({ a: '\uf034' })],
    ['61', '✗', 'ZapfDingbats /ToUnicode 5 0 R', mapOf({ a: '✗' })],
  ])('%s: %s %s', async (code, sign, name = 'ZapfDingbats', map) => {
    const content =
      lineOf('Cliente: Maria', 700) + lineOf('Entregue:', 670) + `BT /F2 10 Tf 140 670 Td <${code}> Tj ET `;
    const font = `${builtIn('Courier')} /F2 << /Type /Font /Subtype /Type1 /BaseFont /${name} >>`;
    const { values } = await readingOf(pageWith(content, { font, more: map ? [map] : [] }));
    expect(values).toBe(`cliente: Maria | entregue: ${sign}`);
  });
});

/** Whether reading a PDF draws a page of it. */
async function isDrawnIn(pdf: Buffer): Promise<boolean> {
  let wasDrawn = false;
  for await (const page of pagesOf(pdf)) {
    const pixels = () => {
      wasDrawn = true;
      return Promise.reject(new Error('not drawn here'));
    };
    await readPage({ ...page, pixels }, AS_TEXT).catch(() => null);
  }
  return wasDrawn;
}

describe('a page is drawn only where its pictures may show more than its text', () => {
  const [TEXT, COLUMN] = ['Terms of payment are thirty days after the invoice, net of any discount and fee', 30];
  const photograph = pictured(createCanvas(60, 40));

  test.each([
    ['a photograph beside a page of text', COLUMN, '240 0 0 160', false],
    ['a logo over a letter', 4, '100 0 0 50', false],
    ['a photograph under twenty short lines', 20, '440 0 0 300', false, 'Item'],
    ['a picture of half a page', 20, '595 0 0 400', true],
    ['a picture that takes more of the page than its text', 4, '400 0 0 300', true],
    ['a scan with text over it', COLUMN, '595 0 0 842', true],
  ] as [string, number, string, boolean, string?][])('%s', async (_, lines, size, isDrawn, words = TEXT) => {
    const text = Array.from({ length: lines }, (__, at) => `1 0 0 1 60 ${720 - 16 * at} Tm (${words} ${at}) Tj`);
    const content = `q ${size} 0 0 cm /I0 Do Q BT /F1 12 Tf ${text.join(' ')} ET`;
    const pdf = pageWith(content, { font: builtIn('Helvetica'), ...photograph });
    expect(await isDrawnIn(pdf)).toBe(isDrawn);
  });
});

test('no page is drawn of a PDF whose fonts hold only what is used of them, in whatever order', async () => {
  const pdf = new PDFDocument({ size: 'A4', autoFirstPage: false });
  pdf.registerFont('roboto', fontData('roboto'));
  for (const line of ['Pedido: 7203', 'Total: 1.936,48 de 5']) pdf.addPage().font('roboto').text(line, 60, 60);
  pdf.end();
  expect(await isDrawnIn(await buffer(pdf))).toBe(false);
});

test('a page is drawn if a font says digits with a hole are some without', async () => {
  const pdf = new PDFDocument({ size: 'A4', compress: false });
  pdf.registerFont('roboto', fontData('roboto'));
  pdf.font('roboto').text('Total: 1.956,00', 60, 60).end();
  const written = (await buffer(pdf)).toString('latin1');
  const swapped = written.replace(/<003[56]>/g, (code) => (code === '<0035>' ? '<0036>' : '<0035>'));
  expect(swapped).not.toBe(written);
  expect(await isDrawnIn(Buffer.from(swapped, 'latin1'))).toBe(true);
});

/** The fields of a scanned page with these lines, so many dots wide. */
async function scanned(lines: string[], width: number) {
  const { fields } = await readingOf(pageWith(WHOLE_PAGE, pictured(pictureOf(lines, { width }), 90)));
  return fields;
}

test.each([
  [0.9, null],
  [0.5, /too doubtful/],
])(
  'of a value of which %d is certain, a page says whether it was too doubtful to be given',
  async (certain, reason) => {
    expect.assertions(1);
    for await (const page of pagesOf(pageWith(lineOf('Cliente: Maria', 700) + lineOf('Pedido: 48115', 670)))) {
      const items = page.items.map((item) => (/\d/.test(item.text) ? { ...item, confidence: certain } : item));
      const { missing } = await readPage({ ...page, items }, AS_TEXT);
      expect(missing).toEqual(reason ? expect.stringMatching(reason) : null);
    }
  },
);

test('a dash in a scan is no word that is crossed out', async () => {
  const [field] = await scanned(['Objeto: Oficina Nova – Norte'], 1653);
  expect(field).toMatchObject({ name: 'objeto', value: expect.stringMatching(/^Oficina Nova [–—-] Norte$/) });
  expect(Number(field?.score)).toBeGreaterThan(0.7);
});

test('nothing is sure that is read in a scan of 50 dots per inch', async () => {
  const lines = ['Cliente: Oficina Nova Ltda', 'Contato: Maria Exemplo', 'Valor total: R$ 3.480,00', 'Pedido: 48115'];
  const fields = await scanned(lines, 413);
  expect(fields.length).toBeGreaterThan(0);
  expect(fields.filter(({ score }) => Number(score) >= 0.9)).toEqual([]);
});

test('no word is sure of a scan in a language whose letters the engines do not know', async () => {
  const lines = [
    'Nombre: Ana Solana',
    'Importe: 3.480,00',
    'Fecha de la visita: 12/03/2025',
    'para el señor y la señora',
  ];
  const fields = await scanned(lines, 1653);
  const sure = (name: string) => fields.filter((field) => field.name === name).map(({ score }) => Number(score) > 0.85);
  expect([sure('nombre'), sure('importe')]).toEqual([[false], [true]]);
});

test.each([
  ['a page', ''],
  ['a till', '/CropBox [0 0 340 842]'],
])('a receipt of %s says what is left out, such as its goods', async (_, page) => {
  const prose = ['Received of Maria what is said below', 'for the rooms that she had in May, with all'];
  const lines = ['Receipt', ...prose, '25/05/2026', 'Rooms                410.00', 'Heat                  75.00'];
  const content = [...lines, 'Total                485.00'].map((line, at) => lineOf(line, 700 - 14 * at));
  const { page: read, said } = await readingOf(pageWith(content.join(''), { page }));
  expect(said).toContain('total: 485.00');
  expect(read?.missing).toMatch(/field nor in a table/);
});

test('a document whose type has a field that is on the page, and was not read, says so', async () => {
  const at = (text: string, x: number, y: number, size = 5) => `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET `;
  const content = [
    at('Local de pagamento', 58, 760) + at('Vencimento', 398, 760),
    at('Em qualquer banco', 212, 748, 9) + at('10/10/2025', 490, 748, 9),
    at('Beneficiario', 58, 738) + at('Agencia / Codigo do beneficiario', 398, 738),
    at('Escola Amostra Ltda', 230, 726, 9) + at('0116 / 0012345-6', 467, 726, 9),
    at('Nosso numero', 398, 716) + at('00116/78901-2', 470, 704, 9),
    at('Pagador: Maria Exemplo da Silva', 60, 660, 9),
  ];
  const { page, said } = await readingOf(pageWith(content.join('')));
  expect(said).toContain('data_vencimento: 2025-10-10');
  expect(said).not.toContain('beneficiario');
  expect(page?.missing).toMatch(/neither as a field/);
});

/** What is missing of a page of these lines, and its type. */
async function missingIn(lines: string): Promise<[reason: string | null | undefined, type: string | undefined]> {
  const content = lines.split('\n').map((line, at) => lineOf(line.trim(), 760 - 14 * at));
  const { documents, page } = await readingOf(pageWith(content.join('')));
  return [page?.missing, documents[0]?.documentType?.id];
}
const like = (reason?: string | RegExp | null) => (reason ? expect.stringMatching(reason) : null);

describe('an invoice says so where what it is for was not read', () => {
  const services = (described: string) =>
    missingIn(`NOTA FISCAL DE SERVICOS ELETRONICA - NFS-e
      Numero da Nota: 00000731
      PRESTADOR DE SERVICOS
      Nome: Oficina Exemplo Ltda
      CNPJ: 11.222.333/0001-81
      ${described}
      Valor total da nota: R$ 7.350,00`);
  const till = (items: string) =>
    missingIn(`Mercearia Exemplo Ltda
      CNPJ 11.222.333/0001-81
      DANFE NFC-e - Documento Auxiliar da Nota Fiscal de Consumidor Eletronica
      ${items}
      VALOR A PAGAR R$ 29,77
      CONSUMIDOR - CPF 111.444.777-35
      NFC-e no 000018734 Serie 004 26/09/2025 19:42:07`);

  test.each([
    ['services', services('Restauro de quatro vitrais do salao, com troca de perfis.'), /field nor in a table/],
    ['services', services('Discriminacao dos servicos: Restauro de quatro vitrais'), null],
    [
      'services, and says more',
      services(`Discriminacao dos servicos: Restauro de quatro vitrais
        Codigo do servico: 14.05
        Os vitrais foram retirados em maio, e sao entregues ate o fim do mes de julho.`),
      /field nor in a table/,
    ],
    ...[
      ['CEP: 96010-000', null],
      ['CEP: 960-00', /field nor in a table/],
      ['DADOS DA OBRA\nEndereco: Rua Sete de Setembro, 455', /field nor in a table/],
      ['INTERMEDIARIO DO SERVICO\nEndereco: Rua Sete de Setembro, 455', null],
    ].map(
      ([lines, reason]) =>
        [`services, and says: ${lines}`, services(`${lines}\nDiscriminacao dos servicos: Restauro`), reason] as const,
    ),
    ['goods', till('001 2041 QUEIJO MEIA CURA KG 0,746 KG x 39,90 29,77'), /field nor in a table/],
  ])('%s', async (_, read, reason) => {
    expect(await read).toEqual([like(reason), expect.stringMatching(/bra-(nfse|danfe)/)]);
  });
});

test.each([
  ['Valor do documento: 1.026,65', /field nor in a table/],
  ['Valor do documento: 1.026,56', null],
])('a bank slip says so where a field that it always has was not read: %s', async (amount, reason) => {
  const slip = `001-9    00190.00009 01149.718601 68524.522114 6 75860000102656
    Vencimento: 15/07/2018
    ${amount}
    Beneficiario: Escola Exemplo de Musica Ltda
    Pagador: Maria Exemplo da Silva`;
  expect(await missingIn(slip)).toEqual([like(reason), 'bra-boleto']);
});

test.each([
  ['another text', 52, null],
  ['nothing', 400, /could not be read/],
])(
  'where a line of a scan has a text of its layer that was refuted, and %s instead, the page says so',
  (_, x, reason) => {
    const item = { text: 'Amorim', x: 50, y: 100, width: 60, size: 10, bold: false };
    const line = { x: 100, y: 97, length: 150, height: 12, angle: 0 };
    expect(lostOf([item], [line], [{ ...item, x }])).toEqual(reason ? expect.stringMatching(reason) : null);
  },
);

describe('a page of which something was not read says so', () => {
  const TEXT = 'BT /F1 12 Tf 72 700 Td (Cliente: Maria) Tj ET';
  const more = [stream('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"></xdp:xdp>')];
  const page = (content: string, catalogue = '') => pageWith(content, { font: builtIn('Helvetica'), catalogue, more });

  test.each([
    ['a form that only some programs show', page(TEXT, '/AcroForm << /Fields [] /XFA 5 0 R >>'), /form/],
    ['the cover of a portfolio', page(TEXT, '/Collection << /Type /Collection >>'), /portfolio/],
    ['a drawing without text', page('0 g 100 100 300 300 re f 1 g 150 150 100 100 re f'), /not read as text/],
    ['text', page(TEXT), null],
    ['a sentence that runs another way', page(`${TEXT} BT /F1 8 Tf 0 1 -1 0 500 200 Tm (ich zahle bar) Tj ET`), /way/],
    ['a word across the page', page(`${TEXT} BT /F1 60 Tf 1 1 -1 1 100 200 Tm (COPY) Tj ET`), /way/],
    ['a sign across the page', page(`${TEXT} BT /F1 60 Tf 1 1 -1 1 100 200 Tm (*) Tj ET`), null],
    ['nothing', page(''), null],
  ])('%s', async (_, pdf, reason) => {
    const { page: read, documents } = await readingOf(pdf);
    expect(read?.missing).toEqual(like(reason));
    expect(documents.map(({ isPartial }) => isPartial)).toEqual([reason !== null]);
  });
});
