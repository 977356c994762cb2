// The generated parts of README.md: written by `npm run docs`, compared by test/unit/release/readme.test.ts.
import { execFileSync } from 'node:child_process';
import type { INodeProperties } from 'n8n-workflow';
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
  const resource = properties.find(({ name }) => name === 'resource');
  const rows = optionsOf(resource).flatMap(({ name, value }) =>
    operations.filter((operation) => operation.resource === value).map((operation) => operationRow(name, operation)),
  );
  return [
    ['Resource', 'Operation', '', 'Source', '[Service interface](docs/service-interface.md)'],
    ['---', '---', '---', '---', '---'],
    ...rows,
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

const optionsOf = (property: INodeProperties | undefined): Array<{ name: string; value: unknown }> =>
  (property?.options ?? []).flatMap((option) =>
    'value' in option ? [{ name: option.name, value: option.value }] : [],
  );

function operationRow(resource: string, operation: Operation): string[] {
  const { name, description, fields, service, isAsynchronous } = operation;
  const sources = optionsOf(fields.find((field) => field.name === 'source')).map((option) => option.name);
  return [
    resource,
    `[${name}](docs/operations/${operation.resource}-${operation.operation}.md)`,
    `${description}${isAsynchronous ? ' (asynchronous)' : ''}`,
    sources.join(', ') || '–',
    service,
  ];
}

/** What `npm run demo` prints, with a fixed request ID and time. */
export function demoOutput(): string {
  const output = execFileSync(process.execPath, ['--no-warnings', 'scripts/demo/run.ts'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const steady = output
    .replace(/^(?<name> {2}Request ID +)\S+$/m, '$<name>9c52e6ac-8c04-4a42-a2c1-a1baadaa1c14')
    .replace(/^(?<name> {2}Time +)\d+ ms$/m, '$<name>400 ms');
  return `\`\`\`text\n${steady.trimEnd()}\n\`\`\``;
}
