import { fieldList, type TrueField } from '../groundTruth.ts';
import { compareFields, type FieldResult } from '../metrics/fields.ts';
import type { Seeds, Yielded } from '../options.ts';
import { sendFile } from '../service/client.ts';
import type { Sandbox } from '../service/sandbox.ts';
import { MRZ_KINDS, type Holder, type MrzKind } from '../synthetic/passports.ts';
import { MRZ_CONDITIONS, mrzScene } from './scenes.ts';

export type MrzResult = Yielded<typeof measureMrz>;

/** Sends a picture of every kind of document in every condition, `seeds` of each. */
export async function* measureMrz(sandbox: Sandbox, { seed, seeds }: Seeds) {
  for (let at = 1; at <= seeds; at++)
    for (const condition of MRZ_CONDITIONS)
      for (const kind of MRZ_KINDS) {
        const { bytes, holders } = await mrzScene(kind, condition, `${seed} ${at}`);
        const name = `${kind} ${condition} ${seed} ${at}`;
        const answer = await sendFile(sandbox, { bytes, name, extension: 'jpg' }, {});
        const right = (fields: FieldResult[]) => fields.filter(({ outcome }) => outcome === 'exact').length;
        const [fields = []] = holders
          .map((holder) => compareFields(fieldsOf(holder, kind), answer.fields))
          .toSorted((a, b) => right(b) - right(a));
        yield { name, kind, condition, seconds: answer.milliseconds / 1000, fields };
      }
}

function fieldsOf({ surname, given, state, nationality, ...holder }: Holder, kind: MrzKind): TrueField[] {
  const ofState = (name: string, value: string): TrueField => {
    return { name, value, ...(value === 'D' ? { accepted: ['DEU'] } : {}) };
  };
  return [
    ...fieldList`
      numero ${holder.number} | plain sobrenome ${surname} | plain nome ${given} | data_nascimento ${holder.born} |
      sexo ${holder.sex}
    `,
    ofState('pais_emissor', state),
    ...(kind === 'french' ? [] : fieldList`data_validade ${holder.expires}`),
    ...(kind === 'french' ? [] : [ofState('nacionalidade', nationality)]),
  ];
}
