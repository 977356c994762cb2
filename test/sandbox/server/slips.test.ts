// What somebody has mistyped, or sent in another way than meant, is refused with a sentence, and changes nothing.
import { expect, test } from '@jest/globals';
import { ADDRESSES, CONTENT, encoded, enrich, refusalsIn, said, sendJson, untilProcess, type Form } from './client.ts';
import { openSandbox } from './surroundings.ts';

const app = await openSandbox();
await sendJson(app, ADDRESSES, { contents: [] });
await enrich(app, { url: 'http://127.0.0.1:2/hook' }, 'hold');
const { id, requestId } = await untilProcess(app, ['held']);
await sendJson(app, '/_sandbox/faults', { fault: 'status=503', path: CONTENT });

const exported = async () => {
  const { exportedAt: _at, ...state } = (await app.inject('/_sandbox/state?secrets=include')).json();
  return state;
};
const before = await exported();

type Method = 'GET' | 'POST' | 'DELETE';
type Body = { payload?: string | Buffer; headers?: Record<string, string> };
const json = (value: unknown): Body => ({
  payload: typeof value === 'string' ? value : JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
});
const another = (type: string | undefined, payload: string): Body => ({
  payload,
  headers: type === undefined ? {} : { 'content-type': type },
});

/** Sends it, and returns the status and what is said of it. */
async function sent(method: Method, url: string, body: Body = {}) {
  const answer = await app.inject({ method, url, ...body });
  return [answer.statusCode, answer.json().status?.message ?? 'done'] as const;
}

const SEND = `processes/${id}/send`;
const limits = ['-5', '0', '1.5', 'ten'].flatMap((limit) =>
  ['requests', 'processes'].map((list) => `${list}?limit=${limit}`),
);
const takeNone = [
  ...['/openapi.json', '/docs', '/docs/static/index.css', '/_sandbox', '/_sandbox/page/api.js'],
  ...['stats', 'faults', 'usage', 'processes', 'console/operations', 'console/events'].map((at) => `/_sandbox/${at}`),
  ...['', '/pages', '/pages/1'].map((at) => `/_sandbox/console/requests/${requestId}${at}`),
];

test.each([
  ...refusalsIn(`
    GET /healthz?redy → redy is not known. Known are: ready. Did you mean ready?
    GET /healthz?ready=false → ready: "false" is not known. Known are: "", "true"…
    GET /_sandbox/requests?pth=/billing → pth is not known. Known are: path. Did you mean path?
    GET /_sandbox/requests?path= → path is empty
    GET /_sandbox/requests?path=/a&path=/b → path stands in the query 2 times
    GET /_sandbox/state?secret=include → secret is not known. Known are: secrets. Did you mean secrets?
    GET /_sandbox/state?secrets= → secrets: "" is not known. Known are: "include"
    GET /_sandbox/console/requests?LIMIT=5 → LIMIT is not known. Known are: limit, search. Did you mean limit?
    GET /_sandbox/console/processes?search=x → search is not known. Known are: limit
    GET /_sandbox/console/requests?limit= → limit is empty
    GET /_sandbox/console/processes?limit=501 → limit must be at most 500
    POST /_sandbox/reset {"part":["usage"]} → part is not known. Known are: parts. Did you mean parts?
    POST /_sandbox/reset {"parts":["usag"]} → parts.0: "usag" is not known. Known are: …Did you mean "usage"?
    POST /_sandbox/reset {"parts":"usage"} → parts must be array
    POST /_sandbox/reset {"parts":null} → parts must be array
    POST /_sandbox/reset ["usage"] → body must be object
    POST /_sandbox/reset null → body must be object
    POST /_sandbox/reset {"parts":["stats"],"parts":["usage"]} → parts stands in it twice…
    POST /_sandbox/usage [{"a":{"b":[{}]}},{"a":[{"b":1},{"b":1,"c":2,"b":3}]}] → 1.a.1.b stands in it twice…
    POST /_sandbox/reset {"__proto__":{"parts":["usage"]}} → __proto__ … has a name that no member can have
    POST /_sandbox/reset { → the body is not JSON
    POST /_sandbox/reset?parts=stats {} → parts is not known: none is taken here
    POST /_sandbox/session {"tokn":"x"} → tokn is not known. Known are: token. Did you mean token?
    POST /_sandbox/session {"token":5} → token must be string
    POST /_sandbox/faults {"fault":"status=500","paths":["/"]} → paths is not known. Known are: path, fault, callback, times. Did…
    POST /_sandbox/faults {"fault":"status=500","path":""} → path is empty
    POST /_sandbox/faults {"fault":"status=500","times":"2"} → times must be integer
    POST /_sandbox/faults {"fault":"hang","path":"/process-invoice/extracton"} → Did you mean /process-invoice/extraction?
    POST /_sandbox/faults [{"fault":"status=500"}] → body must be object
    POST /_sandbox/usage {"date":"2025-01-31","serviceName":"x","requestcount":1} → requestcount is not known. …Did you mean requestCount?
    POST /_sandbox/usage [{"date":"2025-01-31","serviceName":"x"},{"requests":1}] → 1.requests is not known. Known are: date, serviceName,…
    POST /_sandbox/usage {"serviceName":"x"} → date is required
    POST /_sandbox/verify {"file":{"filename":"x"}} → file.filename is not known. Known are: name, sha256, size
    POST /_sandbox/verify {"times":{"exact":1}} → times.exact is not known. … Did you mean exactly?
    POST /_sandbox/verify {"times":{}} → times must NOT have fewer…
    POST /_sandbox/verify {"times":{"exactly":1,"atMost":2}} → times: exactly stands alone…
    POST /_sandbox/verify {"times":{"atLeast":3,"atMost":2}} → times: no number is at least 3 and at most 2…
    POST /_sandbox/verify {"path":"/proces-invoice"} → "/proces-invoice"…/process-invoice/extraction…
    POST /_sandbox/verify?path=x {} → path is not known: none is taken here
    POST /_sandbox/SEND {"calback":"empty"} → calback is not known. Known are: callback. Did you mean callback?
    POST /_sandbox/SEND {"callback":null} → callback must be string`),
  ...limits.map((at) => [`GET /_sandbox/console/${at}`, 'limit must be a whole number from 1'] as const),
  ...takeNone.map((url) => [`GET ${url}?path=x`, 'path is not known: none is taken here'] as const),
  ...['requests', 'stats', 'faults', 'faults/1', 'usage'].map(
    (name) => [`DELETE /_sandbox/${name}?path=x`, 'path is not known: none is taken here'] as const,
  ),
])('%s → %s', async (asked, sentence) => {
  const [, method, url = '', body] = /^(\S+) (\S+) ?(.*)$/.exec(asked) ?? [];
  const answer = await sent(method as Method, url.replace('SEND', SEND), body ? json(body) : {});
  expect(answer).toEqual([400, said(sentence)]);
});

test.each<[Form, RegExp]>([
  [{ state: Buffer.from('{}') }, /state is not known\. Known are: file$/],
  [{ file: Buffer.from('{}'), secrets: 'include' }, /secrets is not known\. Known are: file$/],
  [{ file: [Buffer.from('{}'), Buffer.from('{}')] }, /two parts are called "file"/],
  [{ file: '@sandbox-state.json' }, /file must be a file$/],
  [{}, /file is required$/],
])('in a form: %j', async (form, sentence) => {
  expect(await sent('POST', '/_sandbox/state', await encoded(form))).toEqual([400, expect.stringMatching(sentence)]);
});

test('what curl sends without a header, or any other content type, is refused with the one that is taken', async () => {
  const forms = 'application/x-www-form-urlencoded';
  const multipart = await encoded({ parts: 'stats' });
  for (const path of ['reset', 'session', 'faults', 'usage', 'verify', SEND])
    for (const body of [undefined, forms, 'text/plain']
      .map((type) => another(type, '{"parts":["stats"]}'))
      .concat(multipart))
      expect(await sent('POST', `/_sandbox/${path}`, body)).toEqual([
        415,
        expect.stringContaining('must have the Content-Type application/json, and has '),
      ]);
  for (const body of [json('{}'), another(undefined, '')])
    expect(await sent('POST', '/_sandbox/state', body)).toEqual([415, expect.stringContaining('multipart/form-data')]);
  expect((await sent('POST', '/_sandbox/reset', another(forms, '')))[0]).toBe(415);
});

test('a body where none is taken is refused, and the content type alone is none', async () => {
  for (const [method, path] of [
    ...(['stats', 'faults', 'faults/1', 'usage', 'requests'] as const).map((path) => ['DELETE', path] as const),
    ...(['requests', 'state', 'console/operations'] as const).map((path) => ['GET', path] as const),
  ])
    for (const body of [json({ path: CONTENT }), another('text/plain', 'x'), another(undefined, 'x')])
      expect([path, ...(await sent(method, `/_sandbox/${path}`, body))]).toEqual([
        path,
        400,
        expect.stringMatching(/takes no body$/),
      ]);
  expect(await sent('DELETE', '/_sandbox/stats', another('application/json', ''))).toEqual([200, 'done']);
});

test('a path that is misspelt, or ends in a slash, is none', async () => {
  for (const path of ['/_sandbox/reset/', '/_Sandbox/reset', '/_sandbox/Reset', '//_sandbox/reset'])
    expect([path, (await sent('POST', path))[0]]).toEqual([path, 404]);
  for (const path of ['', '1.0', '01', '%201']) expect((await sent('DELETE', `/_sandbox/faults/${path}`))[0]).toBe(404);
});

test('a state with members that another version wrote is refused, and says which', async () => {
  const [fault] = before.faults;
  const state = { ...before, exportedAt: '', faults: [{ ...fault, until: 5 }] };
  const form = await encoded({ file: Buffer.from(JSON.stringify(state)) });
  expect(await sent('POST', '/_sandbox/state', form)).toEqual([
    400,
    expect.stringMatching(/not the state of a sandbox .*faults\.0\.until is not known\. Known are: /),
  ]);
});

// The last: of all the others.
test('nothing was changed or forgotten by any of them', async () => {
  const { requests, ...state } = await exported();
  // A path that is none is listed like any other.
  expect({ ...state, requests: requests.slice(0, 2) }).toEqual(before);
});
