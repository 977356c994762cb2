import { A4 } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { drawBarcode } from '../../drawing/barcodes.ts';
import { beside, cells, labelling, openRow } from '../../drawing/forms.ts';
import { asPostcode } from '../../synthetic/addresses.ts';
import { printed } from '../../synthetic/dates.ts';
import { amount, asCnpj, asCpf } from '../../synthetic/numbers.ts';
import { asTyped, generateSlip, slipFields, type Slip } from '../../synthetic/banking.ts';

const STYLE = labelling('9 lato-bold', '9.5 lato');
const [LEFT, RIGHT] = [60, 535];

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
    const rows = rowsOf(slip);
    rows.forEach((row, index) => openRow(beside, paper, LEFT, 116 + 18 * index, STYLE, row));
    const y = 116 + 18 * rows.length;
    paper.line(LEFT, y + 4, RIGHT, y + 4);
    paper.text(LEFT, y + 14, 'Linha digitável', STYLE.label);
    paper.text(LEFT, y + 28, asTyped(slip.line), '11.5 lato-bold');
    paper.picture(await drawBarcode(slip.bars, 'ITF'), LEFT, y + 56, 300, 40);
    paper.text(LEFT, y + 110, 'Após o vencimento cobrar multa de 2% e juros de mora de 1% ao mês.', '8 lato');
    return { fields: slipFields(slip), codes: [{ format: 'ITF', value: slip.bars }] };
  },
};

const rowsOf = ({ payee, payeeAddress: from, payer, payerAddress: to, ...slip }: Slip) => cells`
  Beneficiário: [${payee.name}] 475
  CNPJ: [${asCnpj(payee.cnpj)}] 260 | Agência/Código do beneficiário: [${slip.agency}] 215
  Endereço: [${from.street}, ${from.number} - ${from.city.name}/${from.city.state}] 475
  Pagador: [${payer.name}] 260 | CPF/CNPJ: [${asCpf(payer.cpf)}] 215
  Endereço: [${to.street}, ${to.number} - ${asPostcode(to.postcode)}] 475
  Sacador/Avalista: [] 260 | Carteira: [109] 215
  Nosso número: [${slip.ourNumber}] 260 | Número do documento: [${slip.documentNumber}] 215
  Data do documento: [${printed(slip.issued)}] 260 | Vencimento: [${printed(slip.due)}] 215
  Espécie: [R$] 260 | Valor do documento: [R$ ${amount(slip.value)}] 215
`;
