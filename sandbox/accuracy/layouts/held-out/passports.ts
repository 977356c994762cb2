import { withoutAccents } from '../../../reader/src/text/normalise.ts';
import { BOOKLET, CARD, mm } from '../../groundTruth.ts';
import { dayIn, ENGLISH_MONTHS, printed } from '../../synthetic/dates.ts';
import { asHolder, cardLines, passportLines } from '../../synthetic/passports.ts';
import { passport, zoneCard } from '../families.ts';

/** A passport with labels in English only and its portrait on the right. */
export const passportEnglish = passport('unseen-passport-english', BOOKLET, {
  copies: { photo: 2 },
  style: `4.6 roboto-condensed #2e3e66 / 8.4 roboto-condensed-bold / ${mm(2)}`,
  draw({ random, print, shown: { surname, given }, person, issued, expires }) {
    const number = random.digits(9);
    void print`
      gradient #e4ecf7 #f4e9ee down
      rosette 30 40 22 #cfdaeb
      text 7 4 9 roboto-condensed-bold #2e3e66 +1: UNITED STATES OF AMERICA
      text 118 4 9 roboto-condensed-bold right #2e3e66: PASSPORT
      portrait 82 16 35 45
      down 7 10 7.5: Type [P] 13 | Code [USA] 20 | Passport No. [${number}]; Surname [${withoutAccents(surname)}];
        Given Names [${withoutAccents(given)}]; Nationality [UNITED STATES OF AMERICA];
        Date of birth [${worded(person.born)}] 38 | Sex [${person.sex}]; Place of birth [BRAZIL];
        Date of issue [${worded(issued)}] 38 | Date of expiration [${worded(expires)}]
      45 47.5: Authority [DEPARTMENT OF STATE]
      zone 5.5 70 7 12 courier-prime-bold +0.2: ${passportLines(asHolder({ person, number, expires }, 'USA')).join('\n')}
      truth: tipo P | pais_emissor USA | numero ${number} | plain sobrenome ${surname} | plain nome ${given} |
        nacionalidade USA | data_nascimento ${person.born} | sexo ${person.sex} | naturalidade BRAZIL |
        data_emissao ${issued} | data_validade ${expires}
    `;
  },
});

const worded = (day: string): string => dayIn('DD MMM YYYY', day, ENGLISH_MONTHS);

/** A passport of another state with labels in three languages and a narrower zone. */
export const passportPortugal = passport('unseen-passport-portugal', BOOKLET, {
  copies: { photo: 2 },
  style: '4.2 pt-serif #6d2a3a / 7.8 pt-serif-bold / 5',
  draw({ random, print, shown: { surname, given }, person, issued, expires }) {
    const number = `C${random.pick(['A', 'B', 'C'])}${random.digits(6)}`;
    const birthplace = random.pick(['LISBOA', 'PORTO', 'COIMBRA', 'ÉVORA', 'BRAGA']);
    void print`
      gradient #f8ecec #ece7f5
      waves 2.8 #ecd3d6 #d9d2ea #efe0cc
      text 62 3 11 pt-serif-bold centre #6d2a3a +3: PORTUGAL
      portrait 7 17 34 44
      label 7 9: Passaporte / Passport / Passeport
      down 46 9 7: Tipo/Type [P] 14 | Código do país/Country code [PRT] 32 | N.º do passaporte/Passport no. [${number}];
        Apelidos/Surname/Nom [${surname}]; Nomes próprios/Given names/Prénoms [${given}];
        Nacionalidade/Nationality [PORTUGUESA] 40 | Altura/Height [1,72];
        Data de nascimento/Date of birth [${printed(person.born, ' ')}] 40 | Sexo/Sex [${person.sex}];
        Local de nascimento/Place of birth [${birthplace}]; Data de emissão/Date of issue [${printed(issued, ' ')}];
        Válido até/Date of expiry [${printed(expires, ' ')}]
      86 44: Autoridade/Authority [SEF]
      signature 86 55 32 8 #20202c
      zone 6 72 5.8 10.2 b612-mono +0.75: ${passportLines(asHolder({ person, number, expires }, 'PRT')).join('\n')}
      truth: tipo P | pais_emissor PRT | numero ${number} | plain sobrenome ${surname} | plain nome ${given} |
        nacionalidade PRT | data_nascimento ${person.born} | sexo ${person.sex} | naturalidade ${birthplace} |
        data_emissao ${issued} | data_validade ${expires} | orgao_emissor SEF
    `;
  },
});

/** The back of a resident's card of another issuer: dates and lists of facts over a zone in a bolder type. */
export const td1Migration = zoneCard('unseen-td1-migration', CARD, {
  copies: { photo: 2, scan300: 2 },
  colour: '#f6f0e0',
  style: `4.4 lato #7a5a1c / 6.6 lato-bold / ${mm(2)}`,
  draw: ({ random, print, shown: { father, mother }, person, expires, traveller }) => print`
    waves 2.3 #e7d9b4 #dfe3c8 #ead2c2
    5 4: FILIAÇÃO [${father}]
    value 5 9.4: ${mother}
    5 15: AMPARO LEGAL [ART. 30, LEI 13.445/2017]
    text 5 23 4.4 lato: ESTE DOCUMENTO DEVE SER RENOVADO ANTES DO VENCIMENTO.
    zone 4 33.5 6 10.2 b612-mono-bold +0.7: ${() => cardLines(asHolder(traveller), 'IR', random.digits(8)).join('\n')}
    truth: filiacao_1 ${father} | filiacao_2 ${mother} | data_nascimento ${person.born} |
      data_validade ${expires}
  `,
});
