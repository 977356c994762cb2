import { editorForAllTests } from './editor.ts';

const NAME = 'Document Processing';

const editor = editorForAllTests();

/** Whether each of the first ones stands before each of the second ones. */
const standBefore = (list: string[], first: string[], second: string[]) =>
  Math.max(...first.map((one) => list.indexOf(one))) < Math.min(...second.map((one) => list.indexOf(one)));

test('an invoice needs no more than a file, and its options begin with reading and end with transport', async () => {
  const panel = await editor.addAction(NAME, /invoice/i);
  expect(await panel.labels()).toEqual(expect.arrayContaining(['Source', 'Input Binary Field', 'Options']));
  const options = await panel.addableOptions();
  expect(options).toEqual(expect.arrayContaining(['File Password', 'Minimum Score', 'Timeout', 'Retries']));
  expect(standBefore(options, ['File Password', 'Minimum Score'], ['Timeout', 'Retries', 'Max Concurrency'])).toBe(
    true,
  );
});
