import type { Random } from './random.ts';
import { madeAddress, type Address } from './addresses.ts';
import { madeCompany, type Company } from './companies.ts';
import { dayBetween, type Day } from './days.ts';
import { madePerson, type Person } from './people.ts';

export type ServiceLine = { text: string; quantity: number; price: number; rate: number };

export type ServiceBill = {
  number: string;
  issued: Day;
  time: string;
  verification: string;
  provider: Company;
  providerAddress: Address;
  customer: Person;
  customerAddress: Address;
  lines: ServiceLine[];
  total: number;
  base: number;
  tax: number;
  net: number;
};

const SERVICES = [
  'Manutenção de computadores',
  'Consultoria contábil mensal',
  'Projeto elétrico residencial',
  'Aulas particulares de inglês',
  'Revisão de textos técnicos',
  'Instalação de câmeras',
  'Desenvolvimento de página na internet',
  'Serviço de jardinagem',
  'Locação de equipamento',
  'Treinamento de equipe',
  'Impressão de material gráfico',
];

export function madeServiceBill(random: Random, rows = random.whole(1, 4)): ServiceBill {
  const rate = random.pick([2, 3, 5]);
  const texts = SERVICES.toSorted(() => random.next() - 0.5).slice(0, rows);
  const lines = texts.map((text) => ({
    text,
    quantity: random.whole(1, 12),
    price: random.whole(1500, 90_000) / 100,
    rate,
  }));
  const total = cents(lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0));
  const tax = cents((total * rate) / 100);
  return {
    number: String(random.whole(120, 98_000)),
    issued: dayBetween(random, 2021, 2025),
    time: `${String(random.whole(8, 19)).padStart(2, '0')}:${random.whole(10, 59)}:${random.whole(10, 59)}`,
    verification: letters(random, 8),
    provider: madeCompany(random),
    providerAddress: madeAddress(random),
    customer: madePerson(random),
    customerAddress: madeAddress(random),
    lines,
    total,
    base: total,
    tax,
    net: cents(total - tax),
  };
}

const cents = (value: number): number => Math.round(value * 100) / 100;

export const letters = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.pick([...'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'])).join('');
