import { readWithCommandLine } from '../service/tesseract.ts';
import { sendFile } from '../service/client.ts';
import { watchMemory, type Sandbox } from '../service/sandbox.ts';
import { HOSTILE_PDFS, pdfOfPages } from './pdfs.ts';
import { HOSTILE_PICTURES } from './pictures.ts';

export type HostileResult = {
  name: string;
  extension: string;
  /** 599 stands for no answer. */
  status: number;
  seconds: number;
  /** Of Tesseract's command line, where it reads the file. */
  tesseract: number | null;
  /** The highest resident memory of the sandbox with its processes meanwhile, in bytes. */
  memory: number;
  /** Whether the sandbox read a plain document right after it. */
  isAlive: boolean;
};

const PLAIN = pdfOfPages(['BT /F1 12 Tf 50 700 Td (Name: Ana Example) Tj ET']);

/** Sends every hostile file, one after the other. */
export async function* measureHostile(sandbox: Sandbox): AsyncGenerator<HostileResult> {
  for (const { name, extension, make } of [...HOSTILE_PDFS, ...HOSTILE_PICTURES]) {
    const bytes = await make();
    const watching = watchMemory(sandbox);
    const began = performance.now();
    const { status } = await sendFile(sandbox, { name, extension, bytes });
    const seconds = (performance.now() - began) / 1000;
    await watching.stop();
    const plain = await sendFile(sandbox, { name: 'plain document', extension: 'pdf', bytes: PLAIN });
    const isAlive = plain.status === 200 && plain.fields.some(({ value }) => value?.includes('Ana Example'));
    const tesseract = (await readWithCommandLine(bytes, extension))?.seconds ?? null;
    yield { name, extension, status, seconds, memory: watching.highest, isAlive, tesseract };
  }
}
