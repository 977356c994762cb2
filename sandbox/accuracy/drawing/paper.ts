import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import type { Place, Size } from '../groundTruth.ts';
import { fontData, type Font } from './fonts.ts';

/** Fixed, so that the same seed writes the same bytes. */
const CREATED = new Date('2025-01-15T12:00:00Z');

export type Print = {
  font?: Font;
  size?: number;
  colour?: string;
  align?: 'left' | 'right' | 'centre';
  spacing?: number;
  turned?: number;
};

/** Of text in lines: how far these are apart, in sizes, and how far the first is from the edge. */
export type Setting = Print & { leading?: number; indent?: number };

/** A print in words, in this order and each if needed: size, font, alignment, colour, spacing (`7 arial-bold centre #30543f +0.5`). */
export type PrintWords = string;

export function printOf(print: Print | PrintWords): Print {
  if (typeof print !== 'string') return print;
  const found = WORDS.exec(print);
  if (!found) throw new Error(`"${print}" says no print`);
  const [, size, font, align, colour, spacing] = found;
  return {
    ...(size ? { size: Number(size) } : {}),
    ...(font ? { font: font } : {}),
    ...(align ? { align: align as 'left' | 'right' | 'centre' } : {}),
    ...(colour ? { colour } : {}),
    ...(spacing ? { spacing: Number(spacing) } : {}),
  };
}

const WORDS =
  /^(?:([\d.]+) ?)?(?:((?!left|right|centre)[a-z][a-z\d-]*) ?)?(?:(left|right|centre) ?)?(#\w+)? ?(?:\+([\d.]+))?$/;

/**
 * The pages that layouts draw on. Coordinates are points from the top left; a text is placed by the top of its line.
 */
export class Paper {
  readonly pdf: PDFKit.PDFDocument;
  readonly #bytes: Promise<Buffer>;
  #page = 0;

  constructor() {
    this.pdf = new PDFDocument({
      autoFirstPage: false,
      margin: 0,
      info: { CreationDate: CREATED, Producer: 'documents' },
    });
    this.#bytes = buffer(this.pdf);
  }

  /** Paper without a colour has no ground. */
  addPage({ width, height }: Size, colour = '#ffffff'): void {
    this.pdf.addPage({ size: [width, height], margin: 0 });
    this.#page += 1;
    if (colour) this.fill(0, 0, width, height, colour);
  }

  get page(): number {
    return this.#page;
  }

  /** Writes one line. `right` ends it at x, `centre` centres it there. */
  text(x: number, y: number, text: string, words: Print | PrintWords = {}): void {
    const print = printOf(words);
    const { align = 'left', spacing = 0, colour = '#111111', turned = 0 } = print;
    const width = this.measure(text, print);
    const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
    this.pdf.save().fillColor(colour);
    if (turned) this.pdf.rotate(turned, { origin: [x, y] });
    this.pdf.text(text, left, y, { lineBreak: false, characterSpacing: spacing }).restore();
  }

  /** Writes lines below each other. */
  lines(x: number, y: number, step: number, texts: string[], print: Print | PrintWords): void {
    texts.forEach((text, at) => this.text(x, y + step * at, text, print));
  }

  measure(text: string, { font = 'arial', size = 9, spacing = 0 }: Print = {}): number {
    // Under a name, so that pdfkit opens it once.
    this.pdf.registerFont(font, fontData(font)).font(font).fontSize(size);
    return this.pdf.widthOfString(text, { characterSpacing: spacing });
  }

  /** Writes a text in lines. Returns the y of the next line. */
  paragraph(x: number, y: number, width: number, text: string, print: Setting): number {
    const { size = 9, leading = 1.3, indent = 0 } = print;
    const lines = this.linesOf(text, width, print, indent);
    lines.forEach((line, index) => this.text(x + (index === 0 ? indent : 0), y + index * size * leading, line, print));
    return y + lines.length * size * leading;
  }

  linesOf(text: string, width: number, print: Print = {}, indent = 0): string[] {
    const lines = [''];
    for (const word of text.split(' ')) {
      const line = lines.at(-1) ?? '';
      const longer = line ? `${line} ${word}` : word;
      const room = lines.length === 1 ? width - indent : width;
      if (line && this.measure(longer, print) > room) lines.push(word);
      else lines[lines.length - 1] = longer;
    }
    return lines;
  }

  fill(x: number, y: number, width: number, height: number, colour: string): void {
    this.pdf.save().rect(x, y, width, height).fill(colour).restore();
  }

  frame(x: number, y: number, width: number, height: number, { colour = '#222222', line = 0.6, round = 0 } = {}): void {
    this.pdf.save().lineWidth(line).roundedRect(x, y, width, height, round).stroke(colour).restore();
  }

  line(x: number, y: number, toX: number, toY: number, { colour = '#222222', line = 0.6 } = {}): void {
    this.pdf.save().lineWidth(line).moveTo(x, y).lineTo(toX, toY).stroke(colour).restore();
  }

  dashed(x: number, y: number, toX: number, toY: number, dash = 2): void {
    this.pdf.save().dash(dash, { space: dash });
    this.line(x, y, toX, toY);
    this.pdf.restore();
  }

  picture(image: Buffer, x: number, y: number, width: number, height: number): Place {
    this.pdf.image(image, x, y, { width, height });
    return { page: this.#page, x, y, width, height };
  }

  async finish(): Promise<Buffer> {
    this.pdf.end();
    return this.#bytes;
  }
}
