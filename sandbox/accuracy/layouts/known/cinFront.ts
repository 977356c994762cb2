import { CARD, mm, type Truth, fieldList } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { stacked, labelling } from '../../drawing/forms.ts';
import type { Paper } from '../../drawing/paper.ts';
import { gradient, waves } from '../../drawing/securityPattern.ts';
import { drawPortrait } from '../../drawing/portrait.ts';
import { sign } from '../../drawing/biometrics.ts';
import { dayBetween, printed, yearsAfter, type Day } from '../../synthetic/dates.ts';
import { asCpf } from '../../synthetic/numbers.ts';
import { capitals, generatePerson, type Person } from '../../synthetic/people.ts';

const STYLE = labelling('3.8 open-sans #3b5b6d', '6.6 open-sans-bold', 4.4);

/** The national identity card since 2022, front. */
export const cinFront: Layout = {
  id: 'cin-front',
  type: 'cin',
  size: CARD,
  draw(paper, random) {
    const person = generatePerson(random);
    const expires = yearsAfter(dayBetween(random, 2022, 2025), 10);
    paper.addPage(CARD);
    gradient(paper, { x: 0, y: 0, ...CARD }, '#eaf4ee', '#f6f3df');
    waves(paper, { x: 0, y: 0, ...CARD }, ['#cfe3d6', '#e2dfbd', '#cddff0'], random, 2.4);
    [
      'REPÚBLICA FEDERATIVA DO BRASIL',
      `GOVERNO DO ESTADO DE ${capitals(person.birthplace.stateName)}`,
      'SECRETARIA DA SEGURANÇA PÚBLICA',
    ].forEach((line, index) =>
      paper.text(mm(50), mm(1.8 + 2.6 * index), line, {
        size: index === 0 ? 6 : 4.6,
        font: index === 0 ? 'open-sans-bold' : 'open-sans',
        align: 'centre',
      }),
    );
    paper.text(mm(50), mm(9.6), 'CARTEIRA DE IDENTIDADE', '6 open-sans-bold centre #1c5d3a');
    const portrait = paper.picture(drawPortrait(random), mm(4), mm(13), mm(22), mm(29));
    drawData(paper, person, expires);
    const signature = sign(paper, random, mm(36), mm(44), mm(26), mm(5.4));
    paper.text(mm(49), mm(50.2), 'Assinatura do Titular / Cardholder’s Signature', { ...STYLE.label, align: 'centre' });
    return { fields: fieldsOf(person, expires), portrait, signature };
  },
};

function drawData(paper: Paper, person: Person, expires: Day): void {
  const put = (x: number, y: number, label: string, value: string) => stacked(paper, mm(x), mm(y), label, value, STYLE);
  put(29, 13, 'Nome / Name', capitals(person.name));
  put(29, 18.2, 'Nome Social / Social Name', '');
  put(29, 23.4, 'Registro Geral - CPF / Personal Number', asCpf(person.cpf));
  put(66, 23.4, 'Sexo / Sex', person.sex);
  put(29, 28.6, 'Data de Nascimento / Date of Birth', printed(person.born));
  put(60, 28.6, 'Nacionalidade / Nationality', 'BRA');
  put(29, 33.8, 'Naturalidade / Place of Birth', `${capitals(person.birthplace.name)}/${person.birthplace.state}`);
  put(29, 39, 'Data de Validade / Expiry Date', printed(expires));
}

const fieldsOf = (person: Person, expires: Day): Truth['fields'] => fieldList`
  nome ${capitals(person.name)} | cpf ${person.cpf} | data_nascimento ${person.born} |
  free naturalidade ${capitals(person.birthplace.name)}/${person.birthplace.state} | data_validade ${expires} |
  filiacao_1 ${null}
`;
