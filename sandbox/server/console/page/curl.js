/** Files are not in the log, nor is the token: their places are named. */
const FILE_IN_BASE64 = "$(base64 < YOUR-FILE | tr -d '\\n')";
const TOKEN = '${SANDBOX_TOKEN:-sandbox-token}';

/** The command that sends a logged request again. */
export function asCurl({ method, path, query, headers, parts, json }) {
  // Without -g, curl takes brackets in a query for a range.
  const [options, address] = query ? ['-g -X', `${path}?${query}`] : ['-X', path];
  const lines = [`curl ${options} ${method} ${quote(location.origin + address)}`];
  if (headers.authorization) lines.push(`-H "Authorization: Bearer ${TOKEN}"`);
  for (const name of ['x-sandbox-fault', 'x-sandbox-callback'])
    if (headers[name]) lines.push(`-H ${quote(`${name}: ${headers[name]}`)}`);
  if (parts) lines.push(...parts.map(formPart));
  else if (json !== null)
    return `${[...lines, `-H 'Content-Type: application/json'`, `--data-binary @- <<BODY`].join(' \\\n  ')}\n${bodyOf(json)}\nBODY`;
  return lines.join(' \\\n  ');
}

function formPart({ name, filename, contentType, value }) {
  if (value !== undefined) return `--form-string ${quote(`${name}=${value}`)}`;
  // Without quotes of its own, a comma or a semicolon would end the name.
  const file = `"${(filename ?? 'YOUR-FILE').replace(/[\\"]/g, '\\$&')}"`;
  return `-F ${quote(`${name}=@${file};type=${contentType}`)}`;
}

/** Within a here-document, a file is encoded by the shell; the rest is kept from it. */
function bodyOf(json) {
  const FILE = '\u0001';
  const marked = JSON.stringify(
    json,
    (_, value) => (value?.sha256 && (value.bytes || value.characters) ? FILE : value),
    2,
  );
  return marked
    .replace(CONTROL, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)
    .replace(/[\\$`]/g, '\\$&')
    .replaceAll('"\\\\u0001"', () => `"${FILE_IN_BASE64}"`);
}

/** A terminal would obey control characters, but for a line break. */
const CONTROL = /(?!\n)\p{Cc}/gu;
const octal = (character) =>
  Array.from(new TextEncoder().encode(character), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');

const quote = (text) =>
  text.search(CONTROL) < 0
    ? `'${text.replaceAll("'", `'\\''`)}'`
    : `$'${text.replace(/[\\']/g, '\\$&').replace(CONTROL, octal)}'`;
