import { median } from '../../reader/src/statistics.ts';
import type { MrzResult } from '../mrz/measureMrz.ts';
import { sharesOf } from './summary.ts';
import { percent, table } from './tables.ts';

/** Fields of pictures with a machine-readable zone, by condition and by kind of document. */
export function mrzTable(results: MrzResult[], seed: string): string {
  const row = (label: string, of: MrzResult[]) => {
    const fields = of.flatMap((result) => result.fields);
    const { exact, wrong, missing } = sharesOf(fields);
    const seconds = of.map((result) => result.seconds);
    return [
      label,
      [exact, wrong, missing].map(percent).join(' / '),
      String(fields.length),
      String(of.filter((result) => result.fields.every(({ read }) => read === null)).length),
      median(seconds)?.toFixed(1) ?? '–',
      Math.max(...seconds).toFixed(1),
    ];
  };
  const rows = (groups: Map<string, MrzResult[]>) => [...groups].map(([label, of]) => row(label, of));
  return [
    '### Machine-readable zones in new pictures',
    table(
      ['fields: exact / wrong / missing %', '', 'of', 'pictures without any', 'median s', 'worst s'],
      [
        ...rows(Map.groupBy(results, ({ condition }) => condition)),
        ...rows(Map.groupBy(results, ({ kind }) => kind)),
        row('all', results),
      ],
    ),
    `${results.length} pictures made with the seed ${seed}.`,
  ].join('\n\n');
}
