import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { openReader, type DocumentReader } from '../../../sandbox/reader/src/reader.ts';
import { emptyFolder } from '../emptyFolder.ts';
import { drawPage } from './drawnPictures.ts';

const JPEG = { format: 'image/jpeg', password: null };
const folder = emptyFolder();
const path = join(folder, 'page.jpg');
let reader: DocumentReader;

/** Numbers of the processes with engines that this one started. */
function enginesProcesses(): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).split('\n');
  return rows
    .filter((row) => row.includes('enginesMain.ts') && Number(row.trim().split(/\s+/)[1]) === process.pid)
    .map((row) => Number(row.trim().split(/\s+/)[0]));
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(20);
}

beforeAll(async () => {
  process.env['TMPDIR'] = folder;
  // Its title, so that reading it takes little beside starting the engines.
  await sharp(drawPage().toBuffer('image/png'))
    .extract({ left: 0, top: 0, width: 840, height: 300 })
    .jpeg()
    .toFile(path);
  reader = openReader({ workers: 2 });
});
afterAll(() => reader.close());

const textOf = async () => (await reader.readDocument({ path, ...JPEG })).pages[0]?.text;

const onUnix = existsSync('/proc/self/stat') ? describe : describe.skip;

onUnix('the process with the engines', () => {
  test('is one for all processes that read', async () => {
    await reader.warm();
    const texts = await Promise.all([textOf(), textOf()]);
    for (const text of texts) expect(text).toContain('CONTRATO DE LOCAÇÃO');
    expect(enginesProcesses()).toHaveLength(1);
  });

  test('is replaced when it ends, and what was called is called again', async () => {
    const [first] = enginesProcesses();
    // What it has not read when it ends is an error for the one that sent it.
    process.kill(first as number, 'SIGSTOP');
    const text = textOf();
    await pause(1000);
    process.kill(first as number, 'SIGKILL');
    expect(await text).toContain('CONTRATO DE LOCAÇÃO');
    const [second] = enginesProcesses();
    expect(second).not.toBe(first);
  });

  test('may end at every attempt: then the page fails, and the next one is read', async () => {
    let isEnding = true;
    const ending = until(() => {
      for (const number of enginesProcesses()) process.kill(number, 'SIGKILL');
      return !isEnding;
    });
    await expect(textOf()).rejects.toMatchObject({ code: 'failed' });
    isEnding = false;
    await ending;
    expect(await textOf()).toContain('CONTRATO DE LOCAÇÃO');
  });

  test('is started later where the system has no room for one, as is one that reads', async () => {
    const source = join(import.meta.dirname, '../../../sandbox/reader/src/reader.ts');
    const picture = JSON.stringify({ path, ...JPEG });
    const pdf = join(import.meta.dirname, '../../../sandbox/samples/contract.pdf');
    const script = `
      import { openReader } from ${JSON.stringify(source)};
      const [reader, node] = [openReader(), process.execPath];
      const read = (document, program) => {
        process.execPath = program;
        return reader.readDocument(document).then(({ pages }) => pages[0].text.slice(0, 8), ({ code }) => code);
      };
      console.log(await read(${picture}, '/nowhere'));
      await read({ path: ${JSON.stringify(pdf)}, format: 'application/pdf', password: null }, node);
      console.log(await read(${picture}, '/nowhere'), await read(${picture}, node));
      await reader.close();`;
    const told = execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '--eval', script]);
    expect(told.toString()).toBe('failed\nfailed CONTRATO\n');
  });

  test('ends with the reader, and leaves nothing behind', async () => {
    const [number] = enginesProcesses();
    await reader.close();
    await until(() => !enginesProcesses().includes(number as number));
    await until(async () => (await readdir(folder)).join() === 'page.jpg');
    reader = openReader({ workers: 2 });
    const warming = reader.warm().catch(() => null);
    await reader.close();
    await until(() => enginesProcesses().length === 0);
    await until(async () => (await readdir(folder)).join() === 'page.jpg');
    await warming;
  });
});
