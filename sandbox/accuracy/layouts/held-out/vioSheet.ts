import { A4, mm } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { drawBarcode } from '../../drawing/barcodes.ts';
import { generateDriver, testCode } from '../../synthetic/drivers.ts';

/** The sandbox's test code in a corner of a sheet full of other things. */
export const vioSheet: Layout = {
  id: 'unseen-vio-sheet',
  type: 'vio',
  size: A4,
  async draw(paper, random) {
    const { code, fields } = testCode(generateDriver(random));
    paper.addPage(A4);
    paper.text(60, 60, 'Documento digital', '18 lato-bold');
    let y = 100;
    for (let paragraph = 0; paragraph < 4; paragraph++)
      y =
        paper.paragraph(
          60,
          y,
          475,
          'Este impresso reproduz um documento guardado em telefone. Para conferir, aponte a câmera para o ' +
            'código e compare o que aparecer com o que está escrito aqui.',
          { size: 11, font: 'lato', leading: 1.5 },
        ) + 14;
    paper.picture(await drawBarcode(code, 'QRCode'), A4.width - mm(85), A4.height - mm(90), mm(68), mm(68));
    return { fields };
  },
};
