/** The process with the engines (`enginesProcess.ts`): what these rooms do with networks and Tesseract runs here. */
import './crops/faceDetectors.ts';
import './recognition/characterNetwork.ts';
import './recognition/lineDetection.ts';
import './recognition/orientation.ts';
import './recognition/tesseract.ts';
import { serveEngineCalls } from './recognition/engineCalls.ts';
import { switchNetworksOff } from './recognition/onnx.ts';

if (process.env['READER_NETWORKS'] === 'off') switchNetworksOff();
// The process that started this one has ended.
process.on('disconnect', () => process.exit());

await serveEngineCalls(process.argv[2] as string);
// The process that started this one may have ended.
process.send?.('ready', undefined, undefined, () => {});
