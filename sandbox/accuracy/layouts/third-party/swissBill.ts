import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { SwissQRBill } from 'swissqrbill/pdf';
import { A4, fieldList } from '../../groundTruth.ts';
import { identifier } from '../../../reader/src/text/naming.ts';
import type { PrintedLayout } from '../layout.ts';
import { two } from '../../synthetic/dates.ts';
import { ibanOf, weighted } from '../../synthetic/numbers.ts';
import { generatePerson } from '../../synthetic/people.ts';
import type { Random } from '../../synthetic/random.ts';

/** The title, and the labels of number, date and tax number. */
const LANGUAGES = {
  DE: ['Rechnung', 'Rechnungsnummer', 'Rechnungsdatum', 'MWST-Nummer'],
  FR: ['Facture', 'Numéro de facture', 'Date de facture', 'Numéro TVA'],
  EN: ['Invoice', 'Invoice number', 'Invoice date', 'VAT number'],
} as const;

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
    const [title, ...labels] = LANGUAGES[language];
    const company = random.pick(COMPANIES);
    const iban = ibanOf('CH', `00${random.digits(15)}`);
    const tax = taxNumberOf(random);
    const number = `${random.whole(2023, 2026)}-${random.digits(4)}`;
    const amount = random.whole(2_000, 900_000) / 100;
    const day = `${two(random.whole(13, 28))}.${two(random.whole(1, 12))}.${random.whole(2023, 2026)}`;
    const pdf = new PDFDocument({ size: 'A4' });
    pdf.fontSize(18).text(title, 70, 90);
    for (const [index, value] of [number, day, tax].entries())
      pdf
        .fontSize(10)
        .text(`${labels[index]}:`, 70, 140 + 18 * index)
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
        amount,
        currency: 'CHF',
        creditor: { ...place, name: company, account: iban },
        debtor: { ...place, ...random.pick(TOWNS), name },
      },
      { language },
    ).attachTo(pdf);
    pdf.end();
    const fields = fieldList`iban ${iban} | vat_number ${tax.replace(/[^A-Z\d]|MWST/g, '')} or ${tax}`;
    fields.push({ name: identifier(labels[0]), value: number });
    return { pdf: await buffer(pdf), truth: { fields } };
  },
};

/** A number of the Swiss register of companies: its last digit is a check digit, modulo 11. */
function taxNumberOf(random: Random): string {
  const digits = `${random.whole(1, 9)}${random.digits(7)}`;
  const check = (11 - (weighted(digits, [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11;
  if (check === 10) return taxNumberOf(random);
  return `CHE-${`${digits}${check}`.replace(/(\d{3})(?=\d)/g, '$1.')} MWST`;
}
