// The search of n8n's node creator, run as the editor runs it: over its built-in nodes and ours, with its own ranking
// and its own list of popular nodes.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { builtInNodes, lineFolder, packageOfN8n, root } from './lines.ts';
import type { Line } from './lines.ts';
import { chosenLines } from './n8n.ts';

interface NodeType {
  name: string;
  displayName: string;
  description?: string;
  group: string[];
  version: number | number[];
  hidden?: boolean;
  codex?: { alias?: string[] };
}

interface Found {
  item: { key: string };
}

const OURS = 'documentProcessing';

const read = <T>(...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8')) as T;

const newest = ({ version }: NodeType) => Math.max(...[version].flat());

/** One entry per node, as the editor lists them: a trigger that belongs to a node is no entry of its own. */
function entries(types: NodeType[]): Array<{ key: string; properties: NodeType }> {
  const byName = new Map<string, NodeType>();
  for (const type of types.filter(({ hidden }) => hidden !== true)) {
    const known = byName.get(type.name);
    if (!known || newest(known) < newest(type)) byName.set(type.name, type);
  }
  return [...byName.values()]
    .filter(({ name }) => !name.endsWith('Trigger') || !byName.has(name.replace(/Trigger$/, '')))
    .map((type) => ({ key: type.name, properties: type }));
}

const FILES: Record<Line, [search: string, rank: string]> = {
  '1.123': ['sublimeSearch', 'reRankSearchResults'],
  '2.41': ['sublime-search', 're-rank-search-results'],
};

/** A function that returns the place of our node in a search, counted from 1; 0 if it is not found. */
function searchOf(line: Line): (text: string) => number {
  const require = createRequire(join(lineFolder(line), 'node_modules/n8n/package.json'));
  const library = <T>(file: string) =>
    require(join(packageOfN8n(line, '@n8n/utils'), 'dist/search', `${file}.cjs`)) as T;
  const [search, rank] = FILES[line];
  const { sublimeSearch } = library<{ sublimeSearch: (text: string, items: unknown[]) => Found[] }>(search);
  const { reRankSearchResults } = library<{ reRankSearchResults: (found: Found[], factors: object) => Found[] }>(rank);
  const popular = read<Array<{ id: string; popularity: number }>>(
    packageOfN8n(line, 'n8n-editor-ui'),
    'data/node-popularity.json',
  );
  const popularity = Object.fromEntries(popular.map((node) => [node.id, node.popularity * 100]));
  const ours: NodeType = {
    name: OURS,
    displayName: 'Document Processing',
    group: ['transform'],
    version: 1,
    codex: read(root, 'nodes/DocumentProcessing/DocumentProcessing.node.json'),
  };
  const items = entries([...builtInNodes<NodeType>(line), ours]);
  return (text) =>
    reRankSearchResults(sublimeSearch(text.toLowerCase(), items), { popularity }).findIndex(
      ({ item }) => item.key === OURS,
    ) + 1;
}

describe.each(chosenLines())("the search of n8n %s's node creator", (line) => {
  const placeOf = searchOf(line);

  test.each([
    'Document',
    'Extract text from PDF',
    'extract data',
    'extract data from documents',
    'extract fields',
    'read a document',
    'scan document',
    'compare documents',
    'ocr pdf',
    'read pdf',
    'pdf to text',
    'parse document',
    'receipt',
    'passport',
    'ID card',
    'driver license',
    'credit card',
    'contract',
    'usage report',
    'cost report',
    'budget',
    'split address',
    'billing report',
    'daily report',
    'callback',
    'webhook callback',
    'AI document',
    'document AI',
    'AI OCR',
    'AI document extraction',
    'intelligent document processing',
    'nota fiscal',
    'boleto',
    'CNH',
    'extrair dados',
  ])('shows our node first for "%s"', (text) => expect(placeOf(text)).toBe(1));

  // Nodes with the word in their name come before: Zoho CRM (o, c, r), Extract from File, Invoice Ninja.
  test.each(['ocr', 'pdf', 'invoice'])('shows our node first or second for "%s"', (text) => {
    expect(placeOf(text)).toBeGreaterThan(0);
    expect(placeOf(text)).toBeLessThanOrEqual(2);
  });

  test('does not show our node for something else', () => {
    for (const text of ['slack message', 'vector store']) expect(placeOf(text)).toBe(0);
  });
});
