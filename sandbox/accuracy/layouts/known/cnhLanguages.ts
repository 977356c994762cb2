import { CARD, mm } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { stacked, labelling } from '../../drawing/forms.ts';
import type { Paper } from '../../drawing/paper.ts';
import { gradient, waves } from '../../drawing/securityPattern.ts';
import { drawPortrait } from '../../drawing/portrait.ts';
import { printed } from '../../synthetic/dates.ts';
import { frontFields, generateDriver, parentFields, type Driver } from '../../synthetic/drivers.ts';
import { asCpf } from '../../synthetic/numbers.ts';
import { capitals } from '../../synthetic/people.ts';

const STYLE = labelling('3.5 barlow-condensed #6a3f3f', '6.2 roboto-condensed-bold', 4.1);

/**
 * Numbered labels in two languages in small print, close under the values of the line above; the portrait is on the
 * right.
 */
export const cnhLanguages: Layout = {
  id: 'cnh-languages',
  type: 'cnh',
  size: CARD,
  draw(paper, random) {
    const driver = generateDriver(random);
    paper.addPage(CARD);
    gradient(paper, { x: 0, y: 0, ...CARD }, '#f4ece2', '#e6eff0');
    waves(paper, { x: 0, y: 0, ...CARD }, ['#e0d4c0', '#cfdfe0'], random, 2.4);
    paper.text(mm(4), mm(1.6), 'REPÚBLICA FEDERATIVA DO BRASIL', '6 roboto-bold #35506a');
    paper.text(mm(4), mm(4.4), 'CARTEIRA NACIONAL DE HABILITAÇÃO / DRIVER LICENSE', '4.6 roboto-medium #35506a');
    const portrait = paper.picture(drawPortrait(random), mm(61), mm(9), mm(21), mm(27));
    drawData(paper, driver);
    const fields = [...frontFields(driver), ...parentFields(driver.person)];
    return { fields: [...fields, { name: 'data_emissao', value: driver.issued }], portrait };
  },
};

function drawData(paper: Paper, driver: Driver): void {
  const { person } = driver;
  const put = (x: number, y: number, label: string, value: string) => stacked(paper, mm(x), mm(y), label, value, STYLE);
  put(4, 8, '2 e 1 NOME E SOBRENOME / NAME AND SURNAME', capitals(person.name));
  put(
    4,
    12.4,
    '3 DATA, LOCAL E UF DE NASCIMENTO / DATE AND PLACE OF BIRTH',
    `${printed(person.born)}, ${capitals(person.birthplace.name)}, ${person.birthplace.state}`,
  );
  put(4, 16.8, '4a DATA EMISSÃO / ISSUING DATE', printed(driver.issued));
  put(32, 16.8, '4b VALIDADE / EXPIRATION DATE', printed(driver.expires));
  put(4, 21.2, '4c DOC IDENTIDADE / ÓRG EMISSOR / UF', `${person.rg} ${person.issuer}`);
  put(46, 21.2, 'ACC', '');
  put(4, 25.6, '4d CPF', asCpf(person.cpf));
  put(26, 25.6, '5 Nº REGISTRO / LICENSE NUMBER', driver.register);
  put(4, 30, '9 CAT HAB / LICENSE CLASS', driver.category);
  put(26, 30, '1ª HABILITAÇÃO / FIRST LICENSE', printed(driver.first));
  put(4, 34.4, 'NACIONALIDADE / NATIONALITY', person.sex === 'F' ? 'BRASILEIRA' : 'BRASILEIRO');
  put(4, 38.8, 'FILIAÇÃO / PARENTS', capitals(person.father));
  paper.text(mm(4), mm(42.8), capitals(person.mother), STYLE.value);
  paper.text(mm(61), mm(38), '7 ASSINATURA DO PORTADOR', STYLE.label);
}
