import type { INodeParameters } from 'n8n-workflow';
import { failure } from '../../support/envelope.ts';
import { scenario } from '../../support/scenario.ts';
import type { Answer } from '../../support/server.ts';
import { BY_URL, signingIn } from '../../support/document-node.ts';

// Words of a sign-in body that stand in our own sentences too.
const WORDS = ['file', 'between', 'Check', 'Source', 'Service', 'The', 'item', 'invoice'];

const credential = signingIn({ login: WORDS, password: 'very-secret-1' });

/** What goes wrong where the service answers like this after signing in. */
async function errorOf(
  parameters: INodeParameters,
  {
    answer = {},
    signIn = { json: { result: { accessToken: 'fresh-token' } } },
    operation = 'document.extractContent',
  }: {
    answer?: Answer;
    signIn?: Answer;
    operation?: string;
  } = {},
  data = credential,
) {
  const respond = ({ path }: { path: string }) => (path === '/user/authenticate' ? signIn : answer);
  return (await scenario(operation, respond).with(parameters, { credential: data, items: [{ json: {} }] })).error;
}

test('words of the sign-in body are hidden in what the service says, and our own sentences keep them', async () => {
  const json = failure('R101', 'The file of very-secret-1 is odd', ['no file was between them']);
  const error = await errorOf(BY_URL, { answer: { json } });
  expect(error?.message).toBe('*** *** of *** is odd (R101) [item 0]');
  expect(error?.description).toBe(
    'Check the parameters of this item: the one it names, or else the file or its URL, the password of an encrypted PDF, the tags. ' +
      'The service says: no *** was *** them. Request ID: req-1',
  );
  const rejected = await errorOf(BY_URL, { signIn: { status: 403, json: {} } });
  expect(rejected?.message).toContain('Check the "Sign-In Path" and "Sign-In Body" of the credential.');
  const path = { path: '/a', method: 'POST', bodyType: 'json', bodyJson: '[' };
  const sent = await errorOf(path, { operation: 'api.sendRequest' });
  expect(sent?.message).toBe('The parameter "JSON Body" is not valid JSON [item 0]');
});

test('the words with which a body says how it signs in are no secret', async () => {
  const body = { grant_type: 'password', scope: 'file', audience: 'api', secret: 'hunter22x' };
  const json = failure('R101', 'The file is encrypted: send its password, not hunter22x, with the api');
  const error = await errorOf(BY_URL, { answer: { json } }, signingIn(body));
  expect(error?.message).toBe('The file is encrypted: send its password, not ***, with the api (R101) [item 0]');
});

test.each([
  ['file', 'The item has no file in the binary field "file" [item 0]'],
  ['very-secret-1', 'The item has no file in the binary field "***" [item 0]'],
])('a field called %s is told by its name, unless that is a secret', async (binaryPropertyName, message) => {
  expect((await errorOf({ source: 'binary', binaryPropertyName }))?.message).toBe(message);
});

test.each([
  ['a secret', { name: 'very-secret-1', minScore: 7 }, '"Minimum Score" of the rule for the field "***" is "7"'],
  [
    'a secret, with a pattern',
    { name: 'very-secret-1', format: 'regex', pattern: '(' },
    'The pattern of the rule for the field "***" cannot be used: ',
  ],
  [
    'a file',
    { name: `={{ { scan: "${'QUJD'.repeat(100)}" } }}` },
    '"Field Name" of the rule for the field "{"scan":"***"}" is not a text',
  ],
])('the name of a rule that is %s is hidden where something else of the rule is refused', async (_what, rule, said) => {
  const options = { fieldRules: { rule: [rule] } };
  expect((await errorOf({ ...BY_URL, options }))?.message).toContain(said);
});
