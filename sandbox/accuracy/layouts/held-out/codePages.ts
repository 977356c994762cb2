import { drawBarcode } from '../../drawing/barcodes.ts';
import { A4, CARD, mm } from '../../groundTruth.ts';
import { denseText, generateDriver, testCode } from '../../synthetic/drivers.ts';
import { codePage } from '../families.ts';

/** A dense code beside the text of a card's back, on a tinted ground. */
export const vioCorner = codePage('unseen-vio-corner', CARD, {
  copies: { photo: 5 },
  colour: '#f1ead9',
  async draw({ print, random }) {
    const value = denseText(random, random.whole(300, 520));
    const code = await drawBarcode(value, 'QRCode');
    const lines = ['PROIBIDO PLASTIFICAR', 'VÁLIDA COMO DOCUMENTO', 'DE IDENTIDADE', ''];
    void print`
      waves 2.5 #e0d3b6 #d3dcc4
      fill 36.5 4 46 46 #fbf8ee
      picture 38.5 6 42 42: ${code}
      lines 4 8 5 6.4 barlow-condensed: ${() => [...lines, random.digits(11), `SP${random.digits(9)}`].join('\n')}
      truth: ${{ codes: [{ format: 'QRCode', value }] }}
    `;
  },
});

/** The sandbox's test code in a corner of a sheet full of other things. */
export const vioSheet = codePage('unseen-vio-sheet', A4, {
  unit: 1,
  async draw({ print, random }) {
    const { code, fields } = testCode(generateDriver(random));
    const text =
      'Este impresso reproduz um documento guardado em telefone. Para conferir, aponte a câmera para o ' +
      'código e compare o que aparecer com o que está escrito aqui.';
    void print`
      text 60 60 18 lato-bold: Documento digital
      paragraph 60 100 475 1.5 11 lato: ${text}
      paragraph 60 +14 475 1.5 11 lato: ${text}
      paragraph 60 +14 475 1.5 11 lato: ${text}
      paragraph 60 +14 475 1.5 11 lato: ${text}
      picture ${A4.width - mm(85)} ${A4.height - mm(90)} ${mm(68)} ${mm(68)}: ${await drawBarcode(code, 'QRCode')}
      truth: ${fields}
    `;
  },
});
