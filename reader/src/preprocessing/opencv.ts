import { createRequire } from 'node:module';

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

async function load(): Promise<{ cv: OpenCv }> {
  const restore = trackListeners();
  const cv = createRequire(import.meta.url)('@techstark/opencv-js') as OpenCv & {
    onRuntimeInitialized(): void;
    then?: unknown;
  };
  restore();
  if (!cv.Mat) await new Promise<void>((resolve) => (cv.onRuntimeInitialized = resolve));
  delete cv.then;
  return { cv };
}

/** Undoes listeners of OpenCV's start-up code, which would end the process at any unhandled rejection. */
function trackListeners(): () => void {
  const events = ['uncaughtException', 'unhandledRejection'] as const;
  const before = new Map(events.map((event) => [event, new Set(process.listeners(event as 'exit'))]));
  return () => {
    for (const event of events) {
      for (const listener of process.listeners(event as 'exit'))
        if (!before.get(event)?.has(listener)) process.off(event, listener);
    }
  };
}
