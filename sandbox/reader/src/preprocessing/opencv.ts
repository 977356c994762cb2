import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { compile, instantiation } from './webAssembly.ts';

export type OpenCv = typeof import('@techstark/opencv-js');
export type Mat = InstanceType<OpenCv['Mat']>;
/** An object in OpenCV's own memory, which the garbage collector does not free. */
type Native = { delete(): void };
/** Registers an object to be freed, and returns it. */
export type Keep = <N extends Native>(native: N) => N;

let loading: Promise<{ cv: OpenCv }> | null = null;

/**
 * Loads OpenCV with the first call. It is returned inside an object: OpenCV has a method `then`, so a promise of the
 * module itself would call that and hang.
 */
export function loadOpenCv(): Promise<{ cv: OpenCv }> {
  return (loading ??= load());
}

/** Runs `work`, then frees every object passed to `keep`, even if it throws. */
export function freeing<T>(work: (keep: Keep) => T): T {
  const kept: Native[] = [];
  try {
    return work((native) => {
      kept.push(native);
      return native;
    });
  } finally {
    for (const native of kept) native.delete();
  }
}

type Loaded = OpenCv & { onRuntimeInitialized(): void; then?: unknown };

async function load(): Promise<{ cv: OpenCv }> {
  const restore = trackListeners();
  const { cv } = await evaluate(createRequire(import.meta.url).resolve('@techstark/opencv-js'));
  restore();
  if (!cv.Mat) await new Promise<void>((resolve) => (cv.onRuntimeInitialized = resolve));
  delete cv.then;
  return { cv };
}

/** What stands before its WebAssembly in the library's text, how that begins, and where the library is given its settings. */
const BINARY = '"data:application/octet-stream;base64,';
const MAGIC = 'AGFzbQ';
const SETTINGS = 'return cv(Module)';

/**
 * The library is one text of 11 MB with its WebAssembly as base64, and would keep both as long as the process lives. So it
 * is evaluated without it, and gets it compiled.
 */
async function evaluate(path: string): Promise<{ cv: Loaded }> {
  const text = await readFile(path, 'latin1');
  const from = text.indexOf(BINARY + MAGIC);
  const to = text.indexOf('"', from + 1);
  if (from < 0 || to < 0 || !text.includes(SETTINGS)) return { cv: createRequire(path)(path) as Loaded };
  const binary = Buffer.from(text.slice(from + BINARY.length, to), 'base64');
  const code = `${text.slice(0, from)}""${text.slice(to + 1)}`.replace(SETTINGS, 'return cv(settings)');
  const loaded = { exports: {} };
  const run = new Function('module', 'exports', 'require', '__dirname', '__filename', 'settings', code);
  run(loaded, loaded.exports, createRequire(path), dirname(path), path, instantiation(await compile(binary)));
  return { cv: loaded.exports as Loaded };
}

/** Undoes listeners of OpenCV's start-up code, which would end the process at any unhandled rejection. */
function trackListeners(): () => void {
  const events = ['uncaughtException', 'unhandledRejection'] as unknown as 'exit'[];
  const before = new Set(events.flatMap((event) => process.listeners(event)));
  return () => {
    for (const event of events)
      for (const listener of process.listeners(event)) if (!before.has(listener)) process.off(event, listener);
  };
}
