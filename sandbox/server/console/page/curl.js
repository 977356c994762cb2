/** The command that sends a logged request again. The token and files are not in the log: their places are named. */
export function asCurl({ method, path, headers, parts, json }) {
  const lines = [`curl -X ${method} ${quote(location.origin + path)}`];
  if (headers.authorization) lines.push(`-H "Authorization: Bearer $SANDBOX_TOKEN"`);
  for (const name of ['x-sandbox-fault', 'x-sandbox-callback'])
    if (headers[name]) lines.push(`-H ${quote(`${name}: ${headers[name]}`)}`);
  if (parts) lines.push(...parts.map(formPart));
  else if (json !== null)
    return `${[...lines, `-H 'Content-Type: application/json'`, `--data-binary @- <<BODY`].join(' \\\n  ')}\n${bodyOf(json)}\nBODY`;
  return lines.join(' \\\n  ');
}

function formPart({ name, filename, contentType, value }) {
  if (value !== undefined) return `--form-string ${quote(`${name}=${value}`)}`;
  return `-F ${quote(`${name}=@${filename ?? 'document'};type=${contentType}`)}`;
}

/** Within a here-document, a file is encoded by the shell; the rest is kept from it. */
function bodyOf(json) {
  const FILE = '\u0001';
  const marked = JSON.stringify(
    json,
    (_, value) => (value?.sha256 && (value.bytes || value.characters) ? FILE : value),
    2,
  );
  return marked.replace(/[\\$`]/g, '\\$&').replaceAll('"\\\\u0001"', '"$(base64 -w0 document)"');
}

const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
