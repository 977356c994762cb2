import { BOOKLET, mm, type Truth, fieldList } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import type { Paper } from '../../drawing/paper.ts';
import { gradient, rosette } from '../../drawing/securityPattern.ts';
import { drawPortrait } from '../../drawing/portrait.ts';
import { passportLines } from '../../synthetic/passports.ts';
import { capitals } from '../../synthetic/people.ts';
import { withoutAccents } from '../../../reader/src/text/normalise.ts';
import { asHolder, generateTraveller, VOUCHED, type Traveller } from '../../synthetic/passports.ts';

const LABEL = { size: 4.6, colour: '#2e3e66', font: 'roboto-condensed' } as const;
const VALUE = { size: 8.4, font: 'roboto-condensed-bold' } as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A passport with labels in English only and its portrait on the right. */
export const passportEnglish: Layout = {
  id: 'unseen-passport-english',
  type: 'passport',
  size: BOOKLET,
  copies: { photo: 2 },
  draw(paper, random) {
    const traveller = { ...generateTraveller(random), number: random.digits(9) };
    paper.addPage(BOOKLET);
    gradient(paper, { x: 0, y: 0, ...BOOKLET }, '#e4ecf7', '#f4e9ee', true);
    rosette(paper, mm(30), mm(40), mm(22), '#cfdaeb');
    paper.text(mm(7), mm(4), 'UNITED STATES OF AMERICA', {
      size: 9,
      font: 'roboto-condensed-bold',
      colour: '#2e3e66',
      spacing: 1,
    });
    paper.text(mm(118), mm(4), 'PASSPORT', '9 roboto-condensed-bold right #2e3e66');
    const portrait = paper.picture(drawPortrait(random), mm(82), mm(16), mm(35), mm(45));
    drawData(paper, traveller);
    passportLines(asHolder(traveller, 'USA')).forEach((line, index) =>
      paper.text(mm(5.5), mm(70 + 7 * index), line, { font: 'courier-prime-bold', size: 12, spacing: 0.2 }),
    );
    return { fields: fieldsOf(traveller), portrait, vouched: VOUCHED };
  },
};

const worded = (day: string): string => `${day.slice(8)} ${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;

function drawData(paper: Paper, { person, number, issued, expires }: Traveller): void {
  const put = (x: number, y: number, label: string, value: string) => {
    paper.text(mm(x), mm(y), label, LABEL);
    paper.text(mm(x), mm(y + 2), value, VALUE);
  };
  put(7, 10, 'Type', 'P');
  put(20, 10, 'Code', 'USA');
  put(40, 10, 'Passport No.', number);
  put(7, 17.5, 'Surname', withoutAccents(capitals(person.surname)));
  put(7, 25, 'Given Names', withoutAccents(capitals(person.given)));
  put(7, 32.5, 'Nationality', 'UNITED STATES OF AMERICA');
  put(7, 40, 'Date of birth', worded(person.born));
  put(45, 40, 'Sex', person.sex);
  put(7, 47.5, 'Place of birth', 'BRAZIL');
  put(7, 55, 'Date of issue', worded(issued));
  put(45, 55, 'Date of expiration', worded(expires));
  put(45, 47.5, 'Authority', 'DEPARTMENT OF STATE');
}

const fieldsOf = ({ person, number, issued, expires }: Traveller): Truth['fields'] => fieldList`
  tipo P | pais_emissor USA | numero ${number} | plain sobrenome ${capitals(person.surname)} |
  plain nome ${capitals(person.given)} | nacionalidade USA | data_nascimento ${person.born} | sexo ${person.sex} |
  naturalidade BRAZIL | data_emissao ${issued} | data_validade ${expires}
`;
