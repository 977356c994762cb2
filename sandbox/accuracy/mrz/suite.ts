import { fieldList, type TrueField } from '../groundTruth.ts';
import { compareFields, countOutcomes } from '../metrics/fields.ts';
import { fieldsGoal, usual } from '../report/goals.ts';
import { suiteOfFiles } from '../suite.ts';
import { MRZ_KINDS, type Holder, type MrzKind } from '../synthetic/passports.ts';
import { MRZ_CONDITIONS, mrzScene } from './scenes.ts';

/** Pictures of every kind of document with a machine-readable zone, in every condition. */
export const mrz = suiteOfFiles({
  title: 'Machine-readable zones in new pictures',

  async *cases({ seed, seeds }) {
    for (let at = 1; at <= seeds; at++)
      for (const condition of MRZ_CONDITIONS)
        for (const kind of MRZ_KINDS) {
          const { bytes, holders } = await mrzScene(kind, condition, `${seed} ${at}`);
          yield {
            name: `${kind} ${condition} ${seed} ${at}`,
            groups: [condition, kind],
            bytes,
            extension: 'jpg',
            // Of two in one picture either may be read.
            compare: ({ fields }) =>
              holders
                .map((holder) => compareFields(fieldsOf(holder, kind), fields))
                .toSorted((a, b) => countOutcomes(b).exact - countOutcomes(a).exact)[0] ?? [],
          };
        }
  },

  goals: (results, fields) => [
    fieldsGoal(
      'pictures with a machine-readable zone, new ones in each run: fields exact ≥ 85 %, none wrong',
      '95.7 %, 0 %',
      fields,
    ),
    usual('picture with a machine-readable zone < 2 s', '2.08 s', results),
  ],
});

function fieldsOf({ surname, given, state, nationality, ...holder }: Holder, kind: MrzKind): TrueField[] {
  const orDeu = (code: string) => (code === 'D' ? 'DEU' : code);
  const all = fieldList`
    numero ${holder.number} | plain sobrenome ${surname} | plain nome ${given} | data_nascimento ${holder.born} |
    sexo ${holder.sex} | pais_emissor ${state} or ${orDeu(state)} | data_validade ${holder.expires} |
    nacionalidade ${nationality} or ${orDeu(nationality)}
  `;
  return kind === 'french' ? all.slice(0, -2) : all;
}
