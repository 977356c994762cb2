import { createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import { drawPortrait } from '../../../sandbox/accuracy/drawing/portrait.ts';
import { randomFrom } from '../../../sandbox/accuracy/synthetic/random.ts';
import type { Box, Pixels, TextItem } from '../../../sandbox/reader/src/reading.ts';
import { canvasFont } from '../../../sandbox/accuracy/drawing/canvasFont.ts';

/** A page drawn for the tests of crops; the portraits on it are of nobody. */
export class DrawnPage {
  readonly items: TextItem[] = [];
  readonly #canvas;
  readonly #context: SKRSContext2D;

  constructor(width: number, height: number, paper = '#eef3e8') {
    this.#canvas = createCanvas(width, height);
    this.#context = this.#canvas.getContext('2d');
    this.#context.fillStyle = paper;
    this.#context.fillRect(0, 0, width, height);
    this.#drawPattern(width, height);
  }

  get pixels(): Pixels {
    const { width, height } = this.#canvas;
    return { data: this.#context.getImageData(0, 0, width, height).data, width, height };
  }

  write(x: number, y: number, text: string, size: number): this {
    this.#context.fillStyle = '#222';
    this.#context.font = `${size}px ${canvasFont('open-sans')}`;
    this.#context.fillText(text, x, y);
    this.items.push({ text, x, y, width: this.#context.measureText(text).width, size, bold: false });
    return this;
  }

  async portrait(seed: string, { left, top, width, height }: Box, strength = 1): Promise<this> {
    this.#context.globalAlpha = strength;
    this.#context.drawImage(await loadImage(drawPortrait(randomFrom(seed))), left, top, width, height);
    this.#context.globalAlpha = 1;
    return this;
  }

  /** Loops from edge to edge of the box, as of a pen. */
  sign({ left, top, width, height }: Box): this {
    this.#stroke('#1b2a5c', 2.5, (at) => [
      left + width * at + 8 * Math.sin(at * 63),
      top + height * (0.5 - 0.5 * Math.sin(at * 44) * Math.abs(Math.cos(at * 3))),
    ]);
    return this;
  }

  rule(left: number, y: number, width: number): this {
    this.#stroke('#333', 1.5, (at) => [left + width * at, y]);
    return this;
  }

  /** A round emblem with a star, as states print. */
  emblem(x: number, y: number, radius: number): this {
    for (const [part, colour] of [
      [1, '#2d6a4f'],
      [0.8, '#f4d35e'],
      [0.55, '#1d4e89'],
    ] as const) {
      this.#context.fillStyle = colour;
      this.#context.beginPath();
      this.#context.arc(x, y, part * radius, 0, 2 * Math.PI);
      this.#context.fill();
    }
    this.#stroke('#fff', radius / 12, (at) => [
      x + 0.45 * radius * Math.cos(at * 8 * Math.PI),
      y + 0.45 * radius * Math.sin(at * 6 * Math.PI),
    ]);
    return this;
  }

  #drawPattern(width: number, height: number): void {
    for (let line = 0; line < 20; line++) {
      this.#stroke('rgba(60,140,110,0.35)', 1, (at) => [
        at * width,
        (height * (line + 0.5)) / 20 + 14 * Math.sin(at * 30 + line),
      ]);
    }
  }

  #stroke(colour: string, lineWidth: number, point: (at: number) => [number, number]): void {
    this.#context.strokeStyle = colour;
    this.#context.lineWidth = lineWidth;
    this.#context.beginPath();
    for (let at = 0; at <= 1; at += 0.002) this.#context.lineTo(...point(at));
    this.#context.stroke();
  }
}
