// docs/errors.md: what the nodes say when something goes wrong, taken from the code.
import { readdirSync, readFileSync } from 'node:fs';
import type { INodeProperties } from 'n8n-workflow';
import ts from 'typescript';
import type { loadErrors } from '../../test/support/builtOperations.ts';
import { markdownTable } from './readme.ts';

export const ERRORS = 'docs/errors.md';

/** The page between its markers; what stands around them is written by hand. */
export function errorParts(
  errors: ReturnType<typeof loadErrors>,
  properties: INodeProperties[],
): Record<string, string> {
  const { describeError: describe, SERVICE_CODES, HTTP_STATUS, NETWORK_CODES } = errors;
  const { EnvelopeError, HttpStatusError, ConnectionError, TimeoutError } = errors;
  const rowOf = ({ message, description }: { message: string; description: string }) => [message, description];
  const answers = [
    ...Object.keys(SERVICE_CODES).map((code) => new EnvelopeError(code, 200)),
    ...Object.keys(HTTP_STATUS).map((code) => new HttpStatusError(Number(code))),
    ...Object.keys(NETWORK_CODES).map((code) => new ConnectionError(code, '')),
    new TimeoutError(300),
  ];
  return {
    'checks before sending': table(
      sentences([...constructionsOf('ValidationError'), ...refusals(properties)]).filter(
        ([message = '']) => !OF_ANY_PARAMETER.test(message),
      ),
    ),
    'answers of the service and the network': table(answers.map((error) => rowOf(describe(error)))),
    'answers that are no result': table(sentences(constructionsOf('UnreadableResponseError'))),
  };
}

/** Sentences that any parameter can have: that its value is no text, no date and so on. The page says so once. */
const OF_ANY_PARAMETER = /^(?:The (?:parameter|option) )?(?:"…"|…) (?:in "…" )?(?:has|is)\b/;

/** What is mended in the same way stands in one row. */
function table(rows: string[][]): string {
  const byAdvice = Map.groupBy(rows, ([, advice = '']) => advice);
  const lines = [...byAdvice].map(([advice, group]) => [
    messagesOf(group.map(([message = '']) => message)).join('<br>'),
    advice,
  ]);
  return markdownTable(['Message', 'What to do'], lines);
}

/** Messages that differ only in the code at their end are one. */
const messagesOf = (messages: string[]): string[] =>
  [...Map.groupBy(messages, (message) => message.replace(CODE, ''))].map(([text, group]) => {
    const codes = group.flatMap((message) => CODE.exec(message)?.[1] ?? []);
    return codes.length > 0 ? `${text} (${codes.join(', ')})` : text;
  });
const CODE = / \(([A-Z_0-9]+)\)$/;

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
    return textsOf(texts).map(([what, advice]) => [`The ${whose} "${label}" ${what}`, advice ?? '']);
  });
}

/** The texts of the arguments, in each combination of their alternatives. */
function textsOf(given: ts.Expression[]): string[][] {
  const combined = given
    .map(alternatives)
    .reduce<string[][]>((rows, texts) => rows.flatMap((row) => texts.map((text) => [...row, text])), [[]]);
  // A text that is only a value of another place has no sentence of its own.
  return combined.filter(([text = '']) => /[A-Za-z0-9]/.test(text));
}

function alternatives(node: ts.Expression): string[] {
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return [node.text];
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
  const texts = [node.getSourceFile(), ...sourceFiles()].flatMap((file) =>
    file.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => declarationList.declarations)
      .flatMap(({ name, initializer }) =>
        name.getText() === node.text && initializer && isText(initializer) ? alternatives(initializer) : [],
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
