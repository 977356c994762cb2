import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { operations } from '../../../nodes/DocumentProcessing/operations';
import { FOLDERS } from '../../support/pages.ts';

const documents = ['.', 'docs/operations', ...FOLDERS].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);

describe('What npm run docs writes', () => {
  let written: string;
  beforeAll(() => {
    written = mkdtempSync(join(tmpdir(), 'docs-'));
    execFileSync(process.execPath, ['--no-warnings', 'scripts/docs/run.ts', '--into', written], { stdio: 'pipe' });
  });
  afterAll(() => rmSync(written, { recursive: true, force: true }));

  it.each(['README.md', 'docs/making/architecture.md', 'docs/errors.md', 'docs/service-interface.md'])(
    'is in %s as it is now',
    (page) => {
      expect(readFileSync(page, 'utf8')).toBe(readFileSync(join(written, page), 'utf8'));
    },
  );

  it('names every operation once in the README', () => {
    const [, table = ''] = readFileSync('README.md', 'utf8').split(/<!-- (?:end of )?operations\b.*-->/);
    for (const { description } of operations) expect(table.split(description)).toHaveLength(2);
  });
});

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
