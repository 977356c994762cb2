import { editorForAllTests } from './editor.ts';

const editor = editorForAllTests({ width: 1700, height: 1200 });

test('a tool says what it does, asks for a URL first, and offers nothing that returns files', async () => {
  await editor.openExample('agent-documents');
  await editor.workflowPicture('examples/pictures/agent-documents.png');
  const panel = await editor.openNode('Read document at URL');
  expect(await panel.labels()).toEqual(expect.arrayContaining(['Description', 'Source', 'File URL']));
  expect(await panel.choices('source')).toEqual(['URL', 'Base64 Text', 'Binary File']);
  await editor.picture('docs/pictures/ai-tool.png');
  const options = await panel.addableOptions();
  expect(options).toContain('File Password');
  for (const name of ['Return Image', 'Return Crops', 'Files as Binary', 'Review Output'])
    expect(options).not.toContain(name);
});
