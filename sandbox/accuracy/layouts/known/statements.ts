import { factFields, factsOf, type GridCell } from '../../drawing/forms.ts';
import { A4 } from '../../groundTruth.ts';
import { signed, valueOf } from '../../synthetic/banking.ts';
import { printed } from '../../synthetic/dates.ts';
import { amount, asCpf } from '../../synthetic/numbers.ts';
import { statement } from '../families.ts';

/** A bank statement with debits and credits in columns of their own, blank where there is none. */
export const statementColumns = statement('statement-columns', A4, {
  style: '9 arial-bold / 9 arial',
  draw({ print, account: { holder, opening, closing, movements, ...account } }) {
    const facts = factsOf`
      Titular [${holder.name}] | CPF [${asCpf(holder.cpf)}] = ${holder.cpf} | Agência [${account.agency}] |
      Conta [${account.number}] | Saldo anterior [R$ ${amount(opening)}] = ${opening.toFixed(2)}
    `;
    const end = factsOf`Saldo final [R$ ${amount(closing)}] = ${closing.toFixed(2)}`;
    const cell = (value: number | null): GridCell => (value === null ? null : [amount(value), value.toFixed(2)]);
    const rows = movements.map(({ day, text, document, debit, credit }): GridCell[] => {
      return [[printed(day), day], text, document, cell(debit), cell(credit)];
    });
    void print`
      text 50 45 15 arial-bold #14406b: Banco Exemplo S.A.
      text 50 72 12 arial-bold: EXTRATO DE CONTA CORRENTE
      facts 50 98 15: ${facts}
      records 50 192 17 9 arial-bold / 9 arial: Data 65 | Histórico 190 | Documento 65 | Débito 75 > | Crédito 75 > = ${rows}
      facts 50 +14 15: ${end}
      truth: ${factFields([...facts, ...end])}
    `;
  },
});

/**
 * A statement with the bare day in a narrow first column, the same day not printed again, minus signs and marks of
 * debit and credit.
 */
export const statementSigns = statement('statement-signs', A4, {
  style: '7 lato #555555 / 9.5 lato / 9',
  draw({ print, account: { holder, opening, movements, ...account } }) {
    const rows = movements.map(({ day, text, document, balance, ...movement }, index): GridCell[] => {
      const isSame = day === movements[index - 1]?.day;
      const mark = movement.debit === null ? 'C' : 'D';
      return [isSame ? null : day.slice(8), text, document, signed(valueOf(movement)), mark, signed(balance)];
    });
    void print`
      text 50 44 16 lato-bold #7a1f1f: Banco Modelo
      text 545 48 12 lato right: Extrato mensal
      line 50 70 545 70
      50 80: Titular [${holder.name}] 185 | CPF [${asCpf(holder.cpf)}] 100 | Agência [${account.agency}] 60 |
        Conta [${account.number}] 75 | Saldo anterior [${amount(opening)}]
      records 50 118 16 all #bbbbbb 8 lato-bold / 8.5 lato: Dia 28 | Lançamento 195 | Documento 72 | Valor 78 > |
        D/C 32 > | Saldo 90 > = ${rows}
      truth: titular ${holder.name} | cpf ${holder.cpf} | agencia ${account.agency} | conta ${account.number} |
        saldo_anterior ${opening.toFixed(2)}
    `;
  },
});
