import { mm } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import type { Paper } from '../../drawing/paper.ts';
import { waves } from '../../drawing/securityPattern.ts';
import { sign } from '../../drawing/biometrics.ts';
import { dayBetween, printed, type Day } from '../../synthetic/dates.ts';
import { asCpf, asIdentity } from '../../synthetic/numbers.ts';
import { capitals, identityFields, generatePerson, type Person } from '../../synthetic/people.ts';

const SIZE = { width: mm(104), height: mm(72) };
const LABEL = { size: 5, colour: '#37476b', font: 'arial' } as const;
const VALUE = { size: 8, font: 'courier-prime-bold' } as const;

/** An older card on which the labels stand under ruled lines, and the values on them. */
export const rgUnderLines: Layout = {
  id: 'rg-under-lines',
  type: 'rg',
  size: SIZE,
  draw(paper, random) {
    const person = generatePerson(random);
    const issued = dayBetween(random, 1996, 2015);
    paper.addPage(SIZE, '#eef0f6');
    waves(paper, { x: 0, y: 0, ...SIZE }, ['#cfd6e8', '#dfe3d0'], random, 3);
    paper.text(SIZE.width / 2, mm(3), 'VÁLIDA EM TODO O TERRITÓRIO NACIONAL', '6 arial-bold centre #2a3a70');
    drawLines(paper, person, issued);
    sign(paper, random, mm(56), mm(56), mm(36), mm(7), '#222222');
    paper.text(mm(74), mm(64.5), 'ASSINATURA DO DIRETOR', { ...LABEL, align: 'centre' });
    paper.text(mm(6), mm(67.5), 'LEI Nº 7.116 DE 29/08/83', '5.4 arial-bold');
    return { fields: identityFields(person, issued) };
  },
};

function drawLines(paper: Paper, person: Person, issued: Day): void {
  const put = (x: number, y: number, width: number, label: string, value: string) => {
    paper.text(mm(x + 1), mm(y), value, VALUE);
    paper.line(mm(x), mm(y + 3.4), mm(x + width), mm(y + 3.4), { line: 0.4 });
    paper.text(mm(x + 1), mm(y + 3.9), label, LABEL);
  };
  put(6, 8.4, 44, 'REGISTRO GERAL', asIdentity(person.rg));
  put(56, 8.4, 42, 'DATA DE EXPEDIÇÃO', printed(issued));
  put(6, 16.6, 92, 'NOME', capitals(person.name));
  put(6, 24.8, 92, 'NOME DO PAI', capitals(person.father));
  put(6, 33, 92, 'NOME DA MÃE', capitals(person.mother));
  put(6, 41.2, 50, 'NATURALIDADE', `${capitals(person.birthplace.name)} - ${person.birthplace.state}`);
  put(62, 41.2, 36, 'DATA DE NASCIMENTO', printed(person.born));
  put(6, 49.4, 44, 'CPF', asCpf(person.cpf));
}
