import type { Box } from '../reading.ts';
import type { Grey } from '../preprocessing/grey.ts';

type Run = { start: number; end: number; blob: number };

/** Boxes around what hangs together and is darker than `threshold`: letters, mostly. */
export function findBlobs({ data, width, height }: Grey, threshold: number): Box[] {
  const blobs: Patch[] = [];
  let above: Run[] = [];
  for (let y = 0; y < height; y++) {
    const runs = runsOf(data, y * width, width, threshold);
    join(runs, above, y, blobs);
    above = runs;
  }
  return blobs
    .filter((blob, index) => blob.parent === index)
    .map(({ left, top, right, bottom }) => ({ left, top, width: right - left, height: bottom - top }));
}

type Patch = { parent: number; left: number; top: number; right: number; bottom: number };

function runsOf(data: Uint8Array, from: number, width: number, threshold: number): Run[] {
  const runs: Run[] = [];
  for (let x = 0; x < width; x++) {
    if ((data[from + x] as number) >= threshold) continue;
    const start = x;
    while (x < width && (data[from + x] as number) < threshold) x++;
    runs.push({ start, end: x, blob: -1 });
  }
  return runs;
}

/** Gives each run of a row the blob of the runs it touches in the row above. */
function join(runs: Run[], above: Run[], y: number, blobs: Patch[]): void {
  let first = 0;
  for (const run of runs) {
    while (first < above.length && (above[first] as Run).end < run.start) first++;
    for (let at = first; at < above.length && (above[at] as Run).start <= run.end; at++) {
      const other = rootOf(blobs, (above[at] as Run).blob);
      run.blob = run.blob < 0 ? other : unite(blobs, run.blob, other);
    }
    if (run.blob < 0)
      run.blob = blobs.push({ parent: blobs.length, left: run.start, top: y, right: run.end, bottom: y + 1 }) - 1;
    else enlarge(blobs[run.blob] as Patch, run.start, run.end, y + 1);
  }
}

function rootOf(blobs: Patch[], index: number): number {
  let root = index;
  while ((blobs[root] as Patch).parent !== root) root = (blobs[root] as Patch).parent;
  (blobs[index] as Patch).parent = root;
  return root;
}

function unite(blobs: Patch[], one: number, other: number): number {
  if (one === other) return one;
  const [kept, gone] = [blobs[one] as Patch, blobs[other] as Patch];
  gone.parent = one;
  kept.top = Math.min(kept.top, gone.top);
  enlarge(kept, gone.left, gone.right, gone.bottom);
  return one;
}

function enlarge(blob: Patch, left: number, right: number, bottom: number): void {
  blob.left = Math.min(blob.left, left);
  blob.right = Math.max(blob.right, right);
  blob.bottom = Math.max(blob.bottom, bottom);
}
