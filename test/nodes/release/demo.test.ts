import { execFile, type ExecFileException } from 'node:child_process';
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
  it('prints the fields of several files in the order they were given, and leaves nothing behind', async () => {
    const copy = file('nota fiscal ção.pdf', readFileSync(join(samples, 'service-invoice.pdf')));
    const { code, out, err } = await demo(copy, join(samples, 'statement.pdf'));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [invoice, statement] = out.split('statement.pdf — extractContent');
    expect(invoice).toMatch(/nota fiscal ção\.pdf — extractContent[^]*numero_nota_fiscal +0\.\d\d +1 +00004217\n/);
    expect(statement).toContain('Elena Sample Costa');
    expect(out).toMatch(/Request ID {2}[0-9a-f-]{36}\n {2}Time {8}\d+ ms\n/);
    expect(readdirSync(folder)).toEqual([copy]);
  });

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
    expect(out).toMatch(/telefone +\(11\) 3555-0142 +\(11\) 3555-0142 +1 +true\n +uf +XX +SP +0 +false\n/);
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
    ['a missing file', ['nowhere.pdf'], /^The demo failed: ENOENT: .*nowhere\.pdf'\n$/],
    ['a directory', ['.'], /^The demo failed: EISDIR: .*\n$/],
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
