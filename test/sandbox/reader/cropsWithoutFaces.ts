import { registerHooks } from 'node:module';
import { DrawnPage } from './cropsPage.ts';

// As on a machine where a package could not be installed.
registerHooks({
  resolve(name, context, next) {
    if (name === 'onnxruntime-node') throw new Error(`Cannot find module '${name}'`);
    return next(name, context);
  },
});

const { findCrops } = await import('../../../sandbox/reader/src/crops/crops.ts');
const { warmFaces } = await import('../../../sandbox/reader/src/crops/faceDetector.ts');

const drawn = new DrawnPage(1000, 680)
  .write(480, 556, 'ASSINATURA DO TITULAR', 14)
  .sign({ left: 420, top: 470, width: 300, height: 60 });
const page = await drawn.portrait('a', { left: 60, top: 150, width: 240, height: 320 });
const codes = [{ type: 'QRCode', value: '1', box: { left: 780, top: 80, width: 150, height: 150 } }];
const crops = await findCrops({ pixels: page.pixels, scale: 1 }, { items: page.items, codes, documentType: null });
console.log(JSON.stringify({ lack: await warmFaces(), names: crops.map(({ name }) => name) }));
process.exit();
