import { mm, type Place } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { stacked, labelling } from '../../drawing/forms.ts';
import type { Paper } from '../../drawing/paper.ts';
import { waves } from '../../drawing/securityPattern.ts';
import { drawPortrait } from '../../drawing/portrait.ts';
import { sign } from '../../drawing/biometrics.ts';
import { printed } from '../../synthetic/dates.ts';
import { generateDriver, licenceFields, type Driver } from '../../synthetic/drivers.ts';
import { asCpf } from '../../synthetic/numbers.ts';
import { capitals } from '../../synthetic/people.ts';
import type { Random } from '../../synthetic/random.ts';

const STYLE = labelling('4.6 arial #3a5f3f', '7.4 arial-bold', 5.6);
const SIZE = { width: mm(85), height: mm(122) };

/** The licence as it was until 2022, opened: data above, remarks and signature below. */
export const cnhOpened: Layout = {
  id: 'cnh-opened',
  type: 'cnh',
  size: SIZE,
  draw(paper, random) {
    const driver = generateDriver(random);
    paper.addPage(SIZE, '#f6f8ee');
    waves(paper, { x: 0, y: 0, ...SIZE }, ['#d3e3c8', '#e7dcc6', '#cfe0dc'], random);
    drawHead(paper, driver);
    const portrait = paper.picture(drawPortrait(random), mm(7), mm(20.5), mm(23), mm(30.5));
    drawData(paper, driver);
    const signature = drawLowerHalf(paper, driver, random);
    return { fields: licenceFields(driver), portrait, signature };
  },
};

function drawHead(paper: Paper, driver: Driver): void {
  const middle = SIZE.width / 2;
  paper.text(middle, mm(3), 'REPÚBLICA FEDERATIVA DO BRASIL', '7 arial-bold centre');
  paper.text(middle, mm(5.8), 'MINISTÉRIO DAS CIDADES', '5 centre');
  paper.text(middle, mm(7.8), 'DEPARTAMENTO NACIONAL DE TRÂNSITO', '5 centre');
  paper.text(middle, mm(9.8), 'CARTEIRA NACIONAL DE HABILITAÇÃO', '6 arial-bold centre');
  paper.text(mm(3), mm(14), 'VÁLIDA EM TODO', { size: 4, turned: 90, colour: '#7a1c1c' });
  paper.frame(mm(6), mm(13), mm(76), mm(6.2));
  stacked(paper, mm(7), mm(13.5), 'NOME', capitals(driver.person.name), STYLE);
}

function drawData(paper: Paper, driver: Driver): void {
  const { person } = driver;
  const [left, right] = [mm(32), mm(60)];
  paper.frame(left, mm(20.5), mm(50), mm(30.5));
  stacked(paper, left + 2, mm(21), 'DOC. IDENTIDADE / ÓRG. EMISSOR / UF', `${person.rg} ${person.issuer}`, STYLE);
  stacked(paper, left + 2, mm(26.2), 'CPF', asCpf(person.cpf), STYLE);
  stacked(paper, right, mm(26.2), 'DATA NASCIMENTO', printed(person.born), STYLE);
  paper.text(left + 2, mm(31.4), 'FILIAÇÃO', STYLE.label);
  paper.text(left + 2, mm(33.4), capitals(person.father), { ...STYLE.value, size: 6.4 });
  paper.text(left + 2, mm(36.6), capitals(person.mother), { ...STYLE.value, size: 6.4 });
  ['PERMISSÃO', 'ACC', 'CAT. HAB.'].forEach((label, index) => {
    paper.frame(left + mm(17 * index), mm(44.6), mm(16), mm(6.4));
    stacked(paper, left + mm(17 * index) + 2, mm(45), label, index === 2 ? driver.category : '', STYLE);
  });
  paper.frame(mm(6), mm(52), mm(76), mm(6.6));
  stacked(paper, mm(7), mm(52.5), 'Nº REGISTRO', driver.register, {
    ...STYLE,
    value: { ...STYLE.value, colour: '#a01818' },
  });
  stacked(paper, mm(34), mm(52.5), 'VALIDADE', printed(driver.expires), STYLE);
  stacked(paper, mm(60), mm(52.5), '1ª HABILITAÇÃO', printed(driver.first), STYLE);
}

function drawLowerHalf(paper: Paper, driver: Driver, random: Random): Place {
  paper.line(0, mm(61), SIZE.width, mm(61), { colour: '#9aa', line: 0.4 });
  paper.text(mm(7), mm(63), 'OBSERVAÇÕES', STYLE.label);
  paper.frame(mm(6), mm(62.4), mm(76), mm(20));
  if (driver.remarks) paper.text(mm(7), mm(65.5), driver.remarks, STYLE.value);
  const ink = sign(paper, random, mm(18), mm(84), mm(42), mm(9), '#20242c');
  paper.line(mm(8), mm(94), mm(80), mm(94));
  paper.text(SIZE.width / 2, mm(94.6), 'ASSINATURA DO PORTADOR', { ...STYLE.label, align: 'centre' });
  stacked(paper, mm(7), mm(98), 'LOCAL', `${capitals(driver.city.name)}, ${driver.city.state}`, STYLE);
  stacked(paper, mm(58), mm(98), 'DATA EMISSÃO', printed(driver.issued), STYLE);
  paper.text(mm(56), mm(105), driver.security, { ...STYLE.value, font: 'courier-bold' });
  paper.text(mm(56), mm(108.5), driver.renach, { ...STYLE.value, font: 'courier-bold' });
  paper.text(mm(7), mm(109), 'ASSINADO DIGITALMENTE', '5');
  paper.text(mm(7), mm(111.2), 'DEPARTAMENTO ESTADUAL DE TRÂNSITO', '5');
  paper.text(SIZE.width / 2, mm(115.5), capitals(driver.city.stateName), '9 arial-bold centre +2');
  return ink;
}
