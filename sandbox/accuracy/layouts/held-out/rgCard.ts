import { mm, type Place, type Truth, fieldList } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { fingerprint, sign } from '../../drawing/biometrics.ts';
import { stacked, labelling } from '../../drawing/forms.ts';
import type { Paper } from '../../drawing/paper.ts';
import { gradient, waves } from '../../drawing/securityPattern.ts';
import { drawPortrait } from '../../drawing/portrait.ts';
import { dayBetween, printed, type Day } from '../../synthetic/dates.ts';
import { asCpf, asIdentity } from '../../synthetic/numbers.ts';
import { capitals, generatePerson, type Person } from '../../synthetic/people.ts';
import type { Random } from '../../synthetic/random.ts';

const SIDE = { width: mm(86), height: mm(54) };
const SIZE = { width: SIDE.width, height: 2 * SIDE.height + mm(4) };
const STYLE = labelling('4 titillium #6a4b2c', '6.8 titillium-bold', 4.4);

/** The identity card of 2019 in card size, one side under the other. */
export const rgCard: Layout = {
  id: 'unseen-rg-card',
  type: 'rg',
  size: SIZE,
  draw(paper, random) {
    const person = generatePerson(random);
    const issued = dayBetween(random, 2019, 2023);
    paper.addPage(SIZE);
    for (const y of [0, SIDE.height + mm(4)]) {
      gradient(paper, { x: 0, y, ...SIDE }, '#f3ead8', '#e3ecdc');
      waves(paper, { x: 0, y, ...SIDE }, ['#e3d2b0', '#cfdcc2'], random, 2.6);
    }
    const { portrait, signature } = drawFront(paper, person, random);
    drawBack(paper, person, issued, random);
    return { fields: fieldsOf(person, issued), portrait, signature };
  },
};

function drawFront(paper: Paper, person: Person, random: Random): { portrait: Place; signature: Place } {
  paper.fill(0, 0, SIDE.width, mm(9.5), '#a9712f');
  paper.text(mm(4), mm(1.6), 'REPÚBLICA FEDERATIVA DO BRASIL', '7 titillium-bold #ffffff');
  paper.text(
    mm(4),
    mm(5),
    `ESTADO DE ${capitals(person.birthplace.stateName)} · POLÍCIA CIVIL · IDENTIFICAÇÃO CIVIL`,
    '4.6 titillium #ffffff',
  );
  const portrait = paper.picture(drawPortrait(random), mm(60), mm(12), mm(22), mm(28));
  stacked(paper, mm(4), mm(12), 'Nome', capitals(person.name), STYLE);
  stacked(paper, mm(4), mm(18.5), 'Nome Social', '', STYLE);
  paper.text(mm(4), mm(25), 'Filiação', STYLE.label);
  [person.mother, person.father].forEach((name, index) =>
    paper.text(mm(4), mm(26.8 + 3.1 * index), capitals(name), STYLE.value),
  );
  stacked(paper, mm(4), mm(35), 'Data de Nascimento', printed(person.born), STYLE);
  stacked(
    paper,
    mm(30),
    mm(35),
    'Naturalidade',
    `${capitals(person.birthplace.name)}-${person.birthplace.state}`,
    STYLE,
  );
  const signature = sign(paper, random, mm(30), mm(41.5), mm(26), mm(6.5), '#20202a');
  paper.text(mm(43), mm(49.6), 'Assinatura do Titular', { ...STYLE.label, align: 'centre' });
  paper.text(mm(71), mm(42), 'CARTEIRA DE IDENTIDADE', '5 titillium-bold centre #7a2f12');
  return { portrait, signature };
}

function drawBack(paper: Paper, person: Person, issued: Day, random: Random): void {
  const top = SIDE.height + mm(4);
  paper.text(SIDE.width / 2, top + mm(2), 'VÁLIDA EM TODO O TERRITÓRIO NACIONAL', '5.4 titillium-bold centre');
  const put = (x: number, y: number, label: string, value: string) =>
    stacked(paper, mm(x), top + mm(y), label, value, STYLE);
  put(4, 7, 'Registro Geral', asIdentity(person.rg));
  put(44, 7, 'CPF', asCpf(person.cpf));
  put(4, 14, 'Órgão Expedidor', person.issuer.replace(' ', '/'));
  put(30, 14, 'Via', '02');
  put(44, 14, 'Data de Expedição', printed(issued));
  put(
    4,
    21,
    'Registro Civil',
    `CERT. NASC. LV ${random.whole(10, 99)} FLS ${random.whole(10, 200)} TERMO ${random.digits(5)}`,
  );
  put(4, 28, 'Título de Eleitor', random.digits(12));
  put(44, 28, 'NIS/PIS/PASEP', '');
  put(4, 35, 'Fator RH', random.pick(['O+', 'A+', 'B-', 'AB+']));
  put(20, 35, 'Observações', '');
  fingerprint(paper, random, mm(74), top + mm(38), mm(8));
  sign(paper, random, mm(12), top + mm(42), mm(28), mm(6), '#333333');
  paper.text(mm(26), top + mm(49.4), 'Assinatura do Diretor', { ...STYLE.label, align: 'centre' });
}

const fieldsOf = (person: Person, issued: Day): Truth['fields'] => fieldList`
  nome ${capitals(person.name)} | free rg ${person.rg} | cpf ${person.cpf} | data_nascimento ${person.born} |
  filiacao_1 ${capitals(person.mother)} | filiacao_2 ${capitals(person.father)} |
  free naturalidade ${capitals(person.birthplace.name)}-${person.birthplace.state} | data_emissao ${issued} |
  free orgao_emissor ${person.issuer} | data_validade ${null}
`;
