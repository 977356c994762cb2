import type { JsonSchema, OpenApiDocument, OperationEntry } from './openapi.ts';

/** The published document as a page: docs/service-interface.md. */
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
    `The sandbox publishes the same as OpenAPI 3.1 (\`GET /openapi.json\`), with a page to try it (\`GET /docs\`).`,
    '## Authentication',
    token.description,
    ...sandboxLines(token['x-sandbox']),
    '## Operations',
    `| | Operation | Path |\n| --- | --- | --- |\n${operations
      .map(({ path, entry }) => `| ${entry.number} | [${entry.name}](#${anchor(entry)}) | \`POST ${path}\` |`)
      .join('\n')}`,
    ...operations.flatMap(({ path, post, entry }) => operationSection(path, post, entry)),
    '## Shapes',
    'All members are always present unless the column Required says no.',
    ...shapes.flatMap(([id, schema]) => shapeSection(id, schema)),
    ...errorSection(
      document,
      operations.map(({ entry }) => entry),
    ),
    ...document['x-notes'].flatMap(({ title, text, sandbox }) => [`## ${title}`, text, ...sandboxLines(sandbox)]),
  ];
  return `${parts.join('\n\n')}\n`;

  function operationSection(
    path: string,
    post: OpenApiDocument['paths'][string]['post'],
    entry: OperationEntry,
  ): string[] {
    const { number, name, contentType, httpStatus, description, sandbox, callback } = entry;
    const request = post.requestBody.content[contentType]?.schema ?? {};
    const { result, status } = membersOf(post.responses[httpStatus]?.content['application/json']?.schema ?? {});
    const { code, message, errors } = membersOf(status ?? {});
    const noErrors = errors?.['type'] === 'array' ? 'an empty list' : 'null';
    const payload = post.callbacks?.['result']?.['{$request.body#/webhook/url}']?.post.requestBody.content;
    return [
      `### ${number}. ${name}`,
      `\`POST ${path}\` (${contentType})`,
      description,
      ...sandboxLines(sandbox),
      table(['Parameter', 'Type', 'Required', 'Notes'], rowsOf(request)),
      `**Result:** ${typeOf(result ?? {})}. HTTP ${httpStatus}, status code \`${code?.['const']}\`, message ` +
        `\`${message?.['const']}\`, \`errors\` is ${noErrors}.`,
      ...(callback
        ? [`**Callback:** ${callback.description}${callbackType(payload)}`, ...sandboxLines(callback.sandbox)]
        : []),
      `**Errors:** ${errorList(entry, document)}`,
    ];
  }

  function callbackType(content: Record<string, { schema: JsonSchema }> | undefined): string {
    const schema = content?.['application/json']?.schema ?? {};
    return schema['$ref'] ? ` See ${typeOf(schema)}.` : '';
  }

  function shapeSection(id: string, schema: JsonSchema): string[] {
    const description = schema['description'] ? [String(schema['description'])] : [];
    return [
      `### ${schema['title'] ?? id}`,
      ...description,
      ...sandboxLines(schema['x-sandbox'] as string | string[] | undefined),
      table(['Member', 'Type', 'Required', 'Notes'], rowsOf(schema)),
    ];
  }

  /** A row for each member; members of nested objects have a path, as `details[].date`. */
  function rowsOf(schema: JsonSchema, prefix = ''): string[][] {
    const required = (schema['required'] ?? []) as string[];
    return Object.entries(membersOf(schema)).flatMap(([name, member]) => {
      const { schema: inner, path } = elementOf(member, `${prefix}${name}`);
      const needed = (member['x-required'] as string | undefined) ?? (required.includes(name) ? 'yes' : 'no');
      const row = [`\`${prefix}${name}\``, typeOf(member), needed, notesOf(member)];
      return [row, ...rowsOf(inner, `${path}.`)];
    });
  }

  function typeOf(schema: JsonSchema): string {
    const { $ref, anyOf, type, items, format } = schema as {
      $ref?: string;
      anyOf?: JsonSchema[];
      type?: string | string[];
      items?: JsonSchema;
      format?: string;
    };
    if ($ref) {
      const id = $ref.split('/').at(-1) ?? '';
      const title = String(document.components.schemas[id]?.['title'] ?? id);
      return `[${title}](#${slug(title)})`;
    }
    if (anyOf) return anyOf.map(typeOf).join(' or ');
    if (format === 'binary') return 'file';
    if (format === 'byte') return 'string (base64)';
    const names = [type ?? 'any']
      .flat()
      .map((name) => (name === 'array' && items ? `array of ${typeOf(items)}` : name));
    return names.join(' or ');
  }
}

const membersOf = (schema: JsonSchema) => (schema['properties'] ?? {}) as Record<string, JsonSchema>;

/** The object inside nested arrays, and its path. */
function elementOf(schema: JsonSchema, path: string): { schema: JsonSchema; path: string } {
  const items = schema['items'] as JsonSchema | undefined;
  return items ? elementOf(items, `${path}[]`) : { schema, path };
}

function notesOf(schema: JsonSchema): string {
  const {
    description,
    default: initial,
    maxLength,
  } = schema as { description?: string; default?: unknown; maxLength?: number };
  const choices = [(schema['x-sandbox'] ?? []) as string | string[]].flat();
  return [
    description && `${description}.`,
    initial !== undefined && `Default \`${String(initial)}\`.`,
    maxLength === 100 && 'At most 100 characters.',
    ...choices.map((choice) => `**Sandbox:** ${choice}`),
  ]
    .filter(Boolean)
    .join(' ');
}

const sandboxLines = (choices: string | string[] | undefined): string[] =>
  [choices ?? []].flat().map((choice) => `**Sandbox:** ${choice}`);

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function errorList({ errorCodes }: OperationEntry, { 'x-errors': { codes } }: OpenApiDocument): string {
  const listed = errorCodes.map((code) => `${codes[code]?.http} \`${code}\``);
  return listed.length > 0 ? `${listed.join(', ')}. See [Errors](#errors).` : 'not shown. See [Errors](#errors).';
}

function errorSection(
  { 'x-errors': { title, text, sandbox, codes } }: OpenApiDocument,
  entries: OperationEntry[],
): string[] {
  const rows = Object.entries(codes).map(([code, { http, meaning }]) => {
    const operations = entries.filter(({ errorCodes }) => errorCodes.includes(code)).map(({ number }) => number);
    return [String(http), `\`${code}\``, meaning, operations.join(', ')];
  });
  return [
    `## ${title}`,
    text,
    table(['HTTP status', 'Code', 'Meaning', 'Listed for operations'], rows),
    ...sandboxLines(sandbox),
  ];
}

/** The anchor that GitHub gives a heading. */
const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
const anchor = ({ number, name }: OperationEntry) => slug(`${number}. ${name}`);
