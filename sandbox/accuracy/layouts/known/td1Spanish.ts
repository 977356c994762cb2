import { CARD, fieldList } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { printSide } from '../card.ts';
import { labelling } from '../../drawing/forms.ts';
import { passportDay } from '../../synthetic/dates.ts';
import { personInPrint } from '../../synthetic/people.ts';
import { asHolder, cardLines, generateTraveller, VOUCHED } from '../../synthetic/passports.ts';

const SIZE = { width: CARD.width, height: 2 * CARD.height };
const STYLE = labelling('4 lato #33587c', '6.8 lato-bold', 4.6);

/** A card of a neighbour country, both sides on one sheet: labels in two languages, two days beside each other. */
export const td1Spanish: Layout = {
  id: 'td1-spanish',
  type: 'td1',
  size: SIZE,
  draw(paper, random) {
    const traveller = generateTraveller(random);
    const { person, number, issued, expires } = traveller;
    const shown = personInPrint(person);
    paper.addPage(SIZE);
    const places = printSide(paper, random, SIZE, STYLE)`
      gradient #e8f0f8 #f2f0e6 down
      waves 2.6 #cddcec #dfe2d2
      text 4 2.4 6.4 lato-bold #20406a: REPÚBLICA ORIENTAL DEL URUGUAY
      text 4 5.4 5 lato #20406a: DOCUMENTO DE IDENTIDAD / IDENTITY CARD
      portrait 4 12 24 31
      31 11: Apellidos / Surname [${shown.surname}]
      31 16.4: Nombres / Given Names [${shown.given}]
      31 21.8: Nacionalidad / Nationality [URY]
      60 21.8: Sexo / Sex [${person.sex}]
      31 27.2: Fecha de Nacimiento / Date of Birth [${passportDay(person.born)}]
      31 32.6: Lugar de Nacimiento / Place of Birth [${shown.place}]
      31 38: Número de Documento / Document No. [${number}]
      31 43.4: Fecha de Expedición / Date of Issue [${passportDay(issued)}]
      60 43.4: Fecha de Vencimiento / Date of Expiry [${passportDay(expires)}]
      5 60: Domicilio / Residence []
      5 66: Autoridad / Authority []
      lines 4.5 89 5.6 11.4 cousine +0.55: ${cardLines(asHolder(traveller, 'URY'), 'ID').join('\n')}
    `;
    const fields = fieldList`
      pais_emissor URY | numero ${number} | plain sobrenome ${shown.surname} | plain nome ${shown.given} |
      nacionalidade URY | data_nascimento ${person.born} | sexo ${person.sex} | free naturalidade ${shown.place} |
      data_emissao ${issued} | data_validade ${expires} | orgao_emissor ${null}
    `;
    return { fields: [{ name: 'tipo', value: 'ID', accepted: ['I'] }, ...fields], ...places, vouched: VOUCHED };
  },
};
