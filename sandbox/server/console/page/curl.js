/** Files are not in the log, nor is the token: their places are named. */
const FILE_IN_BASE64 = "$(base64 < YOUR-FILE | tr -d '\\n')";
const TOKEN = '${SANDBOX_TOKEN:-sandbox-token}';

/** The command that sends a logged request again. */
export function asCurl({ method, path, query, headers, parts, json }) {
  const address = query ? `${path}?${query}` : path;
  // An answer to HEAD has no body, for which curl would wait. Without -g it takes brackets for a range.
  const options = method === 'HEAD' ? '-I -g' : `-g -X ${method}`;
  const target = CHANGED.test(address)
    ? `--request-target ${quote(address)} ${quote(location.origin)}`
    : quote(location.origin + address);
  const lines = [`curl ${options} ${target}`];
  if (headers.authorization) lines.push(`-H "Authorization: Bearer ${TOKEN}"`);
  for (const name of ['x-sandbox-fault', 'x-sandbox-callback'])
    if (headers[name]) lines.push(`-H ${quote(`${name}: ${headers[name]}`)}`);
  if (parts) lines.push(...parts.map(formPart));
  else if (json !== null)
    return `${[...lines, `-H 'Content-Type: application/json'`, `--data-binary @- <<BODY`].join(' \\\n  ')}\n${bodyOf(json)}\nBODY`;
  return lines.join(' \\\n  ');
}

/** What curl would make another path of. */
const CHANGED = /#|\/(\.|%2e){1,2}([/?]|$)/i;

function formPart({ name, filename, contentType, value }) {
  // An equals sign would end the name, and the others are written in another way: then the part has a header of its own.
  const isOdd = /[=\\"]/.test(name);
  if (value !== undefined && !isOdd) return `--form-string ${quote(`${name}=${value}`)}`;
  // Who has sent it must not choose among the files of who sends it again.
  const file = filename?.split('/').at(-1) || 'YOUR-FILE';
  const content = value === undefined ? `@${word(file === '-' ? './-' : file)}` : word(value);
  const type = value === undefined && TYPE.test(contentType) ? `;type=${contentType}` : '';
  const ofFile = value === undefined ? `; filename=${word(file)}` : '';
  const header = `Content-Disposition: form-data; name=${word(name.replace(/[\r\n]/g, encodeURIComponent))}${ofFile}`;
  return `-F ${quote(isOdd ? `=${content}${type};headers=${word(header)}` : `${name}=${content}${type}`)}`;
}

/** More than a type curl would take for options. */
const TYPE = /^[\w.+-]+\/[\w.+-]+$/;

/** As curl wants it. Without quotes a comma or a semicolon would end it. */
const word = (text) => `"${text.replace(/[\\"]/g, '\\$&')}"`;

/** Within a here-document, a file is encoded by the shell; the rest is kept from it. */
function bodyOf(json) {
  // What nobody can have sent.
  const FILE = `file ${Math.random()}`;
  const marked = JSON.stringify(
    json,
    (_, value) => (value?.sha256 && (value.bytes || value.characters) ? FILE : value),
    2,
  );
  return marked
    .replace(CONTROL, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)
    .replace(/[\\$`]/g, '\\$&')
    .replaceAll(`"${FILE}"`, () => `"${FILE_IN_BASE64}"`);
}

/** A terminal would obey control characters, but for a line break. */
const CONTROL = /(?!\n)\p{Cc}/gu;
const octal = (character) =>
  Array.from(new TextEncoder().encode(character), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');

/** Any shell takes it as it is: what not all read alike within quotes stands outside of them. */
const quote = (text) =>
  `'${text.replace(/[\\']/g, `'\\$&'`).replace(CONTROL, (character) => `'"$(printf '${octal(character)}')"'`)}'`;
