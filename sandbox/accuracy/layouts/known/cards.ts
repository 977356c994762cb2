import type { Paper } from '../../drawing/paper.ts';
import { A4, BOOKLET, CARD, mm, points, sizeOf } from '../../groundTruth.ts';
import { dayBetween, passportDay, printed, yearsAfter } from '../../synthetic/dates.ts';
import { sideFields } from '../../synthetic/drivers.ts';
import { asHolder, cardLines, passportLines } from '../../synthetic/passports.ts';
import { identityFields } from '../../synthetic/people.ts';
import { identityCard, licence, oldIdentityCard, passport, paymentCard, zoneCard } from '../families.ts';

/** The national identity card since 2022, front. */
export const cinFront = identityCard('cin-front', CARD, {
  style: '3.8 open-sans #3b5b6d / 6.6 open-sans-bold / 4.4',
  draw({ random, print, shown, person }) {
    const expires = yearsAfter(dayBetween(random, 2022, 2025), 10);
    void print`
      gradient #eaf4ee #f6f3df
      waves 2.4 #cfe3d6 #e2dfbd #cddff0
      text 50 1.8 6 open-sans-bold centre: REPÚBLICA FEDERATIVA DO BRASIL
      lines 50 4.4 2.6 4.6 open-sans centre: GOVERNO DO ESTADO DE ${shown.stateName} | SECRETARIA DA SEGURANÇA PÚBLICA
      text 50 9.6 6 open-sans-bold centre #1c5d3a: CARTEIRA DE IDENTIDADE
      portrait 4 13 22 29
      down 29 13 5.2: Nome / Name [${shown.name}]; Nome Social / Social Name [];
        Registro Geral - CPF / Personal Number [${shown.cpf}] 37 | Sexo / Sex [${person.sex}];
        Data de Nascimento / Date of Birth [${shown.born}] 31 | Nacionalidade / Nationality [BRA];
        Naturalidade / Place of Birth [${shown.place}/${shown.state}];
        Data de Validade / Expiry Date [${printed(expires)}]
      signature 36 44 26 5.4
      caption 49 50.2: Assinatura do Titular / Cardholder’s Signature
      truth: nome ${shown.name} | cpf ${person.cpf} | data_nascimento ${person.born} |
        free naturalidade ${shown.place}/${shown.state} | data_validade ${expires} | filiacao_1 ${null}
    `;
  },
});

/** The green identity card, both sides on one sheet: portrait and thumb above, data below. */
export const rgBothSides = oldIdentityCard('rg-both-sides', sizeOf(mm(102), mm(138)), {
  colour: '#eef4e6',
  style: '5 arial #2b5a3c / 8 courier-bold',
  draw({ random, print, shown, person }) {
    const issued = dayBetween(random, 2005, 2019);
    const origin = () => `C.NASC LV A${random.whole(10, 99)} FL ${random.whole(10, 290)} N ${random.digits(5)}`;
    void print`
      waves 2.8 #bfdcbd #d3e4c6
      text 51 4 7.6 arial-bold centre #1e4a2e: REPÚBLICA FEDERATIVA DO BRASIL
      lines 51 7.6 3.6 6 arial-bold centre #1e4a2e: ESTADO DE ${shown.stateName} | SECRETARIA DA SEGURANÇA PÚBLICA |
        INSTITUTO DE IDENTIFICAÇÃO
      portrait 12 20 27 34
      thumb 72 36 11
      caption 72 51: POLEGAR DIREITO
      signature 48 54.5 42 7 #1c2448
      line 10 62.5 92 62.5
      caption 51 63: ASSINATURA DO TITULAR
      text 51 65.2 7 arial-bold centre #1e4a2e: CARTEIRA DE IDENTIDADE
      line 0 69 102 69 #88a890
      text 51 71 6 arial-bold centre #8a2020: VÁLIDA EM TODO O TERRITÓRIO NACIONAL
      6 76 23: REGISTRO GERAL [${shown.identity}]
      56 76 76: DATA DE EXPEDIÇÃO [${printed(issued)}]
      6 83 17: NOME [${shown.name}]
      6 90 17: FILIAÇÃO [${shown.father}]
      value 17 94.5: ${shown.mother}
      6 102 22: NATURALIDADE [${shown.place} - ${shown.state}]
      6 108 27: DATA DE NASCIMENTO [${shown.born}]
      6 114 20: DOC ORIGEM [${origin}]
      6 120 13: CPF [${shown.cpf}]
      official 52 121 36 7 #222222
      caption 70 129.5: ASSINATURA DO DIRETOR
      text 51 133 5.6 arial-bold centre: LEI Nº 7.116 DE 29/08/83
      truth: ${identityFields(person, issued)}
    `;
  },
});

/** An older card on which the labels stand under ruled lines, and the values on them. */
export const rgUnderLines = oldIdentityCard('rg-under-lines', sizeOf(mm(104), mm(72)), {
  colour: '#eef0f6',
  style: '5 arial #37476b / 8 courier-prime-bold',
  draw({ paper, random, printBy, style, shown, person }) {
    const issued = dayBetween(random, 1996, 2015);
    const put = ([x = 0, y = 0, width = 0]: number[], label: string, value: string) => {
      paper.text(mm(x + 1), mm(y), value, style.value);
      paper.line(mm(x), mm(y + 3.4), mm(x + width), mm(y + 3.4), { line: 0.4 });
      paper.text(mm(x + 1), mm(y + 3.9), label, style.label);
    };
    void printBy(put)`
      waves 3 #cfd6e8 #dfe3d0
      text 52 3 6 arial-bold centre #2a3a70: VÁLIDA EM TODO O TERRITÓRIO NACIONAL
      6 8.4 44: REGISTRO GERAL [${shown.identity}]
      56 8.4 42: DATA DE EXPEDIÇÃO [${printed(issued)}]
      down 6 16.6 8.2 92: NOME [${shown.name}]; NOME DO PAI [${shown.father}]; NOME DA MÃE [${shown.mother}]
      6 41.2 50: NATURALIDADE [${shown.place} - ${shown.state}]
      62 41.2 36: DATA DE NASCIMENTO [${shown.born}]
      6 49.4 44: CPF [${shown.cpf}]
      official 56 56 36 7 #222222
      caption 74 64.5: ASSINATURA DO DIRETOR
      text 6 67.5 5.4 arial-bold: LEI Nº 7.116 DE 29/08/83
      truth: ${identityFields(person, issued)}
    `;
  },
});

/** The licence since 2022 with its numbered labels, front only. */
export const cnhFront = licence('cnh-front', CARD, {
  style: '3.9 roboto #1f4f70 / 6.4 roboto-bold / 4.8',
  draw: ({ print, shown, driver }) => print`
    gradient #e9f3e2 #dbe9f4
    waves 2.6 #c6dfd0 #d8e2c0 #c5d8e8
    rosette 72 36 10 #bcd3bf
    fill 0 0 85.6 11.5 #2c6e49
    text 14 1.6 6.6 roboto-bold #ffffff: REPÚBLICA FEDERATIVA DO BRASIL
    text 14 4.6 4.6 roboto #ffffff: SECRETARIA NACIONAL DE TRÂNSITO
    text 14 7 4.2 roboto-medium #ffffff: CARTEIRA NACIONAL DE HABILITAÇÃO / DRIVER LICENSE / PERMISO DE CONDUCCIÓN
    text 7.5 3 12 roboto-bold centre #f4d03f: BR
    portrait 4 16 21 27
    27 12.4: 2 e 1 NOME E SOBRENOME [${shown.name}]
    70 16.6: 1ª HABILITAÇÃO [${shown.first}]
    down 27 16.6 4.8: 3 DATA, LOCAL E UF DE NASCIMENTO [${shown.born}, ${shown.place}, ${shown.state}];
      4a DATA EMISSÃO [${shown.issued}] 19 | 4b VALIDADE [${shown.expires}] 24 | ACC [];
      4c DOC IDENTIDADE / ÓRG EMISSOR / UF [${shown.document}]; 4d CPF [${shown.cpf}] 22 |
      5 Nº REGISTRO [${shown.register}] 21 | 9 CAT HAB [${shown.category}]; NACIONALIDADE [${shown.nation}]
    label 27 40.6: FILIAÇÃO
    lines 27 42.3 3 5.6 roboto-bold: ${shown.father} | ${shown.mother}
    signature 5 44.2 19 6 #1d1d24
    caption 14.5 51: 7 ASSINATURA DO PORTADOR
    truth: ${{ fields: sideFields(driver) }}
  `,
});

/** The print of an application: labels left of the values in two columns, some of them with nothing behind. */
export const cnhList = licence('cnh-list', sizeOf(A4.width, mm(150)), {
  style: '8 open-sans #444444 / 9 open-sans-bold',
  draw: ({ print, shown }) => print`
    fill 0 0 ${points(A4.width)} 16 #e4edf4
    text 12 5 13 open-sans-bold #1c3c5a: CARTEIRA NACIONAL DE HABILITAÇÃO
    text 12 10.5 7 #1c3c5a: SECRETARIA NACIONAL DE TRÂNSITO - SENATRAN
    portrait 12 24 30 40
    50 24 86: Nome [${shown.name}]
    50 32 86: CPF [${shown.cpf}]
    130 32 164: Data de nascimento [${shown.born}]
    50 40 86: Documento de identidade [${shown.document}]
    50 48 86: Filiação [${shown.father}]
    value 86 53: ${shown.mother}
    50 62 86: Permissão []
    130 62 164: ACC []
    12 76 48: Nº de registro [${shown.register}]
    110 76 150: Categoria [${shown.category}]
    12 84 48: Data de emissão [${shown.issued}]
    110 84 150: Validade [${shown.expires}]
    12 92 48: Local [${shown.city}, ${shown.cityState}]
    110 92 150: 1ª habilitação [${shown.first}]
    12 100 48: Observações [${shown.remarks}]
    12 112 48: Código de segurança [${shown.security}]
    110 112 150: RENACH [${shown.renach}]
  `,
});

/** The licence as it was until 2022, opened: data above, remarks and signature below. */
export const cnhOpened = licence('cnh-opened', sizeOf(mm(85), mm(122)), {
  colour: '#f6f8ee',
  style: '4.6 arial #3a5f3f / 7.4 arial-bold / 5.6',
  draw({ print, paper, shown }) {
    const inset = points(2);
    void print`
      waves #d3e3c8 #e7dcc6 #cfe0dc
      text 42.5 3 7 arial-bold centre: REPÚBLICA FEDERATIVA DO BRASIL
      lines 42.5 5.8 2 5 centre: MINISTÉRIO DAS CIDADES | DEPARTAMENTO NACIONAL DE TRÂNSITO
      text 42.5 9.8 6 arial-bold centre: CARTEIRA NACIONAL DE HABILITAÇÃO
    `;
    paper.text(mm(3), mm(14), 'VÁLIDA EM TODO', { size: 4, turned: 90, colour: '#7a1c1c' });
    void print`
      frame 6 13 76 6.2
      7 13.5: NOME [${shown.name}]
      portrait 7 20.5 23 30.5
      frame 32 20.5 50 30.5
      ${32 + inset} 21: DOC. IDENTIDADE / ÓRG. EMISSOR / UF [${shown.document}]
      ${32 + inset} 26.2: CPF [${shown.cpf}]
      60 26.2: DATA NASCIMENTO [${shown.born}]
      label ${32 + inset} 31.4: FILIAÇÃO
      lines ${32 + inset} 33.4 3.2 6.4 arial-bold: ${shown.father} | ${shown.mother}
      frame 32 44.6 16 6.4
      ${32 + inset} 45: PERMISSÃO []
      frame 49 44.6 16 6.4
      ${49 + inset} 45: ACC []
      frame 66 44.6 16 6.4
      ${66 + inset} 45: CAT. HAB. [${shown.category}]
      frame 6 52 76 6.6
      label 7 52.5: Nº REGISTRO
      text 7 ${52.5 + points(5.6)} 7.4 arial-bold #a01818: ${shown.register}
      34 52.5: VALIDADE [${shown.expires}] 26 | 1ª HABILITAÇÃO [${shown.first}]
      line 0 61 85 61 0.4 #9aa
      label 7 63: OBSERVAÇÕES
      frame 6 62.4 76 20
      value 7 65.5: ${shown.remarks}
      signature 18 84 42 9 #20242c
      line 8 94 80 94
      caption 42.5 94.6: ASSINATURA DO PORTADOR
      7 98: LOCAL [${shown.city}, ${shown.cityState}] 51 | DATA EMISSÃO [${shown.issued}]
      lines 56 105 3.5 7.4 courier-bold: ${shown.security} | ${shown.renach}
      lines 7 109 2.2 5: ASSINADO DIGITALMENTE | DEPARTAMENTO ESTADUAL DE TRÂNSITO
      text 42.5 115.5 9 arial-bold centre +2: ${shown.cityStateName}
    `;
  },
});

/**
 * The print of a digital licence: front, back with its table of categories, and a legend that says every label again.
 */
export const cnhSides = licence('cnh-sides', sizeOf(A4.width, mm(170)), {
  style: '4.6 roboto #2a4a5c / 7.6 roboto-medium / 5.4',
  draw({ paper, print, shown, driver }) {
    void print`
      side 12 12 106 70
      gradient #e4f0e4 #e4ecf4
      waves 3 #c8dccc #ccd8e4
      side 12 88 106 70
      gradient #e4f0e4 #e4ecf4
      waves 3 #c8dccc #ccd8e4
      side 12 12 106 70
      portrait 4 18 25 32
      text 14 2 7.6 roboto-bold: REPÚBLICA FEDERATIVA DO BRASIL
      text 14 6 5.4 roboto: SECRETARIA NACIONAL DE TRÂNSITO
      text 14 9 4.8 roboto: CARTEIRA NACIONAL DE HABILITAÇÃO / DRIVER LICENSE / PERMISO DE CONDUCCIÓN
      32 14: 2 e 1 NOME E SOBRENOME [${shown.name}]
      84 20: 1ª HABILITAÇÃO [${shown.first}]
      down 32 20 6: 3 DATA, LOCAL E UF DE NASCIMENTO [${shown.born}, ${shown.place}, ${shown.state}];
        4a DATA EMISSÃO [${shown.issued}] 26 | 4b VALIDADE [${shown.expires}] 26 | ACC [];
        4c DOC IDENTIDADE / ÓRG EMISSOR / UF [${driver.person.rg} ${driver.person.issuer.replace(' ', '/')}];
        4d CPF [${shown.cpf}] 26 | 5 Nº REGISTRO [${shown.register}] 26 | 9 CAT HAB [${shown.category}];
        NACIONALIDADE [${shown.nation}]; FILIAÇÃO [${shown.father}]
      value 32 55.6: ${shown.mother}
      label 4 62: 7 ASSINATURA DO PORTADOR
    `;
    drawCategories(paper, shown.category, shown.expires);
    void print`
      side 12 88 106 70
      4 31: 12 OBSERVAÇÕES [${shown.remarks}]
      4 44: LOCAL [${shown.city}, ${shown.cityState}]
      lines 66 45 3.4 7.6 roboto-medium: ${shown.security} | ${shown.renach}
      label 66 38: ASSINATURA DO EMISSOR
      lines 4 54 2.2 4 roboto: ${LEGEND.join('\n')}
    `;
  },
});

const CATEGORIES = ['ACC', 'A', 'A1', 'B', 'B1', 'C', 'C1', 'D', 'D1', 'BE', 'CE', 'C1E', 'DE', 'D1E'];

function drawCategories(paper: Paper, held: string, expires: string): void {
  CATEGORIES.forEach((category, index) => {
    const [x, y] = [mm(index < 7 ? 16 : 68), mm(92 + 3.6 * (index % 7))];
    paper.frame(x, y, mm(48), mm(3.6), { line: 0.3 });
    paper.text(x + 3, y + 1.8, category, '6 roboto-medium');
    if (held.includes(category)) paper.text(x + mm(26), y + 1.8, expires, '6 roboto-medium');
  });
}

const LEGEND = [
  '2 e 1. Nome e Sobrenome / Name and Surname / Nombre y Apellidos - Primeira Habilitação / First Driver License / Primera Licencia',
  '3. Data e Local de Nascimento / Date and Place of Birth DD/MM/YYYY / Fecha y Lugar de Nacimiento - 4a. Data de Emissão /',
  'Issuing Date DD/MM/YYYY / Fecha de Emisión - 4b. Data de Validade / Expiration Date DD/MM/YYYY / Válida Hasta - ACC - 4c. Documento',
  'de Identidade / Identity Document - 4d. CPF - 5. Número de Registro da CNH / Driver License ' +
    'Number - 9. Categoria / Driver License Class',
];

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

/**
 * The back of a card with all of its data: two lines of figures, three dates and the security code beside each other.
 */
export const cardDates = paymentCard('card-dates', CARD, {
  colour: '#e3e8ec',
  style: `4.5 arial #1d1d1d / 8.5 arial #1d1d1d / ${mm(2.2)}`,
  draw({ print, random, groups, until, holder, network }) {
    const from = `0${random.whole(1, 9)}/${random.whole(18, 24)}`;
    const half = Math.ceil(groups.length / 2);
    void print`
      fill 0 4 85.6 9 #222222
      text 7 17 11.5 arial #1d1d1d +0.8: ${groups.slice(0, half).join(' ')}
      text 7 ${17 + points(15)} 11.5 arial #1d1d1d +0.8: ${groups.slice(half).join(' ')}
      7 31: MEMBRO DESDE [${2000 + random.whole(8, 17)}] 18 | VÁLIDO DE [${from}] 18 | VÁLIDO ATÉ [${until}] 18 |
        CVV [${random.digits(3)}]
      text 7 40 7.5 arial #1d1d1d: ${holder}
      text 80 46 11 arial-bold right #1d1d1d: ${network}
    `;
  },
});

/** A card with raised figures across its middle. */
export const cardEmbossed = paymentCard('card-embossed', CARD, {
  colour: ({ card }) => card.network.colours[0],
  draw({ print, card, groups, until, holder, network }) {
    const [from, to] = card.network.colours;
    void print`
      gradient ${from} ${to}
      waves 7 ${to}
      text 6 5 11 lato-bold #ffffff: Banco Modelo
      chip 8 17
      embossed 7.5 28.5 ${card.number.length === 16 ? 13.4 : 13.8} cousine-bold +1.4: ${groups.join(' ')}
      lines 38 37.4 1.5 3.6 #ffffff: VÁLIDO | ATÉ
      embossed 44 37 9.4 cousine-bold +0.8: ${until}
      embossed 7.5 44.5 8.4 cousine +0.5: ${holder.slice(0, 26)}
      text 81 44 11 lato-bold right #ffffff: ${network}
    `;
  },
});

/** A card printed flat, its data small and on the left. */
export const cardFlat = paymentCard('card-flat', CARD, {
  paints: ['#f2f2f0 #222222', '#820ad1 #ffffff', '#ff7a00 #ffffff', '#101820 #e8e2d0', '#d7e8df #15402b'],
  draw: ({ print, random, ink, groups, until, holder, network }) => print`
    text 79 5 10 lato-bold right ${ink}: banco ensaio
    chip 7 18
    text 7 31 11.5 lato ${ink} +0.6: ${groups.join(' ')}
    text 7 38 7 lato ${ink}: Validade ${until}
    text 32 38 7 lato ${ink}: CVV ${random.digits(3)}
    text 7 44 7.5 lato ${ink}: ${holder}
    text 80 45 10 lato-bold right ${ink}: ${network}
  `,
});

/** A card to be held upright: the groups of its number one under the other, in two or four lines, and two dates. */
export const cardUpright = paymentCard('card-standing', sizeOf(CARD.height, CARD.width), {
  paints: ['#1c2b39 #ffffff', '#e9e4da #2b2b2b', '#5b2a86 #ffffff', '#f4c20d #222222'],
  draw({ print, random, ink, groups, until, holder, network }) {
    // Numbers that are not four by four have a line for each group.
    const inTwo = random.chance(0.5) && groups.length === 4;
    const lines = inTwo ? [groups.slice(0, 2).join(' '), groups.slice(2).join(' ')] : groups;
    void print`
      text 6 6 10 lato-bold ${ink}: Banco Amostra
      chip 6 16
      lines 6 32 ${points(16)} 12 lato ${ink} +1: ${lines.join('\n')}
      text 6 58 5 lato ${ink}: VÁLIDO ATÉ
      text 6 60.5 9 lato ${ink}: ${until}
      text 26 58 5 lato ${ink}: CLIENTE DESDE
      text 26 60.5 9 lato ${ink}: ${random.whole(10, 12)}/${random.whole(15, 22)}
      text 6 69 7.5 lato ${ink}: ${holder.slice(0, 22)}
      text 48 76 10 lato-bold right ${ink}: ${network}
    `;
  },
});
