import { mm } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { drawBarcode } from '../../drawing/barcodes.ts';
import type { Paper } from '../../drawing/paper.ts';
import { printed } from '../../synthetic/dates.ts';
import { amount, asCnpj, asCpf } from '../../synthetic/numbers.ts';
import { asTyped, generateSlip, slipFields, type Slip } from '../../synthetic/banking.ts';

const SIZE = { width: mm(210), height: mm(99) };
const LABEL = { size: 5.6, font: 'open-sans', colour: '#333333' } as const;
const VALUE = { size: 7.8, font: 'open-sans-bold' } as const;

/** A leaf of a payment booklet: the stub on the left, the slip beside it, older words for the parties. */
export const boletoBooklet: Layout = {
  id: 'unseen-boleto-booklet',
  type: 'boleto',
  size: SIZE,
  copies: { photo: 2 },
  async draw(paper, random) {
    const slip = generateSlip(random);
    paper.addPage(SIZE, '#fffdf6');
    drawStub(paper, slip);
    paper.line(mm(48), mm(3), mm(48), mm(96), { colour: '#888888' });
    drawSlip(paper, slip);
    paper.picture(await drawBarcode(slip.bars, 'ITF'), mm(54), mm(81), mm(103), mm(13));
    return { fields: slipFields(slip), codes: [{ format: 'ITF', value: slip.bars }] };
  },
};

function drawStub(paper: Paper, slip: Slip): void {
  paper.text(mm(4), mm(4), `${slip.bank.name} ${slip.bank.code}-${slip.bank.check}`, '8 open-sans-bold');
  const lines = [
    ['Parcela', '03/12'],
    ['Vencimento', printed(slip.due)],
    ['Agência/Cód. Cedente', slip.agency],
    ['Nosso Número', slip.ourNumber],
    ['Nº do Documento', slip.documentNumber],
    ['Valor do Documento', amount(slip.value)],
    ['Sacado', slip.payer.name],
  ] as const;
  lines.forEach(([label, value], index) => {
    paper.text(mm(4), mm(12 + 9 * index), label, LABEL);
    paper.text(mm(4), mm(14.6 + 9 * index), value, { ...VALUE, size: 7 });
    paper.line(mm(4), mm(19 + 9 * index), mm(45), mm(19 + 9 * index), { line: 0.3 });
  });
}

function drawSlip(paper: Paper, slip: Slip): void {
  paper.text(mm(52), mm(3.6), slip.bank.name, '11 open-sans-bold');
  paper.text(mm(86), mm(4), `| ${slip.bank.code}-${slip.bank.check} |`, '11 open-sans-bold');
  paper.text(mm(206), mm(4.4), asTyped(slip.line), '8.6 open-sans-bold right');
  const put = (x: number, y: number, width: number, label: string, value: string) => {
    paper.frame(mm(x), mm(y), mm(width), mm(8), { line: 0.35, colour: '#666666' });
    paper.text(mm(x + 0.8), mm(y + 0.5), label, LABEL);
    paper.text(mm(x + 0.8), mm(y + 3.4), value, VALUE);
  };
  put(52, 11, 112, 'Local de Pagamento', 'PAGÁVEL EM QUALQUER AGÊNCIA BANCÁRIA');
  put(164, 11, 42, 'Vencimento', printed(slip.due));
  put(52, 19, 80, 'Cedente', slip.payee.name);
  put(132, 19, 32, 'CNPJ', asCnpj(slip.payee.cnpj));
  put(164, 19, 42, 'Agência/Código Cedente', slip.agency);
  put(52, 27, 28, 'Data do Documento', printed(slip.issued));
  put(80, 27, 30, 'Número do Documento', slip.documentNumber);
  put(110, 27, 24, 'Espécie Doc.', 'DS');
  put(134, 27, 30, 'Data Processamento', printed(slip.issued));
  put(164, 27, 42, 'Nosso Número', slip.ourNumber);
  put(52, 35, 28, 'Carteira', '17');
  put(80, 35, 30, 'Moeda', 'R$');
  put(110, 35, 54, 'Quantidade', '');
  put(164, 35, 42, '(=) Valor do Documento', amount(slip.value));
  put(52, 43, 112, 'Instruções', 'NÃO RECEBER APÓS 30 DIAS DO VENCIMENTO');
  put(164, 43, 42, '(-) Desconto', '');
  put(52, 51, 112, '', '');
  put(164, 51, 42, '(+) Mora/Multa', '');
  const { payerAddress: address } = slip;
  paper.text(mm(52.8), mm(61), 'Sacado', LABEL);
  paper.text(mm(64), mm(60.6), slip.payer.name, VALUE);
  paper.text(mm(150), mm(61), 'CPF', LABEL);
  paper.text(mm(158), mm(60.6), asCpf(slip.payer.cpf), VALUE);
  paper.text(
    mm(64),
    mm(65),
    `${address.street}, ${address.number} ${address.suburb} ${address.city.name} ${address.city.state}`,
    '7 open-sans',
  );
  paper.text(mm(206), mm(70), 'Autenticação Mecânica / FICHA DE COMPENSAÇÃO', '5 open-sans right');
}
