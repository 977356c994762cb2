// docs/errors.md: what the nodes say when something goes wrong, taken from the code.
import { readdirSync, readFileSync } from 'node:fs';
import type { INodeProperties } from 'n8n-workflow';
import ts from 'typescript';
import type { loadErrors } from '../../test/support/builtOperations.ts';

export const ERRORS = 'docs/errors.md';

/** Why each happens. The sentences and the advice are those of the code. */
const CAUSES: Record<string, string> = {
  R101: 'Often an encrypted PDF without password, a URL the service cannot open, or an unknown tag',
  R117: 'The access token is wrong, has expired, or belongs to another environment',
  R130: 'The file is not a PDF or an image the service reads, or not what its name says',
  E100: 'Something within the service',
  304: 'A cache between n8n and the service takes the request for one that it has seen before',
  400: 'A parameter has a value the service does not take',
  401: 'The access token is wrong or has expired, and the credential has no sign-in that renews it',
  402: 'The provider bills the account in advance, or an invoice is open',
  403: 'The account has no right to this operation',
  404: 'The base URL has a wrong path, or the service does not have this operation',
  405: 'The base URL or the path leads to another operation, or the operation has another method',
  407: 'A proxy stands between n8n and the service',
  408: 'The upload was too slow: many files at once, or a slow connection',
  410: 'The service has taken this operation away',
  413: 'The file, or what many items send together, exceeds a limit of the service or of a proxy before it',
  429: 'More requests at once than your account allows. It is repeated as *Retries* says, unless it asks to wait over 15 minutes',
  500: 'Something within the service. The request may have been billed, so it is not repeated unless you say so',
  502: 'The service was restarting or down',
  503: 'The service asked to come back later. It is repeated as *Retries* says, unless it asks to wait over 15 minutes',
  504: 'The document takes longer than the gateway waits',
  ECONNREFUSED: 'Nothing listens at the base URL. In Docker, `localhost` is the container itself',
  ENOTFOUND: 'A typing mistake in the base URL, or a name only known inside another network',
  EAI_AGAIN: 'The name server of this machine did not answer',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'Mutual TLS: the service wants to see a certificate',
  ERR_CANCELED: 'Somebody stopped the execution, or it ran into its timeout',
  ETIMEDOUT: 'The document takes longer than *Timeout*, or the connection hangs',
  ECONNRESET: 'The service or a proxy closed the connection',
  EPIPE: 'The service closed the connection during the upload',
  ERR_BAD_RESPONSE: 'The response broke off, or was no valid HTTP',
  ECONNABORTED: 'The connection broke off',
  ERR_NETWORK: 'The connection broke off',
};

/** The page between its markers; what stands around them is written by hand. */
export function errorParts(
  errors: ReturnType<typeof loadErrors>,
  properties: INodeProperties[],
): Record<string, string> {
  const { describeError: describe, SERVICE_CODES, HTTP_STATUS, NETWORK_CODES } = errors;
  const { EnvelopeError, HttpStatusError, ConnectionError, TimeoutError } = errors;
  const row = (code: string, { message, description }: { message: string; description: string }) => {
    const cause = CAUSES[code];
    if (cause === undefined) throw new Error(`scripts/docs/errors-page.ts has no cause of ${code}`);
    return [`\`${code}\``, message, cause, description];
  };
  const head = ['Code', 'Sentence', 'Cause', 'What to do'];
  return {
    'codes of the service': table(
      head,
      Object.keys(SERVICE_CODES).map((code) => row(code, describe(new EnvelopeError(code, 200)))),
    ),
    'HTTP statuses': table(
      head,
      Object.keys(HTTP_STATUS).map((code) => row(code, describe(new HttpStatusError(Number(code))))),
    ),
    'codes of the network': table(head, [
      ...Object.keys(NETWORK_CODES).map((code) => row(code, describe(new ConnectionError(code, '')))),
      row('ETIMEDOUT', describe(new TimeoutError(300))),
    ]),
    'answers that are no result': table(
      ['Sentence', 'What to do'],
      sentences(constructionsOf('UnreadableResponseError')),
    ),
    'checks before sending': table(
      ['Sentence', 'What to do'],
      sentences([...constructionsOf('ValidationError'), ...refusals(properties)]),
    ),
    'rejected callbacks': table(['HTTP', 'Sentence'], sentences(constructionsOf('WebhookRejection'))),
  };
}

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

/** Each row once, and of advice with and without what is sometimes added only the longer, in alphabetical order. */
function sentences(rows: string[][]): string[][] {
  const unique = new Map(rows.map((row) => [row.join('\n'), row]));
  const keys = [...unique.keys()];
  for (const key of keys)
    if (key.endsWith('.') && keys.some((other) => other.startsWith(`${key} `))) unique.delete(key);
  return [...unique.values()].sort((one, other) => one.join().localeCompare(other.join(), 'en'));
}

let parsed: ts.SourceFile[] | undefined;
const sourceFiles = (): ts.SourceFile[] =>
  (parsed ??= ['nodes', 'credentials'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) =>
        ts.createSourceFile(name, readFileSync(`${folder}/${name}`, 'utf8'), ts.ScriptTarget.Latest, true),
      ),
  ));

/** The rows that each place of the code gives. */
function rowsOf(read: (node: ts.Node) => string[][]): string[][] {
  const rows: string[][] = [];
  const visit = (node: ts.Node): void => {
    rows.push(...read(node));
    ts.forEachChild(node, visit);
  };
  for (const file of sourceFiles()) visit(file);
  return rows;
}

/** The texts with which the code constructs an error class. */
const constructionsOf = (className: string): string[][] =>
  rowsOf((node) =>
    ts.isNewExpression(node) && node.expression.getText() === className ? textsOf([...(node.arguments ?? [])]) : [],
  );

/** What a value of a parameter or an option is refused for: `item.refusal('body', 'is …', 'Enter …')`. */
function refusals(properties: INodeProperties[]): string[][] {
  const optionsOf = (one: INodeProperties) => (one.type === 'collection' ? (one.options as INodeProperties[]) : []);
  const all = properties.flatMap((one) => [one, ...optionsOf(one)]);
  const labels = new Map(all.map(({ name, displayName }) => [name, displayName]));
  return rowsOf((node) => {
    if (!ts.isCallExpression(node) || !/\brefusal$/.test(node.expression.getText())) return [];
    const [name, ...texts] = node.arguments;
    const label = (name && ts.isStringLiteral(name) && labels.get(name.text)) || '…';
    const whose = /\boptions\.refusal$/.test(node.expression.getText()) ? 'option' : 'parameter';
    return textsOf(texts)
      .filter((row) => !row.includes('…'))
      .map(([what, advice]) => [`The ${whose} "${label}" ${what}`, advice ?? '']);
  });
}

/** The texts of the arguments, in each combination of their alternatives. */
function textsOf(given: ts.Expression[]): string[][] {
  const combined = given
    .slice(0, 2)
    .map(alternatives)
    .reduce<string[][]>((rows, texts) => rows.flatMap((row) => texts.map((text) => [...row, text])), [[]]);
  // A text that is only a value of another place has no sentence of its own.
  return combined
    .filter(([text]) => /[A-Za-z0-9]/.test(text ?? ''))
    .map(([text = '', advice = '']) => [text, advice.replace(/…\.$/, '…')]);
}

function alternatives(node: ts.Expression): string[] {
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return [node.text];
  // sentence`…`: the text with its values.
  if (ts.isTaggedTemplateExpression(node)) return alternatives(node.template);
  if (ts.isTemplateExpression(node))
    return node.templateSpans.reduce(
      (texts, { expression, literal }) =>
        texts.flatMap((text) => partOf(expression).map((part) => `${text}${part}${literal.text}`)),
      [node.head.text],
    );
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return alternatives(node.left).flatMap((left) => alternatives(node.right).map((right) => left + right));
  if (ts.isConditionalExpression(node)) return [...alternatives(node.whenTrue), ...alternatives(node.whenFalse)];
  if (ts.isParenthesizedExpression(node)) return alternatives(node.expression);
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) return returnsOf(node.expression);
  if (ts.isIdentifier(node)) return [constantOf(node)];
  return ['…'];
}

/** A value within a sentence: a fixed one as it is, another as "…". */
const partOf = (node: ts.Expression): string[] =>
  ts.isConditionalExpression(node) ? alternatives(node) : [constantOf(node)];

/** The text of a constant of this file, or of one that another file exports. */
function constantOf(node: ts.Node): string {
  if (!ts.isIdentifier(node)) return '…';
  const own = node.getSourceFile();
  const texts = [own, ...sourceFiles().filter((file) => file !== own)].flatMap((file) =>
    file.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList, modifiers }) =>
        file === own || modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
          ? declarationList.declarations.flatMap(({ name, initializer }) =>
              name.getText() === node.text && initializer && isText(initializer) ? alternatives(initializer) : [],
            )
          : [],
      ),
  );
  return texts[0] ?? '…';
}

/** Texts, numbers and sums of them. */
const isText = (node: ts.Expression): boolean =>
  ts.isStringLiteralLike(node) ||
  ts.isNumericLiteral(node) ||
  (ts.isBinaryExpression(node) && isText(node.left) && isText(node.right));

/** What a function of the same file returns. */
function returnsOf(called: ts.Identifier): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression) texts.push(...alternatives(node.expression));
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(called.getSourceFile(), (statement) => {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === called.text) visit(statement);
  });
  return texts.length > 0 ? texts : ['…'];
}
