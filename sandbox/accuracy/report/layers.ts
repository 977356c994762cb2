import { median } from '../../reader/src/statistics.ts';
import type { LayerResult } from '../layers/measureLayers.ts';
import { countOutcomes } from './summary.ts';
import { section, shares } from './tables.ts';

/** PDFs whose text layer and page differ, by how: what was read of what a person sees, and of what nobody sees. */
export const layerTable = (results: LayerResult[], seed: string): string =>
  section(
    'Layer and page differ',
    ['what differs', 'pages', 'fields: exact / wrong / missing %', 'wrong at ≥ 0.9', 'median s'],
    [...Map.groupBy(results, ({ kind }) => kind), ['all', results]],
    (of) => {
      const counts = countOutcomes(of.flatMap(({ fields }) => fields));
      const seconds = median(of.map((result) => result.seconds))?.toFixed(2) ?? '–';
      return [String(of.length), shares(counts), String(counts.sure), seconds];
    },
    `${results.length} pages made with the seed ${seed}.`,
  );
