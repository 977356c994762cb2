import { mm } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import type { Paper } from '../../drawing/paper.ts';
import { waves } from '../../drawing/securityPattern.ts';
import { drawPortrait } from '../../drawing/portrait.ts';
import { sign } from '../../drawing/biometrics.ts';
import { printed } from '../../synthetic/dates.ts';
import { generateDriver, licenceFields, parentFields, type Driver } from '../../synthetic/drivers.ts';
import { asCpf } from '../../synthetic/numbers.ts';
import { capitals } from '../../synthetic/people.ts';
import type { Random } from '../../synthetic/random.ts';

const SIZE = { width: mm(105), height: mm(148) };
const LABEL = { size: 5, colour: '#6b3a2e', font: 'tinos' } as const;
const VALUE = { size: 8.4, font: 'courier-prime', colour: '#26262c' } as const;
const HEIGHT = 7.2;

/** An old form that was filled in by a machine: nothing stands quite where its frame would have it. */
export const cnhTypewriter: Layout = {
  id: 'cnh-typewriter',
  type: 'cnh',
  size: SIZE,
  draw(paper, random) {
    const driver = generateDriver(random);
    paper.addPage(SIZE, '#f3e9e0');
    waves(paper, { x: 0, y: 0, ...SIZE }, ['#e2cfc2', '#dcd8c4'], random, 3.4);
    paper.text(SIZE.width / 2, mm(4), 'REPÚBLICA FEDERATIVA DO BRASIL', '8 tinos-bold centre');
    paper.text(SIZE.width / 2, mm(8), 'DEPARTAMENTO NACIONAL DE TRÂNSITO', '6 tinos centre');
    paper.text(SIZE.width / 2, mm(11), 'CARTEIRA NACIONAL DE HABILITAÇÃO', '8 tinos-bold centre');
    const portrait = paper.picture(drawPortrait(random), mm(73), mm(17), mm(27), mm(34));
    drawFrames(paper, driver, random);
    const signature = sign(paper, random, mm(10), mm(116), mm(44), mm(9), '#23283a');
    paper.line(mm(6), mm(126), mm(60), mm(126));
    paper.text(mm(33), mm(126.6), 'ASSINATURA DO PORTADOR', { ...LABEL, align: 'centre' });
    paper.text(SIZE.width / 2, mm(140), 'VÁLIDA EM TODO O TERRITÓRIO NACIONAL', '6 tinos-bold centre');
    const left = new Set(['codigo_seguranca', 'filiacao_1', 'filiacao_2']);
    const fields = [...licenceFields(driver).filter(({ name }) => !left.has(name)), ...parentFields(driver.person)];
    return { fields, portrait, signature };
  },
};

function drawFrames(paper: Paper, driver: Driver, random: Random): void {
  const { person } = driver;
  const shift = { x: random.between(0, 3), y: random.between(-0.5, 0.6) };
  const put = (x: number, y: number, width: number, label: string, value: string, height = HEIGHT) => {
    paper.frame(mm(x), mm(y), mm(width), mm(height), { line: 0.4, colour: '#8a5a4a' });
    paper.text(mm(x + 0.8), mm(y + 0.4), label, LABEL);
    paper.text(mm(x + 1.4 + shift.x + random.between(0, 0.8)), mm(y + 3.2 + shift.y), value, VALUE);
  };
  put(5, 17, 66, 'Nome', capitals(person.name));
  put(5, 25, 40, 'Documento de Identidade', `${person.rg} ${person.issuer}`);
  put(47, 25, 24, 'Nascimento', printed(person.born));
  put(5, 33, 66, 'Nome do Pai', capitals(person.father));
  put(5, 41, 66, 'Nome da Mãe', capitals(person.mother));
  put(5, 53, 34, 'CPF', asCpf(person.cpf));
  put(41, 53, 34, 'Nº de Registro', driver.register);
  put(77, 53, 23, 'Categoria', driver.category);
  put(5, 62, 30, '1ª Habilitação', printed(driver.first));
  put(37, 62, 30, 'Validade', printed(driver.expires));
  put(69, 62, 31, 'Data de Emissão', printed(driver.issued));
  put(5, 71, 47, 'Local', `${capitals(driver.city.name)} - ${driver.city.state}`);
  put(54, 71, 46, 'RENACH', driver.renach);
  put(5, 80, 95, 'Observações', driver.remarks ?? '', 30);
}
