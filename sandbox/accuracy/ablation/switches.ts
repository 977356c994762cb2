import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/**
 * A condition in the reader's code that can be made constant. `start` and `end` are its place in the file, `is` the results
 * it had since `forget`, which say for which documents it is worth a try.
 */
export type Condition = {
  file: string;
  line: number;
  start: number;
  end: number;
  text: string;
  is: { true: boolean; false: boolean };
};

export const conditions: Condition[] = [];
const READER = fileURLToPath(new URL('../../reader/src/', import.meta.url));

/** The conditions that are constant now, with what they are. */
const constants = new Map<number, boolean>();
let last = -1;
let calls = 0;
/** A loop whose end was switched off asks more often. */
const MOST_CALLS = 3_000_000;

export const forget = () => conditions.forEach(({ is }) => Object.assign(is, { true: false, false: false }));

export function makeConstant(condition: number, result: boolean): void {
  constants.set(condition, result);
  [last, calls] = [condition, 0];
}

export const isConstant = (condition: number) => constants.has(condition);

export const restore = (condition: number) => constants.delete(condition);

/** What each condition is replaced by: `isTest` where any value counts as true or false, else only true and false count. */
function judgeCondition(condition: number, value: unknown, isTest: boolean): unknown {
  if (!isTest && typeof value !== 'boolean') return value;
  (conditions[condition] as Condition).is[value ? 'true' : 'false'] = true;
  if (condition === last && ++calls > MOST_CALLS) throw new Error('endless');
  return constants.get(condition) ?? value;
}

/** Puts a switch at each condition of the reader's files in these folders, as they are loaded after this call. */
export function addSwitches(folders: string[]): void {
  Object.assign(globalThis, { judgeCondition });
  registerHooks({
    load(url, context, next) {
      const file = url.startsWith('file:') ? relative(READER, fileURLToPath(url)) : '..';
      return folders.some((folder) => file.startsWith(folder))
        ? { format: 'module-typescript', source: withSwitches(file), shortCircuit: true }
        : next(url, context);
    },
  });
}

function withSwitches(file: string): string {
  const source = ts.createSourceFile(file, readFileSync(READER + file, 'utf8'), ts.ScriptTarget.Latest, true);
  const inserted: { at: number; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    for (const [expression, isTest] of conditionsIn(node)) {
      const { line } = source.getLineAndCharacterOfPosition(expression.getStart());
      const text = expression.getText().replace(/\s+/g, ' ');
      inserted.push({ at: expression.getStart(), text: `judgeCondition(${conditions.length}, (` });
      inserted.push({ at: expression.end, text: `), ${isTest})` });
      const [start, end] = [expression.getStart(), expression.end];
      conditions.push({ file, line: line + 1, start, end, text, is: { true: false, false: false } });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  // Of two that begin at one place the outer one was found first; of two that end there, it closes last.
  const { text } = source;
  const closing = inserted.filter((one) => one.text.startsWith(')')).toReversed();
  const opening = inserted.filter((one) => one.text.startsWith('j'));
  const all = [...closing, ...opening].toSorted((a, b) => a.at - b.at);
  return all.reduceRight((code, { at, text }) => code.slice(0, at) + text + code.slice(at), text);
}

/** Tests, parts of `&&` and `||`, and results of functions. */
function conditionsIn(node: ts.Node): [ts.Expression, isTest: boolean][] {
  if (ts.isIfStatement(node)) return [[node.expression, true]];
  if (ts.isConditionalExpression(node)) return [[node.condition, true]];
  if (ts.isReturnStatement(node) && node.expression && !isPlain(node.expression)) return [[node.expression, false]];
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body) && !isPlain(node.body)) return [[node.body, false]];
  const isLogical =
    ts.isBinaryExpression(node) &&
    [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken].includes(node.operatorToken.kind);
  return isLogical ? [node.left, node.right].map((part) => [part, false]) : [];
}

const isPlain = ({ kind }: ts.Expression) =>
  [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.NullKeyword].includes(kind);
