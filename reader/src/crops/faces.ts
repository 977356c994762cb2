import type { Box } from '../reading.ts';
import { onPage, overlap, placed, squareAround } from './box.ts';
import type { Face, FaceEngine } from './faceEngine.ts';
import { findPictures } from './pictures.ts';
import { takePart, withFullContrast, type Raster } from './raster.ts';

/** How sure both detectors must be, and whether each picture of the page is worth a look by itself. */
export type Demand = { found: number; judged: number; pictures: boolean };

const FOUND_AT = 512;
const JUDGED_AT = 224;
/**
 * The quick detector is sure of a face that takes a third to a half of what it sees; how much is best differs from face
 * to face.
 */
const SURROUNDINGS = [1.6, 2.2, 3];
const SAME_FACE = 0.3;
/** Larger is no portrait on a document, smaller shows nobody. */
const WIDEST_SHARE = 0.45;
const NARROWEST = 14;

/** Faces on a page that both detectors take for one, the surest first. */
export async function findFaces(engine: FaceEngine, page: Raster, demand: Demand): Promise<Face[]> {
  const whole = { left: 0, top: 0, width: page.width, height: page.height };
  const faces = await facesIn(engine, page, whole, demand);
  return faces.length > 0 || !demand.pictures ? faces : facesInPictures(engine, page, demand);
}

/** On a large sheet a face may be too small to be seen, but not in the picture it is in. */
async function facesInPictures(engine: FaceEngine, page: Raster, demand: Demand): Promise<Face[]> {
  for (const picture of await findPictures(page)) {
    const { score } = await surest(engine, page, picture, () => true);
    const faces = score < demand.judged ? [] : await facesIn(engine, page, picture, demand);
    if (faces.length > 0) return faces;
  }
  return [];
}

async function facesIn(engine: FaceEngine, page: Raster, part: Box, demand: Demand): Promise<Face[]> {
  const factor = Math.min(1, FOUND_AT / Math.max(part.width, part.height));
  const found = await engine.findIn(await withFullContrast(await takePart(page, part, factor)));
  const faces = found.map((face) => ({ score: face.score, ...placed(face, part, factor) }));
  const sure: Face[] = [];
  for (const face of faces.filter(
    ({ score, width }) => score >= demand.found && width >= NARROWEST && width <= WIDEST_SHARE * page.width,
  )) {
    const judged = await judge(engine, page, face);
    if (judged >= demand.judged) sure.push({ ...face, score: (face.score + judged) / 2 });
  }
  return sure.toSorted((a, b) => b.score - a.score);
}

/** How sure the quick detector is that there is a face, and in this place. */
async function judge(engine: FaceEngine, page: Raster, face: Face): Promise<number> {
  let best = 0;
  for (const times of SURROUNDINGS) {
    const { score } = await surest(
      engine,
      page,
      onPage(squareAround(face, times), page),
      (other) => overlap(other, face) >= SAME_FACE,
    );
    best = Math.max(best, score);
  }
  return best;
}

async function surest(
  engine: FaceEngine,
  page: Raster,
  part: Box,
  accepts: (face: Box) => boolean,
): Promise<{ score: number }> {
  const factor = JUDGED_AT / Math.max(part.width, part.height);
  const found = await engine.judge(await takePart(page, part, factor));
  return {
    score: Math.max(0, ...found.filter((face) => accepts(placed(face, part, factor))).map(({ score }) => score)),
  };
}
