import { BOOKLET, fieldList } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { printSide } from '../card.ts';
import { labelling } from '../../drawing/forms.ts';
import { passportDay } from '../../synthetic/dates.ts';
import { personInPrint } from '../../synthetic/people.ts';
import { asHolder, generateTraveller, passportLines, VOUCHED } from '../../synthetic/passports.ts';

const STYLE = labelling('4.4 arial #31507a', '7.6 arial-bold', 5.2);

/** The page of data of a Brazilian passport. */
export const passportBrazil: Layout = {
  id: 'passport-brazil',
  type: 'passport',
  size: BOOKLET,
  draw(paper, random) {
    const traveller = generateTraveller(random);
    const { person, number, issued, expires } = traveller;
    const shown = personInPrint(person);
    paper.addPage(BOOKLET);
    const places = printSide(paper, random, BOOKLET, STYLE)`
      gradient #eef5ea #f6efdc
      waves #c9dfcf #e6dbb8 #cbd9e8
      rosette 96 36 18 #d2dfc0
      text 5 3.4 8 arial-bold #214f36: REPÚBLICA FEDERATIVA DO BRASIL
      text 120 3.4 7 arial-bold right #214f36: PASSAPORTE / PASSPORT
      portrait 5 14 35 46
      43 8.6: TIPO/TYPE [P]
      58 8.6: PAÍS EMISSOR/ISSUING COUNTRY [BRA]
      92 8.6: PASSAPORTE Nº/PASSPORT No. [${number}]
      43 15.2: SOBRENOME/SURNAME [${shown.surname}]
      43 21.8: NOME/GIVEN NAMES [${shown.given}]
      43 28.4: NACIONALIDADE/NATIONALITY [BRASILEIRO(A)]
      43 35: DATA DE NASCIMENTO/DATE OF BIRTH [${passportDay(person.born)}]
      88 35: IDENTIDADE Nº/PERSONAL No. []
      43 41.6: SEXO/SEX [${person.sex}]
      58 41.6: NATURALIDADE/PLACE OF BIRTH [${shown.place} - ${shown.state}]
      43 48.2: FILIAÇÃO/PARENTS [${shown.mother}]
      43 54.8: DATA DE EXPEDIÇÃO/DATE OF ISSUE [${passportDay(issued)}]
      88 54.8: VÁLIDO ATÉ/DATE OF EXPIRY [${passportDay(expires)}]
      43 61: AUTORIDADE/AUTHORITY [SR/DPF/${shown.state}]
      fill 0 67.5 125 20.5 #fbfbf7
      lines 5 71.5 6.4 11.6 cousine +0.35: ${passportLines(asHolder(traveller)).join('\n')}
    `;
    const fields = fieldList`
      tipo P | pais_emissor BRA | numero ${number} | plain sobrenome ${shown.surname} | plain nome ${shown.given} |
      nacionalidade BRA | data_nascimento ${person.born} | sexo ${person.sex} |
      free naturalidade ${shown.place} - ${shown.state} | data_emissao ${issued} | data_validade ${expires} |
      free orgao_emissor SR/DPF/${shown.state}
    `;
    return { fields, ...places, vouched: VOUCHED };
  },
};
