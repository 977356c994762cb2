import { A4, mm } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { printSide } from '../card.ts';
import { labelling } from '../../drawing/forms.ts';
import type { Paper } from '../../drawing/paper.ts';
import { driverInPrint, generateDriver, licenceFields } from '../../synthetic/drivers.ts';

const SIZE = { width: A4.width, height: mm(170) };
const FRONT = { x: mm(12), y: mm(12), width: mm(106), height: mm(70) };
const BACK = { ...FRONT, y: mm(88) };
const STYLE = labelling('4.6 roboto #2a4a5c', '7.6 roboto-medium', 5.4);

/**
 * The print of a digital licence: front, back with its table of categories, and a legend that says every label again.
 */
export const cnhSides: Layout = {
  id: 'cnh-sides',
  type: 'cnh',
  size: SIZE,
  draw(paper, random) {
    const driver = generateDriver(random);
    const shown = driverInPrint(driver);
    paper.addPage(SIZE);
    for (const side of [FRONT, BACK])
      void printSide(paper, random, side, STYLE)`
        gradient #e4f0e4 #e4ecf4
        waves 3 #c8dccc #ccd8e4
      `;
    const places = printSide(paper, random, FRONT, STYLE)`
      portrait 4 18 25 32
      text 14 2 7.6 roboto-bold: REPÚBLICA FEDERATIVA DO BRASIL
      text 14 6 5.4 roboto: SECRETARIA NACIONAL DE TRÂNSITO
      text 14 9 4.8 roboto: CARTEIRA NACIONAL DE HABILITAÇÃO / DRIVER LICENSE / PERMISO DE CONDUCCIÓN
      32 14: 2 e 1 NOME E SOBRENOME [${shown.name}]
      84 20: 1ª HABILITAÇÃO [${shown.first}]
      32 20: 3 DATA, LOCAL E UF DE NASCIMENTO [${shown.born}, ${shown.place}, ${shown.state}]
      32 26: 4a DATA EMISSÃO [${shown.issued}]
      58 26: 4b VALIDADE [${shown.expires}]
      84 26: ACC []
      32 32: 4c DOC IDENTIDADE / ÓRG EMISSOR / UF [${driver.person.rg} ${driver.person.issuer.replace(' ', '/')}]
      32 38: 4d CPF [${shown.cpf}]
      58 38: 5 Nº REGISTRO [${shown.register}]
      84 38: 9 CAT HAB [${shown.category}]
      32 44: NACIONALIDADE [${shown.nation}]
      32 50: FILIAÇÃO [${shown.father}]
      value 32 55.6: ${shown.mother}
      label 4 62: 7 ASSINATURA DO PORTADOR
    `;
    drawCategories(paper, shown.category, shown.expires);
    void printSide(paper, random, BACK, STYLE)`
      4 31: 12 OBSERVAÇÕES [${shown.remarks}]
      4 44: LOCAL [${shown.city}, ${shown.cityState}]
      value 66 45: ${shown.security}
      value 66 48.4: ${shown.renach}
      label 66 38: ASSINATURA DO EMISSOR
      lines 4 54 2.2 4 roboto: ${LEGEND.join('\n')}
    `;
    return { fields: licenceFields(driver), ...places };
  },
};

const CATEGORIES = ['ACC', 'A', 'A1', 'B', 'B1', 'C', 'C1', 'D', 'D1', 'BE', 'CE', 'C1E', 'DE', 'D1E'];

function drawCategories(paper: Paper, held: string, expires: string): void {
  CATEGORIES.forEach((category, index) => {
    const [x, y] = [BACK.x + mm(index < 7 ? 4 : 56), BACK.y + mm(4 + 3.6 * (index % 7))];
    paper.frame(x, y, mm(48), mm(3.6), { line: 0.3 });
    paper.text(x + 3, y + 1.8, category, '6 roboto-medium');
    if (held.includes(category)) paper.text(x + mm(26), y + 1.8, expires, '6 roboto-medium');
  });
}

const LEGEND = [
  '2 e 1. Nome e Sobrenome / Name and Surname / Nombre y Apellidos - Primeira Habilitação / First Driver License / Primera Licencia',
  '3. Data e Local de Nascimento / Date and Place of Birth DD/MM/YYYY / Fecha y Lugar de Nacimiento - 4a. Data de Emissão /',
  'Issuing Date DD/MM/YYYY / Fecha de Emisión - 4b. Data de Validade / Expiration Date DD/MM/YYYY / Válida Hasta - ACC - 4c. Documento',
  'de Identidade / Identity Document - 4d. CPF - 5. Número de Registro da CNH / Driver License ' +
    'Number - 9. Categoria / Driver License Class',
];
