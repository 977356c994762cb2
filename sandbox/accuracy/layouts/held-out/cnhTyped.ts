import { mm } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { printSide } from '../card.ts';
import { labelling } from '../../drawing/forms.ts';
import { driverInPrint, frontFields, generateDriver, parentFields } from '../../synthetic/drivers.ts';

const SIZE = { width: mm(85), height: mm(60) };
const STYLE = labelling('4.2 tinos #6b2b2b', '7 courier-bold #15151c');

/** An older licence: a printed form with its values typed into it afterwards, not quite on the line. */
export const cnhTyped: Layout = {
  id: 'unseen-cnh-typed',
  type: 'cnh',
  size: SIZE,
  draw(paper, random) {
    const driver = generateDriver(random);
    const shown = driverInPrint(driver);
    paper.addPage(SIZE, '#f7ece6');
    const places = printSide(paper, random, SIZE, STYLE)`
      waves 2.7 #ecd0c4 #e8dcc4 #d9d6e4
      text 42 2 6.6 tinos-bold centre: REPÚBLICA FEDERATIVA DO BRASIL
      text 42 4.8 5 tinos centre: DEPARTAMENTO NACIONAL DE TRÂNSITO
      text 42 7 6.6 tinos-bold centre: CARTEIRA NACIONAL DE HABILITAÇÃO
      portrait 58.5 20 22.5 30
    `;
    const off = { x: random.between(-1.5, 1.5), y: random.between(-1, 1.4) };
    const put = ([x = 0, y = 0, width = 0, height = 6.1]: number[], label: string, value: string) => {
      paper.frame(mm(x), mm(y), mm(width), mm(height), { colour: '#b58a80', line: 0.4 });
      paper.text(mm(x) + 1.5, mm(y) + 1, label, STYLE.label);
      if (label === 'Filiação')
        [shown.father, shown.mother].forEach((name, index) =>
          paper.text(mm(x) + 3 + off.x, mm(34.2 + 3.9 * index) + off.y, name, { ...STYLE.value, size: 6.4 }),
        );
      else paper.text(mm(x) + 3 + off.x, mm(y) + 7.4 + off.y, value, STYLE.value);
    };
    void printSide(paper, random, SIZE, STYLE, put)`
      3 11 79: Nome [${shown.name}]
      3 18 54: Documento de Identidade / Órgão Emissor / UF [${shown.document}]
      3 25 30: CPF [${shown.cpf}]
      33 25 24: Data de Nascimento [${shown.born}]
      3 32 54 10.5: Filiação []
      3 43.4 18: Permissão []
      21 43.4 12: ACC []
      33 43.4 24: Cat. Hab. [${shown.category}]
      3 50.4 22: Nº do Registro [${shown.register}]
      25 50.4 19: Validade [${shown.expires}]
      44 50.4 19: 1ª Habilitação [${shown.first}]
      63 50.4 19: Data de Emissão [${shown.issued}]
    `;
    const fields = [...frontFields(driver), ...parentFields(driver.person)];
    return { fields: [...fields, { name: 'data_emissao', value: driver.issued }], ...places };
  },
};
