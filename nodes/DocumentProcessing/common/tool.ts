// n8n derives a tool for AI Agents from this node. The tool's input holds the arguments of the model and no files, and
// its output reaches the model as JSON text.
import type { INode } from 'n8n-workflow';
import type { Output } from './output';
import { isObject } from './shape';

/**
 * Whether an AI Agent runs this node. `isToolExecution()` is false where n8n's engine runs the tool as a node, as the AI
 * Agent of version 3 has it do.
 */
export const isTool = (node: INode): boolean => node.type.endsWith('Tool');

/** Options whose results are files. They are hidden and not sent in a tool: a model only reads text. */
export const FILE_OPTIONS = new Set([
  'filesAsBinary',
  'returnCrops',
  'returnedImageQuality',
  'returnImage',
  'returnOriginalFile',
]);

// Of a file, 1,000 characters of base64 are about 750 bytes. Keys and codes are shorter.
const LONGEST_CODE = 1000;

/** The output of a tool: without files, and without base64, which a model cannot read and which fills its context. */
export const forModel = ({ json, ...output }: Output): Output => ({
  ...output,
  json: withoutBase64(json) as Output['json'],
  files: [],
});

function withoutBase64(value: unknown): unknown {
  if (typeof value === 'string')
    return isLongBase64(value) ? `(a file of ${Math.ceil((value.length * 0.75) / 1024)} kB, left out here)` : value;
  if (Array.isArray(value)) return value.map(withoutBase64);
  if (!isObject(value)) return value;
  // Of metadata a model may need the text of a QR code.
  const shown = (name: string, member: unknown) => (name === 'metadata' ? member : withoutBase64(member));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shown(name, member)]));
}

/** Base64 of a file, not a key or a code. */
export const isLongBase64 = (text: string): boolean =>
  text.length > LONGEST_CODE && !/[^\w+/=\r\n-]/.test(text.replace(/^data:[^,]{0,200};base64,\s*/i, ''));
