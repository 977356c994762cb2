import { A4, mm, type Place, type Truth, fieldList } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { drawBarcode } from '../../drawing/barcodes.ts';
import { beside, stacked, labelling } from '../../drawing/forms.ts';
import type { Paper } from '../../drawing/paper.ts';
import { gradient } from '../../drawing/securityPattern.ts';
import { drawPortrait } from '../../drawing/portrait.ts';
import { sign } from '../../drawing/biometrics.ts';
import { dayBetween, printed, yearsAfter, type Day } from '../../synthetic/dates.ts';
import { cardLines } from '../../synthetic/passports.ts';
import { asCpf } from '../../synthetic/numbers.ts';
import { capitals, generatePerson, type Person } from '../../synthetic/people.ts';
import type { Random } from '../../synthetic/random.ts';

const STYLE = labelling('5.4 lato #40607a', '9 lato-bold', 6.6);
const [LEFT, WIDTH, HEIGHT] = [mm(45), mm(120), mm(76)];

/** The national identity card printed from the telephone, enlarged, both sides on a sheet. */
export const cinPrintout: Layout = {
  id: 'unseen-cin-printout',
  type: 'cin',
  size: A4,
  async draw(paper, random) {
    const person = generatePerson(random);
    const issued = dayBetween(random, 2022, 2025);
    const address = `https://identidade.example.gov.br/${random.digits(24)}`;
    paper.addPage(A4);
    paper.text(A4.width / 2, mm(12), 'Carteira de Identidade Nacional', '15 lato-bold centre #1351b4');
    const { portrait, signature } = drawFront(paper, person, issued, random);
    drawBack(paper, person, issued);
    paper.picture(await drawBarcode(address, 'QRCode'), LEFT + mm(86), mm(122), mm(28), mm(28));
    return {
      fields: fieldsOf(person, issued),
      portrait,
      signature,
      codes: [{ format: 'QRCode', value: address }],
      vouched: ['data_nascimento', 'data_validade'],
    };
  },
};

function drawFront(paper: Paper, person: Person, issued: Day, random: Random): { portrait: Place; signature: Place } {
  const top = mm(26);
  gradient(paper, { x: LEFT, y: top, width: WIDTH, height: HEIGHT }, '#dff0e2', '#fdf6cf');
  paper.text(LEFT + mm(6), top + mm(3), 'República Federativa do Brasil', '9 lato-bold');
  paper.text(LEFT + mm(6), top + mm(7.4), 'Governo Federal', '7 lato');
  const portrait = paper.picture(drawPortrait(random), LEFT + mm(84), top + mm(6), mm(30), mm(40));
  const put = (x: number, y: number, label: string, value: string) =>
    stacked(paper, LEFT + mm(x), top + mm(y), label, value, STYLE);
  put(6, 14, 'Nome', capitals(person.name));
  put(6, 22, 'Registro Geral / CPF', asCpf(person.cpf));
  put(50, 22, 'Sexo', person.sex === 'F' ? 'Feminino' : 'Masculino');
  put(6, 30, 'Data de nascimento', printed(person.born));
  put(50, 30, 'Nacionalidade', 'BRA');
  put(6, 38, 'Naturalidade', `${capitals(person.birthplace.name)} - ${person.birthplace.state}`);
  put(6, 46, 'Validade', printed(yearsAfter(issued, 10)));
  const signature = sign(paper, random, LEFT + mm(70), top + mm(54), mm(40), mm(11));
  paper.text(LEFT + mm(90), top + mm(67), 'Assinatura do titular', { ...STYLE.label, align: 'centre' });
  return { portrait, signature };
}

function drawBack(paper: Paper, person: Person, issued: Day): void {
  const top = mm(112);
  gradient(paper, { x: LEFT, y: top, width: WIDTH, height: HEIGHT }, '#fdf6cf', '#dff0e2');
  const put = (y: number, label: string, value: string) =>
    beside(paper, LEFT + mm(6), top + mm(y), label, value, { ...STYLE, column: LEFT + mm(32) });
  put(8, 'Filiação 1', capitals(person.mother));
  put(15, 'Filiação 2', capitals(person.father));
  put(22, 'Órgão expedidor', person.issuer.replace(' ', '/'));
  put(29, 'Local de emissão', `${capitals(person.birthplace.name)}/${person.birthplace.state}`);
  put(36, 'Data de emissão', printed(issued));
  const holder = {
    surname: person.surname,
    given: person.given,
    number: person.cpf.slice(0, 9),
    born: person.born,
    sex: person.sex,
    expires: yearsAfter(issued, 10),
    state: 'BRA',
    nationality: 'BRA',
  };
  paper.fill(LEFT, top + mm(52), WIDTH, mm(24), '#ffffff');
  cardLines(holder, 'ID').forEach((line, index) =>
    paper.text(LEFT + mm(6), top + mm(55 + 6.4 * index), line, { font: 'b612-mono', size: 13.5, spacing: 1.6 }),
  );
}

const fieldsOf = (person: Person, issued: Day): Truth['fields'] => fieldList`
  nome ${capitals(person.name)} | cpf ${person.cpf} | data_nascimento ${person.born} |
  filiacao_1 ${capitals(person.mother)} | filiacao_2 ${capitals(person.father)} |
  free naturalidade ${capitals(person.birthplace.name)} - ${person.birthplace.state} | data_emissao ${issued} |
  data_validade ${yearsAfter(issued, 10)} | free orgao_emissor ${person.issuer}
`;
