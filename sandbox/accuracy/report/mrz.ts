import { median } from '../../reader/src/statistics.ts';
import type { MrzResult } from '../mrz/measureMrz.ts';
import { countOutcomes } from './summary.ts';
import { section, shares } from './tables.ts';

/** Fields of pictures with a machine-readable zone, by condition and by kind of document. */
export const mrzTable = (results: MrzResult[], seed: string): string =>
  section(
    'Machine-readable zones in new pictures',
    ['fields: exact / wrong / missing %', '', 'of', 'pictures without any', 'median s', 'worst s'],
    [
      ...Map.groupBy(results, ({ condition }) => condition),
      ...Map.groupBy(results, ({ kind }) => kind),
      ['all', results],
    ],
    (of) => {
      const fields = of.flatMap((result) => result.fields);
      const seconds = of.map((result) => result.seconds);
      return [
        shares(countOutcomes(fields)),
        String(fields.length),
        String(of.filter((result) => result.fields.every(({ read }) => read === null)).length),
        median(seconds)?.toFixed(1) ?? '–',
        Math.max(...seconds).toFixed(1),
      ];
    },
    `${results.length} pictures made with the seed ${seed}.`,
  );
