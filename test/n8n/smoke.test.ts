// What n8n serves of the package to its editor.
import { chosenLines } from './n8n.ts';
import { sharedHost } from './sharedHost.ts';

const NODE = 'n8n-nodes-document-processing.documentProcessing';

describe.each(chosenLines())('n8n %s', (line) => {
  const host = sharedHost(line);

  test('lists the nodes of our package', async () => {
    expect((await host.nodeTypes()).map(({ name }) => name)).toEqual(expect.arrayContaining([NODE, `${NODE}Trigger`]));
  });

  test('serves the output schemas of our operations, which the editor shows before a run', async () => {
    const response = await host.request('GET', `/schemas/${NODE}/1.0.0/document/extractInvoice.json`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      type: 'object',
      properties: { fields: { properties: { valor_liquido: {} } }, needsReview: { type: 'boolean' } },
    });
  });

  test('offers the field names of an operation', async () => {
    const { results } = await host.call<{ results: Array<{ value: string }> }>(
      'POST',
      '/dynamic-node-parameters/resource-locator-results',
      {
        path: 'parameters.options.fieldRules.rule[0].name',
        methodName: 'searchFieldNames',
        nodeTypeAndVersion: { name: NODE, version: 1 },
        currentNodeParameters: { resource: 'document', operation: 'extractDriverLicence' },
        filter: 'nasc',
      },
    );
    expect(results.map(({ value }) => value)).toEqual(['data_nascimento']);
  });
});
