import { mm } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { drawBarcode } from '../../drawing/barcodes.ts';
import { waves } from '../../drawing/securityPattern.ts';
import { generateDriver, testCode } from '../../synthetic/drivers.ts';

const SIZE = { width: mm(85), height: mm(60) };

/** The back of a licence with the sandbox's test code where the state's stands. */
export const vioTestCode: Layout = {
  id: 'vio-test-code',
  type: 'vio',
  size: SIZE,
  async draw(paper, random) {
    const { code, fields } = testCode(generateDriver(random));
    paper.addPage(SIZE, '#f4f6ea');
    waves(paper, { x: 0, y: 0, ...SIZE }, ['#d3e3c8', '#e7dcc6'], random);
    paper.fill(mm(15), mm(2.5), mm(55), mm(55), '#ffffff');
    paper.picture(await drawBarcode(code, 'QRCode'), mm(17), mm(4.5), mm(51), mm(51));
    return { fields };
  },
};
