import type { Box } from '../reading.ts';
import { loadFaceModule, type Detector, type FaceModule } from './faceModule.ts';
import type { Raster } from './raster.ts';

/** A face and how sure the detector is, from 0 to 1. */
export type Face = Box & { score: number };

/**
 * Two detectors made differently: the thorough one finds small faces in large pages, the quick one judges what fills a
 * picture.
 */
export type FaceEngine = { findIn(page: Raster): Promise<Face[]>; judge(picture: Raster): Promise<Face[]> };

const LOWEST_SCORE = 0.15;
/** A multiple of 32; at 224 a picture takes 15 ms and the whole face is still there. */
const JUDGED_SIZE = 224;

let engine: Promise<FaceEngine | string> | null = null;

/** The engine, loaded with the first call in a thread; or the reason why there is none. */
export const faceEngine = () => (engine ??= start().catch((error: Error) => error.message));

/** Loads the face detectors before the first document needs them. Answers null, or why photos cannot be found. */
export async function warmFaces(): Promise<string | null> {
  const started = await faceEngine();
  return typeof started === 'string' ? started : null;
}

async function start(): Promise<FaceEngine> {
  const { faces, models } = await loadFaceModule();
  const [thorough, quick] = [new faces.SsdMobilenetv1(), new faces.TinyFaceDetector()];
  await Promise.all([thorough.loadFromDisk(models), quick.loadFromDisk(models)]);
  const made = {
    findIn: (page: Raster) => detect(faces, thorough, page, { minConfidence: LOWEST_SCORE }),
    judge: (picture: Raster) => detect(faces, quick, picture, { inputSize: JUDGED_SIZE, scoreThreshold: LOWEST_SCORE }),
  };
  // The first run of a detector takes three times as long.
  const blank = { data: new Uint8Array(3 * 64 * 64), width: 64, height: 64 };
  await made.findIn(blank);
  await made.judge(blank);
  return made;
}

async function detect(
  { tf }: FaceModule,
  detector: Detector,
  { data, width, height }: Raster,
  options: Record<string, number>,
): Promise<Face[]> {
  const tensor = tf.tensor3d(data, [height, width, 3], 'int32');
  try {
    const found = await detector.locateFaces(tensor, options);
    return found.map(({ score, box }) => ({ score, left: box.x, top: box.y, width: box.width, height: box.height }));
  } finally {
    tensor.dispose();
  }
}
