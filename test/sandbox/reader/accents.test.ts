import { expect, test } from '@jest/globals';
import { createCanvas } from '@napi-rs/canvas';
import type { Font } from '../../../sandbox/accuracy/drawing/fonts.ts';
import { DISPUTED } from '../../../sandbox/reader/src/reading.ts';
import { doubtAccents } from '../../../sandbox/reader/src/recognition/accents.ts';
import { toGrey } from '../../../sandbox/reader/src/preprocessing/images.ts';
import { canvasFont } from '../../../sandbox/accuracy/drawing/canvasFont.ts';
import { pixelsOn } from './drawnPictures.ts';

const SURE = 0.95;
const SIZE = 28;
const [LEFT, BASELINE, WIDTH, HEIGHT] = [12, 42, 240, 56];

/** How sure a word is after a look at its print, when it was read like that. */
async function sureness(font: Font, printed: string, read: string): Promise<number> {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fdfdfb';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = '#232323';
  context.font = `${SIZE}px ${canvasFont(font)}`;
  context.fillText(printed, LEFT, BASELINE);
  const word = {
    text: read,
    left: LEFT,
    right: LEFT + context.measureText(printed).width,
    top: BASELINE - 0.73 * SIZE,
    bottom: BASELINE,
    confidence: SURE,
  };
  const strip = await toGrey(pixelsOn(canvas));
  const [line] = doubtAccents(
    [{ words: [word], baseline: { x0: 0, y0: BASELINE, x1: WIDTH, y1: BASELINE } }],
    () => strip,
  );
  return line?.words[0]?.confidence ?? 0;
}

test.each<Font>(['roboto', 'lato', 'tinos', 'barlow-condensed-bold'])(
  'printed in %s, a word that lost its accent is in doubt, and no other',
  async (font) => {
    const capitals = { JOSÉ: 'JOSE', CONCEIÇÃO: 'CONCEICAO', ÉMERSON: 'EMERSON', ANTÔNIO: 'ANTONIO', LUÍS: 'LUIS' };
    const small = { Begoña: 'Begona', José: 'Jose', Muñoz: 'Munoz', Inês: 'Ines', França: 'Franca', 'João,': 'Joao,' };
    for (const [printed, read] of Object.entries({ ...capitals, ...small }))
      expect([read, (await sureness(font, printed, read)) <= DISPUTED]).toEqual([read, true]);
    const others = 'Jose Begona Maria Lisboa Munoz Franca Ines Xavier Wagner Hugo Cecy, Guilherme: Conceição José';
    for (const word of ['JOSE', 'EMERSON', 'MARIA', 'CASA', 'LISBOA', 'QUEIROS', 'JOSÉ', ...others.split(' ')])
      expect([word, await sureness(font, word, word)]).toEqual([word, SURE]);
  },
);

test.each<Font>(['roboto', 'lato', 'tinos', 'open-sans'])(
  'printed in %s, a word is sure only with the accents that its print shows',
  async (font) => {
    const misread = {
      Lumière: 'Lumiêre',
      Ipê: 'Ipé',
      Krüger: 'Krúger',
      Köhler: 'Kôhler',
      MÜLLER: 'MÚLLER',
      Häusler: 'Hãusler',
      Lünkes: 'Liinkes',
      Muñoz: 'Mufioz',
      Ângela: 'Angela',
      Élton: 'Elton',
    };
    for (const [printed, read] of Object.entries(misread))
      expect([read, (await sureness(font, printed, read)) < 0.9]).toEqual([read, true]);
    for (const word of [...Object.keys(misread), 'Conceição,', 'Itajaí', 'Filippi', 'Jijoca', 'Sílvia'])
      expect([word, await sureness(font, word, word)]).toEqual([word, SURE]);
  },
);
