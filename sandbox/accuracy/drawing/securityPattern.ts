import type { Random } from '../synthetic/random.ts';
import type { Paper } from './paper.ts';

type Area = { x: number; y: number; width: number; height: number };

/** Fine waves over an area, as documents have them against copying. */
export function waves(paper: Paper, { x, y, width, height }: Area, colours: string[], random: Random, gap = 3.2): void {
  const { pdf } = paper;
  const shift = random.between(0, Math.PI);
  pdf.save().rect(x, y, width, height).clip().lineWidth(0.25);
  for (let row = -10; row < height + 10; row += gap) {
    const swing = 4 + 3 * Math.sin(row / 17 + shift);
    pdf.moveTo(x, y + row);
    for (let along = 0; along <= width; along += 6)
      pdf.lineTo(x + along, y + row + swing * Math.sin(along / 23 + row / 31 + shift));
    pdf.stroke(colours[Math.abs(Math.round(row / gap)) % colours.length]);
  }
  pdf.restore();
}

/** A rosette of circles. */
export function rosette(paper: Paper, x: number, y: number, radius: number, colour: string): void {
  const { pdf } = paper;
  pdf.save().lineWidth(0.3);
  for (let turn = 0; turn < 24; turn++) {
    const angle = (turn * Math.PI) / 12;
    pdf.circle(x + Math.cos(angle) * radius * 0.5, y + Math.sin(angle) * radius * 0.5, radius * 0.5).stroke(colour);
  }
  pdf.restore();
}

/** A gradient from left to right or top to bottom. */
export function gradient(paper: Paper, { x, y, width, height }: Area, from: string, to: string, down = false): void {
  const { pdf } = paper;
  const shade = down ? pdf.linearGradient(x, y, x, y + height) : pdf.linearGradient(x, y, x + width, y + height * 0.3);
  shade.stop(0, from).stop(1, to);
  pdf.save().rect(x, y, width, height).fill(shade).restore();
}
