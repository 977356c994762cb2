import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { SwissQRBill } from 'swissqrbill/pdf';
import { A4, type Truth } from '../../groundTruth.ts';
import { identifier } from '../../../reader/src/text/naming.ts';
import type { PrintedLayout } from '../layout.ts';
import { generatePerson } from '../../synthetic/people.ts';
import type { Random } from '../../synthetic/random.ts';

const wordsOf = (bill: string, number: string, date: string, tax: string) => ({ bill, number, date, tax });
const LANGUAGES = {
  DE: wordsOf('Rechnung', 'Rechnungsnummer', 'Rechnungsdatum', 'MWST-Nummer'),
  FR: wordsOf('Facture', 'Numéro de facture', 'Date de facture', 'Numéro TVA'),
  EN: wordsOf('Invoice', 'Invoice number', 'Invoice date', 'VAT number'),
};

const COMPANIES = ['Muster Handels AG', 'Beispiel Werkstatt GmbH', 'Exemple Services SA', 'Probe Technik AG'];
const TOWNS = [
  { zip: 8000, city: 'Musterstadt' },
  { zip: 1200, city: 'Exempleville' },
  { zip: 3000, city: 'Beispielwil' },
];

/** An invoice with the payment part that `swissqrbill` prints. */
export const swissBill: PrintedLayout = {
  id: 'swissqrbill-invoice',
  type: 'invoice',
  size: A4,
  copies: { pdf: 4 },
  async print(random) {
    const language = random.pick(Object.keys(LANGUAGES) as Array<keyof typeof LANGUAGES>);
    const words = LANGUAGES[language];
    const bill = {
      company: random.pick(COMPANIES),
      iban: ibanOf(random),
      tax: taxNumberOf(random),
      number: `${random.whole(2023, 2026)}-${random.digits(4)}`,
      amount: random.whole(2_000, 900_000) / 100,
      day: random.whole(13, 28),
      month: random.whole(1, 12),
      year: random.whole(2023, 2026),
    };
    const two = (value: number) => String(value).padStart(2, '0');
    const pdf = new PDFDocument({ size: 'A4' });
    pdf.fontSize(18).text(words.bill, 70, 90);
    const rows = [
      [words.number, bill.number],
      [words.date, `${two(bill.day)}.${two(bill.month)}.${bill.year}`],
      [words.tax, bill.tax],
    ] as const;
    for (const [index, [label, value]] of rows.entries())
      pdf
        .fontSize(10)
        .text(`${label}:`, 70, 140 + 18 * index)
        .text(value, 220, 140 + 18 * index);
    const place = {
      ...random.pick(TOWNS),
      country: 'CH',
      address: 'Musterstrasse',
      buildingNumber: random.whole(1, 90),
    };
    const { name } = generatePerson(random);
    new SwissQRBill(
      {
        amount: bill.amount,
        currency: 'CHF',
        creditor: { ...place, name: bill.company, account: bill.iban },
        debtor: { ...place, ...random.pick(TOWNS), name },
      },
      { language },
    ).attachTo(pdf);
    pdf.end();
    const truth: Truth = {
      fields: [
        { name: 'iban', value: bill.iban },
        { name: 'vat_number', value: bill.tax.replace(/[^A-Z\d]|MWST/g, ''), accepted: [bill.tax] },
        { name: identifier(words.number), value: bill.number },
      ],
    };
    return { pdf: await buffer(pdf), truth };
  },
};

function ibanOf(random: Random): string {
  const account = `00${random.digits(15)}`;
  // C and H are 12 and 17.
  const check = 98n - (BigInt(`${account}121700`) % 97n);
  return `CH${String(check).padStart(2, '0')}${account}`;
}

/** A number of the Swiss register of companies: its last digit is a check digit, modulo 11. */
function taxNumberOf(random: Random): string {
  const digits = `${random.whole(1, 9)}${random.digits(7)}`;
  const weights = [5, 4, 3, 2, 7, 6, 5, 4];
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  const check = (11 - (sum % 11)) % 11;
  if (check === 10) return taxNumberOf(random);
  return `CHE-${`${digits}${check}`.replace(/(\d{3})(?=\d)/g, '$1.')} MWST`;
}
