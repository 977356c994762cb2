import { execFile, execFileSync, type ExecFileException } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const samples = join(process.cwd(), 'sandbox/samples');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'demo-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Printed {
  code: number;
  out: string;
  err: string;
}

/** The command as somebody types it in the folder of the test. */
const demo = (...args: string[]): Promise<Printed> =>
  new Promise((resolve) => {
    const env = { ...process.env, INIT_CWD: folder, TMPDIR: folder };
    execFile(
      process.execPath,
      ['--no-warnings', 'scripts/demo/run.ts', ...args],
      { env },
      (error: ExecFileException | null, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
    );
  });

const file = (name: string, content: string | Buffer): string => {
  writeFileSync(join(folder, name), content);
  return name;
};

describe('The demo', () => {
  it(
    'prints the fields of several files in the order they were given, within 80 columns, and leaves nothing ' +
      'behind',
    async () => {
      const copy = file('nota fiscal ção.pdf', readFileSync(join(samples, 'service-invoice.pdf')));
      const { code, out, err } = await demo(copy, join(samples, 'statement.pdf'));
      expect({ code, err }).toEqual({ code: 0, err: '' });
      const [invoice, statement] = out.split('statement.pdf — extractContent');
      expect(invoice).toMatch(/nota fiscal ção\.pdf — extractContent[^]*numero_nota_fiscal +00004217 +0\.\d\d +1\n/);
      expect(statement).toContain('Elena Sample Costa');
      expect(out).toMatch(/Request ID {2}[0-9a-f-]{36}\n {2}Time {8}\d+ ms\n/);
      expect(widthsOf(out.split('\n')).filter((width) => width > 80)).toEqual([]);
      expect(readdirSync(folder)).toEqual([copy]);
    },
  );

  it('says when a reading is synthetic', async () => {
    const { out } = await demo('--operation', 'extractInvoice', join(samples, 'service-invoice.pdf'));
    expect(out).toContain('nome_prestador');
    expect(out).toContain('Synthetic (tag source=synthetic)');
  });

  it('compares with what is expected', async () => {
    const { out } = await demo(
      '-o',
      'compareContent',
      '--expect',
      'telefone=(11) 3555-0142',
      '--expect',
      'uf=XX',
      join(samples, 'service-invoice.pdf'),
    );
    expect(out).toMatch(/telefone +\(11\) 3555-0142 +\(11\) 3555-0142 +1\.00 {2}yes\n +uf +XX .*no\n/);
  });

  it('opens an encrypted PDF with its password', async () => {
    const { code, out } = await demo('--password', 'sandbox', join(samples, 'encrypted.pdf'));
    expect(code).toBe(0);
    expect(out).toContain('Gustavo Exemplo Prado');
  });

  it('reads the other files when one is not a document, and ends with code 1', async () => {
    const { code, out, err } = await demo(file('note.txt', 'no document'), join(samples, 'statement.pdf'));
    expect(code).toBe(1);
    expect(err).toMatch(/^note\.txt: .*\(R130\)\n$/);
    expect(out).toContain('Elena Sample Costa');
  });

  it.each([
    ['a missing file', ['nowhere.pdf'], /^nowhere\.pdf: there is no such file\n$/],
    ['a directory', ['.'], /^\. is a directory: .*\n$/],
    [
      'an unknown operation',
      ['--operation', 'readMinds'],
      /^The demo has no operation "readMinds"\. It can run: compareContent, extractContent, .*\n$/,
    ],
    ['an option that does not exist', ['--colour'], /^Unknown option '--colour'.*\n$/],
    ['a comparison with nothing', ['-o', 'compareContent'], /^compareContent needs .*\n$/],
    [
      'an encrypted PDF without its password',
      [join(samples, 'encrypted.pdf')],
      /^.*encrypted\.pdf: .*"File Password".*\(R101\)\n$/,
    ],
    ['an empty file', ['empty.pdf'], /^empty\.pdf: .*is empty\n$/],
  ])('reports %s in one line', async (_, args, line) => {
    file('empty.pdf', '');
    const { code, err } = await demo(...args);
    expect(err).toMatch(line);
    expect(code).toBe(1);
  });

  it('lists in its help every operation that takes a file and returns its result at once', async () => {
    const { code, out } = await demo('--help');
    expect(code).toBe(0);
    for (const name of ['extractContent', 'extractInvoice', 'extractPages', 'extractPaymentCard'])
      expect(out).toContain(`  ${name} `);
    expect(out).not.toContain('startExtraction');
  });
});

/**
 * An expression with the functions of the demo's tables, in a process of its own: what npm commands run imports from
 * test/, never the other way.
 */
function ofTables<T>(expression: string, input: unknown): T {
  const script = `
    import { drawTable, printable, widthOf } from './scripts/demo/table.ts';
    const input = ${JSON.stringify(input)};
    console.log(JSON.stringify(${expression}));`;
  return JSON.parse(
    execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', script], { encoding: 'utf8' }),
  ) as T;
}
const drawTable = (rows: string[][], width: number): string[] =>
  ofTables(`drawTable([{ title: 'Field' }, { title: 'Value' }], input, ${width})`, rows);
const widthsOf = (texts: string[]): number[] => ofTables('input.map(widthOf)', texts);

describe('A table', () => {
  it('wraps long texts, and truncates them after four lines', () => {
    const lines = drawTable([['a', 'word '.repeat(40)]], 30);
    expect(lines).toHaveLength(6);
    expect(widthsOf(lines).every((width) => width <= 30)).toBe(true);
    expect(lines.at(-1)).toMatch(/…$/);
  });

  it('keeps the line breaks of a value, and replaces control characters with blanks', () => {
    expect(drawTable([['a', 'one\r\ntwo\u001b[31m']], 30).slice(2)).toEqual(['  a      one', '         two [31m']);
    expect(ofTables('printable(input)', 'a\u202eb\tc\u0007')).toBe('a b c ');
  });
});
