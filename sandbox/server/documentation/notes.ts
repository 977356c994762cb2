/** What the interface says beyond single operations. `sandbox` marks the sandbox's own choices. */
export type Note = { title: string; text: string; sandbox?: string[] };

export const introduction =
  'The document processing service receives a document (a file, base64 text or a public URL) or text, and ' +
  'answers with structured JSON. All paths are relative to the base URL of the service.\n\nThis describes the ' +
  "service's interface, as far as it is known, and the sandbox that stands in for it. Where the interface " +
  'shows nothing, the sandbox had to choose. Those choices are marked **Sandbox:** (`x-sandbox` in the ' +
  'OpenAPI document); they say nothing about the service.';

export const authentication =
  'Every operation requires the header `Authorization: Bearer <ACCESS_TOKEN>`. The operation ' +
  '`user/authenticate` (also written `Authentication/Authenticate`) returns the token; its request and ' +
  'response, the lifetime of a token and its renewal are not shown.';

export const authenticationSandbox = [
  'Sign in with `POST /user/authenticate` and `{"username", "password"}`; `result` is `{accessToken, ' +
    'expiresIn}` (seconds). Wrong credentials are 401 `R117`. No token is needed for it.',
];

export const verification =
  '**Sandbox:** for tests. Counts the requests of the request log that have all that is asked for, and perhaps more: `path`, ' +
  '`contentType`, `billed` (an operation that is billed has answered with success), one `file` with this `name`, `sha256` and ' +
  '`size` (in base64 it has no name), `tags`, and `fields`, other parameters. `times` is `exactly`, or `atLeast` and `atMost`; ' +
  'without it at least 1. A failure has a `message`, the `requests` that match if they are too many, and if they are too few ' +
  '`nearMisses`, with `differences` as `{member, expected, actual}`. Like the request log it shows no secrets, and needs the ' +
  'console token where that does.';

export const errors: Note = {
  title: 'Errors',
  text:
    'An error has the common response envelope. The complete list of codes and messages is not shown, nor are ' +
    'the codes of operations that the table leaves out.',
  sandbox: [
    'Failures without a known code have their HTTP status as code: `404`, `413`, `415` (a compressed body), `503` (with `Retry-After`).',
    'A wrong content type, a malformed body and a file that cannot be downloaded are `R101`.',
    'All codes of the table can come from every operation.',
  ],
};

export const notes: Note[] = [
  {
    title: 'Files',
    text:
      'A document comes as `file` (multipart), as `fileBase64` (JSON) or from `fileUrl`. `filePassword` opens an ' +
      'encrypted PDF.',
    sandbox: [
      'The content decides the format (PDF, JPEG, PNG, TIFF, WebP, GIF or BMP), not the name or the declared type.',
      'Base64 must have its padding and no line breaks; a data URL is `R101`.',
    ],
  },
  {
    title: 'Webhook callbacks',
    text:
      'Asynchronous operations send their result to `webhook.url`, or to `webhook.fallbackUrl` if ' +
      'communication with `webhook.url` fails. The callback carries the headers and query-string parameters of ' +
      '`webhook.authorization` and, in content extraction, uses mutual TLS if `mtls` is true. These are the ' +
      'only notifications; named events do not exist. The number of retries, their timing, and the response that ' +
      'the receiver must give are not shown.',
    sandbox: [
      'A callback is a POST request with a JSON body. `fallbackUrl` is called only if `url` gave no HTTP answer. Redirects ' +
        'are not followed. What nobody takes because n8n is away, starts or stops (no answer, 404, 429, 5xx, or the 200 of an ' +
        'n8n that starts) is repeated for an hour: after a second, then ever more rarely.',
      'A `traceparent` of the request (W3C Trace Context) goes with its callback as it came, with its `tracestate`, if it ' +
        'is well-formed and `webhook.authorization` has none.',
    ],
  },
  {
    title: 'States of a process',
    text: '`processId` identifies an asynchronous process. Its states and their transitions are not shown.',
  },
  {
    title: 'Limits',
    text:
      '`returnedImageQuality` has 0 to 100 characters. Single-page files are recommended for invoice extraction. ' +
      'Maximum file size, page count, request rate, quotas and time limits are not shown.',
    sandbox: [
      'The settings in sandbox/README.md limit the size of a file, the documents waiting to be read and the ' +
        'reading time.',
    ],
  },
  {
    title: 'Not shown',
    text:
      'These operations are only listed by name: address parsing, content classification, content extraction ' +
      'distance, content fullreader, enrichment (sync), facematch, image properties, image reporting, licence ' +
      'plate recognition, liveness detection, liveness streaming. Also not shown: the operation that checks the ' +
      'status of an enrichment and fetches its result, values of `type`, `stdType`, `source` and ' +
      '`processType` beyond those named here, and the versioning scheme.',
    sandbox: ['It does not have these operations; their paths answer 404 with a message that says so.'],
  },
];
