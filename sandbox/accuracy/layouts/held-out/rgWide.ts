import { mm, type Truth, fieldList } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { fingerprint, sign } from '../../drawing/biometrics.ts';
import type { Paper } from '../../drawing/paper.ts';
import { waves } from '../../drawing/securityPattern.ts';
import { drawPortrait } from '../../drawing/portrait.ts';
import { dayBetween, printed, type Day } from '../../synthetic/dates.ts';
import { asCpf } from '../../synthetic/numbers.ts';
import { capitals, generatePerson, type Person } from '../../synthetic/people.ts';
import type { Random } from '../../synthetic/random.ts';

const SIZE = { width: mm(200), height: mm(68) };
const LABEL = { size: 4.8, font: 'ubuntu', colour: '#32507a' } as const;
const VALUE = { size: 8, font: 'cousine-bold', colour: '#101018' } as const;

/**
 * An identity card of another state: its sides one beside the other, abbreviated labels above what was printed later.
 */
export const rgWide: Layout = {
  id: 'unseen-rg-wide',
  type: 'rg',
  size: SIZE,
  draw(paper, random) {
    const person = generatePerson(random);
    const issued = dayBetween(random, 2000, 2018);
    paper.addPage(SIZE, '#e9eef5');
    waves(paper, { x: 0, y: 0, ...SIZE }, ['#c6d4e6', '#d8dfe9'], random, 2.5);
    const middle = mm(50);
    [
      'REPÚBLICA FEDERATIVA DO BRASIL',
      `ESTADO ${capitals(person.birthplace.stateName)}`,
      'DIRETORIA DE IDENTIFICAÇÃO CIVIL',
    ].forEach((line, index) => paper.text(middle, mm(3 + 3 * index), line, '6 ubuntu-bold centre #1f3b63'));
    const portrait = paper.picture(drawPortrait(random), mm(62), mm(15), mm(28), mm(36));
    fingerprint(paper, random, mm(30), mm(32), mm(12));
    paper.text(mm(30), mm(48), 'POLEGAR DIREITO', { ...LABEL, align: 'centre' });
    const signature = sign(paper, random, mm(20), mm(53), mm(50), mm(8), '#1d1d40');
    paper.text(middle, mm(63), 'ASSINATURA DO TITULAR', { ...LABEL, align: 'centre' });
    drawData(paper, person, issued, random);
    return { fields: fieldsOf(person, issued), portrait, signature };
  },
};

function drawData(paper: Paper, person: Person, issued: Day, random: Random): void {
  const put = (x: number, y: number, label: string, value: string) => {
    paper.text(mm(100 + x), mm(y), label, LABEL);
    paper.text(mm(100 + x), mm(y + 2.2), value, VALUE);
  };
  paper.line(mm(100), 0, mm(100), SIZE.height, { colour: '#8fa3bd' });
  paper.text(mm(150), mm(2.5), 'CARTEIRA DE IDENTIDADE', '7 ubuntu-bold centre #1f3b63');
  put(4, 7, 'RG', person.rg);
  put(48, 7, 'DATA EXPEDIÇÃO', printed(issued, '.'));
  put(80, 7, 'VIA', '1ª');
  put(4, 15, 'NOME', capitals(person.name));
  put(4, 23, 'PAI', capitals(person.father));
  put(4, 31, 'MÃE', capitals(person.mother));
  put(4, 39, 'NATURAL DE', `${capitals(person.birthplace.name)} ${person.birthplace.state}`);
  put(60, 39, 'NASCIMENTO', printed(person.born, '.'));
  put(4, 47, 'DOC. DE ORIGEM', `CERT NASC ${random.digits(6)} LIV ${random.digits(3)} FOL ${random.digits(3)}`);
  put(4, 55, 'CPF', asCpf(person.cpf));
  put(48, 55, 'ÓRGÃO EMISSOR', `${person.issuer.replace(' ', '-')}`);
  paper.text(mm(150), mm(63.5), 'LEI Nº 7.116, DE 29 DE AGOSTO DE 1983', '4.8 ubuntu centre');
}

const fieldsOf = (person: Person, issued: Day): Truth['fields'] => fieldList`
  nome ${capitals(person.name)} | free rg ${person.rg} | cpf ${person.cpf} | data_nascimento ${person.born} |
  filiacao_1 ${capitals(person.father)} | filiacao_2 ${capitals(person.mother)} |
  free naturalidade ${capitals(person.birthplace.name)} ${person.birthplace.state} | data_emissao ${issued} |
  free orgao_emissor ${person.issuer}
`;
