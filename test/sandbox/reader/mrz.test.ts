import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { drawDocument } from '../../../sandbox/accuracy/mrz/drawing.ts';
import { mrzScene, type MrzCondition } from '../../../sandbox/accuracy/mrz/scenes.ts';
import { type Holder, type MrzKind, mrzLines } from '../../../sandbox/accuracy/synthetic/passports.ts';
import { randomFrom } from '../../../sandbox/accuracy/synthetic/random.ts';
import { crossCheck } from '../../../sandbox/reader/src/documents/mrz/crossCheck.ts';
import { type Mrz, parseMrz } from '../../../sandbox/reader/src/documents/mrz/mrz.ts';
import { startPageBudget } from '../../../sandbox/reader/src/pageBudget.ts';
import { dewarp, enlargeSmall, previewOf } from '../../../sandbox/reader/src/preprocessing/dewarp.ts';
import { pixelsOf } from '../../../sandbox/reader/src/preprocessing/images.ts';
import { detectPage } from '../../../sandbox/reader/src/recognition/lineDetection.ts';
import type { Cell } from '../../../sandbox/reader/src/recognition/mrz/cells.ts';
import { MRZ_CHARACTERS, type MrzFormat } from '../../../sandbox/reader/src/recognition/mrz/formats.ts';
import { readMrz } from '../../../sandbox/reader/src/recognition/mrz/mrzRecognition.ts';
import { readFields } from '../../../sandbox/reader/src/recognition/mrz/repair.ts';
import { zonesIn } from '../../../sandbox/reader/src/recognition/mrz/rows.ts';
import { findLines, findOrientation } from '../../../sandbox/reader/src/recognition/orientation.ts';
import { drawPage } from './drawnPictures.ts';

/** As a page is read, but that no page is looked for on a table: that takes longer than all the rest. */
async function mrzIn(picture: Buffer): Promise<Mrz | null> {
  startPageBudget();
  const pixels = await pixelsOf(sharp(picture).ensureAlpha());
  const image = await enlargeSmall(
    dewarp(pixels, null, await findOrientation(await findLines(await previewOf(pixels, null)))),
  );
  const reading = await readMrz(await detectPage(image.pixels));
  return reading && parseMrz(reading);
}

const HOLDER: Holder = {
  surname: 'EXEMPLO',
  given: 'ANDREA LUISA',
  number: 'FX1234567',
  born: '1987-10-11',
  sex: 'F',
  expires: '2028-12-19',
  state: 'UTO',
  nationality: 'UTO',
};

const valuesOf = (mrz: Mrz | null) =>
  mrz && {
    surname: mrz.names.surname?.value,
    given: mrz.names.given?.value,
    number: mrz.number?.value,
    born: mrz.birth?.value,
    sex: mrz.sex?.value,
    expires: mrz.expiry?.value,
    state: mrz.state?.value,
    nationality: mrz.nationality?.value,
  };

describe('machine-readable zones in pictures', () => {
  test.each<[MrzKind, MrzCondition]>([
    ['mrva', 'turned'],
    ['td2', 'curved'],
    // The stripe of the zone is no page.
    ['td3', 'striped'],
    // The zone runs another way than most of the text.
    ['td1', 'spread'],
  ])('%s, %s', async (kind, condition) => {
    const { bytes, holders } = await mrzScene(kind, condition, 'test');
    expect(holders).toContainEqual(valuesOf(await mrzIn(bytes)));
  });

  test('nothing is claimed of a document without a zone, or of a page of writing', async () => {
    const { canvas } = drawDocument(HOLDER, 'td3', [' '.repeat(44)], randomFrom('without'));
    expect(await mrzIn(await sharp(canvas.toBuffer('image/png')).resize({ width: 900 }).png().toBuffer())).toBeNull();
    expect(await mrzIn(drawPage().toBuffer('image/png'))).toBeNull();
  });
});

/** The zone of a holder, with other lines or doubtful characters where these are given. */
const zoneOf = (changes: Partial<Holder>, kind: MrzKind = 'td3', edit = (line: string) => line, doubts?: boolean[][]) =>
  parseMrz({ lines: mrzLines({ ...HOLDER, ...changes }, kind).map(edit), ...(doubts ? { doubts } : {}) });

test.each([
  ['FX1234567', 0.99],
  ['12345678Z', 0.99],
  // Its twin OH07OMG8J has the same check digit.
  ['0H070MG8J', 0.85],
])('the number %s has the score %d: its check digit cannot tell all look-alikes apart', (value, score) => {
  expect(zoneOf({ number: value })?.number).toEqual({ value, score });
});

test('a French identity card has a number of twelve digits, and neither an expiry nor a nationality', () => {
  const changes = { number: '940992310285', state: 'FRA' };
  expect(valuesOf(zoneOf(changes, 'french'))).toEqual({
    ...HOLDER,
    ...changes,
    ...{ expires: undefined, nationality: undefined },
  });
});

test('a visa may have a letter of the state behind its V', () => {
  const codeOf = (beginning: string) => zoneOf({}, 'mrva', (line) => line.replace(/^V</, beginning))?.code?.value;
  expect(['V<', 'VC'].map(codeOf)).toEqual(['V', 'VC']);
});

test('a birth has its century without an expiry too', () => {
  const doubts = [Array(44).fill(false), Array.from({ length: 44 }, (_, at) => at >= 21 && at < 28)];
  const zone = zoneOf({ born: '1938-02-03' }, 'td3', undefined, doubts);
  expect(zone?.birth).toEqual({ value: '1938-02-03', score: 0.99 });
});

test('a name has no check digit: by itself it is never claimed at 0.9, and is where the same is printed', () => {
  const { surname = null, given = null } = zoneOf({})?.names ?? {};
  expect([surname?.value, given?.value]).toEqual([HOLDER.surname, HOLDER.given]);
  expect(Math.max(surname?.score ?? 1, given?.score ?? 1)).toBeLessThan(0.9);
  expect(crossCheck({ value: 'Exemplo', score: 0.6 }, surname)?.score).toBeGreaterThan(0.9);
});

test('a name behind three fillers lost its first letter, and is none', () => {
  const givenIn = (fillers: string) =>
    zoneOf({ surname: 'VIGON', given: 'KAETT' }, 'td3', (line) => line.replace('<<KAETT', fillers))?.names;
  expect(givenIn('<<KAETT')).toMatchObject({ surname: { value: 'VIGON' }, given: { value: 'KAETT' } });
  expect(givenIn('<<<AETT')).toMatchObject({ surname: { value: 'VIGON' }, given: null });
});

/** A cell that is sure of its first character, or torn between all of them by so much each. */
function cell(characters: string, ...shares: number[]): Cell {
  const values = new Float32Array(MRZ_CHARACTERS.length).fill(1e-4);
  [...characters].forEach((character, at) => (values[MRZ_CHARACTERS.indexOf(character)] = shares[at] ?? 1));
  return values;
}

const cellsOf = (text: string) => [...text].map((character) => cell(character));
const day = { from: 0, to: 7, characters: '0123456789', checked: true };
const formatOf = (lines: MrzFormat['lines']): MrzFormat => ({ length: 7, code: /./, lines });
const readDay = (cells: Cell[]) => readFields([cells], formatOf([[day]]))[0]?.[0];

describe('a field with a check digit', () => {
  test.each<[string, string, Record<number, Cell>, isDoubtful: boolean]>([
    ['is taken as it was read if the digit is right', '8710112', {}, false],
    ['gets the one other character that makes the digit right', '8710112', { 1: cell('17', 0.6, 0.4) }, false],
    [
      'is doubtful if two readings with a right digit are about as likely',
      '8710112',
      { 3: cell('05', 0.5, 0.4), 4: cell('16', 0.5, 0.4) },
      true,
    ],
    ['is doubtful if no reading has a right digit', '8710117', {}, true],
  ])('%s', (_, text, torn, isDoubtful) => {
    const day = readDay(Object.assign(cellsOf(text), torn));
    expect(day?.doubts).toEqual(Array(7).fill(isDoubtful));
    if (!isDoubtful) expect(day?.text).toBe(text);
  });

  test('is taken if of two such readings one agrees with the final digit of the zone', () => {
    const final = { from: 7, to: 8, characters: '0123456789' };
    const format: MrzFormat = { ...formatOf([[day, final]]), composite: { parts: [[0, 0, 7]], line: 0, at: 7 } };
    const read = (digit: string) => {
      const cells = cellsOf(`8710112${digit}`);
      cells[3] = cell('06', 0.5, 0.4);
      cells[6] = cell('24', 0.5, 0.4);
      return readFields([cells], format)[0]?.[0]?.text;
    };
    expect([read('6'), read('2')]).toEqual(['8710112', '8716114']);
  });
});

test('a character without a check digit is doubtful if another is nearly as likely', () => {
  const read = (...shares: number[]) =>
    readFields([[cell('NM', ...shares)]], formatOf([[{ from: 0, to: 1, characters: 'MN' }]]))[0]?.[0];
  expect([read(0.9, 0.1), read(0.8, 0.2)]).toEqual([
    { text: 'N', doubts: [false] },
    { text: 'N', doubts: [true] },
  ]);
});

describe('lines of a zone', () => {
  const line = { x: 500, length: 900, height: 30, angle: 0 };

  test('are long lines below each other, each stretched to the length of the longest', () => {
    const [zone, ...others] = zonesIn([
      { ...line, y: 100 },
      { ...line, y: 155, x: 300, length: 500 },
    ]);
    expect(others).toEqual([]);
    expect(zone?.map(({ x, length }) => [x, length])).toEqual([
      [500, 960],
      [500, 960],
    ]);
  });

  test('are not longer than their height allows, however the others lie', () => {
    const far = { ...line, x: 5000, length: 9500, y: 155 };
    const longest = Math.max(
      ...zonesIn([{ ...line, y: 100 }, far])
        .flat()
        .map(({ length }) => length),
    );
    expect(longest).toBeLessThan(10_500);
    expect(
      zonesIn([
        { ...line, y: 100, angle: 1.5 },
        { ...line, y: 140, angle: 1.5 },
      ]),
    ).toEqual([]);
  });
});
