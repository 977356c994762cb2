import type { TrueField } from './groundTruth.ts';
import { compareFields, type FieldResult } from './metrics/fields.ts';
import { knownShapes } from './layouts/known/addressShapes.ts';
import { heldOutShapes } from './layouts/held-out/addressShapes.ts';
import { generateAddress, type Address } from './synthetic/addresses.ts';
import { randomFrom } from './synthetic/random.ts';
import { fieldsIn, post } from './service/client.ts';
import type { Sandbox } from './service/sandbox.ts';

/** Addresses of each format. */
const EACH = 40;
/** Changing a seed changes the addresses, and with them the measured figures. */
const SEEDS = { known: 'known', heldOut: 'unseen' };

export type AddressResult = FieldResult & { text: string };

/** Sends addresses in the known formats or the held-out ones in one request, and compares the components. */
export async function evaluateAddresses(sandbox: Sandbox, split: 'known' | 'heldOut'): Promise<AddressResult[]> {
  const generated = generatedAddresses(split);
  const contents = generated.map(({ text }) => ({ endereco: text }));
  type Parsed = { result: { contents: unknown[] } };
  const { content } = await post<Parsed>(sandbox, '/process-text/multi-address-parsing', JSON.stringify({ contents }));
  return generated.flatMap(({ text, fields }, index) =>
    compareFields(fields, fieldsIn(content?.result.contents[index])).map((result) => ({ ...result, text })),
  );
}

/** Addresses in each of the formats, with their components. */
export const generatedAddresses = (split: 'known' | 'heldOut'): { text: string; fields: TrueField[] }[] =>
  (split === 'known' ? knownShapes : heldOutShapes).flatMap((shape, index) =>
    Array.from({ length: EACH }, (_, copy) => {
      const address = generateAddress(randomFrom(`${SEEDS[split]} ${index} ${copy}`));
      return { text: shape(address), fields: truthOf(address) };
    }),
  );

/** A street may come with its type or without. "s/n" (no number) is no number. */
function truthOf({ street, number, suburb, city, postcode }: Address): TrueField[] {
  return [
    { name: 'cep', value: postcode, agreement: 'free' },
    { name: 'estado', value: city.state, agreement: 'plain', accepted: [city.stateName] },
    { name: 'cidade', value: city.name, agreement: 'plain' },
    { name: 'bairro', value: suburb, agreement: 'plain' },
    { name: 'logradouro', value: street.replace(/^\S+ /, ''), agreement: 'plain', accepted: [street] },
    ...(number === 's/n' ? [] : [{ name: 'numero', value: number }]),
  ];
}
