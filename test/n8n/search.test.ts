// Who looks for what this package does finds its node: people in n8n's node creator, and models that build workflows with n8n's
// AI builder or over MCP. Both are n8n's own searches, run over its built-in nodes and ours.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { loadPackage } from '../engine/nodeTypes.ts';
import { builtInNodes, chosenLines, lineFolder, NEWEST, packageOfN8n, root } from './lines.ts';
import type { Line } from './lines.ts';

const OURS = 'n8n-nodes-document-processing.documentProcessing';

const requireIn = (line: Line) => createRequire(join(lineFolder(line), 'node_modules/n8n/package.json'));

/** Those of n8n, and ours. */
async function allNodes(line: Line): Promise<INodeTypeDescription[]> {
  const { loader, name } = await loadPackage(root);
  const ours = (loader.types.nodes as INodeTypeDescription[]).map((type) => ({
    ...type,
    name: `${name}.${type.name}`,
  }));
  return [...builtInNodes<INodeTypeDescription>(line), ...ours];
}

describe.each(chosenLines())("the search of n8n %s's node creator", (line) => {
  interface Found {
    item: { key: string };
  }
  const isOld = line === '1.123';
  const library = <T>(file: string) =>
    requireIn(line)(join(packageOfN8n(line, '@n8n/utils'), 'dist/search', `${file}.cjs`)) as T;
  const { sublimeSearch } = library<{ sublimeSearch: (text: string, items: unknown[]) => Found[] }>(
    isOld ? 'sublimeSearch' : 'sublime-search',
  );
  const { reRankSearchResults } = library<{ reRankSearchResults: (found: Found[], factors: object) => Found[] }>(
    isOld ? 'reRankSearchResults' : 're-rank-search-results',
  );
  let popularity: Record<string, number>;
  let items: Array<{ key: string; properties: INodeTypeDescription }>;

  beforeAll(async () => {
    const popular = JSON.parse(
      readFileSync(join(packageOfN8n(line, 'n8n-editor-ui'), 'data/node-popularity.json'), 'utf8'),
    ) as Array<{ id: string; popularity: number }>;
    popularity = Object.fromEntries(popular.map((node) => [node.id, node.popularity * 100]));
    // One entry per node, as the editor lists them: its newest version, and no trigger that belongs to a node.
    const newest = ({ version }: INodeTypeDescription) => Math.max(...[version].flat());
    const shown = (await allNodes(line)).filter(({ hidden }) => hidden !== true);
    const byName = new Map(shown.sort((one, other) => newest(one) - newest(other)).map((type) => [type.name, type]));
    items = [...byName].flatMap(([key, properties]) =>
      key.endsWith('Trigger') && byName.has(key.replace(/Trigger$/, '')) ? [] : [{ key, properties }],
    );
  });

  /** The place of our node in a search, counted from 1; 0 if it is not found. */
  const placeOf = (text: string): number =>
    reRankSearchResults(sublimeSearch(text.toLowerCase(), items), { popularity }).findIndex(
      ({ item }) => item.key === OURS,
    ) + 1;

  test.each([
    ...['Document', 'Extract text from PDF', 'extract data', 'extract data from documents', 'extract fields'],
    ...['read a document', 'scan document', 'compare documents', 'ocr pdf', 'read pdf', 'pdf to text'],
    ...['parse document', 'receipt', 'passport', 'ID card', 'driver license', 'credit card', 'contract'],
    ...['usage report', 'cost report', 'budget', 'split address', 'billing report', 'daily report', 'callback'],
    ...['webhook callback', 'AI document', 'document AI', 'AI OCR', 'AI document extraction'],
    ...['intelligent document processing', 'nota fiscal', 'boleto', 'CNH', 'extrair dados'],
  ])('shows our node first for "%s"', (text) => expect(placeOf(text)).toBe(1));

  // Nodes with the word in their name come before: Zoho CRM (o, c, r), Extract from File, Invoice Ninja.
  test.each(['ocr', 'pdf', 'invoice'])('shows our node first or second for "%s"', (text) => {
    expect([1, 2]).toContain(placeOf(text));
  });

  test.each(['slack message', 'vector store'])('does not show our node for "%s"', (text) =>
    expect(placeOf(text)).toBe(0),
  );
});

// n8n 1 has no such search.
describe(`n8n ${NEWEST}'s search for AI builders`, () => {
  const PHRASES = [
    ...['extract invoice data', 'parse pdf', 'receipt', 'usage report', 'ocr', 'read document', 'driver license'],
    ...['id card', 'compare documents', 'address parsing', 'extract text from pdf', 'read pdf', 'credit card'],
    ...['parse document', 'nota fiscal', 'passport', 'contract extraction', 'document classification'],
    ...['bank statement', 'identity verification', 'billing summary', 'billing report', 'daily report'],
    ...['callback', 'webhook callback', 'scanned document to json'],
  ];
  interface Found {
    id: string;
    displayName: string;
  }
  interface NodeCatalog {
    NodeTypeParser: new (types: INodeTypeDescription[]) => {
      searchNodeTypes(query: string, limit: number): Found[];
    };
    searchCodeBuilderNodes(parser: object, queries: string[]): { results: string };
  }
  const catalog = requireIn(NEWEST)('@n8n/ai-utilities/node-catalog') as NodeCatalog;
  let parser: InstanceType<NodeCatalog['NodeTypeParser']>;

  beforeAll(async () => {
    const { createAiTools } = requireIn(NEWEST)('./dist/tool-generation') as {
      createAiTools: (types: { nodes: object[] }, known: { nodes: object; credentials: object }) => void;
    };
    const nodes = await allNodes(NEWEST);
    createAiTools({ nodes }, { nodes: Object.fromEntries(nodes.map((type) => [type.name, {}])), credentials: {} });
    parser = new catalog.NodeTypeParser(nodes);
  });

  /** Whether a word of the phrase is part of the node's name, which n8n's search puts before any search word. */
  const hasWordInName = (phrase: string, { id, displayName }: Found): boolean =>
    phrase.split(' ').some((word) => `${id.split('.').at(-1)} ${displayName}`.toLowerCase().includes(word));

  test('finds the node among the first three, apart from nodes that have a word of the phrase in their name', () => {
    const ranks = PHRASES.map((phrase) => {
      const found = parser.searchNodeTypes(phrase, 20);
      const place = found.findIndex(({ id }) => id === OURS);
      const named = found.slice(0, Math.max(0, place)).filter((one) => hasWordInName(phrase, one));
      return { phrase, rank: place + 1, rankWithoutNamed: place + 1 - named.length };
    });
    const isAmongFirst = (rank: number) => rank >= 1 && rank <= 3;
    expect(ranks.filter(({ rankWithoutNamed }) => !isAmongFirst(rankWithoutNamed))).toEqual([]);
    expect(ranks.filter(({ rank }) => isAmongFirst(rank)).length).toBeGreaterThanOrEqual(17);
  });

  test('tells the model how to use the nodes, and to keep the option that lets the trigger take large results', () => {
    const { results } = catalog.searchCodeBuilderNodes(parser, ['document processing']);
    expect(results).toContain('@builderHint Use it to read PDFs, scans and photographs (OCR)');
    expect(results).toMatch(/documentProcessingTrigger.*\n.*\n.*\n.*\n.*Keep options\.binaryData: true/);
    expect(results).toMatch(/@relatedNodes[\s\S]*n8n-nodes-document-processing\.documentProcessingTrigger/);
  });
});
