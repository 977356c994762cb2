import { setTimeout as pause } from 'node:timers/promises';
import type { TrueField } from './document.ts';
import { judgeFields, type Verdict } from './metrics/fields.ts';
import { knownShapes, type Shape } from './layouts/known/addressShapes.ts';
import { unseenShapes } from './layouts/held-out/addressShapes.ts';
import { madeAddress, type Address } from './synthetic/addresses.ts';
import { randomFrom } from './synthetic/random.ts';
import type { Field } from './service/answer.ts';
import type { Sandbox } from './service/sandbox.ts';

const EACH = 40;

type Content = { extractions: { sections: { groups: { components: Field[] }[] }[] }[] };

export type AddressVerdict = Verdict & { text: string };

/** Addresses in the known shapes or the unseen ones, sent in one request. */
export async function judgeAddresses(sandbox: Sandbox, which: 'known' | 'unseen'): Promise<AddressVerdict[]> {
  const shapes = which === 'known' ? knownShapes : unseenShapes;
  const made = shapes.flatMap((shape, index) =>
    Array.from({ length: EACH }, (_, copy) => madeText(shape, `${which} ${index} ${copy}`)),
  );
  const answers = await parse(
    sandbox,
    made.map(({ text }) => text),
  );
  return made.flatMap(({ text, address }, index) =>
    judgeFields(truthOf(address), componentsOf(answers[index])).map((verdict) => ({ ...verdict, text })),
  );
}

function madeText(shape: Shape, seed: string): { text: string; address: Address } {
  const address = madeAddress(randomFrom(seed));
  return { text: shape(address), address };
}

async function parse({ address, token }: Sandbox, texts: string[]): Promise<Content[]> {
  const response = await fetch(`${address}/process-text/multi-address-parsing`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ contents: texts.map((text) => ({ endereco: text })) }),
  });
  if (response.status === 503) return pause(1000).then(() => parse({ address, token } as Sandbox, texts));
  const { result } = (await response.json()) as { result: { contents: Content[] } };
  return result.contents;
}

const componentsOf = (content: Content | undefined): Field[] =>
  (content?.extractions ?? [])
    .flatMap(({ sections }) => sections)
    .flatMap(({ groups }) => groups)
    .flatMap(({ components }) => components);

/** A street may be given with its type or without; "without number" is no number. */
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
