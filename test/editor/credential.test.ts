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

test.each([
  ['an address where nothing listens', 'http://127.0.0.1:9', /refused the connection.*Check the "Base URL"/],
  [
    'a host name that does not exist',
    'http://document-service.invalid',
    /host name was not found.*Check the "Base URL"/,
  ],
  ['no address at all', 'service', /^The "Base URL" .{20,}/],
])('%s is explained in a sentence', async (_, baseUrl, sentence) => {
  await editor.openCredential();
  expect(await editor.testCredential({ baseUrl })).toMatch(sentence);
});

test('a rejected token is explained in a sentence', async () => {
  await editor.openCredential();
  expect(await editor.testCredential({ accessToken: 'not-the-token' })).toMatch(/\w+ .*token/i);
});
