import { A4, mm } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { stacked, labelling } from '../../drawing/forms.ts';
import type { Paper } from '../../drawing/paper.ts';
import { gradient, waves } from '../../drawing/securityPattern.ts';
import { drawPortrait } from '../../drawing/portrait.ts';
import { printed } from '../../synthetic/dates.ts';
import { licenceFields, generateDriver, type Driver } from '../../synthetic/drivers.ts';
import { asCpf } from '../../synthetic/numbers.ts';
import { capitals } from '../../synthetic/people.ts';

const SIZE = { width: A4.width, height: mm(170) };
const CARD = { width: mm(106), height: mm(70) };
const STYLE = labelling('4.6 roboto #2a4a5c', '7.6 roboto-medium', 5.4);
const [LEFT, TOP, BACK] = [12, 12, 88];

/**
 * The print of a digital licence: front, back with its table of categories, and a legend that says every label again.
 */
export const cnhSides: Layout = {
  id: 'cnh-sides',
  type: 'cnh',
  size: SIZE,
  draw(paper, random) {
    const driver = generateDriver(random);
    paper.addPage(SIZE);
    for (const y of [TOP, BACK]) {
      gradient(paper, { x: mm(LEFT), y: mm(y), ...CARD }, '#e4f0e4', '#e4ecf4');
      waves(paper, { x: mm(LEFT), y: mm(y), ...CARD }, ['#c8dccc', '#ccd8e4'], random, 3);
    }
    const portrait = paper.picture(drawPortrait(random), mm(LEFT + 4), mm(TOP + 18), mm(25), mm(32));
    drawFront(paper, driver);
    drawBack(paper, driver);
    return { fields: licenceFields(driver), portrait };
  },
};

function drawFront(paper: Paper, driver: Driver): void {
  const { person } = driver;
  const put = (x: number, y: number, label: string, value: string) =>
    stacked(paper, mm(LEFT + x), mm(TOP + y), label, value, STYLE);
  paper.text(mm(LEFT + 14), mm(TOP + 2), 'REPÚBLICA FEDERATIVA DO BRASIL', '7.6 roboto-bold');
  paper.text(mm(LEFT + 14), mm(TOP + 6), 'SECRETARIA NACIONAL DE TRÂNSITO', '5.4 roboto');
  paper.text(
    mm(LEFT + 14),
    mm(TOP + 9),
    'CARTEIRA NACIONAL DE HABILITAÇÃO / DRIVER LICENSE / PERMISO DE CONDUCCIÓN',
    '4.8 roboto',
  );
  put(32, 14, '2 e 1 NOME E SOBRENOME', capitals(person.name));
  put(84, 20, '1ª HABILITAÇÃO', printed(driver.first));
  put(
    32,
    20,
    '3 DATA, LOCAL E UF DE NASCIMENTO',
    `${printed(person.born)}, ${capitals(person.birthplace.name)}, ${person.birthplace.state}`,
  );
  put(32, 26, '4a DATA EMISSÃO', printed(driver.issued));
  put(58, 26, '4b VALIDADE', printed(driver.expires));
  put(84, 26, 'ACC', '');
  put(32, 32, '4c DOC IDENTIDADE / ÓRG EMISSOR / UF', `${person.rg} ${person.issuer.replace(' ', '/')}`);
  put(32, 38, '4d CPF', asCpf(person.cpf));
  put(58, 38, '5 Nº REGISTRO', driver.register);
  put(84, 38, '9 CAT HAB', driver.category);
  put(32, 44, 'NACIONALIDADE', person.sex === 'F' ? 'BRASILEIRA' : 'BRASILEIRO');
  put(32, 50, 'FILIAÇÃO', capitals(person.father));
  paper.text(mm(LEFT + 32), mm(TOP + 55.6), capitals(person.mother), STYLE.value);
  paper.text(mm(LEFT + 4), mm(TOP + 62), '7 ASSINATURA DO PORTADOR', STYLE.label);
}

const CATEGORIES = ['ACC', 'A', 'A1', 'B', 'B1', 'C', 'C1', 'D', 'D1', 'BE', 'CE', 'C1E', 'DE', 'D1E'];

function drawBack(paper: Paper, driver: Driver): void {
  const put = (x: number, y: number, label: string, value: string) =>
    stacked(paper, mm(LEFT + x), mm(BACK + y), label, value, STYLE);
  CATEGORIES.forEach((category, index) => {
    const [x, y] = [mm(LEFT + (index < 7 ? 4 : 56)), mm(BACK + 4 + 3.6 * (index % 7))];
    paper.frame(x, y, mm(48), mm(3.6), { line: 0.3 });
    paper.text(x + 3, y + 1.8, category, '6 roboto-medium');
    if (driver.category.includes(category)) paper.text(x + mm(26), y + 1.8, printed(driver.expires), '6 roboto-medium');
  });
  put(4, 31, '12 OBSERVAÇÕES', driver.remarks ?? '');
  put(4, 44, 'LOCAL', `${capitals(driver.city.name)}, ${driver.city.state}`);
  paper.text(mm(LEFT + 66), mm(BACK + 45), driver.security, STYLE.value);
  paper.text(mm(LEFT + 66), mm(BACK + 48.4), driver.renach, STYLE.value);
  paper.text(mm(LEFT + 66), mm(BACK + 38), 'ASSINATURA DO EMISSOR', STYLE.label);
  paper.lines(mm(LEFT + 4), mm(BACK + 54), mm(2.2), LEGEND, '4 roboto');
}

const LEGEND = [
  '2 e 1. Nome e Sobrenome / Name and Surname / Nombre y Apellidos - Primeira Habilitação / First Driver License / Primera Licencia',
  '3. Data e Local de Nascimento / Date and Place of Birth DD/MM/YYYY / Fecha y Lugar de Nacimiento - 4a. Data de Emissão /',
  'Issuing Date DD/MM/YYYY / Fecha de Emisión - 4b. Data de Validade / Expiration Date DD/MM/YYYY / Válida Hasta - ACC - 4c. Documento',
  'de Identidade / Identity Document - 4d. CPF - 5. Número de Registro da CNH / Driver License ' +
    'Number - 9. Categoria / Driver License Class',
];
