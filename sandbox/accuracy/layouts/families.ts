import { drawBarcode } from '../drawing/barcodes.ts';
import { A4, type DocumentType, type TrueField } from '../groundTruth.ts';
import { generateAccount, generateSlip, slipInPrint, slipTruth } from '../synthetic/banking.ts';
import { cardFields, generateCard, grouped } from '../synthetic/cards.ts';
import { generateSociety } from '../synthetic/companies.ts';
import { driverInPrint, generateDriver, licenceFields } from '../synthetic/drivers.ts';
import {
  billInPrint,
  generateGoodsInvoice,
  generateServiceBill,
  goodsInPrint,
  goodsTruth,
} from '../synthetic/invoices.ts';
import { generateTraveller } from '../synthetic/passports.ts';
import { generatePerson, personInPrint } from '../synthetic/people.ts';
import { generateProperty } from '../synthetic/properties.ts';
import type { Random } from '../synthetic/random.ts';
import { family, type MadeUp } from './design.ts';
import type { Layout } from './layout.ts';

export const licence = family('cnh', (random) => {
  const driver = generateDriver(random);
  return { driver, shown: driverInPrint(driver), truth: { fields: licenceFields(driver) } };
});

function personShown(random: Random) {
  const person = generatePerson(random);
  return { person, shown: personInPrint(person) };
}

/** Older identity cards, and those since 2022. */
export const oldIdentityCard = family('rg', personShown);
export const identityCard = family('cin', personShown);

function travellerShown(random: Random) {
  const traveller = generateTraveller(random);
  return { traveller, ...traveller, shown: personInPrint(traveller.person) };
}

export const passport = family('passport', travellerShown);
/** A card with a machine-readable zone. */
export const zoneCard = family('td1', travellerShown);

export const paymentCard = family('card', (random) => {
  const card = generateCard(random);
  const until = `${card.month}/${card.year.slice(2)}`;
  const truth = { fields: cardFields(card) };
  return { card, ...card, network: card.network.shown, until, groups: grouped(card.number).split(' '), truth };
});

export const codePage = family('vio', () => ({}));

/** Documents on sheets, whose measures are points. */
const sheets = <Content extends MadeUp>(type: DocumentType, make: (random: Random) => Content | Promise<Content>) =>
  family(type, make, 1);

export const bankSlip = sheets('boleto', async (random) => {
  const slip = generateSlip(random);
  return { bars: await drawBarcode(slip.bars, 'ITF'), shown: slipInPrint(slip), truth: slipTruth(slip) };
});

export const goodsInvoice = sheets('danfe', async (random) => {
  const invoice = generateGoodsInvoice(random);
  const bars = await drawBarcode(invoice.key, 'Code128');
  return { invoice, bars, shown: goodsInPrint(invoice), truth: goodsTruth(invoice) };
});

export const letter = sheets('letter', () => ({}));
export const statement = sheets('statement', (random) => ({ account: generateAccount(random) }));
export const longStatement = sheets('statement', (random) => {
  return { account: generateAccount(random, random.whole(10, 18)) };
});
export const articlesOfAssociation = sheets('contract', (random) => ({ society: generateSociety(random) }));
export const propertyRegistry = sheets('registry', (random) => ({ property: generateProperty(random) }));

function billShown(random: Random, rows?: number) {
  const bill = generateServiceBill(random, rows);
  return { bill, shown: billInPrint(bill) };
}

export const serviceInvoice = sheets('nfse', (random) => billShown(random));
export const serviceInvoiceOfOneLine = sheets('nfse', (random) => billShown(random, 1));

/** A file of several documents; fields are judged whose names say which document is meant. */
export const mixedFile = (id: string, layouts: Layout[], judged: string[]): Layout => ({
  id,
  type: 'mixed',
  size: A4,
  degradations: ['pdf', 'scan300', 'scan150'],
  async draw(paper, random) {
    const fields: TrueField[] = [];
    const parts: { pages: number[] }[] = [];
    for (const layout of layouts) {
      const before = paper.page;
      const truth = await layout.draw(paper, random);
      fields.push(...truth.fields.filter(({ name }) => judged.includes(name)));
      parts.push({ pages: Array.from({ length: paper.page - before }, (_, index) => before + index + 1) });
    }
    return { fields, parts };
  },
});
