// Mutants: small changes of code, each of which a test should notice.
import ts from 'typescript';

export interface Mutant {
  start: number;
  end: number;
  line: number;
  original: string;
  mutated: string;
  /** Outside of functions: it is reached once, when the first test of a file loads its module, and may change any of them. */
  isOfModule: boolean;
}

const OPERATORS: Record<string, string[]> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '+=': ['-='],
  '-=': ['+='],
};
const NARROWING = /^(filter|flat|slice|sort|toSorted|reverse|toReversed|trim\w*|to(Lower|Upper)Case|replace\w*)$/;
const PROSE = /^(displayName|description|hint|placeholder|action|message|subtitle|notice|builderHint)$/;

const isText = (node: ts.Node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
const isProse = (text: string) => /\S\s+\S/.test(text);

/** What may stand in place of an expression. */
function* replacements(node: ts.Node): Generator<string> {
  const { parent } = node;
  const text = node.getText();
  if (ts.isBinaryExpression(node)) {
    const { left, right, operatorToken } = node;
    const joinsText = operatorToken.kind === ts.SyntaxKind.PlusToken && (isText(left) || isText(right));
    for (const operator of joinsText ? [] : (OPERATORS[operatorToken.getText()] ?? []))
      yield `(${left.getText()}) ${operator} (${right.getText()})`;
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    yield node.operand.getText();
  if (ts.isNumericLiteral(node)) yield `(${text} + 1)`;
  if (text === 'true') yield 'false';
  if (text === 'false') yield 'true';
  // A tag gets the parts of its template, which no text in its place has.
  if (isText(node) && !isProse(text) && !ts.isTaggedTemplateExpression(parent))
    yield /^..$/.test(text) ? "'mutated'" : "''";
  if (ts.isArrayLiteralExpression(node) && node.elements.length > 0) yield '[]';

  const isCondition =
    (ts.isIfStatement(parent) && parent.expression === node) ||
    (ts.isConditionalExpression(parent) && parent.condition === node);
  if (isCondition) yield* ['true', 'false'];
  if (ts.isWhileStatement(parent) && parent.expression === node) yield 'false';
  const isReturned =
    ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === node && !ts.isBlock(node));
  if (isReturned && !isText(node) && !/^(undefined|null|true|false)$/.test(text)) yield 'undefined';
  const call = ts.isAwaitExpression(node) ? node.expression : node;
  if (!ts.isCallExpression(call)) return;
  if (ts.isExpressionStatement(parent) && !text.startsWith('super')) yield 'undefined';
  // The rest of an optional chain must end with it.
  const { expression, flags } = call;
  if (call === node && ts.isPropertyAccessExpression(expression) && !(flags & ts.NodeFlags.OptionalChain))
    if (NARROWING.test(expression.name.text)) yield expression.expression.getText();
}

/** All mutants of a source text, but for those of types, imports and what people read. */
export function mutantsOf(source: string): Mutant[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const found: Mutant[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isPropertyAssignment(node) && PROSE.test(node.name.getText())) return;
    const isName =
      ('name' in node.parent && node.parent.name === node) ||
      (ts.isBindingElement(node.parent) && node.parent.propertyName === node) ||
      (ts.isArrayLiteralExpression(node) && ts.isBinaryExpression(node.parent) && node.parent.left === node);
    const [start, end] = [node.getStart(), node.getEnd()];
    const line = file.getLineAndCharacterOfPosition(start).line + 1;
    const isOfModule = !ts.findAncestor(node, ts.isFunctionLike);
    for (const mutated of isName ? [] : replacements(node))
      found.push({ start, end, line, original: node.getText(), mutated, isOfModule });
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  return found;
}

/** The source with all these mutants in it: `isMutant` says at run time which of them is active. */
export function withSwitches(source: string, mutants: (Mutant & { id: number })[]): string {
  const inserted = new Map<number, string>();
  // The outer one opens first; what closes stands before what opens.
  for (const { id, start, end, mutated } of mutants.toSorted((a, b) => b.end - a.end)) {
    inserted.set(start, `${inserted.get(start) ?? ''}(globalThis.isMutant?.(${id}) ? ${mutated} : `);
    inserted.set(end, `)${inserted.get(end) ?? ''}`);
  }
  const places = [...inserted.keys()].sort((a, b) => a - b);
  return [0, ...places].map((place, i) => (inserted.get(place) ?? '') + source.slice(place, places[i])).join('');
}

declare global {
  var isMutant: ((id: number) => boolean) | undefined;
}
