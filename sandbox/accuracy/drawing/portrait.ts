import type { SKRSContext2D } from '@napi-rs/canvas';
import { sensorNoise, type Random } from '../synthetic/random.ts';
import { words } from '../templates.ts';
import { canvasOf } from './pictures.ts';

export const PORTRAIT = { width: 360, height: 480 };

const BACKDROPS = words('#f4f4f2 #e9edf2 #dfe6ee #cfd9e6 #ededed');
const CLOTHES = words('#26303f #5b1f2a #20452f #6a6a6e #f0f0ee #1d1d22 #7d5a3a #3b4d7a');
const SKINS = words('#eecbb2 #e0b596 #cb9c7a #ac7a5a #865a40 #684430');
const HAIRS = words('#1c1614 #34241a #583c26 #84623c #787674');
const IRISES = words('#3e2818 #543a22 #46543c #3c5068');

/** A synthetic head and shoulders as JPEG, shaded enough for a face detector. */
export function drawPortrait(random: Random): Buffer {
  const canvas = canvasOf(portraitIn(random), PORTRAIT);
  addNoise(canvas.getContext('2d'), random);
  // Not PNG: pdfkit processes transparency pixel by pixel.
  return canvas.toBuffer('image/jpeg', 94);
}

/** As SVG: every feature is a soft shade over the last. What differs from face to face in size is drawn in units of half a face. */
function portraitIn(random: Random): string {
  const backdrop = random.pick(BACKDROPS);
  const [x, y] = [180 + random.between(-8, 8), 206.4 + random.between(-8, 8)];
  const clothes = random.pick(CLOTHES);
  const isLong = random.chance(0.5);
  const [skin, hair, iris] = [random.pick(SKINS), random.pick(HAIRS), random.pick(IRISES)];
  const [half, long, eyes] = [random.between(84, 96), random.between(116, 128), random.between(38, 43)];
  const hasBeard = !isLong && random.chance(0.4);
  const hasGlasses = random.chance(0.15);
  const lean = random.between(-1.7, 1.7);
  const corners = 78 - random.between(-3, 4);
  const parting = random.between(-0.5, 0.5);
  const strands = Array.from({ length: 60 }, () => {
    const from = random.between(-1, 1);
    const colour = random.chance(0.5) ? '#ffebd2' : '#000';
    const width = random.between(0.01, 0.03);
    return `<path d="M ${parting} -.95 Q ${from} -.98 ${from} -.6" stroke="${colour}" stroke-width="${width}" opacity=".07"/>`;
  });
  const [crown, end] = isLong ? [1.56, 0.5] : [1.32, -0.05];
  const inUnits = `transform="scale(${half} ${long})"`;
  /** The right half of what is the same on both sides. */
  const side = `
    <g ${inUnits}>
      <circle r="1" transform="translate(.55 .22) scale(.38 .21)" fill="url(#blush)" opacity=".16"/>
      <circle r="1" transform="translate(.8 .4) scale(.33 .49)" fill="url(#dark)" opacity=".12"/>
    </g>
    <g transform="translate(${eyes} 0)" fill="none" stroke-linecap="round">
      <circle r="1" transform="translate(0 -16) scale(34 24)" fill="url(#dark)" opacity=".25"/>
      <path d="M -20 -30 Q 4 -42 25 -30" stroke="${hair}" stroke-width="7" opacity=".82"/>
      <ellipse cy="-8" rx="18" ry="8.5" fill="#eee9e4"/>
      <circle r="1" transform="translate(0 -14) scale(20 7)" fill="url(#dark)" opacity=".5"/>
      <circle cy="-9" r="8.2" fill="${iris}"/>
      <circle cy="-9" r="4" fill="#0b0807"/>
      <circle cx="-2.4" cy="-12" r="2" fill="#fff" opacity=".9"/>
      <path d="M -20 -6 Q 0 -24 20 -6" stroke="#160e0c" stroke-width="3.2" opacity=".9"/>
      <path d="M -18 -5 Q 0 4 18 -5" stroke="#000" stroke-width="1.6" opacity=".37"/>
      <circle r="1" transform="translate(0 8) scale(22 8)" fill="url(#dark)" opacity=".13"/>
    </g>
    <circle r="1" transform="translate(13 18) scale(12 40)" fill="url(#dark)" opacity=".19"/>
    <circle r="1" transform="translate(10 47) scale(7 5)" fill="url(#dark)" opacity=".85"/>
  `;
  const ear = `
    <ellipse cx=".99" cy=".03" rx=".145" ry=".23" fill="${skin}"/>
    <ellipse cx=".99" cy=".03" rx=".145" ry=".23" opacity=".14"/>
    <circle r="1" transform="translate(.99 .05) scale(.09 .15)" fill="url(#dark)" opacity=".3"/>
  `;
  const glasses = `
    <g transform="translate(${eyes} 0)" fill="none" stroke="#1e1c1e" stroke-width="3" opacity=".9">
      <rect x="-27" y="-26" width="54" height="40" rx="14"/>
      <path d="M 27 -10 L ${half - eyes} -12 M -27 -12 L ${-eyes} -15"/>
    </g>
  `;
  const onBothSides = (right: string) => `${right}<g transform="scale(-1 1)">${right}</g>`;
  const neck = 'M -.52 .5 Q -.5 1.2 -.75 1.38 Q 0 1.75 .75 1.38 Q .5 1.2 .52 .5';
  const head = `
    M -1 -.25 C -1.02 .35 -.72 .78 -.3 .96 Q 0 1.07 .3 .96 C .72 .78 1.02 .35 1 -.25 C .95 -1.12 -.95 -1.12 -1 -.25
  `;
  const shoulders = `
    M -190 5 C -180 -80 -110 -95 -48 -122 Q 0 -80 48 -122 C 110 -95 180 -80 190 5
  `;
  return `
    <defs>${soft('dark', '#000')}${soft('light', '#fffaf0')}${soft('blush', '#c85a46')}${soft('beard', hair)}
    <radialGradient id="room" gradientUnits="userSpaceOnUse" cx="180" cy="215" r="360">
      <stop offset=".22" stop-color="#fff" stop-opacity=".25"/><stop offset="1" stop-color="#283246" stop-opacity=".22"/>
    </radialGradient>
    <linearGradient id="cloth" gradientUnits="userSpaceOnUse" x1="-170" x2="170">
      <stop offset="0" stop-opacity=".35"/><stop offset=".45" stop-color="#fff" stop-opacity=".08"/><stop offset="1" stop-opacity=".45"/>
    </linearGradient>
    <linearGradient id="chin" gradientUnits="userSpaceOnUse" x2="0" y1=".6" y2="1.5">
      <stop offset="0" stop-opacity=".38"/><stop offset="1" stop-opacity=".1"/>
    </linearGradient>
    <radialGradient id="round" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1.15" gradientTransform="scale(1.36 1)">
      <stop offset="0" stop-color="#fff" stop-opacity=".07"/><stop offset=".6" stop-opacity="0"/><stop offset="1" stop-opacity=".38"/>
    </radialGradient>
    </defs>
    <rect width="360" height="480" fill="${backdrop}"/>
    <rect width="360" height="480" fill="url(#room)"/>
    <g transform="translate(${x} 480)">
      <path d="${shoulders}" fill="${clothes}"/>
      <path d="${shoulders}" fill="url(#cloth)"/>
    </g>
    <g transform="translate(${x} ${y}) rotate(${lean})">
      <g ${inUnits}>
        <ellipse cy="${isLong ? 0.25 : -0.28}" rx="${isLong ? 1.34 : 1.12}" ry="${isLong ? 1.5 : 0.75}" fill="${hair}"/>
        <path d="${neck}" fill="${skin}"/>
        <path d="${neck}" fill="url(#chin)"/>
        ${onBothSides(ear)}
        <path d="${head}" fill="${skin}"/>
        <path d="${head}" fill="url(#round)"/>
        <circle r="1" transform="translate(0 -.55) scale(.67 .28)" fill="url(#light)" opacity=".16"/>
        <circle r="1" transform="translate(0 .72) scale(.8 .42)" fill="url(#beard)" opacity="${hasBeard ? 0.62 : 0}"/>
      </g>
      ${onBothSides(side)}
      <circle r="1" transform="translate(0 22) scale(8 34)" fill="url(#light)" opacity=".3"/>
      <circle r="1" transform="translate(0 38) scale(15 12)" fill="url(#light)" opacity=".25"/>
      <circle r="1" transform="translate(0 50) scale(26 8)" fill="url(#dark)" opacity=".39"/>
      <circle r="1" transform="translate(0 62) scale(14 8)" fill="url(#dark)" opacity=".14"/>
      <path d="M -31 ${corners} Q -12 66 0 71 Q 12 66 31 ${corners} Q 0 99 -31 ${corners}" fill="#5a0a05" opacity=".48"/>
      <path d="M -31 ${corners} Q 0 83 31 ${corners}" fill="none" stroke="#3c1412" stroke-width="2.4" opacity=".8"/>
      <circle r="1" transform="translate(0 98) scale(26 9)" fill="url(#dark)" opacity=".27"/>
      <g ${inUnits}>
        <path
          d="M -1.08 ${end} C -1.3 ${-crown} 1.3 ${-crown} 1.08 ${end} C .94 -.4 ${parting + 0.33} -.62 ${parting} -.66
            C ${parting - 0.33} -.62 -.94 -.4 -1.08 ${end}"
          fill="${hair}"
        />
        <g fill="none">${strands.join('')}</g>
        <circle r="1" transform="translate(-.25 -.86) scale(.55 .15)" fill="url(#light)" opacity=".2"/>
      </g>
      ${hasGlasses ? onBothSides(glasses) : ''}
    </g>
  `;
}

/** A colour that fades out from the middle. */
const soft = (id: string, colour: string): string => `
  <radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1">
    <stop offset="0" stop-color="${colour}"/>
    <stop offset=".5" stop-color="${colour}" stop-opacity=".55"/>
    <stop offset="1" stop-color="${colour}" stop-opacity="0"/>
  </radialGradient>
`;

/** Sensor noise; without it a face looks like a drawing. */
function addNoise(context: SKRSContext2D, random: Random): void {
  const image = context.getImageData(0, 0, PORTRAIT.width, PORTRAIT.height);
  const { data } = image;
  const next = sensorNoise(random, 7);
  for (let index = 0; index < data.length; index += 4) {
    const step = next();
    for (let channel = 0; channel < 3; channel++) data[index + channel] = (data[index + channel] ?? 0) + step;
  }
  context.putImageData(image, 0, 0);
}
