// The pictures of docs/operations: what the editor shows of each operation in a new node.
import { loadOperations } from '../support/builtOperations.ts';
import { node, workflow } from '../n8n/workflowJson.ts';
import { editorForAllTests } from './editor.ts';

const NODE = 'n8n-nodes-document-processing.documentProcessing';
const OPERATIONS = loadOperations().operations.map((one) => ({ ...one, name: `${one.resource}-${one.operation}` }));
const COLUMNS = 5;

const editor = editorForAllTests();

beforeAll(async () => {
  // In one workflow: to open one takes seconds.
  const nodes = OPERATIONS.map(({ name, resource, operation }, index) =>
    node(
      name,
      NODE,
      1,
      { resource, operation },
      {
        position: [(index % COLUMNS) * 240, Math.floor(index / COLUMNS) * 200],
      },
    ),
  );
  await editor.openNew(workflow('All operations', ...nodes.map((one) => [one])));
});

test.each(OPERATIONS.map(({ name }) => name))('the editor shows the parameters of %s', async (name) => {
  const panel = await editor.openNode(name);
  const labels = await panel.labels();
  expect(labels.slice(0, 3)).toEqual(['Credential', 'Resource', 'Operation']);
  expect(labels.length).toBeGreaterThan(3);
  const box = await editor.page.getByTestId('ndv').getByTestId('node-parameters').boundingBox();
  await editor.picture(`docs/pictures/operations/${name}.png`, box ?? undefined);
  await panel.close();
});
