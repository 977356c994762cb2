import { editorForAllTests } from './editor.ts';

const editor = editorForAllTests({ height: 1000 });

test('the credential that comes with the sandbox works, and marks what must be filled in', async () => {
  await editor.openCredential();
  await editor.page.getByText('Connection tested successfully').waitFor();
  // Its button still has the one of the test under way, which fades out.
  await editor.page
    .getByTestId('credentials-config-container-test-success')
    .locator('.n8n-spinner')
    .waitFor({ state: 'detached' });
  await editor.picture('docs/pictures/credential.png');
  expect(await editor.credentialLabels()).toEqual(expect.arrayContaining(['Base URL *', 'Access Token *']));
});

test('a rejected token is explained in a sentence', async () => {
  await editor.openCredential();
  expect(await editor.testCredential({ accessToken: 'not-the-token' })).toMatch(/\w+ .*token/i);
});
