import { median } from '../../reader/src/statistics.ts';
import type { CodeCount, CodeResult } from '../codes/measureCodes.ts';
import { table } from './tables.ts';

/** Codes by kind and by condition, beside one call of the decoding library on the same pictures. */
export function codesTable(results: CodeResult[], seed: string): string {
  const row = (label: string, of: CodeResult[]) => {
    const withCode = of.filter(({ hasCode }) => hasCode);
    const counts = (read: (result: CodeResult) => CodeCount) => [
      withCode.length > 0 ? `${withCode.filter((result) => read(result).isRead).length} of ${withCode.length}` : '–',
      String(of.reduce((sum, result) => sum + read(result).wrong, 0)),
    ];
    const seconds = of.map((result) => result.seconds);
    return [
      label,
      ...counts(({ reader }) => reader),
      ...counts(({ library }) => library),
      median(seconds)?.toFixed(2) ?? '–',
      Math.max(...seconds).toFixed(1),
    ];
  };
  const withCode = results.filter(({ hasCode }) => hasCode);
  const without = results.filter(({ hasCode }) => !hasCode);
  const rows = (groups: Map<string, CodeResult[]>) => [...groups].map(([label, of]) => row(label, of));
  return [
    '### Codes in new pictures',
    table(
      ['codes', 'read', 'other values', 'read by the library alone', 'other values', 'median s', 'worst s'],
      [
        ...rows(Map.groupBy(withCode, ({ kind }) => kind)),
        ...rows(Map.groupBy(withCode, ({ condition }) => condition)),
        row('all', withCode),
        row(`${without.length} pictures without a code`, without),
      ],
    ),
    `${results.length} pictures made with the seed ${seed}.`,
  ].join('\n\n');
}

/** Every picture whose code was not read, or in which others were. */
export const codesDetails = (results: CodeResult[]): string =>
  results
    .filter(({ hasCode, reader }) => (hasCode && !reader.isRead) || reader.wrong > 0)
    .map(
      ({ name, reader, library, truth, values }) =>
        `${name}: ${reader.wrong > 0 ? 'WRONG ' : ''}${JSON.stringify(values)}, is ${truth === null ? 'none' : `"${truth}"`}` +
        (library.isRead && !reader.isRead ? ', which the library alone reads' : ''),
    )
    .join('\n');
