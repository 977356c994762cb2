import { mm } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { boxRow, labelling } from '../../drawing/forms.ts';
import type { Paper } from '../../drawing/paper.ts';
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
    const y = drawRows(paper, driver);
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

function drawRows(paper: Paper, driver: Driver): number {
  const { person } = driver;
  const row = (x: number, y: number, cells: [string, string, number][]) =>
    boxRow(
      paper,
      mm(x),
      y,
      ROW,
      STYLE,
      cells.map(([label, value, width]) => ({ label, value, width: mm(width) })),
    );
  let y = row(31, mm(13), [['NOME', capitals(person.name), 84]]);
  y = row(31, y, [
    ['DOC. IDENTIDADE / ÓRG. EMISSOR / UF', `${person.rg} ${person.issuer}`, 52],
    ['CPF', asCpf(person.cpf), 32],
  ]);
  y = row(31, y, [
    ['PERMISSÃO', '', 20],
    ['ACC', '', 14],
    ['CAT. HAB.', driver.category, 18],
    ['DATA NASCIMENTO', printed(person.born), 32],
  ]);
  y = row(31, y, [['FILIAÇÃO', capitals(person.mother), 84]]);
  y = row(31, y, [
    ['Nº REGISTRO', driver.register, 44],
    ['1ª HABILITAÇÃO', printed(driver.first), 40],
  ]);
  y = row(5, y + mm(1), [
    ['OBSERVAÇÕES', driver.remarks ?? '', 66],
    ['VALIDADE', printed(driver.expires), 44],
  ]);
  return row(5, y, [
    ['LOCAL', `${capitals(driver.city.name)}, ${driver.city.state}`, 66],
    ['DATA EMISSÃO', printed(driver.issued), 44],
  ]);
}
