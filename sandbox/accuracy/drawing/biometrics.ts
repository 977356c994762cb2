import type { Place } from '../groundTruth.ts';
import type { Random } from '../synthetic/random.ts';
import type { Paper } from './paper.ts';

/** Draws a signature: joined waves with a stroke below. Returns its place. */
export function sign(paper: Paper, random: Random, place: Omit<Place, 'page'>, colour = '#1b2a5c'): Place {
  const { x, y, width, height } = place;
  const { pdf } = paper;
  const letters = random.whole(7, 11);
  const step = width / (letters + 1);
  const line = y + height * 0.72;
  let path = `M ${x} ${line}`;
  for (let letter = 0; letter < letters; letter++) {
    const from = x + letter * step;
    const tall = random.chance(letter === 0 ? 1 : 0.25);
    const top = line - height * (tall ? random.between(0.55, 0.7) : random.between(0.15, 0.3));
    const low = random.chance(0.15) ? line + height * 0.25 : line;
    const end = from + step * random.between(0.8, 1.1);
    path += `C ${from + step * 0.9} ${top} ${from + step * 0.1} ${top - height * 0.05} ${end} ${low}`;
  }
  const stroke = `${x + width} ${line - height * 0.3} ${x + width * 0.5} ${line + height * 0.4}`;
  path += `C ${stroke} ${x + width * random.between(0.1, 0.3)} ${line + height * 0.2}`;
  pdf
    .save()
    .lineWidth(height / 22)
    .lineCap('round')
    .path(path)
    .stroke(colour)
    .restore();
  return { page: paper.page, ...place };
}

/** Draws a thumbprint: bent and broken ridges. */
export function fingerprint(paper: Paper, random: Random, x: number, y: number, radius: number): void {
  const { pdf } = paper;
  const lean = random.between(0.1, 0.3);
  pdf.save().lineWidth(0.7).translate(x, y).scale(0.8, 1.15);
  for (let ridge = 2; ridge < radius; ridge += 1.5) {
    const gap = random.between(10, 60);
    pdf.dash(random.between(14, 40), { space: random.between(0.8, 2) });
    pdf.moveTo(ridge, lean * ridge);
    for (let angle = 0; angle <= 360 - gap; angle += 12) {
      const turn = (angle * Math.PI) / 180;
      pdf.lineTo(Math.cos(turn) * ridge * (1 + 0.05 * Math.sin(3 * turn)), Math.sin(turn) * ridge + lean * ridge);
    }
    pdf.stroke('#3a3f47');
  }
  pdf.restore();
}
