import type { TrueField } from '../groundTruth.ts';
import { wordLists } from '../templates.ts';
import { two } from './dates.ts';
import { withLuhn } from './numbers.ts';
import { capitals, generatePerson } from './people.ts';
import { withoutAccents } from '../../reader/src/text/normalise.ts';
import { textList } from '../../reader/src/text/pattern.ts';
import type { Random } from './random.ts';

/** Number prefixes that networks and processors publish for tests. */
const NETWORKS = textList(`
  visa, VISA, 16, 411111 424242 401288, #1a2a6c #3d5aa8 |
  mastercard, mastercard, 16, 555555 222300 510510, #3a1c71 #aa3a38 |
  amex, AMERICAN EXPRESS, 15, 378282 371449, #2c7a7b #81b5b3 |
  elo, elo, 16, 636297 506699, #141414 #4a4a4a |
  hipercard, HIPERCARD, 16, 606282, #8b0f1c #c2333f |
  diners, Diners Club, 14, 305693 385200, #33475b #7f97ad |
  discover, DISCOVER, 16, 601111 601100, #a3511a #e19a4b |
  jcb, JCB, 16, 353011 356600, #0c4a2b #4c9a6d
`).map((row) => {
  const [name, shown, length, beginnings, colours] = row.split(', ') as [string, string, string, string, string];
  return {
    name,
    shown,
    length: Number(length),
    beginnings: beginnings.split(' '),
    colours: colours.split(' ') as [string, string],
  };
});

type PaymentCard = ReturnType<typeof generateCard>;

export function generateCard(random: Random) {
  const network = random.pick(NETWORKS);
  const beginning = random.pick(network.beginnings);
  return {
    network,
    number: withLuhn(beginning + random.digits(network.length - beginning.length - 1)),
    month: two(random.whole(1, 12)),
    year: String(random.whole(2026, 2033)),
    holder: capitals(withoutAccents(generatePerson(random).name)),
  };
}

const NAMES = wordLists<string>('amex = american-express | americanexpress; diners = diners-club | dinersclub');

export const cardFields = ({ network, number, month, year }: PaymentCard): TrueField[] => [
  { name: 'number', value: number },
  { name: 'network', value: network.name, agreement: 'free', accepted: NAMES[network.name] ?? [] },
  { name: 'expiry_month', value: month },
  { name: 'expiry_year', value: year },
];

/** A card number in the groups that its network prints. */
export function grouped(number: string): string {
  if (number.length === 15) return number.replace(/(\d{4})(\d{6})(\d{5})/, '$1 $2 $3');
  if (number.length === 14) return number.replace(/(\d{4})(\d{6})(\d{4})/, '$1 $2 $3');
  return number.replace(/(\d{4})(?=\d)/g, '$1 ');
}
