import { BOOKLET, CARD, sizeOf } from '../../groundTruth.ts';
import { passportDay, printed } from '../../synthetic/dates.ts';
import { asHolder, cardLines, passportLines } from '../../synthetic/passports.ts';
import { passport, zoneCard } from '../families.ts';

/** The page of data of a Brazilian passport. */
export const passportBrazil = passport('passport-brazil', BOOKLET, {
  style: '4.4 arial #31507a / 7.6 arial-bold / 5.2',
  draw: ({ print, shown, traveller, person, number, issued, expires }) => print`
    gradient #eef5ea #f6efdc
    waves #c9dfcf #e6dbb8 #cbd9e8
    rosette 96 36 18 #d2dfc0
    text 5 3.4 8 arial-bold #214f36: REPÚBLICA FEDERATIVA DO BRASIL
    text 120 3.4 7 arial-bold right #214f36: PASSAPORTE / PASSPORT
    portrait 5 14 35 46
    down 43 8.6 6.6: TIPO/TYPE [P] 15 | PAÍS EMISSOR/ISSUING COUNTRY [BRA] 34 | PASSAPORTE Nº/PASSPORT No. [${number}];
      SOBRENOME/SURNAME [${shown.surname}]; NOME/GIVEN NAMES [${shown.given}];
      NACIONALIDADE/NATIONALITY [BRASILEIRO(A)]; DATA DE NASCIMENTO/DATE OF BIRTH [${passportDay(person.born)}] 45 |
      IDENTIDADE Nº/PERSONAL No. []; SEXO/SEX [${person.sex}] 15 |
      NATURALIDADE/PLACE OF BIRTH [${shown.place} - ${shown.state}]; FILIAÇÃO/PARENTS [${shown.mother}];
      DATA DE EXPEDIÇÃO/DATE OF ISSUE [${passportDay(issued)}]
    88 54.8: VÁLIDO ATÉ/DATE OF EXPIRY [${passportDay(expires)}]
    43 61: AUTORIDADE/AUTHORITY [SR/DPF/${shown.state}]
    fill 0 67.5 125 20.5 #fbfbf7
    zone 5 71.5 6.4 11.6 cousine +0.35: ${passportLines(asHolder(traveller)).join('\n')}
    truth: tipo P | pais_emissor BRA | numero ${number} | plain sobrenome ${shown.surname} | plain nome ${shown.given} |
      nacionalidade BRA | data_nascimento ${person.born} | sexo ${person.sex} |
      free naturalidade ${shown.place} - ${shown.state} | data_emissao ${issued} | data_validade ${expires} |
      free orgao_emissor SR/DPF/${shown.state}
  `,
});

/** The back of a card whose three lines of machine-readable zone say nearly everything. */
export const td1Back = zoneCard('td1-back', CARD, {
  style: '4 open-sans #4a5a66 / 6.4 open-sans-bold / 4.6',
  draw: ({ print, shown: { mother, father, place, state }, traveller, person, expires }) => print`
    gradient #eef3f7 #e3efe4
    waves 2.6 #cfdde8 #d3e3d2
    5 5: Filiação / Filiation [${mother}]
    value 5 9.8: ${father}
    5 15: Órgão Expedidor / Card Issuer [SSP/${state}] 40 | Local / Place of Issue [${place}]
    fill 0 32 85.6 21.98 #fafaf6
    zone 4.5 34.5 5.6 11.4 cousine +0.55: ${cardLines(asHolder(traveller), 'ID').join('\n')}
    truth: filiacao_1 ${mother} | filiacao_2 ${father} | free orgao_emissor SSP/${state} | data_nascimento ${person.born} |
      data_validade ${expires}
  `,
});

/**
 * A national card of Brazil, both sides on one sheet: dense labels in two languages, no social name, the zone below.
 */
export const td1Resident = zoneCard('td1-resident', sizeOf(CARD.width, 2 * CARD.height), {
  style: '3.8 titillium #5a4a7a / 6.6 titillium-bold / 4.2',
  draw: ({ print, shown, traveller, person, issued, expires }) => print`
    gradient #f0ecf6 #e8f2ec down
    waves 2.6 #d8d0e6 #cfe2d6
    text 4 2.2 6.4 titillium-bold #3a2a6a: REPÚBLICA FEDERATIVA DO BRASIL
    text 4 5.2 5 titillium #3a2a6a: CARTEIRA DE IDENTIDADE / IDENTITY CARD
    portrait 60 10 22 28
    down 4 9.6 4.8: Nome / Name [${shown.name}]; Nome Social / Social Name []; CPF / Personal Number [${shown.cpf}] 32 |
      Sexo / Sex [${person.sex}]; Data de Nascimento / Date of Birth [${shown.born}];
      Naturalidade / Place of Birth [${shown.place}/${shown.state}];
      Data de Validade / Expiry Date [${printed(expires)}]
    4 58: Filiação / Filiation [${shown.mother}]
    value 4 62.6: ${shown.father}
    4 67.4: Órgão Expedidor / Card Issuer [SSP/${shown.state}] 42 | Data de Emissão / Issue Date [${printed(issued)}]
    4 72.4: Local / Place of Issue [${shown.place}]
    zone 4.5 89 5.6 11.4 cousine +0.55: ${cardLines(asHolder(traveller), 'ID').join('\n')}
    truth: nome ${shown.name} | cpf ${person.cpf} | data_nascimento ${person.born} | filiacao_1 ${shown.mother} |
      filiacao_2 ${shown.father} | free naturalidade ${shown.place}/${shown.state} | data_emissao ${issued} |
      data_validade ${expires} | free orgao_emissor SSP/${shown.state}
  `,
});

/** A card of a neighbour country, both sides on one sheet: labels in two languages, two days beside each other. */
export const td1Spanish = zoneCard('td1-spanish', sizeOf(CARD.width, 2 * CARD.height), {
  style: '4 lato #33587c / 6.8 lato-bold / 4.6',
  draw: ({ print, shown, traveller, person, number, issued, expires }) => print`
    gradient #e8f0f8 #f2f0e6 down
    waves 2.6 #cddcec #dfe2d2
    text 4 2.4 6.4 lato-bold #20406a: REPÚBLICA ORIENTAL DEL URUGUAY
    text 4 5.4 5 lato #20406a: DOCUMENTO DE IDENTIDAD / IDENTITY CARD
    portrait 4 12 24 31
    down 31 11 5.4: Apellidos / Surname [${shown.surname}]; Nombres / Given Names [${shown.given}];
      Nacionalidad / Nationality [URY] 29 | Sexo / Sex [${person.sex}];
      Fecha de Nacimiento / Date of Birth [${passportDay(person.born)}];
      Lugar de Nacimiento / Place of Birth [${shown.place}]; Número de Documento / Document No. [${number}];
      Fecha de Expedición / Date of Issue [${passportDay(issued)}]
    60 43.4: Fecha de Vencimiento / Date of Expiry [${passportDay(expires)}]
    5 60: Domicilio / Residence []
    5 66: Autoridad / Authority []
    zone 4.5 89 5.6 11.4 cousine +0.55: ${cardLines(asHolder(traveller, 'URY'), 'ID').join('\n')}
    truth: tipo ID or I | pais_emissor URY | numero ${number} | plain sobrenome ${shown.surname} | plain nome ${shown.given} |
      nacionalidade URY | data_nascimento ${person.born} | sexo ${person.sex} | free naturalidade ${shown.place} |
      data_emissao ${issued} | data_validade ${expires} | orgao_emissor ${null}
  `,
});
