import { Piscina } from 'piscina';
import type { Point } from '../../../sandbox/reader/src/preprocessing/geometry.ts';
import type { Drawn } from './pictureWorker.ts';

/** Pages are drawn, and looked at, in one thread for all the tests of a file. */
export class PictureThread {
  readonly #thread = new Piscina<Drawn | null, unknown>({
    filename: new URL('./pictureWorker.ts', import.meta.url).href,
    maxThreads: 1,
    idleTimeout: 60_000,
    execArgv: ['--no-warnings'],
  });

  pageIn = (drawn: Drawn | null) => this.#thread.run(drawn, { name: 'pageIn' }) as Promise<Point[] | null>;
  codesIn = (drawn: Drawn) => this.#thread.run(drawn, { name: 'codesIn' }) as Promise<string[]>;
  jpegOf = (drawn: Drawn) => this.#thread.run(drawn, { name: 'jpegOf' }) as Promise<string>;
  close = () => this.#thread.destroy();
}
