import { textOutlines } from '../drawing/canvasFont.ts';
import { fontData } from '../drawing/fonts.ts';
import { object, stream } from '../drawing/pdfObjects.ts';
import type { Parts } from '../drawing/pdfPage.ts';
import {
  COURIER,
  FONT,
  LEADING,
  LEFT,
  othersThan,
  pdfWith,
  SIZE,
  text,
  TOP,
  total,
  totalOf,
  valueOf,
  ADVANCE,
  type Print,
} from './content.ts';
import type { Random } from '../synthetic/random.ts';
import { letters, outlinesOf } from './pictures.ts';

const CODES = Array.from({ length: 95 }, (_, at) => 32 + at);

/** A map of the characters of a font to others. */
function toUnicode(to: (code: number) => number): Buffer {
  const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0');
  const map = CODES.map((code) => `<${hex(code, 2)}> <${hex(to(code), 4)}>`).join('\n');
  return stream(
    `/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange\n` +
      `${CODES.length} beginbfchar\n${map}\nendbfchar endcmap end`,
  );
}

/** A font that draws what it should, and says other characters. */
const mappedFont = (to: (code: number) => number, type = 'Type1'): Parts => ({
  font: FONT.replace('>>', '/ToUnicode 5 0 R >>').replace('Type1', type),
  more: [toUnicode(to)],
});

/** A second font, within the file, that says other characters. */
export function embeddedFont(to: (code: number) => number): Parts {
  const widths = CODES.map((code) => Math.round(textOutlines(String.fromCharCode(code), 'roboto', 1000).width));
  const data = fontData('roboto') as Buffer;
  return {
    font:
      `${FONT} /F2 << /Type /Font /Subtype /TrueType /BaseFont /Roboto /FirstChar 32 /LastChar 126 /Widths [${widths.join(' ')}] ` +
      '/Encoding /WinAnsiEncoding /ToUnicode 5 0 R /FontDescriptor 6 0 R >>',
    more: [
      toUnicode(to),
      object(
        '<< /Type /FontDescriptor /FontName /Roboto /Flags 32 /FontBBox [-700 -300 1200 1100] /ItalicAngle 0 /Ascent 900 ' +
          '/Descent -300 /CapHeight 700 /StemV 80 /FontFile2 7 0 R >>',
      ),
      stream(data, `/Length1 ${data.length}`),
    ],
  };
}

const otherDigit = (code: number) => (code < 48 || code > 57 ? code : 48 + ((code - 45) % 10));
/** Letter by letter, each printed so far aside, one time after the other. */
function letterByLetter(lines: string[], asides: number[], advance = ADVANCE): string[] {
  return lines.flatMap((line, row) =>
    [...line].flatMap((letter, column) =>
      asides.map((by) => `1 0 0 1 ${LEFT + column * advance + by} ${TOP - row * LEADING} Tm (${letter}) Tj`),
    ),
  );
}

const typed = (letters: string[]) => pdfWith(`BT /F1 ${SIZE} Tf ${letters.join('\n')} ET`, { font: COURIER });

/** Letters set apart, by so many points more than they are wide. */
const setApart = (lines: string[], random: Random) =>
  letterByLetter(lines, [0], ADVANCE + random.between(0.15, 0.5) * SIZE);

/** A second font, whose letters paint no more than their width. */
export const BLANK_FONT: Parts = {
  font:
    `${FONT} /F2 << /Type /Font /Subtype /Type3 /FontBBox [0 0 600 700] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 32 ` +
    `/LastChar 126 /Widths [${'600 '.repeat(95)}] /Encoding << /Differences [32 ${'/blank '.repeat(95)}] >> ` +
    '/CharProcs << /blank 6 0 R >> /ToUnicode 5 0 R >>',
  more: [
    stream(
      'begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <20> <7e> <0020> endbfrange endcmap',
    ),
    stream('600 0 0 0 600 700 d1'),
  ],
};

/** Letters as white blocks. */
export const WHITE_FONT: Parts = {
  font: (BLANK_FONT.font as string).replaceAll('blank', 'white'),
  more: [...(BLANK_FONT.more ?? []).slice(0, 1), stream('600 0 d0 1 g 50 0 500 600 re f')],
};

/** A letter in black and white, 24 dots wide. */
function dotsOf(letter: string): Buffer {
  const [width, height] = [24, 40];
  const { data } = letters(width, height, letter).getContext('2d').getImageData(0, 0, width, height);
  const bits = Buffer.alloc((width * height) / 8);
  for (let at = 0; at < width * height; at++)
    if ((data[4 * at] as number) > 128) bits[at >> 3] = (bits[at >> 3] as number) | (128 >> (at & 7));
  return bits;
}

/** A font whose letters are pictures, as programs make it that know no outlines. */
function pictureFont(): Parts {
  const glyphs = CODES.map((code) => {
    const begin = '14 0 0 -10 24 30 d1 24 0 0 40 0 -10 cm BI /W 24 /H 40 /IM true /BPC 1 ID ';
    return stream(Buffer.concat([Buffer.from(begin), dotsOf(String.fromCharCode(code)), Buffer.from('\nEI')]));
  });
  const [map] = BLANK_FONT.more as [Buffer];
  return {
    font:
      `<< /Type /Font /Subtype /Type3 /FontBBox [0 -10 24 30] /FontMatrix [0.04 0 0 0.04 0 0] /FirstChar 32 /LastChar 126 ` +
      `/Widths [${'14 '.repeat(95)}] /Encoding << /Differences [32 ${CODES.map((code) => `/g${code}`).join(' ')}] >> ` +
      `/CharProcs << ${CODES.map((code, at) => `/g${code} ${6 + at} 0 R`).join(' ')} >> /ToUnicode 5 0 R >>`,
    more: [map, ...glyphs],
  };
}

/**
 * A second font, whose letters are drawings without names, under the codes of the letters that are so many behind them;
 * `isMapped`: a map says which letters they are.
 */
export function drawnFont(by: number, { isMapped = false } = {}): Parts {
  const names = CODES.map((code) => `/a${code + by}`);
  const drawings = CODES.map((code) => {
    const letter = String.fromCharCode(code);
    return {
      isBlank: letter === ' ',
      width: Math.round(textOutlines(letter, 'roboto', 1000).width),
      path: outlinesOf(letter, { x: 0, y: 0 }, 1000),
    };
  });
  return {
    font:
      `${FONT} /F2 << /Type /Font /Subtype /Type3 /FontBBox [-200 -300 1200 1100] /FontMatrix [0.001 0 0 0.001 0 0] ` +
      `/FirstChar ${32 + by} /LastChar ${126 + by} /Widths [${drawings.map(({ width }) => width).join(' ')}] ` +
      `/Encoding << /Differences [${32 + by} ${names.join(' ')}] >> ` +
      `${isMapped ? `/ToUnicode ${5 + names.length} 0 R ` : ''}` +
      `/CharProcs << ${names.map((name, at) => `${name} ${5 + at} 0 R`).join(' ')} >> >>`,
    more: [
      ...drawings.map(({ isBlank, width, path }) =>
        // As Chromium writes a blank.
        stream(isBlank ? `${width} 0 0 0 0 0 d1` : `${width} 0 -200 -300 1200 1100 d1 ${path}`),
      ),
      ...(isMapped ? [toUnicode((code) => code - by)] : []),
    ],
  };
}

/** What a text is in such a font, as a string of a PDF. */
export const coded = (text: string, by: number) =>
  `<${Buffer.from([...text].map((letter) => letter.charCodeAt(0) + by)).toString('hex')}>`;

const PROSE = 'Pague ate o vencimento em qualquer agencia da sua cidade.';

/** Fonts that say other characters than they draw, and letters that are printed in another way than in lines. */
export const FONT_KINDS: Record<string, Print> = {
  'letters that are pictures': (seen) => pdfWith(text(seen), pictureFont()),
  'letters that are masks, one by one': (seen) => {
    const masks = [...totalOf(seen)].map(
      (letter, at) =>
        `q 9 0 0 15 ${140 + 6.5 * at} ${TOP - 4 * LEADING - 4} cm BI /IM true /W 24 /H 40 /BPC 1 /F /AHx ` +
        `ID ${dotsOf(letter).toString('hex')}> EI Q `,
    );
    return pdfWith(othersThan(seen, 'Valor total:') + masks.join(''));
  },
  'a font without characters': (seen) =>
    pdfWith(
      text(seen),
      mappedFont((code) => (code === 32 ? code : 0xe000 + code)),
    ),
  'a font with other letters': (seen) =>
    pdfWith(
      text(['FICHA DE COBRANCA', ...seen, PROSE]),
      mappedFont((code) => (code === 32 ? code : 33 + ((code - 4) % 94))),
    ),
  'some lines in a font with other letters': (seen) =>
    pdfWith(text(seen.slice(0, 2)) + text([...seen.slice(2), PROSE], { y: TOP - 2 * LEADING }).replace('/F1', '/F2'), {
      font: `${FONT} /F2 ${mappedFont(() => 0).font}`,
      more: [toUnicode((code) => (code < 61 ? code : code - 29))],
    }),
  'a font with other digits': (seen) => pdfWith(text(seen), mappedFont(otherDigit)),
  'a font with other digits, which are not valid': (seen) => pdfWith(text(seen), mappedFont(otherDigit, 'TrueType')),
  'a total in a font with other digits': (seen) =>
    pdfWith(othersThan(seen) + total(seen).replace('/F1', '/F2'), embeddedFont(otherDigit)),
  'values of drawings with other codes': (seen, _, random) => {
    const by = random.pick([-3, 1, 3]);
    const lines = seen.map((line, at) => {
      const value = valueOf(line);
      const label = line.slice(0, -value.length);
      return `BT /F1 ${SIZE} Tf ${LEFT} ${TOP - at * LEADING} Td (${label}) Tj /F2 ${SIZE} Tf ${coded(value, by)} Tj ET\n`;
    });
    return pdfWith(lines.join(''), drawnFont(by));
  },
  'letters printed twice': (seen, _, random) => typed(letterByLetter(seen, [0, random.between(0.2, 3)])),
  'letters set tight': (seen, _, random) => typed(letterByLetter(seen, [0], random.between(0.7, 0.95) * ADVANCE)),
  'letters in reverse order': (seen) => typed(letterByLetter(seen, [0]).toReversed()),
  'letters set apart one by one': (seen, _, random) => typed(setApart(seen, random)),
  'letters set apart one by one, without blanks': (seen, _, random) =>
    typed(setApart(seen, random).filter((letter) => !letter.includes('( )'))),
  'letters set apart by an operator': (seen, _, random) =>
    pdfWith(text(seen, { before: `${random.between(0.12, 0.5) * SIZE} Tc` })),
  'digits in the boxes of a comb': (seen, _, random) => {
    const pitch = random.between(12, 18);
    const boxes = [...valueOf(seen[0])].map((digit, at) => {
      const [x, y] = [190 + at * pitch, TOP];
      return `${x} ${y - 4} ${pitch} 16 re S ${text([digit], { x: x + pitch / 2 - 3, y })}`;
    });
    return pdfWith(text(['Numero do pedido:', ...seen.slice(1)]) + boxes.join(''));
  },
  'letters marked one by one': (seen) =>
    pdfWith(
      letterByLetter(seen, [0])
        .map((letter) => `/Span << /MCID 0 >> BDC BT /F1 ${SIZE} Tf ${letter} ET EMC`)
        .join('\n'),
      { font: COURIER },
    ),
};
