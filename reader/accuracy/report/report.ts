import type { AddressVerdict } from '../addresses.ts';
import type { Judgement } from '../metrics/judge.ts';
import { details } from './details.ts';
import { floorTable } from './floor.ts';
import { percent, table } from './markdown.ts';
import { writeIntoReadme } from './readme.ts';
import { sharesOf } from './sums.ts';
import { fieldTable, otherTable } from './tables.ts';

export type Measured = {
  judgements: Judgement[];
  addresses: { known: AddressVerdict[]; unseen: AddressVerdict[] } | null;
  readyMs: number;
  minutes: number;
};

export async function report(
  measured: Measured,
  { details: withDetails, readme }: { details: boolean; readme: boolean },
): Promise<void> {
  const { judgements, addresses } = measured;
  if (withDetails) console.log([details(judgements), ...addressDetails(addresses), ''].join('\n'));
  const text = tables(measured);
  console.log(text);
  if (readme) await writeIntoReadme(text);
}

function tables({ judgements, addresses, readyMs, minutes }: Measured): string {
  const beside = {
    readyMs,
    addresses: addresses && { known: sharesOf(addresses.known), unseen: sharesOf(addresses.unseen) },
  };
  const blocks = [
    ...blocksOf(
      'Layouts that rules may be written with',
      judgements.filter(({ isKnown }) => isKnown),
    ),
    ...blocksOf(
      'Layouts nobody looked at',
      judgements.filter(({ isKnown }) => !isKnown),
    ),
    ...(beside.addresses ? [addressTable(beside.addresses)] : []),
    floorTable(judgements, beside),
    `${judgements.length} documents in ${minutes.toFixed(1)} minutes.`,
  ];
  return blocks.join('\n\n');
}

const blocksOf = (title: string, judgements: Judgement[]): string[] =>
  judgements.length === 0 ? [] : [`### ${title}`, fieldTable(judgements), otherTable(judgements)];

function addressTable(addresses: Record<'known' | 'unseen', ReturnType<typeof sharesOf>>): string {
  const row = (which: 'known' | 'unseen') => [
    which,
    ...(['exact', 'wrong', 'missing'] as const).map((share) => percent(addresses[which][share])),
    String(addresses[which].count),
  ];
  return table(['address components %', 'exact', 'wrong', 'missing', 'of'], [row('known'), row('unseen')]);
}

function addressDetails(addresses: Measured['addresses']): string[] {
  const all = addresses ? [...addresses.known, ...addresses.unseen] : [];
  return all
    .filter(({ outcome }) => outcome !== 'exact')
    .map(({ text, name, read, truth }) => `address ${JSON.stringify(text)}: ${name} "${read}", is "${truth}"`);
}
