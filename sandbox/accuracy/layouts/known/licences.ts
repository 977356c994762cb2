import type { Paper } from '../../drawing/paper.ts';
import { A4, CARD, mm, points, sizeOf } from '../../groundTruth.ts';
import { sideFields } from '../../synthetic/drivers.ts';
import { licence } from '../families.ts';

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
