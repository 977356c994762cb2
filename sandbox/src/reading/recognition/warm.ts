import { startCharacters } from './characters.ts';
import { startDetection } from './detect.ts';
import { toGrey } from './grey.ts';
import { reasonWithoutNetworks } from './onnx.ts';
import { LOOK_FOR, readWords } from './tesseract.ts';

/** Loads what reads pictures. Answers null, or what is missing and what that means. */
export async function warmRecognition(): Promise<string | null> {
  const blank = { data: new Uint8ClampedArray(4 * 64 * 64).fill(255), width: 64, height: 64 };
  await Promise.all([startDetection(), startCharacters()]);
  await readWords(await toGrey(blank), { mode: LOOK_FOR.line, dotsPerInch: 300 });
  const reason = await reasonWithoutNetworks();
  return reason && `onnxruntime-node cannot be used (${reason}): photographs, cards and machine-readable zones are read less well`;
}
