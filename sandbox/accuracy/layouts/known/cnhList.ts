import { A4, mm } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { printSide } from '../card.ts';
import { labelling } from '../../drawing/forms.ts';
import { driverInPrint, generateDriver, licenceFields } from '../../synthetic/drivers.ts';

const SIZE = { width: A4.width, height: mm(150) };
const STYLE = labelling('8 open-sans #444444', '9 open-sans-bold');

/** The print of an application: labels left of the values in two columns, some of them with nothing behind. */
export const cnhList: Layout = {
  id: 'cnh-list',
  type: 'cnh',
  size: SIZE,
  draw(paper, random) {
    const driver = generateDriver(random);
    const shown = driverInPrint(driver);
    paper.addPage(SIZE);
    paper.fill(0, 0, SIZE.width, mm(16), '#e4edf4');
    const places = printSide(paper, random, SIZE, STYLE)`
      text 12 5 13 open-sans-bold #1c3c5a: CARTEIRA NACIONAL DE HABILITAÇÃO
      text 12 10.5 7 #1c3c5a: SECRETARIA NACIONAL DE TRÂNSITO - SENATRAN
      portrait 12 24 30 40
      50 24 86: Nome [${shown.name}]
      50 32 86: CPF [${shown.cpf}]
      130 32 164: Data de nascimento [${shown.born}]
      50 40 86: Documento de identidade [${shown.document}]
      50 48 86: Filiação [${shown.father}]
      value 86 53: ${shown.mother}
      50 62 86: Permissão []
      130 62 164: ACC []
      12 76 48: Nº de registro [${shown.register}]
      110 76 150: Categoria [${shown.category}]
      12 84 48: Data de emissão [${shown.issued}]
      110 84 150: Validade [${shown.expires}]
      12 92 48: Local [${shown.city}, ${shown.cityState}]
      110 92 150: 1ª habilitação [${shown.first}]
      12 100 48: Observações [${shown.remarks}]
      12 112 48: Código de segurança [${shown.security}]
      110 112 150: RENACH [${shown.renach}]
    `;
    return { fields: licenceFields(driver), ...places };
  },
};
