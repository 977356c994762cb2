import { mm } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { printSide } from '../card.ts';
import { labelling } from '../../drawing/forms.ts';
import { driverInPrint, generateDriver, licenceFields, parentFields } from '../../synthetic/drivers.ts';

const SIZE = { width: mm(105), height: mm(148) };
const STYLE = labelling('5 tinos #6b3a2e', '8.4 courier-prime #26262c');
const HEIGHT = 7.2;

/** An old form that was filled in by a machine: nothing stands quite where its frame would have it. */
export const cnhTypewriter: Layout = {
  id: 'cnh-typewriter',
  type: 'cnh',
  size: SIZE,
  draw(paper, random) {
    const driver = generateDriver(random);
    const shown = driverInPrint(driver);
    let shift: { x: number; y: number } | null = null;
    const put = ([x = 0, y = 0, width = 0, height = HEIGHT]: number[], label: string, value: string) => {
      shift ??= { x: random.between(0, 3), y: random.between(-0.5, 0.6) };
      paper.frame(mm(x), mm(y), mm(width), mm(height), { line: 0.4, colour: '#8a5a4a' });
      paper.text(mm(x + 0.8), mm(y + 0.4), label, STYLE.label);
      paper.text(mm(x + 1.4 + shift.x + random.between(0, 0.8)), mm(y + 3.2 + shift.y), value, STYLE.value);
    };
    paper.addPage(SIZE, '#f3e9e0');
    const places = printSide(paper, random, SIZE, STYLE, put)`
      waves 3.4 #e2cfc2 #dcd8c4
      text 52.5 4 8 tinos-bold centre: REPÚBLICA FEDERATIVA DO BRASIL
      text 52.5 8 6 tinos centre: DEPARTAMENTO NACIONAL DE TRÂNSITO
      text 52.5 11 8 tinos-bold centre: CARTEIRA NACIONAL DE HABILITAÇÃO
      portrait 73 17 27 34
      5 17 66: Nome [${shown.name}]
      5 25 40: Documento de Identidade [${shown.document}]
      47 25 24: Nascimento [${shown.born}]
      5 33 66: Nome do Pai [${shown.father}]
      5 41 66: Nome da Mãe [${shown.mother}]
      5 53 34: CPF [${shown.cpf}]
      41 53 34: Nº de Registro [${shown.register}]
      77 53 23: Categoria [${shown.category}]
      5 62 30: 1ª Habilitação [${shown.first}]
      37 62 30: Validade [${shown.expires}]
      69 62 31: Data de Emissão [${shown.issued}]
      5 71 47: Local [${shown.city} - ${shown.cityState}]
      54 71 46: RENACH [${shown.renach}]
      5 80 95 30: Observações [${shown.remarks}]
      signature 10 116 44 9 #23283a
      line 6 126 60 126
      caption 33 126.6: ASSINATURA DO PORTADOR
      text 52.5 140 6 tinos-bold centre: VÁLIDA EM TODO O TERRITÓRIO NACIONAL
    `;
    const left = new Set(['codigo_seguranca', 'filiacao_1', 'filiacao_2']);
    const fields = [...licenceFields(driver).filter(({ name }) => !left.has(name)), ...parentFields(driver.person)];
    return { fields, ...places };
  },
};
