import { startCharacters } from './characters.ts';
import { startDetection } from './detect.ts';
import { reasonWithoutNetworks } from './onnx.ts';
import { startTesseract } from './tesseract.ts';

/** Loads what reads pictures. Answers null, or what is missing and what that means. */
export async function warmRecognition(): Promise<string | null> {
  await Promise.all([startDetection(), startCharacters(), startTesseract()]);
  const reason = await reasonWithoutNetworks();
  return (
    reason &&
    `onnxruntime-node cannot be used (${reason}): photographs, cards and machine-readable zones are read less well`
  );
}
