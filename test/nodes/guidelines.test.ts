import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { DocumentProcessing } from '../../nodes/DocumentProcessing/DocumentProcessing.node';
import { DocumentProcessingTrigger } from '../../nodes/DocumentProcessing/DocumentProcessingTrigger.node';

const ROOT = join(__dirname, '../..');

const sources = ['nodes', 'credentials'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file)),
);

/**
 * Every text of a source file that people may come to see: literals and the fixed pieces of templates, not what is
 * imported.
 */
function textsIn(file: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.ES2022));
  return texts;
}

const textsLike = (pattern: RegExp) =>
  sources.flatMap((file) =>
    textsIn(file)
      .filter((text) => pattern.test(text))
      .map((text) => `${file}: ${text}`),
  );

test('messages avoid the words error, problem, failure and mistake', () => {
  const sentences = textsLike(/ /);
  expect(sentences.length).toBeGreaterThan(200);
  expect(
    textsLike(/ .*\b(errors?|problems?|failures?|mistakes?)\b|\b(errors?|problems?|failures?|mistakes?)\b.* /i),
  ).toEqual([]);
});

test('no text of the editor has two spaces or a placeholder left open', () => {
  expect(textsLike(/\S {2,}\S|TODO|FIXME|Lorem|XXX/)).toEqual([]);
});

test('hints have at most 120 characters, and a codex has no subcategories, as newer checks of n8n ask', () => {
  const hints: string[] = [];
  JSON.stringify([new DocumentProcessing().description, new DocumentProcessingTrigger().description], (name, value) => {
    if (name === 'hint' && typeof value === 'string') hints.push(value);
    return value as unknown;
  });
  expect(hints.length).toBeGreaterThan(2);
  expect(hints.filter((hint) => hint.length > 120)).toEqual([]);
  for (const node of ['DocumentProcessing', 'DocumentProcessingTrigger'])
    expect(readFileSync(join(ROOT, `nodes/DocumentProcessing/${node}.node.json`), 'utf8')).not.toContain(
      'subcategories',
    );
});
