import { A4, mm } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { beside, labelling } from '../../drawing/forms.ts';
import type { Paper } from '../../drawing/paper.ts';
import { drawPortrait } from '../../drawing/portrait.ts';
import { printed } from '../../synthetic/dates.ts';
import { licenceFields, generateDriver, type Driver } from '../../synthetic/drivers.ts';
import { asCpf } from '../../synthetic/numbers.ts';
import { capitals } from '../../synthetic/people.ts';

const SIZE = { width: A4.width, height: mm(150) };
const STYLE = labelling('8 open-sans #444444', '9 open-sans-bold');

/** The print of an application: labels left of the values in two columns, some of them with nothing behind. */
export const cnhList: Layout = {
  id: 'cnh-list',
  type: 'cnh',
  size: SIZE,
  draw(paper, random) {
    const driver = generateDriver(random);
    paper.addPage(SIZE);
    paper.fill(0, 0, SIZE.width, mm(16), '#e4edf4');
    paper.text(mm(12), mm(5), 'CARTEIRA NACIONAL DE HABILITAÇÃO', '13 open-sans-bold #1c3c5a');
    paper.text(mm(12), mm(10.5), 'SECRETARIA NACIONAL DE TRÂNSITO - SENATRAN', '7 #1c3c5a');
    const portrait = paper.picture(drawPortrait(random), mm(12), mm(24), mm(30), mm(40));
    drawData(paper, driver);
    return { fields: licenceFields(driver), portrait };
  },
};

function drawData(paper: Paper, driver: Driver): void {
  const { person } = driver;
  const put = (x: number, y: number, column: number, label: string, value: string) =>
    beside(paper, mm(x), mm(y), label, value, { ...STYLE, column: mm(column) });
  put(50, 24, 86, 'Nome', capitals(person.name));
  put(50, 32, 86, 'CPF', asCpf(person.cpf));
  put(130, 32, 164, 'Data de nascimento', printed(person.born));
  put(50, 40, 86, 'Documento de identidade', `${person.rg} ${person.issuer}`);
  put(50, 48, 86, 'Filiação', capitals(person.father));
  paper.text(mm(86), mm(53), capitals(person.mother), STYLE.value);
  put(50, 62, 86, 'Permissão', '');
  put(130, 62, 164, 'ACC', '');
  put(12, 76, 48, 'Nº de registro', driver.register);
  put(110, 76, 150, 'Categoria', driver.category);
  put(12, 84, 48, 'Data de emissão', printed(driver.issued));
  put(110, 84, 150, 'Validade', printed(driver.expires));
  put(12, 92, 48, 'Local', `${capitals(driver.city.name)}, ${driver.city.state}`);
  put(110, 92, 150, '1ª habilitação', printed(driver.first));
  put(12, 100, 48, 'Observações', driver.remarks ?? '');
  put(12, 112, 48, 'Código de segurança', driver.security);
  put(110, 112, 150, 'RENACH', driver.renach);
}
