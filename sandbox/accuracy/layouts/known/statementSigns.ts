import { A4, fact, factFields } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { columnsOf, grid, stacked, labelling } from '../../drawing/forms.ts';
import { generateAccount, type Movement } from '../../synthetic/banking.ts';
import { amount, asCpf } from '../../synthetic/numbers.ts';

const HEAD = { size: 8, font: 'lato-bold' } as const;
const CELL = { size: 8.5, font: 'lato' } as const;
const BLOCK = labelling('7 lato #555555', '9.5 lato', 9);
const PLACES = [50, 235, 335, 395, 470];
const COLUMNS = columnsOf('Dia 28 | Lançamento 195 | Documento 72 | Valor 78 > | D/C 32 > | Saldo 90 >');

/**
 * A statement with the bare day in a narrow first column, the same day not printed again, minus signs and marks of
 * debit and credit.
 */
export const statementSigns: Layout = {
  id: 'statement-signs',
  type: 'statement',
  size: A4,
  draw(paper, random) {
    const account = generateAccount(random);
    paper.addPage(A4);
    paper.text(50, 44, 'Banco Modelo', '16 lato-bold #7a1f1f');
    paper.text(545, 48, 'Extrato mensal', '12 lato right');
    paper.line(50, 70, 545, 70);
    const { holder, opening } = account;
    const facts = [
      fact('Titular', holder.name),
      fact('CPF', asCpf(holder.cpf), holder.cpf),
      fact('Agência', account.agency),
      fact('Conta', account.number),
      fact('Saldo anterior', amount(opening), opening.toFixed(2)),
    ];
    facts.forEach(({ label, shown }, at) => stacked(paper, PLACES[at] as number, 80, label, shown, BLOCK));
    const rows = account.movements.map((movement, index) =>
      cellsOf(movement, movement.day === account.movements[index - 1]?.day),
    );
    grid(paper, 50, 118, COLUMNS, rows, { head: HEAD, cell: CELL, row: 16, ruled: 'all', frame: '#bbbbbb' });
    return {
      fields: factFields(facts),
      tables: [{ rows: rows.map((cells, index) => rowOf(cells, account.movements[index] as Movement)) }],
    };
  },
};

const signed = (value: number): string => (value < 0 ? `-${amount(-value)}` : amount(value));
const valueOf = ({ debit, credit }: Movement): number => (debit === null ? (credit ?? 0) : -debit);

const cellsOf = (movement: Movement, isSameDay: boolean): (string | null)[] => [
  isSameDay ? null : movement.day.slice(8),
  movement.text,
  movement.document,
  signed(valueOf(movement)),
  movement.debit === null ? 'C' : 'D',
  signed(movement.balance),
];

const rowOf = (
  [day, text, document, , mark]: (string | null)[],
  movement: Movement,
): Record<string, string | null> => ({
  dia: day ?? null,
  lancamento: text ?? null,
  documento: document ?? null,
  valor: valueOf(movement).toFixed(2),
  d_c: mark ?? null,
  saldo: movement.balance.toFixed(2),
});
