import { withoutAccents } from '../../../reader/src/text/normalise.ts';
import { drawBarcode } from '../../drawing/barcodes.ts';
import { A4, BOOKLET, CARD, mm, points, sizeOf } from '../../groundTruth.ts';
import { dayBetween, dayIn, ENGLISH_MONTHS, printed, yearsAfter } from '../../synthetic/dates.ts';
import { denseText, sideFields } from '../../synthetic/drivers.ts';
import { amount } from '../../synthetic/numbers.ts';
import { asHolder, cardLines, passportLines } from '../../synthetic/passports.ts';
import { identityCard, licence, oldIdentityCard, passport, paymentCard, zoneCard } from '../families.ts';

/** The national identity card printed from the telephone, enlarged, both sides on a sheet. */
export const cinPrintout = identityCard('unseen-cin-printout', A4, {
  style: '5.4 lato #40607a / 9 lato-bold / 6.6',
  async draw({ random, print, shown, person }) {
    const issued = dayBetween(random, 2022, 2025);
    const expires = yearsAfter(issued, 10);
    const address = `https://identidade.example.gov.br/${random.digits(24)}`;
    const holder = { ...person, number: person.cpf.slice(0, 9), expires, state: 'BRA', nationality: 'BRA' };
    const codes = [{ format: 'QRCode' as const, value: address }];
    void print`
      text ${points(A4.width / 2)} 12 15 lato-bold centre #1351b4: Carteira de Identidade Nacional
      side 45 26 120 76
      gradient #dff0e2 #fdf6cf
      text 6 3 9 lato-bold: República Federativa do Brasil
      text 6 7.4 7 lato: Governo Federal
      portrait 84 6 30 40
      down 6 14 8: Nome [${shown.name}]; Registro Geral / CPF [${shown.cpf}] 44 |
        Sexo [${person.sex === 'F' ? 'Feminino' : 'Masculino'}]; Data de nascimento [${shown.born}] 44 |
        Nacionalidade [BRA]; Naturalidade [${shown.place} - ${shown.state}]; Validade [${printed(expires)}]
      signature 70 54 40 11
      caption 90 67: Assinatura do titular
      side 45 112 120 76
      gradient #fdf6cf #dff0e2
      down 6 8 7 32: Filiação 1 [${shown.mother}]; Filiação 2 [${shown.father}];
        Órgão expedidor [${person.issuer.replace(' ', '/')}]; Local de emissão [${shown.place}/${shown.state}];
        Data de emissão [${printed(issued)}]
      fill 0 52 120 24 #ffffff
      zone 6 55 6.4 13.5 b612-mono +1.6: ${cardLines(holder, 'ID').join('\n')}
      picture 86 10 28 28: ${await drawBarcode(address, 'QRCode')}
      truth: nome ${shown.name} | cpf ${person.cpf} | data_nascimento ${person.born} | filiacao_1 ${shown.mother} |
        filiacao_2 ${shown.father} | free naturalidade ${shown.place} - ${shown.state} | data_emissao ${issued} |
        data_validade ${expires} | free orgao_emissor ${person.issuer}
      truth: ${{ codes }}
    `;
  },
});

/** The identity card of 2019 in card size, one side under the other. */
export const rgCard = oldIdentityCard('unseen-rg-card', sizeOf(mm(86), mm(112)), {
  style: '4 titillium #6a4b2c / 6.8 titillium-bold / 4.4',
  draw({ random, print, shown, person }) {
    const issued = dayBetween(random, 2019, 2023);
    const civil = () => `CERT. NASC. LV ${random.whole(10, 99)} FLS ${random.whole(10, 200)} TERMO ${random.digits(5)}`;
    void print`
      side 0 0 86 54
      gradient #f3ead8 #e3ecdc
      waves 2.6 #e3d2b0 #cfdcc2
      side 0 58 86 54
      gradient #f3ead8 #e3ecdc
      waves 2.6 #e3d2b0 #cfdcc2
      side 0 0 86 54
      fill 0 0 86 9.5 #a9712f
      text 4 1.6 7 titillium-bold #ffffff: REPÚBLICA FEDERATIVA DO BRASIL
      text 4 5 4.6 titillium #ffffff: ESTADO DE ${shown.stateName} · POLÍCIA CIVIL · IDENTIFICAÇÃO CIVIL
      portrait 60 12 22 28
      4 12: Nome [${shown.name}]
      4 18.5: Nome Social []
      label 4 25: Filiação
      lines 4 26.8 3.1 6.8 titillium-bold: ${shown.mother} | ${shown.father}
      4 35: Data de Nascimento [${shown.born}] 26 | Naturalidade [${shown.place}-${shown.state}]
      signature 30 41.5 26 6.5 #20202a
      caption 43 49.6: Assinatura do Titular
      text 71 42 5 titillium-bold centre #7a2f12: CARTEIRA DE IDENTIDADE
      side 0 58 86 54
      text 43 2 5.4 titillium-bold centre: VÁLIDA EM TODO O TERRITÓRIO NACIONAL
      down 4 7 7: Registro Geral [${shown.identity}] 40 | CPF [${shown.cpf}];
        Órgão Expedidor [${person.issuer.replace(' ', '/')}] 26 | Via [02] 14 | Data de Expedição [${printed(issued)}];
        Registro Civil [${civil}]; Título de Eleitor [${() => random.digits(12)}] 40 | NIS/PIS/PASEP [];
        Fator RH [${() => random.pick(['O+', 'A+', 'B-', 'AB+'])}] 16 | Observações []
      thumb 74 38 8
      official 12 42 28 6 #333333
      caption 26 49.4: Assinatura do Diretor
      truth: nome ${shown.name} | free rg ${person.rg} | cpf ${person.cpf} | data_nascimento ${person.born} |
        filiacao_1 ${shown.mother} | filiacao_2 ${shown.father} | free naturalidade ${shown.place}-${shown.state} |
        data_emissao ${issued} | free orgao_emissor ${person.issuer} | data_validade ${null}
    `;
  },
});

/**
 * An identity card of another state: its sides one beside the other, abbreviated labels above what was printed later.
 */
export const rgWide = oldIdentityCard('unseen-rg-wide', sizeOf(mm(200), mm(68)), {
  colour: '#e9eef5',
  style: `4.8 ubuntu #32507a / 8 cousine-bold #101018 / ${mm(2.2)}`,
  draw({ random, print, shown, person }) {
    const issued = dayBetween(random, 2000, 2018);
    const origin = () => `CERT NASC ${random.digits(6)} LIV ${random.digits(3)} FOL ${random.digits(3)}`;
    void print`
      waves 2.5 #c6d4e6 #d8dfe9
      lines 50 3 3 6 ubuntu-bold centre #1f3b63: REPÚBLICA FEDERATIVA DO BRASIL | ESTADO ${shown.stateName} |
        DIRETORIA DE IDENTIFICAÇÃO CIVIL
      portrait 62 15 28 36
      thumb 30 32 12
      caption 30 48: POLEGAR DIREITO
      signature 20 53 50 8 #1d1d40
      caption 50 63: ASSINATURA DO TITULAR
      line 100 0 100 68 #8fa3bd
      text 150 2.5 7 ubuntu-bold centre #1f3b63: CARTEIRA DE IDENTIDADE
      down 104 7 8: RG [${person.rg}] 44 | DATA EXPEDIÇÃO [${printed(issued, '.')}] 32 | VIA [1ª]; NOME [${shown.name}];
        PAI [${shown.father}]; MÃE [${shown.mother}]; NATURAL DE [${shown.place} ${shown.state}] 56 |
        NASCIMENTO [${printed(person.born, '.')}]; DOC. DE ORIGEM [${origin}]; CPF [${shown.cpf}] 44 |
        ÓRGÃO EMISSOR [${person.issuer.replace(' ', '-')}]
      text 150 63.5 4.8 ubuntu centre: LEI Nº 7.116, DE 29 DE AGOSTO DE 1983
      truth: nome ${shown.name} | free rg ${person.rg} | cpf ${person.cpf} | data_nascimento ${person.born} |
        filiacao_1 ${shown.father} | filiacao_2 ${shown.mother} | free naturalidade ${shown.place} ${shown.state} |
        data_emissao ${issued} | free orgao_emissor ${person.issuer}
    `;
  },
});

/** The licence as people print it from their telephone: both sides and a code on a sheet of paper. */
export const cnhPrintout = licence('unseen-cnh-printout', A4, {
  style: '4.6 barlow-condensed #555555 / 8 barlow-condensed-bold / 5',
  async draw({ random, print, shown }) {
    const secret = denseText(random, 380);
    void print`
      side 18 22 88 60
      fill 0 0 88 60 #f3efe2
      waves 2.4 #dfd2b4 #cfdcc4 #e4cfc4
      frame 0 0 88 60 0.6 6 #999999
      text 44 ${points(4)} 6.4 barlow-condensed-bold centre: REPÚBLICA FEDERATIVA DO BRASIL
      text 44 ${points(11)} 5 barlow-condensed centre: MINISTÉRIO DOS TRANSPORTES
      text 44 ${points(17)} 5 barlow-condensed centre: SECRETARIA NACIONAL DE TRÂNSITO - SENATRAN
      text 44 ${points(24)} 6 barlow-condensed-bold centre: CARTEIRA NACIONAL DE HABILITAÇÃO / DRIVER LICENSE
      portrait 60 13 24 31
      down 4 12 6: NOME / NAME [${shown.name}]; CPF [${shown.cpf}] 26 | DATA DE NASCIMENTO [${shown.born}];
        DOCUMENTO DE IDENTIDADE / ÓRGÃO EMISSOR / UF [${shown.document}]; FILIAÇÃO [${shown.father}]
      value 4 34.938889: ${shown.mother}
      down 4 39 6: REGISTRO [${shown.register}] 23 | CATEGORIA [${shown.category}] 16 | ACC [];
        1ª HABILITAÇÃO [${shown.first}] 23 | VALIDADE [${shown.expires}]; PERMISSÃO []
      signature 59 46 25 7 #222222
      caption 72 55: ASSINATURA DO PORTADOR
      side 18 90 88 60
      fill 0 0 88 60 #f3efe2
      waves 2.4 #dfd2b4 #cfdcc4
      frame 0 0 88 60 0.6 6 #999999
      4 4: OBSERVAÇÕES [${shown.remarks}]
      frame 3 3 82 20 0.4
      4 28: LOCAL [${shown.city}, ${shown.cityState}] 46 | DATA DE EMISSÃO [${shown.issued}]
      official 8 35 30 8 #333333
      label 4 45: ASSINATURA DO EMISSOR
      50 38: CÓDIGO DE SEGURANÇA [${shown.security}]
      50 45: RENACH [${shown.renach}]
      text 44 53 7 barlow-condensed-bold centre: DENATRAN   CONTRAN   ${shown.cityStateName}
      side 122 26 66 124
      picture 0 8 66 66: ${await drawBarcode(secret, 'QRCode')}
      text 0 0 11 barlow-condensed-bold: QR-CODE
      paragraph 0 78 66 1.3 8 barlow-condensed: Documento assinado com certificado digital em conformidade com a Medida \
        Provisória nº 2200-2/2001. Sua validade poderá ser confirmada por meio do programa Assinador Serpro.
      text 0 106 11 barlow-condensed-bold: SERPRO / SENATRAN
      truth: ${{ codes: [{ format: 'QRCode', value: secret }] }}
    `;
  },
});

/** An older licence: a printed form with its values typed into it afterwards, not quite on the line. */
export const cnhTyped = licence('unseen-cnh-typed', sizeOf(mm(85), mm(60)), {
  colour: '#f7ece6',
  style: '4.2 tinos #6b2b2b / 7 courier-bold #15151c',
  draw({ paper, random, print, printBy, style, shown, driver }) {
    void print`
      waves 2.7 #ecd0c4 #e8dcc4 #d9d6e4
      text 42 2 6.6 tinos-bold centre: REPÚBLICA FEDERATIVA DO BRASIL
      text 42 4.8 5 tinos centre: DEPARTAMENTO NACIONAL DE TRÂNSITO
      text 42 7 6.6 tinos-bold centre: CARTEIRA NACIONAL DE HABILITAÇÃO
      portrait 58.5 20 22.5 30
    `;
    const off = { x: random.between(-1.5, 1.5), y: random.between(-1, 1.4) };
    const put = ([x = 0, y = 0, width = 0, height = 6.1]: number[], label: string, value: string) => {
      paper.frame(mm(x), mm(y), mm(width), mm(height), { colour: '#b58a80', line: 0.4 });
      paper.text(mm(x) + 1.5, mm(y) + 1, label, style.label);
      if (label === 'Filiação')
        [shown.father, shown.mother].forEach((name, index) =>
          paper.text(mm(x) + 3 + off.x, mm(34.2 + 3.9 * index) + off.y, name, { ...style.value, size: 6.4 }),
        );
      else paper.text(mm(x) + 3 + off.x, mm(y) + 7.4 + off.y, value, style.value);
    };
    void printBy(put)`
      3 11 79: Nome [${shown.name}]
      3 18 54: Documento de Identidade / Órgão Emissor / UF [${shown.document}]
      3 25: CPF [${shown.cpf}] 30 | Data de Nascimento [${shown.born}] 24
      3 32 54 10.5: Filiação []
      3 43.4: Permissão [] 18 | ACC [] 12 | Cat. Hab. [${shown.category}] 24
      3 50.4: Nº do Registro [${shown.register}] 22 | Validade [${shown.expires}] 19 |
        1ª Habilitação [${shown.first}] 19 | Data de Emissão [${shown.issued}] 19
      truth: ${{ fields: sideFields(driver) }}
    `;
  },
});

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

/** A card with everything on its back, under the magnetic stripe. */
export const cardBack = paymentCard('unseen-card-back', CARD, {
  copies: { photo: 2 },
  paints: ['#5b2c83 #ffffff', '#e8e8e4 #303030', '#0b5345 #f4f4f4', '#922b21 #ffffff'],
  draw({ print, random, ink, groups, until, holder, network }) {
    const thin = `barlow-condensed ${ink}`;
    void print`
      fill 0 5 85.6 10 #16161a
      text 6 18 9 ${thin}: ${holder}
      text 6 24 15 barlow-condensed-bold ${ink} +0.5: ${groups.join(' ')}
      text 6 32 9 ${thin}: VÁLIDO ATÉ: ${until}
      text 38 32 9 ${thin}: CÓD. SEGURANÇA: ${random.digits(3)}
      text 6 38 8 ${thin}: AGÊNCIA ${random.digits(4)} CONTA ${random.digits(6)}-${random.digits(1)}
      text 6 43 6 ${thin}: Central 4004 ${random.digits(4)} · Saque até R$ ${amount(1500)} · uso pessoal e intransferível
      text 80 20 12 barlow-condensed-bold right ${ink}: ${network}
    `;
  },
});

/** A raised card that says since when and until when, over a picture. */
export const cardRaised = paymentCard('unseen-card-raised', CARD, {
  copies: { photo: 2 },
  paints: ['#c9b037 #8a6d1f #d8c463', '#8e9aa6 #5d6873 #a3aeb9', '#27408b #102a5c #4a63ab', '#7c2f4f #3e1028 #9a4d6d'],
  draw: ({ print, random, ground, ink, line, groups, until, holder, network }) => print`
    gradient ${ground} ${ink} down
    rosette 60 20 8 ${line}
    rosette 60 20 14 ${line}
    rosette 60 20 20 ${line}
    rosette 60 20 26 ${line}
    text 79 4 9 roboto-condensed-bold right #ffffff: BANCO AMOSTRA
    chip 9 15
    embossed 6 30 12.4 b612-mono-bold +1.1: ${groups.join(' ')}
    text 9 38.4 3.6 roboto-condensed #ffffff: CLIENTE DESDE
    embossed 20 37.6 7.6 b612-mono-bold +1.1: ${random.whole(1998, 2019)}
    text 40 38.4 3.6 roboto-condensed #ffffff: VALID THRU
    embossed 49 37.6 8.4 b612-mono-bold +1.1: ${until}
    embossed 6 45 7.2 b612-mono-bold +0.4: ${holder.slice(0, 24)}
    text 80 47 9 roboto-condensed-bold right #ffffff: ${network}
  `,
});

/** A card held upright, its number in a block of groups. */
export const cardUpright = paymentCard('unseen-card-upright', sizeOf(CARD.height, CARD.width), {
  copies: { photo: 2 },
  paints: ['#0f3d3e #e2dcc8', '#f5b7b1 #4a235a', '#212121 #e0e0e0', '#fdfdfb #0b3d91'],
  draw: ({ print, ground, ink, groups, until, holder, network }) => print`
    side 0 60 53.98 25.6
    gradient ${ground} ${ink} down
    side 0 0 53.98 85.6
    fill 0 60 53.98 26 ${ground}
    text 5 6 16 ubuntu-bold ${ink}: Ensaio
    chip 21 16
    lines 6 34 6 14 ubuntu ${ink} +1.4: ${groups.join('\n')}
    text 33 36 5 ubuntu ${ink}: VENC.
    text 33 39 10 ubuntu ${ink}: ${until}
    text 6 63 7.5 ubuntu ${ink}: ${holder.slice(0, 24)}
    text 48 76 12 ubuntu-bold right ${ink}: ${network}
  `,
});
