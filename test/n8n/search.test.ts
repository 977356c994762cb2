// What a model finds that builds workflows with n8n's AI builder or over MCP: n8n's own search, over its built-in nodes,
// their tools and ours.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { loadPackage } from '../engine/nodeTypes.ts';
import { builtInNodes, lineFolder, lines, root } from './lines.ts';

/** n8n 1 has no such search. */
const line = lines.at(-1) ?? '2.41';

/** What people and models write when they look for what this package does. */
const PHRASES = [
  'extract invoice data',
  'parse pdf',
  'receipt',
  'usage report',
  'ocr',
  'read document',
  'driver license',
  'id card',
  'compare documents',
  'address parsing',
  'extract text from pdf',
  'read pdf',
  'credit card',
  'parse document',
  'nota fiscal',
  'passport',
  'contract extraction',
  'document classification',
  'bank statement',
  'identity verification',
  'billing summary',
  'billing report',
  'daily report',
  'callback',
  'webhook callback',
  'scanned document to json',
];

const OURS = 'n8n-nodes-document-processing.documentProcessing';

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

async function openCatalog() {
  const fromN8n = createRequire(join(lineFolder(line), 'node_modules/n8n/package.json'));
  const { createAiTools } = fromN8n('./dist/tool-generation') as {
    createAiTools: (types: { nodes: object[] }, known: { nodes: object; credentials: object }) => void;
  };
  const { loader, name } = await loadPackage(root);
  const types = loader.types.nodes as INodeTypeDescription[];
  const nodes = [
    ...builtInNodes<INodeTypeDescription>(line),
    ...types.map((type) => ({ ...type, name: `${name}.${type.name}` })),
  ];
  createAiTools({ nodes }, { nodes: Object.fromEntries(nodes.map((type) => [type.name, {}])), credentials: {} });
  const catalog = fromN8n('@n8n/ai-utilities/node-catalog') as NodeCatalog;
  return { catalog, parser: new catalog.NodeTypeParser(nodes) };
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/);

/** Whether a word of the phrase is part of the node's name, which n8n's search puts before any search word. */
const hasWordInName = (phrase: string, { id, displayName }: Found): boolean =>
  wordsOf(phrase).some((word) => `${id.split('.').at(-1)} ${displayName}`.toLowerCase().includes(word));

describe(`n8n ${line}'s search for AI builders`, () => {
  let catalog: Awaited<ReturnType<typeof openCatalog>>;

  beforeAll(async () => {
    catalog = await openCatalog();
  });

  test('finds the node among the first three, apart from nodes that have a word of the phrase in their name', () => {
    const table = PHRASES.map((phrase) => {
      const found = catalog.parser.searchNodeTypes(phrase, 20);
      const before = found.slice(
        0,
        found.findIndex(({ id }) => id === OURS),
      );
      const named = before.filter((one) => hasWordInName(phrase, one));
      const first = found[0]?.id.split('.').at(-1);
      return { phrase, rank: before.length + 1, rankWithoutNamed: before.length - named.length + 1, first };
    });
    console.table(table);
    expect(table.filter(({ rankWithoutNamed }) => rankWithoutNamed < 1 || rankWithoutNamed > 3)).toEqual([]);
    expect(table.filter(({ rank }) => rank >= 1 && rank <= 3).length).toBeGreaterThanOrEqual(17);
  });

  test('tells the model how to use the nodes, and to keep the option that lets the trigger take large results', () => {
    const { results } = catalog.catalog.searchCodeBuilderNodes(catalog.parser, ['document processing']);
    expect(results).toContain('@builderHint Use it to read PDFs, scans and photographs (OCR)');
    expect(results).toMatch(/documentProcessingTrigger.*\n.*\n.*\n.*\n.*Keep options\.binaryData: true/);
    expect(results).toMatch(/@relatedNodes[\s\S]*n8n-nodes-document-processing\.documentProcessingTrigger/);
  });
});
