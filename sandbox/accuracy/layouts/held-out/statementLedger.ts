import { A4, fact, factFields } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { columnsOf, grid, stacked, labelling } from '../../drawing/forms.ts';
import { generateAccount, type Movement } from '../../synthetic/banking.ts';
import { printed } from '../../synthetic/dates.ts';
import { amount } from '../../synthetic/numbers.ts';

const STYLE = labelling('7 roboto #777777', '10 roboto-medium', 10);
const PLACES = [40, 250, 330, 440];

/**
 * A bank statement of an application: grey labels above facts in a row, striped table with signed amounts and running
 * balance.
 */
export const statementLedger: Layout = {
  id: 'unseen-statement-ledger',
  type: 'statement',
  size: A4,
  draw(paper, random) {
    const account = generateAccount(random, random.whole(10, 18));
    paper.addPage(A4);
    paper.fill(0, 0, A4.width, 62, '#00695c');
    paper.text(40, 18, 'conta modelo', '20 roboto-bold #ffffff');
    paper.text(555, 24, 'Extrato mensal', '14 roboto right #ffffff');
    const { holder, opening } = account;
    const facts = [
      fact('Cliente', holder.name),
      fact('Agência', account.agency),
      fact('Conta corrente', account.number),
      fact('Saldo inicial', `R$ ${amount(opening)}`, opening.toFixed(2)),
    ];
    facts.forEach(({ label, shown }, at) => stacked(paper, PLACES[at] as number, 78, label, shown, STYLE));
    for (let stripe = 0; stripe < account.movements.length; stripe += 2)
      paper.fill(40, 136 + 20 * stripe, 515, 20, '#eef5f4');
    const columns = columnsOf('Data 70 | Descrição 190 | Nº documento 75 | Valor (R$) 90 > | Saldo (R$) 90 >');
    grid(paper, 40, 116, columns, account.movements.map(cellsOf), {
      head: '8 roboto-bold',
      cell: '8.6 roboto',
      row: 20,
    });
    return {
      fields: factFields(facts),
      tables: [{ rows: account.movements.map(rowOf) }],
    };
  },
};

const signed = ({ debit, credit }: Movement): number => credit ?? -(debit ?? 0);
const withSign = (value: number): string => (value < 0 ? `-${amount(-value)}` : amount(value));

const cellsOf = (movement: Movement): string[] => [
  printed(movement.day),
  movement.text,
  movement.document,
  withSign(signed(movement)),
  withSign(movement.balance),
];

const rowOf = (movement: Movement): Record<string, string> => ({
  data: movement.day,
  descricao: movement.text,
  no_documento: movement.document,
  valor_r: signed(movement).toFixed(2),
  saldo_r: movement.balance.toFixed(2),
});
