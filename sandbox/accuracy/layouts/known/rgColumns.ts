import { mm, type Truth, fieldList } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { stacked, labelling } from '../../drawing/forms.ts';
import type { Paper } from '../../drawing/paper.ts';
import { waves } from '../../drawing/securityPattern.ts';
import { drawPortrait } from '../../drawing/portrait.ts';
import { dayBetween, printed, yearsAfter, type Day } from '../../synthetic/dates.ts';
import { asCpf, asIdentity } from '../../synthetic/numbers.ts';
import { capitals, generatePerson, type Person } from '../../synthetic/people.ts';

const SIZE = { width: mm(96), height: mm(65) };
const STYLE = labelling('4.4 roboto-condensed #30543f', '7 roboto-bold', 5);

/** A card of a state with labels above the values in two columns; half of what it has room for is left out. */
export const rgColumns: Layout = {
  id: 'rg-columns',
  type: 'rg',
  size: SIZE,
  draw(paper, random) {
    const person = generatePerson(random);
    const issued = dayBetween(random, 2019, 2023);
    const expires = random.chance(0.5) ? yearsAfter(issued, 10) : null;
    const hasCpf = random.chance(0.6);
    paper.addPage(SIZE, '#f0f5ec');
    waves(paper, { x: 0, y: 0, ...SIZE }, ['#c9dfc4', '#e2e4c4'], random, 2.6);
    paper.text(mm(4), mm(2.4), 'REPÚBLICA FEDERATIVA DO BRASIL', '6.4 roboto-bold #1e4a2e');
    paper.text(
      mm(4),
      mm(5.4),
      `ESTADO DE ${capitals(person.birthplace.stateName)} - CARTEIRA DE IDENTIDADE`,
      '5 roboto #1e4a2e',
    );
    const portrait = paper.picture(drawPortrait(random), mm(72), mm(10), mm(20), mm(26));
    drawData(paper, person, { issued, expires, hasCpf });
    return { fields: fieldsOf(person, { issued, expires, hasCpf }), portrait };
  },
};

type Printed = { issued: Day; expires: Day | null; hasCpf: boolean };

function drawData(paper: Paper, person: Person, { issued, expires, hasCpf }: Printed): void {
  const put = (x: number, y: number, label: string, value: string) => stacked(paper, mm(x), mm(y), label, value, STYLE);
  put(4, 10, 'NOME', capitals(person.name));
  put(4, 15.4, 'NOME SOCIAL', '');
  put(4, 20.8, 'FILIAÇÃO', capitals(person.father));
  paper.text(mm(4), mm(25.4), capitals(person.mother), STYLE.value);
  put(4, 30.4, 'DATA DE NASCIMENTO', printed(person.born));
  put(38, 30.4, 'ÓRGÃO EXPEDIDOR', `SSP/${person.birthplace.state}`);
  put(4, 35.8, 'NATURALIDADE', `${capitals(person.birthplace.name)}/${person.birthplace.state}`);
  put(4, 41.2, 'REGISTRO GERAL', asIdentity(person.rg));
  put(38, 41.2, 'DATA DE EXPEDIÇÃO', printed(issued));
  put(70, 41.2, 'VALIDADE', expires ? printed(expires) : '');
  put(4, 46.6, 'CPF', hasCpf ? asCpf(person.cpf) : '');
  put(38, 46.6, 'DNI', '');
  put(70, 46.6, 'FATOR RH', '');
  put(4, 52, 'TÍTULO DE ELEITOR', '');
  put(38, 52, 'CTPS / SÉRIE / UF', '');
  put(70, 52, 'PIS / PASEP', '');
  paper.text(mm(4), mm(60), 'LEI Nº 7.116 DE 29 DE AGOSTO DE 1983', '4.6 roboto-bold');
}

const fieldsOf = (person: Person, { issued, expires, hasCpf }: Printed): Truth['fields'] => fieldList`
  nome ${capitals(person.name)} | free rg ${person.rg} | cpf ${hasCpf ? person.cpf : null} |
  data_nascimento ${person.born} | filiacao_1 ${capitals(person.father)} | filiacao_2 ${capitals(person.mother)} |
  free naturalidade ${capitals(person.birthplace.name)}/${person.birthplace.state} | data_emissao ${issued} |
  data_validade ${expires} | free orgao_emissor SSP/${person.birthplace.state}
`;
