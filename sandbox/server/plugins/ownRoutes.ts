import { Type, type TSchema } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { otherContentType, wrongParameter } from '../errors.ts';
import { lookInPieces } from '../jsonText.ts';
import { closed } from '../schemas/shorthand.ts';
import type { Settings } from '../settings.ts';
import { mediaTypeOf } from '../upload/form.ts';
import { readJson } from './bodies.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The content type of a body that is no JSON. */
    takes?: string;
  }
}

/**
 * The sandbox's own routes, in whose scope this is, take what their schemas name, and refuse all else: a slip that is passed
 * over does something else than was meant. The service's routes do as the service does.
 */
export function takeOnlyWhatIsNamed(app: FastifyInstance, settings: Settings): void {
  readJson(app, settings, refuseLost);
  app.addHook('onRoute', (route) => {
    const { body, querystring = Type.Object({}) } = (route.schema ?? {}) as { body?: TSchema; querystring?: TSchema };
    route.schema = { querystring: closed(querystring), ...(body && { body: closed(body) }) };
  });
  app.addHook('preParsing', async (request) => checkBody(request));
  app.addHook('preValidation', async ({ query }) => {
    for (const [name, value] of Object.entries(query as object))
      if (Array.isArray(value)) throw wrongParameter(name, `${name} stands in the query ${value.length} times`);
  });
}

function checkBody({ method, headers, routeOptions: { url, schema, config } }: FastifyRequest): void {
  const taken = config.takes ?? (schema?.body ? 'application/json' : null);
  const { 'content-type': type, 'content-length': length = '0', 'transfer-encoding': inPieces } = headers;
  const isSent = Number(length) > 0 || inPieces !== undefined;
  if (taken === null) {
    if (isSent) throw wrongParameter('body', `${method} ${url} takes no body`);
    // Some clients name one with every request: nothing would be read as JSON.
    delete headers['content-type'];
  } else if ((isSent || type !== undefined || config.takes) && mediaTypeOf(headers) !== taken)
    throw otherContentType(taken, type);
}

/** Of members of one name the last is read, and one of the name `__proto__` is not. */
async function refuseLost(json: string): Promise<void> {
  /** The names of the objects that are open, from the outside. */
  const open: Set<unknown>[] = [];
  await lookInPieces(json, ({ token, place, kind }) => {
    if (token === '{') open.push(new Set(['__proto__']));
    if (token === '}') open.pop();
    if (kind !== 'name') return;
    const [name, names] = [place.at(-1), open.at(-1)];
    if (names?.has(name))
      throw wrongParameter('body', `${place.join('.')} stands in it twice, or has a name that no member can have`);
    names?.add(name);
  });
}
