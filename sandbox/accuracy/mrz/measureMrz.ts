import type { TrueField } from '../groundTruth.ts';
import { compareFields, type FieldResult } from '../metrics/fields.ts';
import type { Seeds } from '../options.ts';
import { sendFile } from '../service/client.ts';
import type { Sandbox } from '../service/sandbox.ts';
import { MRZ_KINDS, type Holder, type MrzKind } from '../synthetic/passports.ts';
import { MRZ_CONDITIONS, mrzScene, type MrzCondition } from './scenes.ts';

export type MrzResult = {
  name: string;
  kind: MrzKind;
  condition: MrzCondition;
  seconds: number;
  fields: FieldResult[];
};

/** Sends a picture of every kind of document in every condition, `seeds` of each. */
export async function* measureMrz(sandbox: Sandbox, { seed, seeds }: Seeds): AsyncGenerator<MrzResult> {
  for (let at = 1; at <= seeds; at++)
    for (const condition of MRZ_CONDITIONS)
      for (const kind of MRZ_KINDS) yield await measureOne(sandbox, kind, condition, `${seed} ${at}`);
}

async function measureOne(sandbox: Sandbox, kind: MrzKind, condition: MrzCondition, seed: string): Promise<MrzResult> {
  const { bytes, holders } = await mrzScene(kind, condition, seed);
  const name = `${kind} ${condition} ${seed}`;
  const answer = await sendFile(sandbox, { bytes, name, extension: 'jpg' }, {});
  const right = (fields: FieldResult[]) => fields.filter(({ outcome }) => outcome === 'exact').length;
  const [fields = []] = holders
    .map((holder) => compareFields(fieldsOf(holder, kind), answer.fields))
    .toSorted((a, b) => right(b) - right(a));
  return { name, kind, condition, seconds: answer.milliseconds / 1000, fields };
}

function fieldsOf(
  { number, surname, given, born, expires, sex, state, nationality }: Holder,
  kind: MrzKind,
): TrueField[] {
  const ofState = (name: string, value: string): TrueField => ({
    name,
    value,
    ...(value === 'D' ? { accepted: ['DEU'] } : {}),
  });
  return [
    { name: 'numero', value: number },
    { name: 'sobrenome', value: surname, agreement: 'plain' },
    { name: 'nome', value: given, agreement: 'plain' },
    { name: 'data_nascimento', value: born },
    { name: 'sexo', value: sex },
    ofState('pais_emissor', state),
    ...(kind === 'french' ? [] : [{ name: 'data_validade', value: expires }, ofState('nacionalidade', nationality)]),
  ];
}
