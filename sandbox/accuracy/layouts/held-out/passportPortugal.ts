import { BOOKLET, mm, type Truth, fieldList } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { stacked, labelling } from '../../drawing/forms.ts';
import type { Paper } from '../../drawing/paper.ts';
import { gradient, waves } from '../../drawing/securityPattern.ts';
import { drawPortrait } from '../../drawing/portrait.ts';
import { sign } from '../../drawing/biometrics.ts';
import { passportLines } from '../../synthetic/passports.ts';
import { capitals } from '../../synthetic/people.ts';
import { asHolder, generateTraveller, VOUCHED, type Traveller } from '../../synthetic/passports.ts';

const STYLE = labelling('4.2 pt-serif #6d2a3a', '7.8 pt-serif-bold', 5);
const BIRTHPLACES = ['LISBOA', 'PORTO', 'COIMBRA', 'ÉVORA', 'BRAGA'];

/** A passport of another state with labels in three languages and a narrower zone. */
export const passportPortugal: Layout = {
  id: 'unseen-passport-portugal',
  type: 'passport',
  size: BOOKLET,
  copies: { photo: 2 },
  draw(paper, random) {
    const traveller = { ...generateTraveller(random), number: `C${random.pick(['A', 'B', 'C'])}${random.digits(6)}` };
    const birthplace = random.pick(BIRTHPLACES);
    paper.addPage(BOOKLET);
    gradient(paper, { x: 0, y: 0, ...BOOKLET }, '#f8ecec', '#ece7f5');
    waves(paper, { x: 0, y: 0, ...BOOKLET }, ['#ecd3d6', '#d9d2ea', '#efe0cc'], random, 2.8);
    paper.text(mm(62), mm(3), 'PORTUGAL', {
      size: 11,
      font: 'pt-serif-bold',
      colour: '#6d2a3a',
      align: 'centre',
      spacing: 3,
    });
    const portrait = paper.picture(drawPortrait(random), mm(7), mm(17), mm(34), mm(44));
    drawData(paper, traveller, birthplace);
    const signature = sign(paper, random, mm(86), mm(55), mm(32), mm(8), '#20202c');
    passportLines(asHolder(traveller, 'PRT')).forEach((line, index) =>
      paper.text(mm(6), mm(72 + 5.8 * index), line, { font: 'b612-mono', size: 10.2, spacing: 0.75 }),
    );
    return { fields: fieldsOf(traveller, birthplace), portrait, signature, vouched: VOUCHED };
  },
};

const spaced = (day: string): string => day.split('-').toReversed().join(' ');

function drawData(paper: Paper, { person, number, issued, expires }: Traveller, birthplace: string): void {
  const put = (x: number, y: number, label: string, value: string) => stacked(paper, mm(x), mm(y), label, value, STYLE);
  paper.text(mm(7), mm(9), 'Passaporte / Passport / Passeport', STYLE.label);
  put(46, 9, 'Tipo/Type', 'P');
  put(60, 9, 'Código do país/Country code', 'PRT');
  put(92, 9, 'N.º do passaporte/Passport no.', number);
  put(46, 16, 'Apelidos/Surname/Nom', capitals(person.surname));
  put(46, 23, 'Nomes próprios/Given names/Prénoms', capitals(person.given));
  put(46, 30, 'Nacionalidade/Nationality', 'PORTUGUESA');
  put(86, 30, 'Altura/Height', '1,72');
  put(46, 37, 'Data de nascimento/Date of birth', spaced(person.born));
  put(86, 37, 'Sexo/Sex', person.sex);
  put(46, 44, 'Local de nascimento/Place of birth', birthplace);
  put(46, 51, 'Data de emissão/Date of issue', spaced(issued));
  put(46, 58, 'Válido até/Date of expiry', spaced(expires));
  put(86, 44, 'Autoridade/Authority', 'SEF');
}

const fieldsOf = ({ person, number, issued, expires }: Traveller, birthplace: string): Truth['fields'] => fieldList`
  tipo P | pais_emissor PRT | numero ${number} | plain sobrenome ${capitals(person.surname)} |
  plain nome ${capitals(person.given)} | nacionalidade PRT | data_nascimento ${person.born} | sexo ${person.sex} |
  naturalidade ${birthplace} | data_emissao ${issued} | data_validade ${expires} | orgao_emissor SEF
`;
