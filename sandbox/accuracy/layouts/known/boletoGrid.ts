import { A4 } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { boxRows, cells, labelling } from '../../drawing/forms.ts';
import { drawBarcode } from '../../drawing/barcodes.ts';
import type { Paper } from '../../drawing/paper.ts';
import { asPostcode } from '../../synthetic/addresses.ts';
import { printed } from '../../synthetic/dates.ts';
import { amount, asCnpj, asCpf } from '../../synthetic/numbers.ts';
import { capitals } from '../../synthetic/people.ts';
import { asTyped, generateSlip, slipFields, type Slip } from '../../synthetic/banking.ts';

const STYLE = labelling('5 arial', '8 arial');
const [LEFT, WIDTH, SIDE, ROW] = [42, 510, 128, 20];

/** The grid of FEBRABAN with tiny labels and many empty boxes: a receipt above, the compensation slip below. */
export const boletoGrid: Layout = {
  id: 'boleto-grid',
  type: 'boleto',
  size: A4,
  async draw(paper, random) {
    const slip = generateSlip(random);
    paper.addPage(A4);
    drawHead(paper, slip, 44);
    const under = boxRows(paper, LEFT, 66, ROW, STYLE, receiptRows(slip));
    paper.text(LEFT + 3, under + 4, 'Demonstrativo', STYLE.label);
    paper.text(
      LEFT + 3,
      under + 12,
      'Mensalidade referente ao contrato. Pague até o vencimento para evitar encargos.',
      '7',
    );
    paper.text(LEFT + WIDTH, under + 4, 'Recibo do Pagador - Autenticação Mecânica', {
      ...STYLE.label,
      align: 'right',
    });
    paper.pdf.save().dash(2, { space: 2 });
    paper.line(LEFT, 300, LEFT + WIDTH, 300);
    paper.pdf.restore();
    drawHead(paper, slip, 318);
    const y = drawSide(paper, slip, boxRows(paper, LEFT, 340, ROW, STYLE, slipRows(slip)));
    drawPayer(paper, slip, y);
    paper.picture(await drawBarcode(slip.bars, 'ITF'), LEFT + 4, y + 52, 292, 37);
    paper.text(LEFT + WIDTH, y + 52, 'Autenticação Mecânica / FICHA DE COMPENSAÇÃO', '6 right');
    return {
      fields: slipFields(slip).map((field) =>
        field.name === 'pagador' ? { ...field, value: capitals(slip.payer.name) } : field,
      ),
      codes: [{ format: 'ITF', value: slip.bars }],
    };
  },
};

function drawHead(paper: Paper, { bank, line }: Slip, y: number): void {
  paper.text(LEFT, y + 3, bank.name, '12 arial-bold');
  for (const x of [LEFT + 118, LEFT + 165]) paper.line(x, y, x, y + 20, { line: 1.4 });
  paper.text(LEFT + 141, y + 3, `${bank.code}-${bank.check}`, '13 arial-bold centre');
  paper.text(LEFT + WIDTH, y + 6, asTyped(line), '10.5 arial-bold right');
}

const receiptRows = (slip: Slip) => cells`
  Nome do Beneficiário [${slip.payee.name}] 300 | CPF/CNPJ do Beneficiário [${asCnpj(slip.payee.cnpj)}] 110 |
    Vencimento [${printed(slip.due)}] 100 >
  Nome do Pagador [${capitals(slip.payer.name)}] 300 | CPF/CNPJ do Pagador [${asCpf(slip.payer.cpf)}] 110 |
    Agência / Código do Beneficiário [${slip.agency}] 100 >
  Nosso Número [${slip.ourNumber}] 120 | Nº do Documento [${slip.documentNumber}] 90 |
    Data do Documento [${printed(slip.issued)}] 90 | Espécie [R$] 50 | Quantidade [] 60 |
    Valor do Documento [${amount(slip.value)}] 100 >
  (-) Desconto / Abatimentos [] 102 | (-) Outras deduções [] 102 | (+) Mora / Multa [] 102 |
    (+) Outros acréscimos [] 102 | (=) Valor cobrado [] 102 >
`;

const slipRows = (slip: Slip) => cells`
  Local de Pagamento [PAGÁVEL EM QUALQUER BANCO ATÉ O VENCIMENTO] ${WIDTH - SIDE} |
    Vencimento [${printed(slip.due)}] ${SIDE} >
  Nome do Beneficiário/CPF/CNPJ [${slip.payee.name} - CNPJ ${asCnpj(slip.payee.cnpj)}] ${WIDTH - SIDE} |
    Agência/Código do Beneficiário [${slip.agency}] ${SIDE} >
  Data do Documento [${printed(slip.issued)}] 76 | Nº do Documento [${slip.documentNumber}] 96 |
    Espécie Doc. [DM] 60 | Aceite [N] 50 | Data Processamento [${printed(slip.issued)}] 100 |
    Nosso Número [${slip.ourNumber}] ${SIDE} >
  Uso do Banco [] 76 | Carteira [109] 46 | Espécie [R$] 50 | Quantidade [] 110 | x Valor [] 100 |
    (=) Valor do Documento [${amount(slip.value)}] ${SIDE} >
`;

function drawSide(paper: Paper, slip: Slip, y: number): number {
  paper.frame(LEFT, y, WIDTH - SIDE, 5 * ROW, { line: 0.5 });
  paper.text(LEFT + 2.5, y + 2, 'Informações de responsabilidade do beneficiário', STYLE.label);
  paper.text(LEFT + 3, y + 14, `APÓS ${printed(slip.due)} MULTA DE 2,00 % E MORA DE R$ 0,33 AO DIA`, '7.5');
  paper.text(LEFT + 3, y + 26, 'NÃO RECEBER APÓS 30 DIAS DO VENCIMENTO', '7.5');
  const labels = [
    '(-) Desconto / Abatimento',
    '(-) Outras Deduções',
    '(+) Mora / Multa',
    '(+) Outros Acréscimos',
    '(=) Valor Cobrado',
  ];
  const rows = labels.map((label) => [{ label, value: '', width: SIDE, right: true }]);
  return boxRows(paper, LEFT + WIDTH - SIDE, y, ROW, STYLE, rows);
}

function drawPayer(paper: Paper, { payer, payerAddress: address }: Slip, y: number): void {
  paper.frame(LEFT, y, WIDTH, 46, { line: 0.5 });
  paper.text(LEFT + 2.5, y + 2, 'Nome do Pagador/CPF/CNPJ/Endereço', STYLE.label);
  paper.text(LEFT + 3, y + 9, `${capitals(payer.name)} - CPF ${asCpf(payer.cpf)}`, STYLE.value);
  paper.text(LEFT + 3, y + 19, `${address.street}, ${address.number} - ${address.suburb}`, STYLE.value);
  paper.text(
    LEFT + 3,
    y + 29,
    `${asPostcode(address.postcode)} ${address.city.name} - ${address.city.state}`,
    STYLE.value,
  );
  paper.text(LEFT + 2.5, y + 39, 'Sacador/Avalista', STYLE.label);
  paper.text(LEFT + WIDTH - SIDE, y + 39, 'Cód. baixa', STYLE.label);
}
