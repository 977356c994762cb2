import { type Truth, fieldList } from '../groundTruth.ts';
import { addressInPrint, generateAddress } from './addresses.ts';
import { generateCompany } from './companies.ts';
import { type Day, dayBetween, printed, two } from './dates.ts';
import { amount, asCnpj, asCpf, restFromRight, withLuhn } from './numbers.ts';
import { generatePerson } from './people.ts';
import type { Random } from './random.ts';
import { textList } from '../../reader/src/text/pattern.ts';

/** Codes and names of banks as printed on bank slips. */
const BANKS = textList(`
  001-9 Banco do Brasil | 237-2 Bradesco | 341-7 Itaú | 033-7 Santander | 104-0 Caixa | 756-0 Sicoob
`).map((bank) => ({ code: bank.slice(0, 3), check: bank.slice(4, 5), name: bank.slice(6) }));

/** A bank slip (boleto). */
type Slip = ReturnType<typeof generateSlip>;

export function generateSlip(random: Random) {
  const bank = random.pick(BANKS);
  const due = dayBetween(random, 2023, 2026);
  const value = random.whole(3_000, 400_000) / 100;
  const bars = barsOf(bank.code, due, value, random.digits(25));
  return {
    bank,
    bars,
    line: lineOf(bars),
    value,
    due,
    issued: `${due.slice(0, 8)}01`,
    payee: generateCompany(random),
    payeeAddress: generateAddress(random),
    payer: generatePerson(random),
    payerAddress: generateAddress(random),
    ourNumber: `${random.digits(3)}/${random.digits(8)}-${random.digits(1)}`,
    documentNumber: random.digits(7),
    agency: `${random.digits(4)}/${random.digits(5)}-${random.digits(1)}`,
  };
}

const DAY = 86_400_000;

/** Days since 7 October 1997; after 9999 the count restarts at 1000. */
function factorOf(due: Day): string {
  const days = Math.round((Date.parse(due) - Date.parse('1997-10-07')) / DAY);
  return String(days > 9999 ? days - 9000 : days).padStart(4, '0');
}

function barsOf(bank: string, due: Day, value: number, free: string): string {
  const rest = factorOf(due) + String(Math.round(value * 100)).padStart(10, '0') + free;
  const check = 11 - restFromRight(`${bank}9${rest}`);
  return `${bank}9${check > 9 ? 1 : check}${rest}`;
}

/** The digitable line: the digits of the bar code in another order, in blocks with a check digit each. */
function lineOf(bars: string): string {
  const blocks = [bars.slice(0, 4) + bars.slice(19, 24), bars.slice(24, 34), bars.slice(34, 44)];
  return `${blocks.map(withLuhn).join('')}${bars[4]}${bars.slice(5, 19)}`;
}

const asTyped = (line: string): string =>
  line.replace(/(.{5})(.{5})(.{5})(.{6})(.{5})(.{6})(.)(.{14})/, '$1.$2 $3.$4 $5.$6 $7 $8');

/** What is printed of a bank slip. */
export const slipInPrint = ({ payeeAddress, payerAddress, ...slip }: Slip) => ({
  ...slip,
  bank: slip.bank.name,
  bankNumber: `${slip.bank.code}-${slip.bank.check}`,
  line: asTyped(slip.line),
  value: amount(slip.value),
  due: printed(slip.due),
  issued: printed(slip.issued),
  payee: slip.payee.name,
  payeeNumber: asCnpj(slip.payee.cnpj),
  from: addressInPrint(payeeAddress),
  payer: slip.payer.name,
  payerNumber: asCpf(slip.payer.cpf),
  to: addressInPrint(payerAddress),
});

export const slipTruth = (slip: Slip): Truth => {
  const { code, check, name } = slip.bank;
  const fields = fieldList`
    free linha_digitavel ${slip.line} | codigo_barras ${slip.bars} | valor ${slip.value.toFixed(2)} |
    data_vencimento ${slip.due} | beneficiario ${slip.payee.name} | pagador ${slip.payer.name} |
    cpf_cnpj_beneficiario ${slip.payee.cnpj} | cpf_cnpj_pagador ${slip.payer.cpf} |
    free nosso_numero ${slip.ourNumber} | free numero_documento ${slip.documentNumber} |
    plain banco ${code} or ${code}-${check} or ${name} or ${code}${check}
  `;
  return { fields, codes: [{ format: 'ITF', value: slip.bars }] };
};

type Movement = Account['movements'][number];

/** What is added to the balance, and an amount with its sign, as it is printed and as the service returns it. */
export const valueOf = ({ debit, credit }: Pick<Movement, 'debit' | 'credit'>): number => credit ?? -(debit ?? 0);
export const signed = (value: number): [shown: string, value: string] => [
  value < 0 ? `-${amount(-value)}` : amount(value),
  value.toFixed(2),
];

const DEBITS = textList(`
  Pagamento de boleto | Compra no débito - mercado | Tarifa de manutenção | Saque no caixa eletrônico | Pix enviado |
  Conta de energia | Seguro residencial
`);
const CREDITS = ['Pix recebido', 'Depósito em dinheiro', 'Salário', 'Rendimento da poupança', 'Estorno de compra'];

export type Account = ReturnType<typeof generateAccount>;

export function generateAccount(random: Random, rows = random.whole(6, 12)) {
  const [month, year] = [two(random.whole(1, 12)), random.whole(2023, 2025)];
  const opening = random.whole(50_000, 900_000) / 100;
  const days = Array.from({ length: rows }, () => random.whole(1, 28)).toSorted((a, b) => a - b);
  let balance = opening;
  const movements = days.map((day) => {
    const isDebit = random.chance(0.6);
    const value = random.whole(500, 120_000) / 100;
    balance = Math.round((balance + (isDebit ? -value : value)) * 100) / 100;
    const text = random.pick(isDebit ? DEBITS : CREDITS);
    return {
      day: `${year}-${month}-${two(day)}`,
      text,
      document: random.digits(6),
      debit: isDebit ? value : null,
      credit: isDebit ? null : value,
      balance,
    };
  });
  return {
    holder: generatePerson(random),
    agency: `${random.digits(4)}-${random.digits(1)}`,
    number: `${random.digits(6)}-${random.digits(1)}`,
    month: `${year}-${month}`,
    opening,
    movements,
    closing: balance,
  };
}
