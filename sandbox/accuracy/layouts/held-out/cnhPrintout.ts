import { A4, mm, type Place } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { drawBarcode } from '../../drawing/barcodes.ts';
import { stacked, labelling } from '../../drawing/forms.ts';
import type { Paper } from '../../drawing/paper.ts';
import { waves } from '../../drawing/securityPattern.ts';
import { drawPortrait } from '../../drawing/portrait.ts';
import { sign } from '../../drawing/biometrics.ts';
import { printed } from '../../synthetic/dates.ts';
import { licenceFields, generateDriver, type Driver } from '../../synthetic/drivers.ts';
import { asCpf } from '../../synthetic/numbers.ts';
import { capitals } from '../../synthetic/people.ts';
import type { Random } from '../../synthetic/random.ts';
import { denseText } from '../../synthetic/drivers.ts';

const STYLE = labelling('4.6 barlow-condensed #555555', '8 barlow-condensed-bold', 5);
const [LEFT, TOP, WIDTH, HEIGHT] = [mm(18), mm(22), mm(88), mm(60)];

/** The licence as people print it from their telephone: both sides and a code on a sheet of paper. */
export const cnhPrintout: Layout = {
  id: 'unseen-cnh-printout',
  type: 'cnh',
  size: A4,
  async draw(paper, random) {
    const driver = generateDriver(random);
    const secret = denseText(random, 380);
    paper.addPage(A4);
    const { portrait, signature } = drawFront(paper, driver, random);
    drawBack(paper, driver, random);
    paper.picture(await drawBarcode(secret, 'QRCode'), mm(122), mm(34), mm(66), mm(66));
    paper.text(mm(122), mm(26), 'QR-CODE', '11 barlow-condensed-bold');
    paper.paragraph(
      mm(122),
      mm(104),
      mm(66),
      'Documento assinado com certificado digital em conformidade com a Medida Provisória nº ' +
        '2200-2/2001. Sua validade poderá ser confirmada por meio do programa Assinador Serpro.',
      { font: 'barlow-condensed', size: 8 },
    );
    paper.text(mm(122), mm(132), 'SERPRO / SENATRAN', '11 barlow-condensed-bold');
    return { fields: licenceFields(driver), portrait, signature, codes: [{ format: 'QRCode', value: secret }] };
  },
};

function drawFront(paper: Paper, driver: Driver, random: Random): { portrait: Place; signature: Place } {
  const { person } = driver;
  paper.fill(LEFT, TOP, WIDTH, HEIGHT, '#f3efe2');
  waves(paper, { x: LEFT, y: TOP, width: WIDTH, height: HEIGHT }, ['#dfd2b4', '#cfdcc4', '#e4cfc4'], random, 2.4);
  paper.frame(LEFT, TOP, WIDTH, HEIGHT, { colour: '#999999', round: 6 });
  paper.text(LEFT + WIDTH / 2, TOP + 4, 'REPÚBLICA FEDERATIVA DO BRASIL', '6.4 barlow-condensed-bold centre');
  paper.text(LEFT + WIDTH / 2, TOP + 11, 'MINISTÉRIO DOS TRANSPORTES', '5 barlow-condensed centre');
  paper.text(LEFT + WIDTH / 2, TOP + 17, 'SECRETARIA NACIONAL DE TRÂNSITO - SENATRAN', '5 barlow-condensed centre');
  paper.text(
    LEFT + WIDTH / 2,
    TOP + 24,
    'CARTEIRA NACIONAL DE HABILITAÇÃO / DRIVER LICENSE',
    '6 barlow-condensed-bold centre',
  );
  const portrait = paper.picture(drawPortrait(random), LEFT + mm(60), TOP + mm(13), mm(24), mm(31));
  const put = (x: number, y: number, label: string, value: string) =>
    stacked(paper, LEFT + mm(x), TOP + mm(y), label, value, STYLE);
  put(4, 12, 'NOME / NAME', capitals(person.name));
  put(4, 18, 'CPF', asCpf(person.cpf));
  put(30, 18, 'DATA DE NASCIMENTO', printed(person.born));
  put(4, 24, 'DOCUMENTO DE IDENTIDADE / ÓRGÃO EMISSOR / UF', `${person.rg} ${person.issuer}`);
  put(4, 30, 'FILIAÇÃO', capitals(person.father));
  paper.text(LEFT + mm(4), TOP + mm(30) + 14, capitals(person.mother), STYLE.value);
  put(4, 39, 'REGISTRO', driver.register);
  put(27, 39, 'CATEGORIA', driver.category);
  put(43, 39, 'ACC', '');
  put(4, 45, '1ª HABILITAÇÃO', printed(driver.first));
  put(27, 45, 'VALIDADE', printed(driver.expires));
  put(4, 51, 'PERMISSÃO', '');
  const signature = sign(paper, random, LEFT + mm(59), TOP + mm(46), mm(25), mm(7), '#222222');
  paper.text(LEFT + mm(72), TOP + mm(55), 'ASSINATURA DO PORTADOR', { ...STYLE.label, align: 'centre' });
  return { portrait, signature };
}

function drawBack(paper: Paper, driver: Driver, random: Random): void {
  const top = TOP + HEIGHT + mm(8);
  paper.fill(LEFT, top, WIDTH, HEIGHT, '#f3efe2');
  waves(paper, { x: LEFT, y: top, width: WIDTH, height: HEIGHT }, ['#dfd2b4', '#cfdcc4'], random, 2.4);
  paper.frame(LEFT, top, WIDTH, HEIGHT, { colour: '#999999', round: 6 });
  const put = (x: number, y: number, label: string, value: string) =>
    stacked(paper, LEFT + mm(x), top + mm(y), label, value, STYLE);
  put(4, 4, 'OBSERVAÇÕES', driver.remarks ?? '');
  paper.frame(LEFT + mm(3), top + mm(3), mm(82), mm(20), { line: 0.4 });
  put(4, 28, 'LOCAL', `${capitals(driver.city.name)}, ${driver.city.state}`);
  put(50, 28, 'DATA DE EMISSÃO', printed(driver.issued));
  sign(paper, random, LEFT + mm(8), top + mm(35), mm(30), mm(8), '#333333');
  paper.text(LEFT + mm(4), top + mm(45), 'ASSINATURA DO EMISSOR', STYLE.label);
  put(50, 38, 'CÓDIGO DE SEGURANÇA', driver.security);
  put(50, 45, 'RENACH', driver.renach);
  paper.text(
    LEFT + WIDTH / 2,
    top + mm(53),
    `DENATRAN   CONTRAN   ${capitals(driver.city.stateName)}`,
    '7 barlow-condensed-bold centre',
  );
}
