// The pictures of docs/operations: what the editor shows of each operation in a new node.
import { loadOperations } from '../support/builtOperations.ts';
import { node, workflow } from '../n8n/workflowJson.ts';
import { editorForAllTests } from './editor.ts';

const NODE = 'n8n-nodes-document-processing.documentProcessing';

const editor = editorForAllTests();

test.each(loadOperations().operations.map((one) => [`${one.resource}-${one.operation}`, one] as const))(
  'the editor shows the parameters of %s',
  async (name, { resource, operation }) => {
    await editor.openNew(workflow(name, [node('Document Processing', NODE, 1, { resource, operation })]));
    const panel = await editor.openNode('Document Processing');
    const labels = await panel.labels();
    expect(labels.slice(0, 3)).toEqual(['Credential', 'Resource', 'Operation']);
    expect(labels.length).toBeGreaterThan(3);
    const box = await editor.page.getByTestId('ndv').getByTestId('node-parameters').boundingBox();
    await editor.picture(`docs/pictures/operations/${name}.png`, box ?? undefined);
  },
);
