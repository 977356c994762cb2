// The outputs of both nodes, as n8n computes them from their parameters.
import { NodeHelpers, Workflow } from 'n8n-workflow';
import type { INodeParameters, INodeTypeDescription } from 'n8n-workflow';
import { DocumentProcessing } from '../../nodes/DocumentProcessing/DocumentProcessing.node';
import { DocumentProcessingTrigger } from '../../nodes/DocumentProcessing/DocumentProcessingTrigger.node';
import { outputs } from '../../nodes/DocumentProcessing/parameters/node-outputs';

function namesOf(options: INodeParameters | undefined): unknown[] {
  const node = {
    id: 'one',
    name: 'One',
    type: 'one',
    typeVersion: 1,
    position: [0, 0] as [number, number],
    parameters: options ? { options } : {},
  };
  const nodeTypes = { getByName: () => undefined, getByNameAndVersion: () => undefined, getKnownTypes: () => ({}) };
  const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes: nodeTypes as never });
  const computed = NodeHelpers.getNodeOutputs(workflow, node, { outputs } as INodeTypeDescription);
  return computed.map((output) => (typeof output === 'string' ? output : [output.type, output.displayName]));
}

const DONE = ['main', 'Done'];
const REVIEW = ['main', 'Needs Review'];
const READ = ['main', 'Already Read'];

test.each([
  [undefined, [['main', undefined]]],
  [{}, [['main', undefined]]],
  [{ reviewOutput: false, skipAlreadyRead: false }, [['main', undefined]]],
  [{ reviewOutput: true }, [DONE, REVIEW]],
  [{ skipAlreadyRead: true }, [DONE, READ]],
  [{ skipAlreadyRead: 'true', reviewOutput: ' TRUE ' }, [DONE, REVIEW, READ]],
  [{ skipAlreadyRead: 'truely' }, [['main', undefined]]],
])('with the options %j', (options, expected) => {
  expect(namesOf(options)).toEqual(expected);
});

test('both nodes have them', () => {
  for (const { description } of [new DocumentProcessing(), new DocumentProcessingTrigger()])
    expect(description.outputs).toBe(outputs);
});
