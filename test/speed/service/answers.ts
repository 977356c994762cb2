// The responses of the service, always the same.
import { envelope } from '../../support/envelope.ts';
import { contentItem } from '../../support/samples.ts';

export const documentAnswer = () => envelope([contentItem()]);

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);

const IMAGE = '\0image\0';

/** A document with crops, whose base64 has `characters` in total. As bytes, because it may exceed the longest string. */
export function cropsAnswer({ crops, characters }: { crops: number; characters: number }): Buffer {
  const bytes = Buffer.concat([JPEG, Buffer.alloc(Math.floor((characters / crops / 4) * 3) - JPEG.length, 'made up')]);
  const image = Buffer.from(bytes.toString('base64'));
  const around = JSON.stringify(
    envelope([
      contentItem({
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

export const processAnswer = (processId: string) => envelope({ processId });

/** The body of a callback (service interface, Async process reference). */
export const callbackOf = (processId: string) => ({ ...documentAnswer(), processId });
