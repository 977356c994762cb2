import { BOOKLET, mm, fieldList } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { printSide } from '../card.ts';
import { labelling } from '../../drawing/forms.ts';
import { capitals } from '../../synthetic/people.ts';
import { withoutAccents } from '../../../reader/src/text/normalise.ts';
import { asHolder, generateTraveller, passportLines, VOUCHED } from '../../synthetic/passports.ts';

const STYLE = labelling('4.6 roboto-condensed #2e3e66', '8.4 roboto-condensed-bold', mm(2));
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A passport with labels in English only and its portrait on the right. */
export const passportEnglish: Layout = {
  id: 'unseen-passport-english',
  type: 'passport',
  size: BOOKLET,
  copies: { photo: 2 },
  draw(paper, random) {
    const traveller = { ...generateTraveller(random), number: random.digits(9) };
    const { person, number, issued, expires } = traveller;
    const [surname, given] = [capitals(person.surname), capitals(person.given)];
    paper.addPage(BOOKLET);
    const places = printSide(paper, random, BOOKLET, STYLE)`
      gradient #e4ecf7 #f4e9ee down
      rosette 30 40 22 #cfdaeb
      text 7 4 9 roboto-condensed-bold #2e3e66 +1: UNITED STATES OF AMERICA
      text 118 4 9 roboto-condensed-bold right #2e3e66: PASSPORT
      portrait 82 16 35 45
      7 10: Type [P]
      20 10: Code [USA]
      40 10: Passport No. [${number}]
      7 17.5: Surname [${withoutAccents(surname)}]
      7 25: Given Names [${withoutAccents(given)}]
      7 32.5: Nationality [UNITED STATES OF AMERICA]
      7 40: Date of birth [${worded(person.born)}]
      45 40: Sex [${person.sex}]
      7 47.5: Place of birth [BRAZIL]
      7 55: Date of issue [${worded(issued)}]
      45 55: Date of expiration [${worded(expires)}]
      45 47.5: Authority [DEPARTMENT OF STATE]
      lines 5.5 70 7 12 courier-prime-bold +0.2: ${passportLines(asHolder(traveller, 'USA')).join('\n')}
    `;
    const fields = fieldList`
      tipo P | pais_emissor USA | numero ${number} | plain sobrenome ${surname} | plain nome ${given} |
      nacionalidade USA | data_nascimento ${person.born} | sexo ${person.sex} | naturalidade BRAZIL |
      data_emissao ${issued} | data_validade ${expires}
    `;
    return { fields, ...places, vouched: VOUCHED };
  },
};

const worded = (day: string): string => `${day.slice(8)} ${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;
