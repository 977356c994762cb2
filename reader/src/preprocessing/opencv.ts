import { createRequire } from 'node:module';

export type OpenCv = typeof import('@techstark/opencv-js');
/** Whatever lives in OpenCV's own memory, which no garbage collector frees. */
type Native = { delete(): void };

let loading: Promise<{ cv: OpenCv }> | null = null;

/**
 * Loads OpenCV with the first call. It comes in an object: as the value of a promise its own `then` would be called,
 * and hang.
 */
export function loadOpenCv(): Promise<{ cv: OpenCv }> {
  return (loading ??= load());
}

/** Runs `work`, then frees everything that was handed to `keep`, also when it throws. */
export function freeing<T>(work: (keep: <N extends Native>(native: N) => N) => T): T {
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
  const restore = rememberListeners();
  const cv = createRequire(import.meta.url)('@techstark/opencv-js') as OpenCv & {
    onRuntimeInitialized(): void;
    then?: unknown;
  };
  restore();
  if (!cv.Mat) await new Promise<void>((resolve) => (cv.onRuntimeInitialized = resolve));
  delete cv.then;
  return { cv };
}

/** OpenCV's start-up code would end the whole process at an unhandled rejection of anybody. */
function rememberListeners(): () => void {
  const events = ['uncaughtException', 'unhandledRejection'] as const;
  const before = new Map(events.map((event) => [event, new Set(process.listeners(event as 'exit'))]));
  return () => {
    for (const event of events) {
      for (const listener of process.listeners(event as 'exit'))
        if (!before.get(event)?.has(listener)) process.off(event, listener);
    }
  };
}
