/** One value a pixel. */
export type Grey = { data: Uint8Array; width: number; height: number };

export type Match = { x: number; y: number; likeness: number };

/** Where in an image a smaller one fits best, by normalised correlation: neither brightness nor contrast counts. */
export function bestMatch(image: Grey, part: Grey): Match {
  const wanted = centred(part.data);
  let best: Match = { x: 0, y: 0, likeness: -1 };
  for (let y = 0; y + part.height <= image.height; y++)
    for (let x = 0; x + part.width <= image.width; x++) {
      const likeness = correlation(image, x, y, part, wanted);
      if (likeness > best.likeness) best = { x, y, likeness };
    }
  return best;
}

type Centred = { values: Float32Array; length: number };

function centred(data: Uint8Array): Centred {
  const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
  const values = Float32Array.from(data, (value) => value - mean);
  return { values, length: Math.sqrt(values.reduce((sum, value) => sum + value * value, 0)) };
}

function correlation(image: Grey, x: number, y: number, { width, height }: Grey, { values, length }: Centred): number {
  let [sum, squares, product] = [0, 0, 0];
  for (let row = 0; row < height; row++) {
    const from = (y + row) * image.width + x;
    for (let column = 0; column < width; column++) {
      const value = image.data[from + column] as number;
      sum += value;
      squares += value * value;
      product += value * (values[row * width + column] as number);
    }
  }
  const spread = Math.sqrt(Math.max(0, squares - (sum * sum) / (width * height)));
  return spread * length < 1 ? 0 : product / (spread * length);
}
