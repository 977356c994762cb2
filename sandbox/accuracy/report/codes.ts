import { median } from '../../reader/src/statistics.ts';
import type { CodeCount, CodeResult } from '../codes/measureCodes.ts';
import { section } from './tables.ts';

/** Codes by kind and by condition, beside one call of the decoding library on the same pictures. */
export function codesTable(results: CodeResult[], seed: string): string {
  const withCode = results.filter(({ hasCode }) => hasCode);
  const without = results.filter(({ hasCode }) => !hasCode);
  const counts = (of: CodeResult[], read: (result: CodeResult) => CodeCount) => [
    of[0]?.hasCode ? `${of.filter((result) => read(result).isRead).length} of ${of.length}` : '–',
    String(of.reduce((sum, result) => sum + read(result).wrong, 0)),
  ];
  return section(
    'Codes in new pictures',
    ['codes', 'read', 'other values', 'read by the library alone', 'other values', 'median s', 'worst s'],
    [
      ...Map.groupBy(withCode, ({ kind }) => kind),
      ...Map.groupBy(withCode, ({ condition }) => condition),
      ['all', withCode],
      [`${without.length} pictures without a code`, without],
    ],
    (of) => {
      const seconds = of.map((result) => result.seconds);
      return [
        ...counts(of, ({ reader }) => reader),
        ...counts(of, ({ library }) => library),
        median(seconds)?.toFixed(2) ?? '–',
        Math.max(...seconds).toFixed(1),
      ];
    },
    `${results.length} pictures made with the seed ${seed}.`,
  );
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
