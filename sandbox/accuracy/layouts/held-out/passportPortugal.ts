import { BOOKLET, fieldList } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { printSide } from '../card.ts';
import { labelling } from '../../drawing/forms.ts';
import { printed } from '../../synthetic/dates.ts';
import { capitals } from '../../synthetic/people.ts';
import { asHolder, generateTraveller, passportLines, VOUCHED } from '../../synthetic/passports.ts';

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
    const { person, number, issued, expires } = traveller;
    const birthplace = random.pick(BIRTHPLACES);
    const [surname, given] = [capitals(person.surname), capitals(person.given)];
    paper.addPage(BOOKLET);
    const places = printSide(paper, random, BOOKLET, STYLE)`
      gradient #f8ecec #ece7f5
      waves 2.8 #ecd3d6 #d9d2ea #efe0cc
      text 62 3 11 pt-serif-bold centre #6d2a3a +3: PORTUGAL
      portrait 7 17 34 44
      label 7 9: Passaporte / Passport / Passeport
      46 9: Tipo/Type [P]
      60 9: Código do país/Country code [PRT]
      92 9: N.º do passaporte/Passport no. [${number}]
      46 16: Apelidos/Surname/Nom [${surname}]
      46 23: Nomes próprios/Given names/Prénoms [${given}]
      46 30: Nacionalidade/Nationality [PORTUGUESA]
      86 30: Altura/Height [1,72]
      46 37: Data de nascimento/Date of birth [${printed(person.born, ' ')}]
      86 37: Sexo/Sex [${person.sex}]
      46 44: Local de nascimento/Place of birth [${birthplace}]
      46 51: Data de emissão/Date of issue [${printed(issued, ' ')}]
      46 58: Válido até/Date of expiry [${printed(expires, ' ')}]
      86 44: Autoridade/Authority [SEF]
      signature 86 55 32 8 #20202c
      lines 6 72 5.8 10.2 b612-mono +0.75: ${passportLines(asHolder(traveller, 'PRT')).join('\n')}
    `;
    const fields = fieldList`
      tipo P | pais_emissor PRT | numero ${number} | plain sobrenome ${surname} | plain nome ${given} |
      nacionalidade PRT | data_nascimento ${person.born} | sexo ${person.sex} | naturalidade ${birthplace} |
      data_emissao ${issued} | data_validade ${expires} | orgao_emissor SEF
    `;
    return { fields, ...places, vouched: VOUCHED };
  },
};
