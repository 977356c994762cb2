// The pages that people read, and the blocks of code in them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folders with pages, beside the root. */
export const FOLDERS = [
  'docs',
  'docs/making',
  'examples',
  'sandbox',
  'sandbox/reader',
  'sandbox/accuracy',
  'test',
  'test/n8n',
  'test/editor',
  'test/engine',
];

/** `docs/operations` is generated from the operations themselves. */
export const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  ),
];

export const textOf = (page: string): string => readFileSync(page, 'utf8');

export const blocksOf = (page: string, language: string): string[] =>
  [...textOf(page).matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, block]) => block ?? '');
