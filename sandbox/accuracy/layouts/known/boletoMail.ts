import { A4 } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { drawBarcode } from '../../drawing/barcodes.ts';
import { beside, labelling } from '../../drawing/forms.ts';
import type { Paper } from '../../drawing/paper.ts';
import { asPostcode } from '../../synthetic/addresses.ts';
import { printed } from '../../synthetic/dates.ts';
import { amount, asCnpj, asCpf } from '../../synthetic/numbers.ts';
import { asTyped, generateSlip, slipFields, type Slip } from '../../synthetic/banking.ts';

const STYLE = labelling('9 lato-bold', '9.5 lato');
const [LEFT, MIDDLE, RIGHT] = [60, 320, 535];

/** What banks send by e-mail: no boxes, labels with colons, two to a line. */
export const boletoMail: Layout = {
  id: 'boleto-mail',
  type: 'boleto',
  size: A4,
  async draw(paper, random) {
    const slip = generateSlip(random);
    paper.addPage(A4);
    paper.text(LEFT, 60, `${slip.bank.name} | ${slip.bank.code}-${slip.bank.check}`, '15 lato-bold');
    paper.text(
      LEFT,
      86,
      'Segue o seu boleto. Para pagar, copie a linha digitável ou aponte a câmera para o código de barras.',
      '9 lato',
    );
    const y = rowsOf(slip).reduce((at, pairs) => drawRow(paper, at, pairs), 116);
    paper.line(LEFT, y + 4, RIGHT, y + 4);
    paper.text(LEFT, y + 14, 'Linha digitável', STYLE.label);
    paper.text(LEFT, y + 28, asTyped(slip.line), '11.5 lato-bold');
    paper.picture(await drawBarcode(slip.bars, 'ITF'), LEFT, y + 56, 300, 40);
    paper.text(LEFT, y + 110, 'Após o vencimento cobrar multa de 2% e juros de mora de 1% ao mês.', '8 lato');
    return { fields: slipFields(slip), codes: [{ format: 'ITF', value: slip.bars }] };
  },
};

type Pair = [label: string, value: string];

function drawRow(paper: Paper, y: number, pairs: Pair[]): number {
  pairs.forEach(([label, value], index) => beside(paper, index === 0 ? LEFT : MIDDLE, y, label, value, STYLE));
  return y + 18;
}

const rowsOf = ({
  payee,
  payeeAddress,
  payer,
  payerAddress,
  due,
  issued,
  value,
  ourNumber,
  documentNumber,
  agency,
}: Slip): Pair[][] => [
  [['Beneficiário:', payee.name]],
  [
    ['CNPJ:', asCnpj(payee.cnpj)],
    ['Agência/Código do beneficiário:', agency],
  ],
  [
    [
      'Endereço:',
      `${payeeAddress.street}, ${payeeAddress.number} - ${payeeAddress.city.name}/${payeeAddress.city.state}`,
    ],
  ],
  [
    ['Pagador:', payer.name],
    ['CPF/CNPJ:', asCpf(payer.cpf)],
  ],
  [['Endereço:', `${payerAddress.street}, ${payerAddress.number} - ${asPostcode(payerAddress.postcode)}`]],
  [
    ['Sacador/Avalista:', ''],
    ['Carteira:', '109'],
  ],
  [
    ['Nosso número:', ourNumber],
    ['Número do documento:', documentNumber],
  ],
  [
    ['Data do documento:', printed(issued)],
    ['Vencimento:', printed(due)],
  ],
  [
    ['Espécie:', 'R$'],
    ['Valor do documento:', `R$ ${amount(value)}`],
  ],
];
