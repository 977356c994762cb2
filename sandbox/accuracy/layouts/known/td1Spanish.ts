import { CARD, mm, fieldList } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { stacked, labelling } from '../../drawing/forms.ts';
import type { Paper } from '../../drawing/paper.ts';
import { gradient, waves } from '../../drawing/securityPattern.ts';
import { drawPortrait } from '../../drawing/portrait.ts';
import { cardLines } from '../../synthetic/passports.ts';
import { passportDay } from '../../synthetic/dates.ts';
import { capitals } from '../../synthetic/people.ts';
import { asHolder, generateTraveller, VOUCHED, type Traveller } from '../../synthetic/passports.ts';

const SIZE = { width: CARD.width, height: 2 * CARD.height };
const STYLE = labelling('4 lato #33587c', '6.8 lato-bold', 4.6);

/** A card of a neighbour country, both sides on one sheet: labels in two languages, two days beside each other. */
export const td1Spanish: Layout = {
  id: 'td1-spanish',
  type: 'td1',
  size: SIZE,
  draw(paper, random) {
    const traveller = generateTraveller(random);
    const { person } = traveller;
    paper.addPage(SIZE);
    gradient(paper, { x: 0, y: 0, ...SIZE }, '#e8f0f8', '#f2f0e6', true);
    waves(paper, { x: 0, y: 0, ...SIZE }, ['#cddcec', '#dfe2d2'], random, 2.6);
    paper.text(mm(4), mm(2.4), 'REPÚBLICA ORIENTAL DEL URUGUAY', '6.4 lato-bold #20406a');
    paper.text(mm(4), mm(5.4), 'DOCUMENTO DE IDENTIDAD / IDENTITY CARD', '5 lato #20406a');
    const portrait = paper.picture(drawPortrait(random), mm(4), mm(12), mm(24), mm(31));
    drawData(paper, traveller);
    paper.lines(mm(4.5), mm(89), mm(5.6), cardLines(asHolder(traveller, 'URY'), 'ID'), '11.4 cousine +0.55');
    return {
      fields: [
        { name: 'tipo', value: 'ID', accepted: ['I'] },
        ...fieldList`
          pais_emissor URY | numero ${traveller.number} | plain sobrenome ${capitals(person.surname)} |
          plain nome ${capitals(person.given)} | nacionalidade URY | data_nascimento ${person.born} |
          sexo ${person.sex} | free naturalidade ${capitals(person.birthplace.name)} |
          data_emissao ${traveller.issued} | data_validade ${traveller.expires} | orgao_emissor ${null}
        `,
      ],
      portrait,
      vouched: VOUCHED,
    };
  },
};

function drawData(paper: Paper, { person, number, issued, expires }: Traveller): void {
  const put = (x: number, y: number, label: string, value: string) => stacked(paper, mm(x), mm(y), label, value, STYLE);
  put(31, 11, 'Apellidos / Surname', capitals(person.surname));
  put(31, 16.4, 'Nombres / Given Names', capitals(person.given));
  put(31, 21.8, 'Nacionalidad / Nationality', 'URY');
  put(60, 21.8, 'Sexo / Sex', person.sex);
  put(31, 27.2, 'Fecha de Nacimiento / Date of Birth', passportDay(person.born));
  put(31, 32.6, 'Lugar de Nacimiento / Place of Birth', capitals(person.birthplace.name));
  put(31, 38, 'Número de Documento / Document No.', number);
  put(31, 43.4, 'Fecha de Expedición / Date of Issue', passportDay(issued));
  put(60, 43.4, 'Fecha de Vencimiento / Date of Expiry', passportDay(expires));
  put(5, 60, 'Domicilio / Residence', '');
  put(5, 66, 'Autoridad / Authority', '');
}
