import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../../sandbox/server/app.ts';
import { byName, sendJson } from './client.ts';

describe('Multi address parsing', () => {
  let app: FastifyInstance;
  beforeAll(async () => void (app = await buildApp({ workers: 1 })));
  afterAll(() => app.close());

  test('several addresses of a text are several groups, and each element answers for itself', async () => {
    const contents = [
      { text: 'Rua A, 10, Centro, Curitiba - PR; Rua B, 20, Batel, Curitiba - PR' },
      { id: '7', endereco_prestador: 'Rua C, 3, Natal - RN' },
      { note: 'nothing here' },
    ];
    const { body } = await sendJson(app, '/process-text/multi-address-parsing', { contents });
    const [two, one, none] = body.result.contents;
    expect(
      two.extractions[0].sections[0].groups.map(
        ({ components }: { components: Parameters<typeof byName>[0] }) => byName(components)['logradouro'],
      ),
    ).toEqual(['A', 'B']);
    expect(one.extractions[0].sections[0].groups).toMatchObject([
      { name: 'endereco_prestador', stdValue: 'Rua C, 3\nNatal - RN', secondaries: [] },
    ]);
    expect(none).toEqual({ index: 2, extractions: [] });
  });
});
