import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { oneOf } from '../schemas/shorthand.ts';
import type { Settings } from '../settings.ts';

/** How far the engines for pictures are: they are loaded after the start, or with the first document. */
export class Engines {
  #state: 'notLoaded' | 'loading' | 'ready' | 'failed' = 'notLoaded';
  #missing: string[] = [];

  /** Follows the loading, and passes on what it returns: what is missing on this machine. */
  async load(loading: Promise<string[]>): Promise<string[]> {
    this.#state = 'loading';
    try {
      this.#missing = await loading;
      this.#state = 'ready';
      return this.#missing;
    } catch (error) {
      this.#state = 'failed';
      throw error;
    }
  }

  read() {
    return { pictures: this.#state, missing: this.#missing };
  }
}

const asked = Type.Object({ ready: Type.Optional(oneOf('', 'true', '1')) });

/**
 * `GET /healthz`: 200 while the sandbox answers. `ready` is whether a picture would be read without waiting for the engines;
 * with `?ready` the status is 503 until then. It says nothing of anyone's documents, so it needs no token.
 */
export function serveHealth(app: FastifyInstance, engines: Engines, settings: Settings): void {
  app.get('/healthz', { schema: { querystring: asked } }, async (request, reply) => {
    const { pictures, missing } = engines.read();
    // Where they are loaded with the first document, nothing more happens until one comes.
    const ready = settings.warm ? pictures === 'ready' : pictures !== 'loading' && pictures !== 'failed';
    const isAsked = (request.query as { ready?: string }).ready !== undefined;
    const { networks, generative } = settings;
    return reply.code(isAsked && !ready ? 503 : 200).send({
      alive: true,
      ready,
      engines: {
        text: 'ready',
        pictures,
        // All that can be missing are networks, or what runs them.
        networks: networks ? (missing.length > 0 ? 'missing' : 'on') : 'off',
        generative: generative ? 'model' : 'rules',
        missing,
      },
    });
  });
}
