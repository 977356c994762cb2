import type { Yielded } from '../options.ts';
import { readWithCommandLine } from '../service/tesseract.ts';
import { sendFile } from '../service/client.ts';
import { watchMemory, type Sandbox } from '../service/sandbox.ts';
import { HOSTILE_PDFS, pdfOfPages } from './pdfs.ts';
import { HOSTILE_PICTURES } from './pictures.ts';

export type HostileResult = Yielded<typeof measureHostile>;

const PLAIN = pdfOfPages(['BT /F1 12 Tf 50 700 Td (Name: Ana Example) Tj ET']);

/**
 * Sends every hostile file, one after the other. Status 599 stands for no answer, `memory` is the highest resident memory of
 * the sandbox with its processes meanwhile, in bytes, and `tesseract` the seconds of its command line, where it reads the file.
 */
export async function* measureHostile(sandbox: Sandbox) {
  for (const { name, extension, make } of [...HOSTILE_PDFS, ...HOSTILE_PICTURES]) {
    const bytes = await make();
    const watching = watchMemory(sandbox);
    const began = performance.now();
    const { status } = await sendFile(sandbox, { name, extension, bytes });
    const seconds = (performance.now() - began) / 1000;
    await watching.stop();
    const plain = await sendFile(sandbox, { name: 'plain document', extension: 'pdf', bytes: PLAIN });
    // Whether the sandbox read a plain document right after it.
    const isAlive = plain.status === 200 && plain.fields.some(({ value }) => value?.includes('Ana Example'));
    const tesseract = (await readWithCommandLine(bytes, extension))?.seconds ?? null;
    yield { name, extension, status, seconds, memory: watching.highest, isAlive, tesseract };
  }
}
