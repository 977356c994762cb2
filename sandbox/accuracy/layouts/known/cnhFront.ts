import { CARD, mm } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { stacked, labelling } from '../../drawing/forms.ts';
import type { Paper } from '../../drawing/paper.ts';
import { gradient, rosette, waves } from '../../drawing/securityPattern.ts';
import { drawPortrait } from '../../drawing/portrait.ts';
import { sign } from '../../drawing/biometrics.ts';
import { printed } from '../../synthetic/dates.ts';
import { frontFields, generateDriver, parentFields, type Driver } from '../../synthetic/drivers.ts';
import { asCpf } from '../../synthetic/numbers.ts';
import { capitals } from '../../synthetic/people.ts';

const STYLE = labelling('3.9 roboto #1f4f70', '6.4 roboto-bold', 4.8);

/** The licence since 2022 with its numbered labels, front only. */
export const cnhFront: Layout = {
  id: 'cnh-front',
  type: 'cnh',
  size: CARD,
  draw(paper, random) {
    const driver = generateDriver(random);
    const { person } = driver;
    paper.addPage(CARD);
    gradient(paper, { x: 0, y: 0, ...CARD }, '#e9f3e2', '#dbe9f4');
    waves(paper, { x: 0, y: 0, ...CARD }, ['#c6dfd0', '#d8e2c0', '#c5d8e8'], random, 2.6);
    rosette(paper, mm(72), mm(36), mm(10), '#bcd3bf');
    drawHead(paper);
    const portrait = paper.picture(drawPortrait(random), mm(4), mm(16), mm(21), mm(27));
    drawData(paper, driver);
    const signature = sign(paper, random, mm(5), mm(44.2), mm(19), mm(6), '#1d1d24');
    paper.text(mm(14.5), mm(51), '7 ASSINATURA DO PORTADOR', { ...STYLE.label, align: 'centre' });
    const fields = [...frontFields(driver), ...parentFields(person), { name: 'data_emissao', value: driver.issued }];
    return { fields, portrait, signature };
  },
};

function drawHead(paper: Paper): void {
  paper.fill(0, 0, CARD.width, mm(11.5), '#2c6e49');
  paper.text(mm(14), mm(1.6), 'REPÚBLICA FEDERATIVA DO BRASIL', '6.6 roboto-bold #ffffff');
  paper.text(mm(14), mm(4.6), 'SECRETARIA NACIONAL DE TRÂNSITO', '4.6 roboto #ffffff');
  paper.text(
    mm(14),
    mm(7),
    'CARTEIRA NACIONAL DE HABILITAÇÃO / DRIVER LICENSE / PERMISO DE CONDUCCIÓN',
    '4.2 roboto-medium #ffffff',
  );
  paper.text(mm(7.5), mm(3), 'BR', '12 roboto-bold centre #f4d03f');
}

function drawData(paper: Paper, driver: Driver): void {
  const { person } = driver;
  const left = mm(27);
  const put = (x: number, y: number, label: string, value: string) =>
    stacked(paper, left + mm(x), mm(y), label, value, STYLE);
  put(0, 12.4, '2 e 1 NOME E SOBRENOME', capitals(person.name));
  put(43, 16.6, '1ª HABILITAÇÃO', printed(driver.first));
  put(
    0,
    16.6,
    '3 DATA, LOCAL E UF DE NASCIMENTO',
    `${printed(person.born)}, ${capitals(person.birthplace.name)}, ${person.birthplace.state}`,
  );
  put(0, 21.4, '4a DATA EMISSÃO', printed(driver.issued));
  put(19, 21.4, '4b VALIDADE', printed(driver.expires));
  put(43, 21.4, 'ACC', '');
  put(0, 26.2, '4c DOC IDENTIDADE / ÓRG EMISSOR / UF', `${person.rg} ${person.issuer}`);
  put(0, 31, '4d CPF', asCpf(person.cpf));
  put(22, 31, '5 Nº REGISTRO', driver.register);
  put(43, 31, '9 CAT HAB', driver.category);
  put(0, 35.8, 'NACIONALIDADE', person.sex === 'F' ? 'BRASILEIRA' : 'BRASILEIRO');
  paper.text(left, mm(40.6), 'FILIAÇÃO', STYLE.label);
  paper.text(left, mm(42.3), capitals(person.father), { ...STYLE.value, size: 5.6 });
  paper.text(left, mm(45.3), capitals(person.mother), { ...STYLE.value, size: 5.6 });
}
