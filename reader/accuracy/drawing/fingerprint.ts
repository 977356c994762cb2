import type { Random } from '../synthetic/random.ts';
import type { Paper } from './paper.ts';

/** Ridges of a thumb, bent and broken. */
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
