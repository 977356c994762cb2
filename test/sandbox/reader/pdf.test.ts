import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { object, pdfOf, stream } from '../../../sandbox/accuracy/drawing/pdfObjects.ts';
import { builtIn, form, pageWith } from '../../../sandbox/accuracy/drawing/pdfPage.ts';
import { isBlank } from '../../../sandbox/reader/src/preprocessing/images.ts';
import { fileOf, openedReader } from './openedReader.ts';

const reader = openedReader({ networks: false });

type Form = PDFKit.PDFDocument & {
  initForm(): void;
  formText(name: string, x: number, y: number, width: number, height: number, options: object): void;
  formCombo(name: string, x: number, y: number, width: number, height: number, options: object): void;
};

function writtenPdf(draw: (pdf: Form) => void): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4' }) as Form;
  pdf.font('Helvetica').fontSize(11);
  draw(pdf);
  pdf.end();
  return buffer(pdf);
}

async function readingOf(bytes: Buffer, format?: string) {
  const { pages } = await reader.readDocument(fileOf(bytes, format));
  const fields = pages.flatMap(({ sections }) => sections).flatMap((section) => section.fields);
  return { pages, values: Object.fromEntries(fields.map(({ label, value }) => [label, value])) };
}

describe('the rulings of a page', () => {
  const texts: [number, number, string][] = [
    [65, 104, 'Nome do'],
    [65, 117, 'paciente:'],
    [135, 104, 'Maria da Conceição'],
    [135, 117, 'Albuquerque'],
    [65, 144, 'Observações:'],
    [275, 104, 'Data de'],
    [275, 117, 'emissão:'],
  ];
  const [across, down] = [
    [100, 140, 180],
    [60, 130, 240, 270, 330],
  ];
  const strokes = (page: Form) => {
    for (const y of across) page.moveTo(60, y).lineTo(330, y).stroke();
    for (const x of down) page.moveTo(x, 100).lineTo(x, 180).stroke();
  };
  const boxes = (page: Form) => {
    for (const y of across.slice(0, -1))
      down.slice(0, -1).forEach((x, at) => page.rect(x, y, (down[at + 1] as number) - x, 40).stroke());
  };
  const bars = (page: Form) => {
    for (const y of across) page.rect(60, y, 270, 1).fill('#888');
    for (const x of down) page.rect(x, 100, 1, 80).fill('#888');
    page.fill('#000');
  };

  test.each([
    ['lines', strokes],
    ['frames', boxes],
    ['bars', bars],
  ])('tell as %s which lines are one text', async (_, draw) => {
    const pdf = await writtenPdf((page) => {
      draw(page);
      for (const [x, y, text] of texts) page.text(text, x, y, { lineBreak: false });
    });
    const { values } = await readingOf(pdf);
    expect(values).toMatchObject({
      'Nome do paciente': 'Maria da Conceição Albuquerque',
      Observações: null,
      'Data de emissão': null,
    });
  });
});

test('cells of two columns that nearly meet are one that is not sure', async () => {
  const rows = [
    ['Hansa AG', '+9,38 %', 'Girosammel'],
    ['Fjordkraft', '+47,24 %', 'Oslo'],
    ['Aurelis', '-6,17 %', 'Luxemburg'],
  ];
  const { pages } = await readingOf(
    await writtenPdf((page) => {
      const row = ([name = '', change = '', place = '']: string[], y: number) =>
        page
          .text(name, 60, y)
          .text(change, 260 - page.widthOfString(change), y)
          .text(place, 266, y);
      page.font('Helvetica-Bold');
      row(['Bezeichnung', 'Betrag', 'Lagerstelle'], 100);
      page.text('Menge', 170, 100).font('Helvetica');
      rows.forEach((cells, at) => {
        row(cells, 120 + 20 * at);
        page.text(String(at + 2), 170, 120 + 20 * at);
      });
    }),
  );
  const tables = pages.flatMap(({ sections }) => sections).flatMap((section) => section.tables);
  const sure = tables.flatMap(({ rows: read, scores }) =>
    read.flatMap((cells, at) => cells.filter((_, column) => Number(scores?.[at]?.[column]) >= 0.9)),
  );
  expect(tables[0]?.rows[0]).toEqual(['Hansa AG', '2', '+9,38 % Girosammel']);
  expect(sure).not.toContain('+9,38 % Girosammel');
});

describe('a form that was filled in', () => {
  test('is read with what was filled in, beside its labels', async () => {
    const pdf = await writtenPdf((page) => {
      page.initForm();
      page.text('Nome:', 60, 100).text('Cidade:', 60, 130).text('Notas:', 60, 160).text('Aceite:', 60, 260);
      page.formText('name', 200, 95, 250, 20, { value: 'Maria Exemplo da Silva' });
      page.formCombo('city', 200, 125, 250, 20, { select: ['Santos', 'Recife'], value: 'Recife' });
      page.formText('notes', 200, 155, 120, 80, { value: 'um texto que tem mais de uma linha\nfim', multiline: true });
      page.formText('empty', 200, 255, 250, 20, { value: '' });
    });
    const { pages, values } = await readingOf(pdf);
    expect(values).toMatchObject({ Nome: 'Maria Exemplo da Silva', Cidade: 'Recife', Aceite: null });
    expect(values['Notas']).toBe('um texto que tem mais de uma linha fim');
    expect(pages[0]?.source).toBe('text-layer');
  });

  test('has a mark where a box was ticked, and nothing that is hidden', async () => {
    const page = (name: string, flags: number) => {
      const field = '/Type /Annot /Subtype /Widget /F 4';
      const look = '/AP << /N << /Yes 7 0 R /Off 7 0 R >> >>';
      return pageWith('BT /F1 11 Tf 80 300 Td (Yes) Tj 0 -30 Td (No) Tj 0 -30 Td (Name:) Tj ET', {
        font: builtIn('Helvetica'),
        catalogue: '/AcroForm << /Fields [5 0 R 6 0 R 8 0 R] >>',
        page: '/Annots [5 0 R 6 0 R 8 0 R]',
        more: [
          object(`<< ${field} /FT /Btn /T (a) /V /Yes /AS /Yes /Rect [60 298 72 310] ${look} >>`),
          object(`<< ${field} /FT /Btn /T (b) /V /Off /AS /Off /Rect [60 268 72 280] ${look} >>`),
          form('', '/BBox [0 0 12 12]'),
          object(`<< ${field.replace('/F 4', `/F ${flags}`)} /FT /Tx /T (c) /V (${name}) /Rect [130 235 300 255] >>`),
        ],
      });
    };
    const shown = (await readingOf(page('Ana Example', 4))).pages[0]?.text;
    expect(shown?.split('\n')).toEqual(['☒ Yes', '☐ No', 'Name:  Ana Example']);
    expect((await readingOf(page('Ana Example', 2))).pages[0]?.text).not.toContain('Ana Example');
  });
});

test('text that runs down the page is read upright, with its labels', async () => {
  for (const degrees of [90, 180, 270]) {
    const pdf = await writtenPdf((page) => {
      page.rotate(degrees, { origin: [300, 420] });
      page.text('Nome: Maria Exemplo', 150, 400).text('Total: 12,50', 150, 430);
    });
    const { pages, values } = await readingOf(pdf);
    expect(values).toEqual({ Nome: 'Maria Exemplo', Total: '12,50' });
    expect(pages[0]?.source).toBe('text-layer');
  }
});

test('a bold label is known by the name of its font, in whatever way that is written', async () => {
  const written = await writtenPdf((page) => {
    page.font('Helvetica-Bold').text('Sample kept', 60, 100).font('Helvetica').text('in the cellar', 200, 100);
  });
  const named = (name: string) => Buffer.from(written.toString('latin1').replace('/Helvetica-Bold', name), 'latin1');
  for (const name of ['/Helvetica-Bold', '/Helvetica-#42old', '/HELVETICA-BOLD'])
    expect((await readingOf(named(name))).values).toEqual({ 'Sample kept': 'in the cellar' });
  expect((await readingOf(named('/Helvetica'))).values).toEqual({});
});

test('letters with separate accents, and blanks and hyphens of other kinds, are read as the usual ones', async () => {
  const letters = { '\xe3': '0061 0303', '\xed': '0069 0301', '~': '00A0', '^': '202F', '`': '2011' };
  const map = Object.entries(letters).map(([letter, code]) => `<${letter.charCodeAt(0).toString(16)}> <${code}>`);
  const ascii = Array.from({ length: 93 }, (_, at) => (33 + at).toString(16).padStart(2, '0'));
  const usual = ascii.filter((code) => !map.some((row) => row.startsWith(`<${code}>`)));
  const rows = [...map, ...usual.map((code) => `<${code}> <00${code}>`)];
  const cmap = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def
1 begincodespacerange <00> <ff> endcodespacerange
${rows.length} beginbfchar
${rows.join('\n')}
endbfchar endcmap end end`;
  const text = ['Munic\xedpio: S\xe3o~Jo\xe3o', 'Valor: R$~1^234,56', 'CPF: 111.444.777`35']
    .map((line, at) => `BT /F1 11 Tf 60 ${700 - 30 * at} Td (${line}) Tj ET`)
    .join('\n');
  const font = builtIn('Helvetica /Encoding /WinAnsiEncoding /ToUnicode 5 0 R');
  const content = Buffer.from(text, 'latin1');
  const { pages, values } = await readingOf(pageWith(content, { font, more: [stream(cmap)] }));
  expect(values).toEqual({ Município: 'São João', Valor: 'R$ 1 234,56', CPF: '111.444.777-35' });
  expect(pages[0]?.text).not.toMatch(/[\p{M}\xa0\u202f\u2011]/u);
});

describe('an empty page', () => {
  test('is empty, in a PDF and as a picture', async () => {
    const inPdf = await readingOf(await writtenPdf((pdf) => pdf.addPage().text('Nome: Maria Exemplo', 60, 60)));
    expect(inPdf.pages.map(({ text, source }) => [text, source])).toEqual([
      ['', null],
      ['Nome: Maria Exemplo', 'text-layer'],
    ]);
    const white = { width: 900, height: 1200, channels: 3 as const, background: '#fefefe' };
    const picture = await readingOf(await sharp({ create: white }).png().toBuffer(), 'image/png');
    expect(picture.pages).toMatchObject([{ text: '', barcodes: [], isPartial: false }]);
  });

  test('is none with any colour, nor with any opacity, that differs', () => {
    const pixels = (change: (data: Uint8ClampedArray) => void) => {
      const data = new Uint8ClampedArray(4 * 100).fill(250);
      change(data);
      return { data, width: 10, height: 10 };
    };
    expect(isBlank(pixels(() => {}))).toBe(true);
    expect(isBlank(pixels((data) => (data[200] = 240)))).toBe(true);
    for (const channel of [0, 1, 2, 3]) expect(isBlank(pixels((data) => (data[200 + channel] = 200)))).toBe(false);
  });
});

test('a tree that names its pages again and again is refused before so many are told', async () => {
  const levels = 6;
  const node = (level: number) => {
    const kids = Array(10)
      .fill(`${level + 3} 0 R`)
      .join(' ');
    return object(`<< /Type /Pages /Count ${10 ** (levels - level)} /Kids [${kids}] >>`);
  };
  const nodes = Array.from({ length: levels }, (_, level) => node(level));
  const page = object('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] >>');
  const pdf = pdfOf([object('<< /Type /Catalog /Pages 2 0 R >>'), ...nodes, page]);
  await expect(reader.readDocument(fileOf(pdf))).rejects.toThrow('the PDF has 1000000 pages');
});
