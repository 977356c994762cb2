// The generated part of README.md: written by `npm run docs`, compared by test/nodes/release/readme.test.ts.
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Operation } from '../../nodes/DocumentProcessing/operations/operation.ts';

export const README = 'README.md';

/** Puts each part of a page between its markers. */
export const fillIn = (page: string, parts: Record<string, string>): string =>
  Object.entries(parts).reduce((text, [name, part]) => {
    const [begin, end] = [`<!-- ${name}: written by npm run docs -->`, `<!-- end of ${name} -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`The page has no place for the part "${name}"`);
    return `${text.slice(0, from + begin.length)}\n\n${part}\n\n${text.slice(to)}`;
  }, page);

/** The operations as a table, in the order of the editor. */
export function operationsTable(operations: Operation[], properties: INodeProperties[]): string {
  const resources = properties.find(({ name }) => name === 'resource')?.options as INodePropertyOptions[];
  const rows = resources.flatMap(({ name, value }) =>
    operations.filter((operation) => operation.resource === value).map((operation) => operationRow(name, operation)),
  );
  return markdownTable(['Resource', 'Operation', ''], rows);
}

export const markdownTable = (heads: string[], rows: string[][]): string =>
  [heads, heads.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

function operationRow(resource: string, operation: Operation): string[] {
  const { name, description, isAsynchronous } = operation;
  return [
    resource,
    `[${name}](docs/operations/${operation.resource}-${operation.operation}.md)`,
    `${description}${isAsynchronous ? ' (asynchronous)' : ''}`,
  ];
}
