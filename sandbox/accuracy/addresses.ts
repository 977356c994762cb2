import { fieldList, type TrueField } from './groundTruth.ts';
import { compareFields } from './metrics/fields.ts';
import { fieldsGoal } from './report/goals.ts';
import { knownShapes } from './layouts/known/addressShapes.ts';
import { heldOutShapes } from './layouts/held-out/addressShapes.ts';
import { generateAddress, type Address } from './synthetic/addresses.ts';
import { randomFrom } from './synthetic/random.ts';
import { fieldsIn, post } from './service/client.ts';
import { suiteOfFields } from './suite.ts';

/** Addresses of each format. */
const EACH = 40;
/** Changing a seed changes the addresses, and with them the measured figures. */
const SEEDS = { known: 'known', heldOut: 'unseen' };

/** Addresses in the known formats and in the held-out ones, whose components are compared. */
export const addresses = suiteOfFields({
  title: 'Addresses',

  async *measure(sandbox) {
    for (const split of ['known', 'heldOut'] as const) {
      const generated = generatedAddresses(split);
      const contents = generated.map(({ text }) => ({ endereco: text }));
      type Parsed = { result: { contents: unknown[] }; elapsedMilliseconds: number };
      const { content } = await post<Parsed>(
        sandbox,
        '/process-text/multi-address-parsing',
        JSON.stringify({ contents }),
      );
      const seconds = (content?.elapsedMilliseconds ?? 0) / 1000 / generated.length;
      for (const [index, { text, fields }] of generated.entries())
        yield {
          name: `address ${JSON.stringify(text)}`,
          groups: [split],
          seconds,
          fields: compareFields(fields, fieldsIn(content?.result.contents[index])),
        };
    }
  },

  goals: (results) => [
    fieldsGoal(
      'address components exact ≥ 95 %',
      '99.7 %, 0.3 %',
      results.filter(({ groups }) => groups[0] === 'heldOut').flatMap(({ fields }) => fields),
    ),
  ],
});

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
    ...fieldList`
      free cep ${postcode} | plain estado ${city.state} or ${city.stateName} | plain cidade ${city.name} |
      plain bairro ${suburb} | plain logradouro ${street.replace(/^\S+ /, '')} or ${street}
    `,
    ...(number === 's/n' ? [] : fieldList`numero ${number}`),
  ];
}
