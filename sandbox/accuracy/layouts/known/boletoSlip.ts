import { A4 } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { boxRows, cells, labelling } from '../../drawing/forms.ts';
import { drawBarcode } from '../../drawing/barcodes.ts';
import type { Paper } from '../../drawing/paper.ts';
import { asPostcode } from '../../synthetic/addresses.ts';
import { printed } from '../../synthetic/dates.ts';
import { amount, asCnpj, asCpf } from '../../synthetic/numbers.ts';
import { asTyped, generateSlip, slipFields, type Slip } from '../../synthetic/banking.ts';

const STYLE = labelling('6 arial', '8.5 arial-bold');
const [LEFT, WIDTH, SIDE] = [35, 525, 140];

/** A bank slip: receipt above, the part for the bank with its bar code below. */
export const boletoSlip: Layout = {
  id: 'boleto-slip',
  type: 'boleto',
  size: A4,
  async draw(paper, random) {
    const slip = generateSlip(random);
    paper.addPage(A4);
    paper.text(LEFT, 40, 'Recibo do Pagador', '8 arial-bold');
    drawTitle(paper, slip, 54);
    const rows = rowsOf(slip);
    boxRows(paper, LEFT, 78, 23, STYLE, [...rows.slice(1, 2), ...rows.slice(3)]);
    paper.text(LEFT + WIDTH, 200, 'Autenticação mecânica', '6.5 right');
    paper.pdf.save().dash(3, { space: 3 });
    paper.line(LEFT, 250, LEFT + WIDTH, 250);
    paper.pdf.restore();
    drawTitle(paper, slip, 280);
    const fine = 'Após o vencimento cobrar multa de 2% e juros de 1% ao mês.';
    const last = cells`
      Instruções (texto de responsabilidade do beneficiário) [${fine}] ${WIDTH - SIDE} |
        (=) Valor cobrado [] ${SIDE} >
    `;
    const y = boxRows(paper, LEFT, boxRows(paper, LEFT, 304, 23, STYLE, rows), 80, STYLE, last);
    paper.text(LEFT + 3, y + 3, 'Pagador', STYLE.label);
    const { payerAddress: address } = slip;
    paper.text(LEFT + 3, y + 12, `${slip.payer.name} - CPF ${asCpf(slip.payer.cpf)}`, STYLE.value);
    paper.text(
      LEFT + 3,
      y + 24,
      `${address.street}, ${address.number} - ${address.suburb} - ` +
        `${address.city.name}/${address.city.state} - ${asPostcode(address.postcode)}`,
      '8',
    );
    paper.frame(LEFT, y, WIDTH, 38, { line: 0.5 });
    paper.picture(await drawBarcode(slip.bars, 'ITF'), LEFT + 8, y + 46, 292, 37);
    paper.text(LEFT + WIDTH, y + 44, 'Autenticação mecânica - Ficha de Compensação', '6.5 right');
    return { fields: slipFields(slip), codes: [{ format: 'ITF', value: slip.bars }] };
  },
};

function drawTitle(paper: Paper, { bank, line }: Slip, y: number): void {
  paper.text(LEFT, y, bank.name, '14 arial-bold');
  for (const x of [155, 210]) paper.line(x, y, x, y + 22, { line: 1.2 });
  paper.text(182, y + 3, `${bank.code}-${bank.check}`, '14 arial-bold centre');
  paper.text(LEFT + WIDTH, y + 6, asTyped(line), '11 arial-bold right');
}

const rowsOf = (slip: Slip) => cells`
  Local de pagamento [Pagável em qualquer banco até o vencimento] ${WIDTH - SIDE} |
    Vencimento [${printed(slip.due)}] ${SIDE} >
  Beneficiário [${slip.payee.name}] ${WIDTH - SIDE - 115} | CNPJ do Beneficiário [${asCnpj(slip.payee.cnpj)}] 115 |
    Agência/Código do Beneficiário [${slip.agency}] ${SIDE} >
  Data do documento [${printed(slip.issued)}] 85 | Nº do documento [${slip.documentNumber}] 100 | Espécie doc. [DM] 60 |
    Aceite [N] 50 | Data do processamento [${printed(slip.issued)}] 90 | Nosso número [${slip.ourNumber}] ${SIDE} >
  Uso do banco [] 85 | Carteira [109] 60 | Espécie [R$] 60 | Quantidade [] 90 | Valor [] 90 |
    (=) Valor do documento [${amount(slip.value)}] ${SIDE} >
`;
