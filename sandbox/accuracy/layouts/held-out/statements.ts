import type { GridCell } from '../../drawing/forms.ts';
import { A4 } from '../../groundTruth.ts';
import { signed, valueOf } from '../../synthetic/banking.ts';
import { printed } from '../../synthetic/dates.ts';
import { amount } from '../../synthetic/numbers.ts';
import { longStatement } from '../families.ts';

/**
 * A bank statement of an application: grey labels above facts in a row, striped table with signed amounts and running
 * balance.
 */
export const statementLedger = longStatement('unseen-statement-ledger', A4, {
  style: '7 roboto #777777 / 10 roboto-medium / 10',
  draw({ print, account: { holder, opening, movements, agency, number } }) {
    void print`
      fill 0 0 ${A4.width} 62 #00695c
      text 40 18 20 roboto-bold #ffffff: conta modelo
      text 555 24 14 roboto right #ffffff: Extrato mensal
      40 78: Cliente [${holder.name}] 210 | Agência [${agency}] 80 | Conta corrente [${number}] 110 |
        Saldo inicial [R$ ${amount(opening)}]
    `;
    for (let stripe = 0; stripe < movements.length; stripe += 2)
      void print`fill 40 ${136 + 20 * stripe} 515 20 #eef5f4`;
    const rows = movements.map(({ day, text, document, balance, ...movement }): GridCell[] => {
      return [[printed(day), day], text, document, signed(valueOf(movement)), signed(balance)];
    });
    void print`
      records 40 116 20 8 roboto-bold / 8.6 roboto: Data 70 | Descrição 190 | Nº documento 75 | Valor (R$) 90 > |
        Saldo (R$) 90 > = ${rows}
      truth: cliente ${holder.name} | agencia ${agency} | conta_corrente ${number} | saldo_inicial ${opening.toFixed(2)}
    `;
  },
});
