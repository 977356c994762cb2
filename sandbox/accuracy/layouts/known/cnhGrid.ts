import { mm } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { boxRows, cells, labelling } from '../../drawing/forms.ts';
import { waves } from '../../drawing/securityPattern.ts';
import { drawPortrait } from '../../drawing/portrait.ts';
import { sign } from '../../drawing/biometrics.ts';
import { printed } from '../../synthetic/dates.ts';
import { licenceFields, generateDriver, type Driver } from '../../synthetic/drivers.ts';
import { asCpf } from '../../synthetic/numbers.ts';
import { capitals } from '../../synthetic/people.ts';

const SIZE = { width: mm(120), height: mm(86) };
const STYLE = labelling('4.4 arial #5a4a2c', '7.2 courier-bold');
const ROW = mm(6.6);

/** An older licence laid flat: every field in a frame of its own, three days in one row, most small boxes empty. */
export const cnhGrid: Layout = {
  id: 'cnh-grid',
  type: 'cnh',
  size: SIZE,
  draw(paper, random) {
    const driver = generateDriver(random);
    paper.addPage(SIZE, '#f4f2e4');
    waves(paper, { x: 0, y: 0, ...SIZE }, ['#dcd8b8', '#d2dfc8'], random, 2.8);
    paper.text(SIZE.width / 2, mm(3), 'REPÚBLICA FEDERATIVA DO BRASIL', '7 arial-bold centre');
    paper.text(SIZE.width / 2, mm(6), 'MINISTÉRIO DA JUSTIÇA - DEPARTAMENTO NACIONAL DE TRÂNSITO', '5 centre');
    paper.text(SIZE.width / 2, mm(8.4), 'CARTEIRA NACIONAL DE HABILITAÇÃO', '6 arial-bold centre');
    const portrait = paper.picture(drawPortrait(random), mm(5), mm(13), mm(24), mm(31));
    const rows = rowsOf(driver);
    const under = boxRows(paper, mm(31), mm(13), ROW, STYLE, rows.slice(0, 5));
    const y = boxRows(paper, mm(5), under + mm(1), ROW, STYLE, rows.slice(5));
    const signature = sign(paper, random, mm(12), y + mm(2), mm(38), mm(7), '#22252c');
    paper.text(mm(31), y + mm(9.6), 'ASSINATURA DO PORTADOR', { ...STYLE.label, align: 'centre' });
    paper.text(mm(82), y + mm(3), driver.security, STYLE.value);
    paper.text(mm(82), y + mm(6.4), driver.renach, STYLE.value);
    const fields = licenceFields(driver).map((field) =>
      field.name === 'filiacao_1'
        ? { ...field, value: capitals(driver.person.mother) }
        : field.name === 'filiacao_2'
          ? { ...field, value: null }
          : field,
    );
    return { fields, portrait, signature };
  },
};

const rowsOf = ({ person, ...driver }: Driver) => cells`
  NOME [${capitals(person.name)}] ${mm(84)}
  DOC. IDENTIDADE / ÓRG. EMISSOR / UF [${person.rg} ${person.issuer}] ${mm(52)} | CPF [${asCpf(person.cpf)}] ${mm(32)}
  PERMISSÃO [] ${mm(20)} | ACC [] ${mm(14)} | CAT. HAB. [${driver.category}] ${mm(18)} |
    DATA NASCIMENTO [${printed(person.born)}] ${mm(32)}
  FILIAÇÃO [${capitals(person.mother)}] ${mm(84)}
  Nº REGISTRO [${driver.register}] ${mm(44)} | 1ª HABILITAÇÃO [${printed(driver.first)}] ${mm(40)}
  OBSERVAÇÕES [${driver.remarks ?? ''}] ${mm(66)} | VALIDADE [${printed(driver.expires)}] ${mm(44)}
  LOCAL [${capitals(driver.city.name)}, ${driver.city.state}] ${mm(66)} | DATA EMISSÃO [${printed(driver.issued)}] ${mm(44)}
`;
