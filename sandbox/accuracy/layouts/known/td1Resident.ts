import { CARD, mm, type Truth, fieldList } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { stacked, labelling } from '../../drawing/forms.ts';
import type { Paper } from '../../drawing/paper.ts';
import { gradient, waves } from '../../drawing/securityPattern.ts';
import { drawPortrait } from '../../drawing/portrait.ts';
import { printed } from '../../synthetic/dates.ts';
import { cardLines } from '../../synthetic/passports.ts';
import { asCpf } from '../../synthetic/numbers.ts';
import { capitals } from '../../synthetic/people.ts';
import { asHolder, generateTraveller, type Traveller } from '../../synthetic/passports.ts';

const SIZE = { width: CARD.width, height: 2 * CARD.height };
const STYLE = labelling('3.8 titillium #5a4a7a', '6.6 titillium-bold', 4.2);

/**
 * A national card of Brazil, both sides on one sheet: dense labels in two languages, no social name, the zone below.
 */
export const td1Resident: Layout = {
  id: 'td1-resident',
  type: 'td1',
  size: SIZE,
  draw(paper, random) {
    const traveller = generateTraveller(random);
    paper.addPage(SIZE);
    gradient(paper, { x: 0, y: 0, ...SIZE }, '#f0ecf6', '#e8f2ec', true);
    waves(paper, { x: 0, y: 0, ...SIZE }, ['#d8d0e6', '#cfe2d6'], random, 2.6);
    paper.text(mm(4), mm(2.2), 'REPÚBLICA FEDERATIVA DO BRASIL', '6.4 titillium-bold #3a2a6a');
    paper.text(mm(4), mm(5.2), 'CARTEIRA DE IDENTIDADE / IDENTITY CARD', '5 titillium #3a2a6a');
    const portrait = paper.picture(drawPortrait(random), mm(60), mm(10), mm(22), mm(28));
    drawData(paper, traveller);
    paper.lines(mm(4.5), mm(89), mm(5.6), cardLines(asHolder(traveller), 'ID'), '11.4 cousine +0.55');
    return { fields: fieldsOf(traveller), portrait, vouched: ['data_nascimento', 'data_validade'] };
  },
};

function drawData(paper: Paper, { person, issued, expires }: Traveller): void {
  const put = (x: number, y: number, label: string, value: string) => stacked(paper, mm(x), mm(y), label, value, STYLE);
  put(4, 9.6, 'Nome / Name', capitals(person.name));
  put(4, 14.4, 'Nome Social / Social Name', '');
  put(4, 19.2, 'CPF / Personal Number', asCpf(person.cpf));
  put(36, 19.2, 'Sexo / Sex', person.sex);
  put(4, 24, 'Data de Nascimento / Date of Birth', printed(person.born));
  put(4, 28.8, 'Naturalidade / Place of Birth', `${capitals(person.birthplace.name)}/${person.birthplace.state}`);
  put(4, 33.6, 'Data de Validade / Expiry Date', printed(expires));
  put(4, 58, 'Filiação / Filiation', capitals(person.mother));
  paper.text(mm(4), mm(62.6), capitals(person.father), STYLE.value);
  put(4, 67.4, 'Órgão Expedidor / Card Issuer', `SSP/${person.birthplace.state}`);
  put(46, 67.4, 'Data de Emissão / Issue Date', printed(issued));
  put(4, 72.4, 'Local / Place of Issue', capitals(person.birthplace.name));
}

const fieldsOf = ({ person, issued, expires }: Traveller): Truth['fields'] => fieldList`
  nome ${capitals(person.name)} | cpf ${person.cpf} | data_nascimento ${person.born} |
  filiacao_1 ${capitals(person.mother)} | filiacao_2 ${capitals(person.father)} |
  free naturalidade ${capitals(person.birthplace.name)}/${person.birthplace.state} | data_emissao ${issued} |
  data_validade ${expires} | free orgao_emissor SSP/${person.birthplace.state}
`;
