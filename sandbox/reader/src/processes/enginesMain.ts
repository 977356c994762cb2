/** The process with the engines (`enginesProcess.ts`): what these rooms do with networks and Tesseract runs here. */
import '../olderNode.ts';
import { rmSync } from 'node:fs';
import '../crops/faceDetector.ts';
import '../recognition/characterNetwork.ts';
import '../recognition/lineDetection.ts';
import '../recognition/orientation.ts';
import '../recognition/tesseract.ts';
import { serveEngineCalls } from '../recognition/engineCalls.ts';
import { switchNetworksOff } from '../recognition/onnx.ts';

const [address, folder, networks] = process.argv.slice(2) as [string, string, 'on' | 'off'];
if (networks === 'off') switchNetworksOff();
/** Where the process that started this one has ended, or wants it to. */
function end(): void {
  rmSync(folder, { recursive: true, force: true });
  process.exit();
}
process.on('disconnect', end);
if (!process.connected) end();

await serveEngineCalls(address);
process.send?.('ready', undefined, undefined, () => {});
