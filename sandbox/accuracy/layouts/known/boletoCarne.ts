import type { Layout } from '../layout.ts';
import { boxRows, cells, labelling } from '../../drawing/forms.ts';
import { drawBarcode } from '../../drawing/barcodes.ts';
import type { Paper } from '../../drawing/paper.ts';
import { printed } from '../../synthetic/dates.ts';
import { amount, asCnpj, asCpf } from '../../synthetic/numbers.ts';
import { asTyped, generateSlip, slipFields, type Slip } from '../../synthetic/banking.ts';

const STYLE = labelling('5.2 roboto-condensed', '8 roboto-condensed-bold');
const SHEET = { width: 595.28, height: 290 };
const [STUB, STUB_WIDTH, LEFT, WIDTH, SIDE, ROW] = [16, 126, 156, 424, 110, 20];

/** A leaf of a payment booklet: a narrow stub that stays with the payer, left of the slip. */
export const boletoCarne: Layout = {
  id: 'boleto-carne',
  type: 'boleto',
  size: SHEET,
  async draw(paper, random) {
    const slip = generateSlip(random);
    paper.addPage(SHEET);
    drawStub(paper, slip);
    paper.pdf.save().dash(2, { space: 2 });
    paper.line(149, 10, 149, 280);
    paper.pdf.restore();
    paper.text(LEFT, 14, slip.bank.name, '11 roboto-bold');
    paper.text(LEFT + 100, 12, `${slip.bank.code}-${slip.bank.check}`, '13 roboto-bold centre');
    paper.text(LEFT + WIDTH, 15, asTyped(slip.line), '9.5 roboto-bold right');
    const y = drawSide(paper, boxRows(paper, LEFT, 32, ROW, STYLE, slipRows(slip)));
    paper.frame(LEFT, y, WIDTH, 24, { line: 0.5 });
    paper.text(LEFT + 2.5, y + 2, 'Pagador', STYLE.label);
    paper.text(LEFT + 30, y + 2, `${slip.payer.name}  CPF: ${asCpf(slip.payer.cpf)}`, STYLE.value);
    paper.text(
      LEFT + 30,
      y + 13,
      `${slip.payerAddress.street}, ${slip.payerAddress.number} - ${slip.payerAddress.city.name}/${slip.payerAddress.city.state}`,
      '7 roboto-condensed',
    );
    paper.picture(await drawBarcode(slip.bars, 'ITF'), LEFT + 4, y + 30, 292, 37);
    paper.text(LEFT + WIDTH, y + 30, 'Autenticação mecânica', '5 right');
    return { fields: slipFields(slip), codes: [{ format: 'ITF', value: slip.bars }] };
  },
};

function drawStub(paper: Paper, slip: Slip): void {
  paper.text(STUB, 14, slip.bank.name, '10 roboto-bold');
  const half = STUB_WIDTH / 2;
  const stub = cells`
    Parcela/Plano [001/012] ${half} | Vencimento [${printed(slip.due)}] ${half} >
    Agência/Código do Beneficiário [${slip.agency}] ${STUB_WIDTH} >
    Espécie [R$] ${half} | Quantidade [] ${half} >
    (=) Valor do Documento [${amount(slip.value)}] ${STUB_WIDTH} >
    (-) Desconto/Abatimento [] ${STUB_WIDTH} >
    (+) Mora/Multa [] ${STUB_WIDTH} >
    (=) Valor Cobrado [] ${STUB_WIDTH} >
    Nosso Número [${slip.ourNumber}] ${STUB_WIDTH} >
    Nº do Documento [${slip.documentNumber}] ${STUB_WIDTH} >
  `;
  const y = boxRows(paper, STUB, 32, ROW, STYLE, stub);
  paper.frame(STUB, y, STUB_WIDTH, 34, { line: 0.5 });
  paper.text(STUB + 2.5, y + 2, 'Pagador', STYLE.label);
  paper
    .linesOf(slip.payer.name, STUB_WIDTH - 6, { size: 7, font: 'roboto-condensed-bold' })
    .forEach((line, index) => paper.text(STUB + 3, y + 11 + index * 9, line, '7 roboto-condensed-bold'));
  paper.text(STUB, y + 40, 'RECIBO DO PAGADOR', '5.4 roboto');
}

const slipRows = (slip: Slip) => cells`
  Local de Pagamento [Pagável preferencialmente nas agências do banco] ${WIDTH - SIDE} |
    Vencimento [${printed(slip.due)}] ${SIDE} >
  Beneficiário [${slip.payee.name}] ${WIDTH - SIDE - 84} | CNPJ [${asCnpj(slip.payee.cnpj)}] 84 |
    Agência/Código do Beneficiário [${slip.agency}] ${SIDE} >
  Data Documento [${printed(slip.issued)}] 64 | Número do Documento [${slip.documentNumber}] 80 |
    Espécie Doc. [DM] 50 | Aceite [NÃO] 36 | Data Processamento [${printed(slip.issued)}] 84 |
    Nosso Número [${slip.ourNumber}] ${SIDE} >
  Uso do Banco [] 64 | Carteira [17] 40 | Moeda [R$] 40 | Quantidade [] 86 | Valor [] 84 |
    (=) Valor do Documento [${amount(slip.value)}] ${SIDE} >
`;

function drawSide(paper: Paper, y: number): number {
  paper.frame(LEFT, y, WIDTH - SIDE, 4 * ROW, { line: 0.5 });
  paper.text(LEFT + 2.5, y + 2, 'Instruções (Texto de responsabilidade do beneficiário)', STYLE.label);
  paper.text(LEFT + 3, y + 12, 'Não receber após 60 dias. Juros de 0,03 % ao dia.', '7 roboto');
  const labels = ['(-) Desconto/Abatimento', '(+) Mora/Multa', '(+) Outros Acréscimos', '(=) Valor Cobrado'];
  const rows = labels.map((label) => [{ label, value: '', width: SIDE, right: true }]);
  return boxRows(paper, LEFT + WIDTH - SIDE, y, ROW, STYLE, rows);
}
