import { mm } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { drawBarcode } from '../../drawing/barcodes.ts';
import { denseText } from '../../synthetic/drivers.ts';

const SIZE = { width: mm(85), height: mm(120) };

/** A code as dense as the state's encrypted ones, which can be read and not understood. */
export const vioDense: Layout = {
  id: 'vio-dense',
  type: 'vio',
  size: SIZE,
  copies: { photo: 2 },
  async draw(paper, random) {
    const value = denseText(random, random.whole(420, 700));
    paper.addPage(SIZE, '#fbfbf6');
    paper.text(SIZE.width / 2, mm(6), 'QR-CODE', '9 arial-bold centre');
    paper.picture(await drawBarcode(value, 'QRCode'), mm(12), mm(18), mm(61), mm(61));
    const note = [
      'Documento assinado com certificado digital em conformidade',
      'com a Medida Provisória nº 2200-2/2001. Sua validade poderá',
      'ser confirmada por meio do programa do Departamento.',
    ];
    paper.lines(mm(8), mm(88), mm(4), note, '6.4');
    return { fields: [], codes: [{ format: 'QRCode', value }] };
  },
};
