/** Reads `delay=1500; status=503; cut` into names and values; a name alone has the value ''. */
export function directives(text: string | undefined): Map<string, string> {
  const pairs = (text ?? '')
    .split(';')
    .map((piece) => piece.trim())
    .filter(Boolean);
  return new Map(pairs.map(splitPair));
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return at < 0 ? [pair.toLowerCase(), ''] : [pair.slice(0, at).trim().toLowerCase(), pair.slice(at + 1).trim()];
}
