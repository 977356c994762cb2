/**
 * The content of a VIO code. Real ones are encrypted for government readers and cannot be decoded here. The sandbox
 * has a test code instead: `SANDBOX-VIO:` and the base64 of a JSON object of field names and values (`foto`: a picture
 * in base64).
 */
export type Vio = { fields: Record<string, string>; photo: string | null };

const PREFIX = 'SANDBOX-VIO:';

export function decodeVio(code: string): Vio | null {
  if (!code.startsWith(PREFIX)) return null;
  const content = parse(Buffer.from(code.slice(PREFIX.length), 'base64').toString('utf8'));
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return null;
  const texts = Object.entries(content).filter(([, value]) => typeof value === 'string');
  const { foto = null, ...fields } = Object.fromEntries(texts) as Record<string, string>;
  return { fields, photo: foto };
}

export const encodeVio = (fields: Record<string, string>) =>
  PREFIX + Buffer.from(JSON.stringify(fields)).toString('base64');

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
