export type Corner = { x: number; y: number };

/**
 * The nine values (the last is 1) that take a point of the picture to a point of the unit square whose corners are
 * given, clockwise from the top left.
 */
export function towardsUnit([a, b, c, d]: [Corner, Corner, Corner, Corner]): number[] {
  return inverse(fromUnit(a, b, c, d));
}

/** Heckbert's mapping of the unit square to four corners. */
function fromUnit(a: Corner, b: Corner, c: Corner, d: Corner): number[] {
  const [dx1, dx2, dx3] = [b.x - c.x, d.x - c.x, a.x - b.x + c.x - d.x];
  const [dy1, dy2, dy3] = [b.y - c.y, d.y - c.y, a.y - b.y + c.y - d.y];
  const whole = dx1 * dy2 - dx2 * dy1;
  const g = (dx3 * dy2 - dx2 * dy3) / whole;
  const h = (dx1 * dy3 - dx3 * dy1) / whole;
  return [b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x, b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y, g, h, 1];
}

function inverse(m: number[]): number[] {
  const [a, b, c, d, e, f, g, h, i] = m as [number, number, number, number, number, number, number, number, number];
  const adjugate = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
  return adjugate.map((value) => value / (adjugate[8] as number));
}
