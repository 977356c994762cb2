import type { Random } from './random.ts';
import { madePerson, type Person } from './people.ts';

export type Movement = {
  day: string;
  text: string;
  document: string;
  debit: number | null;
  credit: number | null;
  balance: number;
};

export type Account = {
  holder: Person;
  agency: string;
  number: string;
  month: string;
  opening: number;
  movements: Movement[];
  closing: number;
};

const DEBITS = [
  'Pagamento de boleto',
  'Compra no débito - mercado',
  'Tarifa de manutenção',
  'Saque no caixa eletrônico',
  'Pix enviado',
  'Conta de energia',
  'Seguro residencial',
];
const CREDITS = ['Pix recebido', 'Depósito em dinheiro', 'Salário', 'Rendimento da poupança', 'Estorno de compra'];

export function madeAccount(random: Random, rows = random.whole(6, 12)): Account {
  const [month, year] = [String(random.whole(1, 12)).padStart(2, '0'), random.whole(2023, 2025)];
  const opening = random.whole(50_000, 900_000) / 100;
  const days = Array.from({ length: rows }, () => random.whole(1, 28)).toSorted((a, b) => a - b);
  let balance = opening;
  const movements = days.map((day): Movement => {
    const isDebit = random.chance(0.6);
    const value = random.whole(500, 120_000) / 100;
    balance = Math.round((balance + (isDebit ? -value : value)) * 100) / 100;
    const text = random.pick(isDebit ? DEBITS : CREDITS);
    return {
      day: `${year}-${month}-${String(day).padStart(2, '0')}`,
      text,
      document: random.digits(6),
      debit: isDebit ? value : null,
      credit: isDebit ? null : value,
      balance,
    };
  });
  return {
    holder: madePerson(random),
    agency: `${random.digits(4)}-${random.digits(1)}`,
    number: `${random.digits(6)}-${random.digits(1)}`,
    month: `${year}-${month}`,
    opening,
    movements,
    closing: balance,
  };
}
