import { A4, fact, factFields } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { beside, columnsOf, grid, labelling } from '../../drawing/forms.ts';
import { generateAccount, type Movement } from '../../synthetic/banking.ts';
import { printed } from '../../synthetic/dates.ts';
import { amount, asCpf } from '../../synthetic/numbers.ts';

const STYLE = labelling('9 arial-bold', '9 arial');

/** A bank statement with debits and credits in columns of their own, blank where there is none. */
export const statementColumns: Layout = {
  id: 'statement-columns',
  type: 'statement',
  size: A4,
  draw(paper, random) {
    const account = generateAccount(random);
    paper.addPage(A4);
    paper.text(50, 45, 'Banco Exemplo S.A.', '15 arial-bold #14406b');
    paper.text(50, 72, 'EXTRATO DE CONTA CORRENTE', '12 arial-bold');
    const { holder, opening, closing } = account;
    const lines = [
      fact('Titular', holder.name),
      fact('CPF', asCpf(holder.cpf), holder.cpf),
      fact('Agência', account.agency),
      fact('Conta', account.number),
      fact('Saldo anterior', `R$ ${amount(opening)}`, opening.toFixed(2)),
    ];
    lines.forEach(({ label, shown }, index) => beside(paper, 50, 98 + 15 * index, `${label}:`, shown, STYLE));
    const columns = columnsOf('Data 65 | Histórico 190 | Documento 65 | Débito 75 > | Crédito 75 >');
    const y = grid(paper, 50, 192, columns, account.movements.map(cellsOf), {
      head: STYLE.label,
      cell: STYLE.value,
      row: 17,
    });
    beside(paper, 50, y + 14, 'Saldo final:', `R$ ${amount(closing)}`, STYLE);
    return {
      fields: factFields([...lines, fact('Saldo final', '', closing.toFixed(2))]),
      tables: [{ rows: account.movements.map(rowOf) }],
    };
  },
};

const cellsOf = ({ day, text, document, debit, credit }: Movement): (string | null)[] => [
  printed(day),
  text,
  document,
  debit === null ? null : amount(debit),
  credit === null ? null : amount(credit),
];

const rowOf = ({ day, text, document, debit, credit }: Movement): Record<string, string | null> => ({
  data: day,
  historico: text,
  documento: document,
  debito: debit?.toFixed(2) ?? null,
  credito: credit?.toFixed(2) ?? null,
});
