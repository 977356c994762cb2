import type { NamedField } from '../../reading.ts';
import { round } from '../present.ts';
import type { PageText } from '../kind.ts';
import { findCard } from './find.ts';

/** A check digit leaves this much of the doubt about the number. */
const DOUBT_LEFT = 0.2;
const SURE = 0.99;

export async function readPaymentCard(page: PageText): Promise<NamedField[]> {
  const { number, expiry } = (await findCard(page)) ?? { number: null, expiry: null };
  const checked = number && SURE * (1 - DOUBT_LEFT * (1 - number.confidence));
  const seen = expiry && SURE * expiry.confidence;
  return [
    field('number', number?.number, checked),
    field('network', number?.network, checked),
    field('expiry_month', expiry?.month, seen),
    field('expiry_year', expiry?.year, seen),
  ];
}

const field = (name: string, value: string | undefined, score: number | null): NamedField => ({
  name,
  stdName: name,
  value: value ?? null,
  score: value === undefined || score === null ? null : round(score),
});
