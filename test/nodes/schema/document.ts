import type { INodeExecutionData } from 'n8n-workflow';

const LONGEST_TEXT = 60;
const LONGEST_LIST = 1;
const MOST_MEMBERS = 5;

/** An item for the documentation: long texts and lists are shortened, files appear by name. */
export function sampleOf(item: INodeExecutionData): string {
  const json = JSON.stringify(shorten(item.json), null, 2);
  const files = Object.entries(item.binary ?? {}).map(
    ([name, { fileName, mimeType }]) => `- \`${name}\`: ${fileName}, ${mimeType}`,
  );
  return [`\`\`\`json\n${compact(json)}\n\`\`\``, ...(files.length > 0 ? ['', 'Binary data:', '', ...files] : [])].join(
    '\n',
  );
}

function shorten(value: unknown, depth = 0): unknown {
  if (typeof value === 'string' && value.length > LONGEST_TEXT)
    return `${value.slice(0, LONGEST_TEXT).replace(/\s+/g, ' ')}…`;
  if (Array.isArray(value))
    return [
      ...value.slice(0, LONGEST_LIST).map((one) => shorten(one, depth + 1)),
      ...(value.length > LONGEST_LIST ? [`… ${value.length - LONGEST_LIST} more`] : []),
    ];
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [name, shorten(member, depth + 1)]);
  // All members of the item itself are shown: they are what is documented.
  const most = depth === 0 ? members.length : MOST_MEMBERS;
  return Object.fromEntries([
    ...members.slice(0, most),
    ...(members.length > most ? [['…', `${members.length - most} more`]] : []),
  ]);
}

/** JSON with objects and lists on one line if they fit. */
export function compact(json: string): string {
  const joined = json.replace(/[{[]\n\s+([^{}[\]]*?)\n\s*[}\]]/g, (whole) => {
    const line = whole.replace(/\n\s*/g, ' ');
    return line.length <= 100 ? line : whole;
  });
  return joined === json ? json : compact(joined);
}
