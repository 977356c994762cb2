// The responses of the service, always the same.
import { randomUUID } from 'node:crypto';

const envelope = (result: unknown, code = '200') => ({
  result,
  requestId: randomUUID(),
  elapsedMilliseconds: 12,
  status: { code, message: 'Ok', errors: null },
});

const field = (name: string, value: string) => ({ name, stdName: name, value, score: 0.98 });

const documentOf = (more: object) => ({
  fields: [
    field('nome', 'Maria Exemplo da Silva'),
    field('cpf', '52998224725'),
    field('data_nascimento', '1990-01-31'),
    field('numero', '0001'),
  ],
  image: null,
  score: 0.97,
  type: 'documento',
  stdType: 'document',
  pageNumber: 1,
  tags: ['country=bra', 'type=documento'],
  tables: [],
  crops: null,
  processType: 'extraction',
  ...more,
});

export const documentAnswer = () => envelope([documentOf({})]);

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);

const IMAGE = '\0image\0';

/** A document with crops, whose base64 has `characters` in total. As bytes, because it may exceed the longest string. */
export function cropsAnswer({ crops, characters }: { crops: number; characters: number }): Buffer {
  const bytes = Buffer.concat([JPEG, Buffer.alloc(Math.floor((characters / crops / 4) * 3) - JPEG.length, 'made up')]);
  const image = Buffer.from(bytes.toString('base64'));
  const around = JSON.stringify(
    envelope([
      documentOf({
        crops: Array.from({ length: crops }, (_, index) => ({ name: `part_${index}`, stdName: null, value: IMAGE })),
      }),
    ]),
  ).split(JSON.stringify(IMAGE).slice(1, -1));
  return Buffer.concat(
    around.flatMap((text, index) => (index === 0 ? [Buffer.from(text)] : [image, Buffer.from(text)])),
  );
}

const component = (name: string, stdName: string, value: string) => ({
  name,
  stdName,
  value,
  stdValue: value,
  score: 0.9,
});

const addressContent = (index: number) => ({
  index,
  extractions: [
    {
      source: 'iocr',
      sections: [
        {
          name: 'address',
          groups: [
            {
              name: 'endereco',
              stdValue: 'Rua das Flores, 120\nCuritiba - PR',
              score: 0.9,
              secondaries: [],
              components: [
                component('logradouro', 'place', 'Rua das Flores'),
                component('numero', 'number', '120'),
                component('cidade', 'city', 'Curitiba'),
                component('cep', 'postcode', '80010000'),
              ],
            },
          ],
        },
      ],
    },
  ],
});

export const addressesAnswer = (count: number) =>
  envelope({ contents: Array.from({ length: count }, (_, index) => addressContent(index)) });

export const processAnswer = (processId: string) => envelope({ processId }, '201');

/** The body of a callback (service interface, Async process reference). */
export const callbackOf = (processId: string) => ({ ...documentAnswer(), processId });
