import { drawBarcode } from '../../drawing/barcodes.ts';
import { A4, mm, points, sizeOf } from '../../groundTruth.ts';
import { denseText, sideFields } from '../../synthetic/drivers.ts';
import { licence } from '../families.ts';

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
