import { canvasFont } from '../drawing/canvasFont.ts';
import { canvasOf } from '../drawing/pictures.ts';
import type { Holder, MrzKind } from '../synthetic/passports.ts';
import { printed } from '../synthetic/dates.ts';
import type { Random } from '../synthetic/random.ts';
import { words } from '../templates.ts';

/** Pixels in a millimetre. */
const SCALE = 14;
/** In millimetres, as all measures here. */
const SIZES: Record<MrzKind, [width: number, height: number]> = {
  td1: [85.6, 54],
  td2: [105, 74],
  td3: [125, 88],
  mrva: [120, 80],
  mrvb: [105, 74],
  french: [105, 74],
};
/** ICAO 9303 has ten characters an inch; each of the font is so wide, as a share of its size. */
const PITCH = 2.54;
const CHARACTER = 0.723;

const PAPERS = words('#f3efe2 #e6eef2 #f2e6e8 #e9f2e6 #ffffff #d9e2ea #f0dfc8');
const WAVES = words('#a14545 #a18a45 #73a145 #45a15c #45a1a1 #455ca1 #7345a1 #a1458a');

/** A document on tinted paper with guilloches, some printed fields, and its lines at the bottom, and where these begin. */
export function drawDocument(holder: Holder, kind: MrzKind, lines: string[], random: Random) {
  const [width, height] = SIZES[kind];
  const isCard = kind === 'td1';
  const ground = `
    <rect width="${width}" height="${height}" fill="${random.pick(PAPERS)}"/>
    ${guilloches(width, height, random)}
    ${isCard ? '' : portrait(random)}
    ${fields(holder, isCard, random)}
  `;
  const gap = random.between(5.6, 6.4) * (isCard ? 0.95 : 1);
  const bottom = height - (isCard ? 4.2 : random.between(5, 8));
  const left = (width - (lines[0] as string).length * PITCH) / 2 + random.between(-0.5, 0.5);
  const ink = random.pick(['#16161a', '#2a2a33', '#10203a', '#3a3a3a']);
  const size = 3.5 * random.between(0.95, 1.08);
  const zone = lines.map((line, row) => {
    const place = `translate(${left} ${bottom - (lines.length - 1 - row) * gap}) scale(${PITCH / CHARACTER / size} 1)`;
    return `<text transform="${place}" font-size="${size}">${line.replaceAll('<', '&lt;')}</text>`;
  });
  return {
    canvas: canvasOf(`${ground}<g font-family=${canvasFont('ocr-b')} fill="${ink}">${zone.join('')}</g>`, {
      ...{ width, height, scale: SCALE },
    }),
    zoneTop: (bottom - (lines.length - 1) * gap - 5) * SCALE,
  };
}

function guilloches(width: number, height: number, random: Random): string {
  const count = random.whole(0, 60);
  const [wave, rise] = [random.between(6, 14), random.between(1, 5)];
  const look = `stroke="${random.pick(WAVES)}" stroke-opacity="${random.between(0.1, 0.4)}" stroke-width="${random.between(0.15, 0.35)}"`;
  const paths = Array.from({ length: count }, (_, at) => {
    const shift = at * random.between(0.9, 1.1);
    const points = Array.from({ length: Math.floor(width / 1.5) + 1 }, (_, step) => {
      const x = 1.5 * step;
      return `${x} ${(at * height) / count + rise * Math.sin(x / wave + shift)}`;
    });
    return `<polyline points="${points.join(' ')}"/>`;
  });
  return `<g fill="none" ${look}>${paths.join('')}</g>`;
}

const portrait = (random: Random): string => `
  <rect x="6" y="14" width="30" height="38" fill="${random.pick(['#bb9999', '#88aa88', '#8899aa'])}"/>
  <ellipse cx="21" cy="30" rx="8" ry="11" fill="#e8c8ae"/>
`;

/** Printed fields beside the portrait, sometimes without what the zone says; the back of a card has others. */
function fields({ surname, given, born, sex, expires }: Holder, isCard: boolean, random: Random): string {
  const font = canvasFont(random.pick(['roboto', 'lato', 'pt-serif']));
  const field = (label: string, value: string, x: number, y: number) => `
    <text x="${x}" y="${y}" font-size="1.7">${label}</text><text x="${x}" y="${y + 3.4}" font-size="2.7">${value}</text>
  `;
  const onCard = () => [
    field('Address', 'Example street 12', 5, 8),
    field('Height', '1.75 m', 45, 8),
    field('Authority', 'Example office', 5, 18),
    random.chance(0.4) ? field('Remarks', `Employment permitted until ${printed(expires, '.')}`, 30, 20) : '',
  ];
  const besidePortrait = () => [
    field('Surname', surname, 42, 16),
    field('Given names', given, 42, 24),
    field('Date of birth', printed(born, '.'), 42, 32),
    field('Sex', sex, 72, 32),
    field('Date of expiry', printed(expires, '.'), 42, 40),
  ];
  const shown = isCard ? onCard() : random.chance(0.7) ? besidePortrait() : [];
  return `<g font-family=${font} fill="#222233">${shown.join('')}</g>`;
}
