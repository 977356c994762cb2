import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { operations, properties } from '../../nodes/DocumentProcessing/operations';
import * as errors from '../../nodes/DocumentProcessing/transport/errors';
import { ERRORS, errorParts } from '../../scripts/docs/errors-page.ts';
import { demoOutput, fillIn, operationsTable, README } from '../../scripts/docs/readme.ts';
import { ARCHITECTURE, structurePictures } from '../../scripts/docs/structure.ts';

const readme = readFileSync(README, 'utf8');
const folders = [
  '.',
  'docs',
  'docs/operations',
  'examples',
  'sandbox',
  'sandbox/reader',
  'test/n8n',
  'test/editor',
  'test/engine',
];
const documents = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);

const isUpToDate = (name: string, part: string): void => expect(readme).toBe(fillIn(readme, { [name]: part }));

describe('The README', () => {
  it('lists the operations as they are (npm run docs writes them)', () => {
    isUpToDate('operations', operationsTable(operations, properties));
  });

  it('names every operation once', () => {
    const table = operationsTable(operations, properties);
    for (const { description } of operations) expect(table.split(description)).toHaveLength(2);
  });

  it('shows what the demo prints (npm run docs writes it)', () => {
    isUpToDate('example', demoOutput());
  }, 60_000);
});

it('the page of errors has every code and sentence of the code (npm run docs writes them)', () => {
  const page = readFileSync(ERRORS, 'utf8');
  expect(page).toBe(fillIn(page, errorParts(errors)));
});

it('the architecture page draws the imports as they are (npm run docs writes them)', () => {
  const page = readFileSync(ARCHITECTURE, 'utf8');
  expect(page).toBe(fillIn(page, structurePictures()));
}, 60_000);

describe('Documents', () => {
  /** The links of a page to files and headings of this repository, pictures included. */
  const linksIn = (text: string): string[] =>
    [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)]
      .map(([, link, source]) => link ?? source ?? '')
      .filter((link) => !/^[a-z]+:/.test(link));

  /** The anchors that GitHub gives the headings of a page. */
  const anchorsOf = (path: string): string[] =>
    [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );

  it.each(documents)('%s links to files and headings that exist', (name) => {
    const broken = linksIn(readFileSync(name, 'utf8')).filter((link) => {
      const [path = '', anchor] = link.split('#');
      const file = path === '' ? name : join(dirname(name), path);
      if (!existsSync(file)) return true;
      return anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('show every picture', () => {
    const shown = new Set(
      documents.flatMap((name) => linksIn(readFileSync(name, 'utf8')).map((link) => join(dirname(name), link))),
    );
    const pictures = ['docs/pictures', 'docs/pictures/operations', 'examples/pictures'].flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => /\.(png|svg)$/.test(name))
        .map((name) => join(folder, name)),
    );
    expect(pictures.filter((picture) => !shown.has(picture))).toEqual([]);
  });
});
