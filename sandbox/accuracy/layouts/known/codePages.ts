import { drawBarcode } from '../../drawing/barcodes.ts';
import { mm, sizeOf } from '../../groundTruth.ts';
import { denseText, generateDriver, testCode } from '../../synthetic/drivers.ts';
import { codePage } from '../families.ts';

/** A code as dense as the state's encrypted ones, which can be read and not understood. */
export const vioDense = codePage('vio-dense', sizeOf(mm(85), mm(120)), {
  copies: { photo: 2 },
  colour: '#fbfbf6',
  async draw({ print, random }) {
    const value = denseText(random, random.whole(420, 700));
    void print`
      text 42.5 6 9 arial-bold centre: QR-CODE
      picture 12 18 61 61: ${await drawBarcode(value, 'QRCode')}
      text 8 88 6.4: Documento assinado com certificado digital em conformidade
      text 8 92 6.4: com a Medida Provisória nº 2200-2/2001. Sua validade poderá
      text 8 96 6.4: ser confirmada por meio do programa do Departamento.
      truth: ${{ codes: [{ format: 'QRCode', value }] }}
    `;
  },
});

/** The back of a licence with the sandbox's test code where the state's stands. */
export const vioTestCode = codePage('vio-test-code', sizeOf(mm(85), mm(60)), {
  colour: '#f4f6ea',
  async draw({ print, random }) {
    const { code, fields } = testCode(generateDriver(random));
    void print`
      waves #d3e3c8 #e7dcc6
      fill 15 2.5 55 55 #ffffff
      picture 17 4.5 51 51: ${await drawBarcode(code, 'QRCode')}
      truth: ${fields}
    `;
  },
});
