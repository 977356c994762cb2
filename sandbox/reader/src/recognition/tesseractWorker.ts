import '../olderNode.ts';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { parentPort } from 'node:worker_threads';
import { gunzip } from 'node:zlib';
import type { Grey } from '../preprocessing/images.ts';
import type { TesseractOptions, Answer, Request } from './tesseract.ts';
import type { WordLine } from './words.ts';

const require = createRequire(import.meta.url);
const LANGUAGES = ['por', 'eng'];
const LSTM_ONLY = 1;
/** Those that the WebAssembly of this Node knows: with `relaxedsimd` it is faster. Node 20 lacks them. */
const INSTRUCTIONS = Number(process.versions.node.split('.')[0]) < 22 ? 'simd' : 'relaxedsimd';

type BoxJson = { x0: number; y0: number; x1: number; y1: number };
type LineJson = { baseline: BoxJson; words: { text: string; confidence: number; bbox: BoxJson }[] };
type PageJson = { blocks: { paragraphs: { lines: LineJson[] }[] | null }[] | null };

type Api = {
  Init(path: null, languages: string, mode: number): number;
  SetVariable(name: string, value: string): boolean;
  SetPageSegMode(mode: number): void;
  SetImageFile(orientation: number, angle: number): number;
  Recognize(monitor: null): number;
  GetJSONText(): string;
  Clear(): void;
};
type Core = {
  FS: { writeFile(path: string, data: Uint8Array): void; unlink(path: string): void };
  TessBaseAPI: new () => Api;
};

type Engine = { core: Core; api: Api };

let engine: Promise<Engine> | null = null;

/** Loads the engine and its languages, once in a thread. */
const startEngine = () => (engine ??= start());

async function start(): Promise<Engine> {
  // The core without tesseract.js: images need no encoding, and nothing is downloaded.
  const load = require(`tesseract.js-core/tesseract-core-${INSTRUCTIONS}-lstm`) as (options: object) => Promise<Core>;
  const silent = () => {};
  const core = await load({ TesseractProgress: silent, print: silent, printErr: silent });
  for (const language of LANGUAGES) core.FS.writeFile(`${language}.traineddata`, await languageData(language));
  const api = new core.TessBaseAPI();
  if (api.Init(null, LANGUAGES.join('+'), LSTM_ONLY) !== 0) throw new Error('Tesseract does not start');
  // It has read them.
  for (const language of LANGUAGES) core.FS.unlink(`${language}.traineddata`);
  return { core, api };
}

async function languageData(language: string): Promise<Uint8Array> {
  const path = require.resolve(`@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`);
  return promisify(gunzip)(await readFile(path));
}

/** Reads an image; positions are in its pixels. Blocks the thread. */
function read(
  { core, api }: Engine,
  picture: Grey,
  { mode, dotsPerInch, characters = '' }: TesseractOptions,
): WordLine[] {
  core.FS.writeFile('/input', portableGreyMap(picture));
  api.SetVariable('tessedit_char_whitelist', characters);
  api.SetVariable('user_defined_dpi', String(Math.round(dotsPerInch)));
  api.SetPageSegMode(mode);
  try {
    if (api.SetImageFile(1, 0) !== 0) throw new Error('Tesseract does not take the picture');
    api.Recognize(null);
    return linesOf(JSON.parse(api.GetJSONText()) as PageJson);
  } finally {
    api.Clear();
    core.FS.unlink('/input');
  }
}

/** PGM: the pixels behind a header, so that nothing is encoded. */
const portableGreyMap = ({ data, width, height }: Grey) =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]);

function linesOf({ blocks }: PageJson): WordLine[] {
  const lines = (blocks ?? []).flatMap(({ paragraphs }) => (paragraphs ?? []).flatMap((paragraph) => paragraph.lines));
  return lines.map(({ baseline, words }) => ({
    baseline,
    words: words.map(({ text, confidence, bbox }) => ({
      text,
      confidence: confidence / 100,
      left: bbox.x0,
      top: bbox.y0,
      right: bbox.x1,
      bottom: bbox.y1,
    })),
  }));
}

parentPort?.on('message', async ({ image, port }: Request) => {
  let before = process.threadCpuUsage();
  const answer = (lines: WordLine[], error: string | null) => {
    const { user, system } = process.threadCpuUsage(before);
    port.postMessage({ lines, error, milliseconds: (user + system) / 1000 } satisfies Answer);
  };
  try {
    const started = await startEngine();
    // Many images may have waited for the engine: each counts its own time only.
    before = process.threadCpuUsage();
    answer(image ? read(started, image.picture, image.look) : [], null);
  } catch (error) {
    answer([], (error as Error).message);
  }
});
