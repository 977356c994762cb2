import { mm } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import type { Paper } from '../../drawing/paper.ts';
import { waves } from '../../drawing/securityPattern.ts';
import { drawPortrait } from '../../drawing/portrait.ts';
import { printed } from '../../synthetic/dates.ts';
import { frontFields, generateDriver, type Driver } from '../../synthetic/drivers.ts';
import { asCpf } from '../../synthetic/numbers.ts';
import { capitals } from '../../synthetic/people.ts';

const SIZE = { width: mm(85), height: mm(60) };
const LABEL = { size: 4.2, colour: '#6b2b2b', font: 'tinos' } as const;
const TYPED = { size: 7, font: 'courier-bold', colour: '#15151c' } as const;

/** An older licence: a printed form with its values typed into it afterwards, not quite on the line. */
export const cnhTyped: Layout = {
  id: 'unseen-cnh-typed',
  type: 'cnh',
  size: SIZE,
  draw(paper, random) {
    const driver = generateDriver(random);
    paper.addPage(SIZE, '#f7ece6');
    waves(paper, { x: 0, y: 0, ...SIZE }, ['#ecd0c4', '#e8dcc4', '#d9d6e4'], random, 2.7);
    paper.text(mm(42), mm(2), 'REPÚBLICA FEDERATIVA DO BRASIL', '6.6 tinos-bold centre');
    paper.text(mm(42), mm(4.8), 'DEPARTAMENTO NACIONAL DE TRÂNSITO', '5 tinos centre');
    paper.text(mm(42), mm(7), 'CARTEIRA NACIONAL DE HABILITAÇÃO', '6.6 tinos-bold centre');
    const portrait = paper.picture(drawPortrait(random), mm(58.5), mm(20), mm(22.5), mm(30));
    drawForm(paper, driver, { x: random.between(-1.5, 1.5), y: random.between(-1, 1.4) });
    const parents = [driver.person.father, driver.person.mother].map((name, index) => ({
      name: `filiacao_${index + 1}`,
      value: capitals(name),
    }));
    return { fields: [...frontFields(driver), ...parents, { name: 'data_emissao', value: driver.issued }], portrait };
  },
};

function drawForm(paper: Paper, driver: Driver, off: { x: number; y: number }): void {
  const { person } = driver;
  const put = (x: number, y: number, width: number, label: string, value: string) => {
    paper.frame(mm(x), mm(y), mm(width), mm(6.1), { colour: '#b58a80', line: 0.4 });
    paper.text(mm(x) + 1.5, mm(y) + 1, label, LABEL);
    paper.text(mm(x) + 3 + off.x, mm(y) + 7.4 + off.y, value, TYPED);
  };
  put(3, 11, 79, 'Nome', capitals(person.name));
  put(3, 18, 54, 'Documento de Identidade / Órgão Emissor / UF', `${person.rg} ${person.issuer}`);
  put(3, 25, 30, 'CPF', asCpf(person.cpf));
  put(33, 25, 24, 'Data de Nascimento', printed(person.born));
  paper.frame(mm(3), mm(32), mm(54), mm(10.5), { colour: '#b58a80', line: 0.4 });
  paper.text(mm(3) + 1.5, mm(32) + 1, 'Filiação', LABEL);
  [person.father, person.mother].forEach((name, index) =>
    paper.text(mm(3) + 3 + off.x, mm(34.2 + 3.9 * index) + off.y, capitals(name), { ...TYPED, size: 6.4 }),
  );
  put(3, 43.4, 18, 'Permissão', '');
  put(21, 43.4, 12, 'ACC', '');
  put(33, 43.4, 24, 'Cat. Hab.', driver.category);
  put(3, 50.4, 22, 'Nº do Registro', driver.register);
  put(25, 50.4, 19, 'Validade', printed(driver.expires));
  put(44, 50.4, 19, '1ª Habilitação', printed(driver.first));
  put(63, 50.4, 19, 'Data de Emissão', printed(driver.issued));
}
