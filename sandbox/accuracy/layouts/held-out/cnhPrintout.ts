import { A4, mm } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { printSide } from '../card.ts';
import { drawBarcode } from '../../drawing/barcodes.ts';
import { labelling } from '../../drawing/forms.ts';
import type { Paper } from '../../drawing/paper.ts';
import { denseText, driverInPrint, generateDriver, licenceFields } from '../../synthetic/drivers.ts';

const STYLE = labelling('4.6 barlow-condensed #555555', '8 barlow-condensed-bold', 5);
const FRONT = { x: mm(18), y: mm(22), width: mm(88), height: mm(60) };
const BACK = { ...FRONT, y: FRONT.y + FRONT.height + mm(8) };

/** The licence as people print it from their telephone: both sides and a code on a sheet of paper. */
export const cnhPrintout: Layout = {
  id: 'unseen-cnh-printout',
  type: 'cnh',
  size: A4,
  async draw(paper, random) {
    const driver = generateDriver(random);
    const shown = driverInPrint(driver);
    const secret = denseText(random, 380);
    paper.addPage(A4);
    void printSide(paper, random, FRONT, STYLE)`
      fill 0 0 88 60 #f3efe2
      waves 2.4 #dfd2b4 #cfdcc4 #e4cfc4
    `;
    frame(paper, FRONT);
    const middle = FRONT.x + FRONT.width / 2;
    paper.text(middle, FRONT.y + 4, 'REPÚBLICA FEDERATIVA DO BRASIL', '6.4 barlow-condensed-bold centre');
    paper.text(middle, FRONT.y + 11, 'MINISTÉRIO DOS TRANSPORTES', '5 barlow-condensed centre');
    paper.text(middle, FRONT.y + 17, 'SECRETARIA NACIONAL DE TRÂNSITO - SENATRAN', '5 barlow-condensed centre');
    const title = 'CARTEIRA NACIONAL DE HABILITAÇÃO / DRIVER LICENSE';
    paper.text(middle, FRONT.y + 24, title, '6 barlow-condensed-bold centre');
    const places = printSide(paper, random, FRONT, STYLE)`
      portrait 60 13 24 31
      4 12: NOME / NAME [${shown.name}]
      4 18: CPF [${shown.cpf}]
      30 18: DATA DE NASCIMENTO [${shown.born}]
      4 24: DOCUMENTO DE IDENTIDADE / ÓRGÃO EMISSOR / UF [${shown.document}]
      4 30: FILIAÇÃO [${shown.father}]
      value 4 34.938889: ${shown.mother}
      4 39: REGISTRO [${shown.register}]
      27 39: CATEGORIA [${shown.category}]
      43 39: ACC []
      4 45: 1ª HABILITAÇÃO [${shown.first}]
      27 45: VALIDADE [${shown.expires}]
      4 51: PERMISSÃO []
      signature 59 46 25 7 #222222
      caption 72 55: ASSINATURA DO PORTADOR
    `;
    void printSide(paper, random, BACK, STYLE)`
      fill 0 0 88 60 #f3efe2
      waves 2.4 #dfd2b4 #cfdcc4
    `;
    frame(paper, BACK);
    void printSide(paper, random, BACK, STYLE)`
      4 4: OBSERVAÇÕES [${shown.remarks}]
      frame 3 3 82 20 0.4
      4 28: LOCAL [${shown.city}, ${shown.cityState}]
      50 28: DATA DE EMISSÃO [${shown.issued}]
      official 8 35 30 8 #333333
      label 4 45: ASSINATURA DO EMISSOR
      50 38: CÓDIGO DE SEGURANÇA [${shown.security}]
      50 45: RENACH [${shown.renach}]
      text 44 53 7 barlow-condensed-bold centre: DENATRAN   CONTRAN   ${shown.cityStateName}
    `;
    paper.picture(await drawBarcode(secret, 'QRCode'), mm(122), mm(34), mm(66), mm(66));
    paper.text(mm(122), mm(26), 'QR-CODE', '11 barlow-condensed-bold');
    const note =
      'Documento assinado com certificado digital em conformidade com a Medida Provisória nº ' +
      '2200-2/2001. Sua validade poderá ser confirmada por meio do programa Assinador Serpro.';
    paper.paragraph(mm(122), mm(104), mm(66), note, { font: 'barlow-condensed', size: 8 });
    paper.text(mm(122), mm(132), 'SERPRO / SENATRAN', '11 barlow-condensed-bold');
    return { fields: licenceFields(driver), ...places, codes: [{ format: 'QRCode', value: secret }] };
  },
};

const frame = (paper: Paper, { x, y, width, height }: typeof FRONT) =>
  paper.frame(x, y, width, height, { colour: '#999999', round: 6 });
