import { generateSlip, slipInPrint } from '../synthetic/banking.ts';
import { generateGoodsInvoice, goodsInPrint } from '../synthetic/invoices.ts';
import { generateCard, grouped } from '../synthetic/cards.ts';
import { driverInPrint, generateDriver } from '../synthetic/drivers.ts';
import { generateTraveller } from '../synthetic/passports.ts';
import { generatePerson, personInPrint } from '../synthetic/people.ts';
import type { Random } from '../synthetic/random.ts';
import { family } from './design.ts';

export const licence = family('cnh', (random) => {
  const driver = generateDriver(random);
  return { driver, shown: driverInPrint(driver) };
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
  return { card, ...card, network: card.network.shown, until, groups: grouped(card.number).split(' ') };
});

export const codePage = family('vio', () => ({}));

export const bankSlip = family(
  'boleto',
  (random) => {
    const slip = generateSlip(random);
    return { slip, shown: slipInPrint(slip) };
  },
  1,
);

export const goodsInvoice = family(
  'danfe',
  (random) => {
    const invoice = generateGoodsInvoice(random);
    return { invoice, shown: goodsInPrint(invoice) };
  },
  1,
);
