import { CARD, mm } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { drawBarcode } from '../../drawing/barcodes.ts';
import { waves } from '../../drawing/securityPattern.ts';
import { denseText } from '../../synthetic/drivers.ts';

/** A dense code beside the text of a card's back, on a tinted ground. */
export const vioCorner: Layout = {
  id: 'unseen-vio-corner',
  type: 'vio',
  size: CARD,
  copies: { photo: 5 },
  async draw(paper, random) {
    const value = denseText(random, random.whole(300, 520));
    paper.addPage(CARD, '#f1ead9');
    waves(paper, { x: 0, y: 0, ...CARD }, ['#e0d3b6', '#d3dcc4'], random, 2.5);
    paper.fill(mm(36.5), mm(4), mm(46), mm(46), '#fbf8ee');
    paper.picture(await drawBarcode(value, 'QRCode'), mm(38.5), mm(6), mm(42), mm(42));
    [
      'PROIBIDO PLASTIFICAR',
      'VÁLIDA COMO DOCUMENTO',
      'DE IDENTIDADE',
      '',
      random.digits(11),
      `SP${random.digits(9)}`,
    ].forEach((line, index) => paper.text(mm(4), mm(8 + 5 * index), line, '6.4 barlow-condensed'));
    return { fields: [], codes: [{ format: 'QRCode', value }] };
  },
};
