import { editorForAllTests } from './editor.ts';

/** Right of the canvas, below the bar with the workflow's name. */
const SEARCH_PANEL = { x: 1056, y: 64, width: 384, height: 1176 };

// As high as all actions.
const editor = editorForAllTests({ height: 1240 });

test('the search describes what the node does, and its actions are there to choose from', async () => {
  const [first] = await editor.search('document processing');
  // n8n shows the trigger's description for the action node as well, so one text must be true of both.
  expect(first).toEqual({ name: 'Document Processing', description: expect.stringMatching(/^Extract fields/) });
  const { triggers, actions } = await editor.actionsOf('Document Processing');
  await editor.picture('docs/pictures/actions.png', SEARCH_PANEL);
  expect(triggers).toHaveLength(2);
  expect(actions).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/invoice/i),
      expect.stringMatching(/licen[cs]e/i),
      expect.stringMatching(/card/i),
      expect.stringMatching(/address/i),
    ]),
  );
});
