import type { JsonSchema, OpenApiDocument, OpenApiOperation, OperationEntry } from './openapi.ts';

/** The published document in short, as a page: docs/service-interface.md. */
export function interfacePage(document: OpenApiDocument): string {
  const { token } = document.components.securitySchemes;
  const operations = Object.entries(document.paths)
    .flatMap(([path, { post }]) => (post['x-operations'] ?? []).map((entry) => ({ path, post, entry })))
    .toSorted((a, b) => a.entry.number - b.entry.number);
  const shapes = Object.entries(document.components.schemas);
  const parts = [
    '<!-- Written by npm run docs from the schemas of the sandbox. -->',
    '# Service interface',
    document.info.description,
    'The whole of it, with what each member means, is the OpenAPI 3.1 document of the sandbox: `GET /openapi.json`, and as a ' +
      'page to try it `GET /docs`. [How to start the sandbox](../sandbox/README.md).',
    '## Authentication',
    token.description,
    ...sandboxLines(token['x-sandbox']),
    '## Operations',
    'A parameter with `?` may be left out. [What an operation returns](#shapes) is `result` of its answer.',
    table(
      ['', 'Operation', 'Request', 'Parameters', 'Result', 'Failures listed'],
      operations.map(({ path, post, entry }) => operationRow(path, post, entry)),
    ),
    '## Shapes',
    'A member with `?` may be missing. Every answer is an `Envelope`.',
    `\`\`\`ts\n${shapes.map(([id, schema]) => `type ${id} = ${typeOf(schema)};`).join('\n')}\n\`\`\``,
    shapes
      .filter(([, { description }]) => description !== undefined)
      .map(([id, { description }]) => `- \`${id}\`: ${String(description).replaceAll('\n\n', ' ')}`)
      .join('\n'),
    ...errorSection(document),
    ...document['x-notes'].flatMap(({ title, text, sandbox }) => [`## ${title}`, text, ...sandboxLines(sandbox)]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function operationRow(path: string, post: OpenApiOperation, entry: OperationEntry): string[] {
  const { number, name, contentType, httpStatus, description, callback, errorCodes } = entry;
  const request = post.requestBody.content[contentType]?.schema ?? {};
  const answer = post.responses[httpStatus]?.content['application/json']?.schema ?? {};
  const { result = {}, status = {} } = membersOf(answer);
  const { code } = membersOf(status);
  return [
    String(number),
    `**${name}**. ${description}`,
    `\`POST ${path}\``,
    Object.entries(membersOf(request))
      .map(([member, { 'x-required': needed }]) => {
        const isRequired = needed === 'yes' || requiredIn(request).includes(member);
        return `\`${member}${isRequired ? '' : '?'}\``;
      })
      .join(', '),
    `\`${typeOf(result)}\` with the code \`${String(code?.['const'])}\`${callback ? `. Callback: ${callback.description}` : ''}`,
    errorCodes.map((one) => `\`${one}\``).join(', ') || 'not shown',
  ];
}

const membersOf = (schema: JsonSchema) => (schema['properties'] ?? {}) as Record<string, JsonSchema>;
const requiredIn = (schema: JsonSchema) => (schema['required'] ?? []) as string[];

/** A schema in the notation of TypeScript. */
function typeOf(schema: JsonSchema): string {
  const { $ref, anyOf, type, items } = schema as {
    $ref?: string;
    anyOf?: JsonSchema[];
    type?: string | string[];
    items?: JsonSchema;
  };
  if ($ref) return $ref.split('/').at(-1) ?? '';
  if (anyOf) return anyOf.map(typeOf).join(' | ');
  if (schema['properties']) {
    const members = Object.entries(membersOf(schema)).map(
      ([name, member]) => `${name}${requiredIn(schema).includes(name) ? '' : '?'}: ${typeOf(member)}`,
    );
    return `{ ${members.join('; ')} }`;
  }
  const names = [type ?? 'unknown'].flat().map((name) => (name === 'array' ? `${typeOf(items ?? {})}[]` : name));
  return names.join(' | ');
}

const sandboxLines = (choices: string | string[] | undefined): string[] =>
  [choices ?? []].flat().map((choice) => `**Sandbox:** ${choice}`);

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function errorSection({ 'x-errors': { title, text, sandbox, codes } }: OpenApiDocument): string[] {
  const rows = Object.entries(codes).map(([code, { http, meaning }]) => [String(http), `\`${code}\``, meaning]);
  return [`## ${title}`, text, table(['HTTP status', 'Code', 'Meaning'], rows), ...sandboxLines(sandbox)];
}
