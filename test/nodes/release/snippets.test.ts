// The TypeScript of the pages holds: all of it against the types, the reader's and the new operation by running them.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { runNode } from '../../engine/execution.ts';
import type { NodeClass } from '../../engine/nodeTypes.ts';
import { credentialFor, pdfItem } from '../../support/document-node.ts';
import { blocksOf } from '../../support/pages.ts';
import { contentItem } from '../../support/samples.ts';
import { startServer } from '../../support/server.ts';

const OPERATIONS = 'nodes/DocumentProcessing/operations';
const [newOperation = '', twoLines = ''] = blocksOf('docs/making/adding-an-operation.md', 'ts');
const [reading = ''] = blocksOf('sandbox/reader/README.md', 'ts');

/** Each snippet as the file it would be, and what its page takes for granted. */
const FILES: Record<string, string> = {
  [`${OPERATIONS}/recognisePlate.ts`]: newOperation,
  'scripts/demo/reading.snippet.ts': reading,
  'test/n8n/page.snippet.ts': blocksOf('test/n8n/README.md', 'ts').join('\n'),
  'test/editor/page.snippet.ts': blocksOf('test/editor/README.md', 'ts').join('\n'),
  'test/engine/page.snippet.ts': `${blocksOf('test/engine/README.md', 'ts').join('\n')}
    declare const baseUrl: string, accessToken: string;`,
};

test('the TypeScript of the pages agrees with the types', () => {
  const files = new Map(Object.entries(FILES).map(([name, text]) => [resolve(name), text]));
  const { config } = ts.readConfigFile('tsconfig.check.json', (path) => readFileSync(path, 'utf8'));
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, '.');
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (path) => files.get(resolve(path)) ?? readFile(path);
  host.fileExists = (path) => files.has(resolve(path)) || fileExists(path);
  const inEditor = { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler };
  const program = ts.createProgram([...files.keys()], { ...options, ...inEditor, noUnusedLocals: false }, host);
  const found = [...files.keys()].flatMap((path) => {
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  });
  expect(
    found.map(({ file, messageText }) => [file?.fileName, ts.flattenDiagnosticMessageText(messageText, '\n')]),
  ).toEqual([]);
});

test("the reader's snippet gives the values that its comments show", () => {
  const claims = [...reading.matchAll(/^(\S.*?); *\/\/ ([[{].*)$/gm)].map(([, expression = '', claim = '']) => ({
    expression,
    claim,
  }));
  expect(claims.length).toBeGreaterThan(0);
  // The values go to the end of the output as JSON, instead of nowhere.
  const script = claims.reduce(
    (text, { expression }) => text.replace(`${expression};`, `console.log(JSON.stringify(${expression}));`),
    reading,
  );
  const output = execFileSync(process.execPath, ['--no-warnings', '--input-type=module-typescript', '-e', script], {
    encoding: 'utf8',
  });
  const values = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  const shown = claims.map(({ claim }) => new Function(`return ${claim.replace(/, …/g, '')}`)() as unknown);
  expect(values).toEqual(shown.map((value) => (Array.isArray(value) ? expect.arrayContaining(value) : value)));
});

test('the new operation of the page works with its file and its two lines', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'new-operation-'));
  const server = await startServer(() => ({ result: [contentItem()] }));
  try {
    for (const name of ['nodes', 'credentials']) cpSync(name, join(folder, name), { recursive: true });
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, OPERATIONS, 'recognisePlate.ts'), newOperation);
    const [importLine = '', entry = ''] = twoLines.split('\n');
    const table = join(folder, OPERATIONS, 'index.ts');
    const text = readFileSync(table, 'utf8');
    writeFileSync(table, `${importLine}\n${text.replace(/^ {2}startExtraction,$/m, `${entry}\n$&`)}`);

    const file = join(folder, dirname(OPERATIONS), 'DocumentProcessing.node.ts');
    const { DocumentProcessing } = (await import(file)) as { DocumentProcessing: NodeClass };
    const run = await runNode(DocumentProcessing, {
      parameters: { resource: 'document', operation: 'recognisePlate' },
      credentials: [credentialFor(server.url)],
      items: [await pdfItem()],
    });
    expect(server.requests.map(({ path }) => path)).toEqual(['/process-image/licence-plate-recognition']);
    expect(run.items[0]?.json).toMatchObject({ fields: { nome: 'Ana Souza' } });
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
});
