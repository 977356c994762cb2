import { Paper, type Print } from '../drawing/paper.ts';
import { fieldList, mm } from '../groundTruth.ts';
import { dayBetween, dayIn, monthAfter, two, type Day } from '../synthetic/dates.ts';
import { amountIn } from '../synthetic/numbers.ts';
import { randomFrom, type Random } from '../synthetic/random.ts';
import { COUNTRIES, type Country } from './countries.ts';
import { DESIGNS, type Design } from './designs.ts';

/** A line of print: what stands behind a tabulator ends at the right edge, what stands between two is in the middle. */
type Line = { text: string; size: number };

const MARGIN = mm(4);
const LEADING = 1.35;
/** In millimetres; wider paper says what it is. */
const WIDEST_ROLL = 112;
const TITLES = ['Receipt', 'RECIBO', 'Quittung', 'Reçu', 'Ricevuta', 'Kvitto'];

/** A receipt in one of the designs, from a country by chance. The same seed prints the same one. */
export async function printReceipt(design: Design, seed: string) {
  const random = randomFrom(`receipt ${DESIGNS.indexOf(design)} ${seed}`);
  const country = COUNTRIES[random.pick(Object.keys(COUNTRIES))] as Country;
  const { lines, date, total } = purchase(country, design, random);
  const height = lines.reduce((sum, { size }) => sum + size * LEADING, 2 * MARGIN + mm(6));
  const size = { width: mm(design.width), height: Math.max(height, mm(70)) };
  const paper = new Paper();
  paper.addPage(size);
  let y = MARGIN;
  for (const line of lines) y = draw(paper, line, y, design.font, size.width);
  const fields = fieldList`date ${date} | total ${(total / 100).toFixed(2)}`;
  return { pdf: await paper.finish(), size, fields };
}

function draw(paper: Paper, { text, size }: Line, y: number, font: string, width: number): number {
  const [left = '', right = '', end] = text.split('\t');
  const natural = paper.measure(end === undefined ? `${left}  ${right}` : right, { font, size });
  const print: Print = { font, size: Math.min(size, (size * (width - 2 * MARGIN)) / natural) };
  if (left) paper.text(MARGIN, y, left, print);
  if (end !== undefined) paper.text(width / 2, y, right, { ...print, align: 'centre' });
  else if (right) paper.text(width - MARGIN, y, right, { ...print, align: 'right' });
  return y + size * LEADING;
}

/** What was bought, in lines, with its date and total. */
function purchase(country: Country, design: Design, random: Random) {
  const lines: Line[] = [];
  const date = dayBetween(random, 2016, 2026);
  const say = (text: string, size = design.size) => lines.push({ text, size });
  const centred = (text: string) => say(`\t${text}\t`);
  const inHead = design.head === 'centre' ? centred : say;
  inHead(random.pick(country.shops));
  inHead(random.pick(country.places));
  if (random.chance(0.6)) inHead(`Tel ${random.digits(3)} ${random.digits(3)} ${random.digits(4)}`);
  inHead(random.pick(country.heads));
  if (design.width > WIDEST_ROLL) inHead(random.pick(TITLES));
  if (design.date !== 'below') printDate();
  if (random.chance(0.5)) say(`${random.pick(country.numbered)} ${random.digits(random.whole(3, 8))}`);
  printRule();
  const { sum, count } = printItems();
  printRule();
  const total = printSums(sum, count);
  printRule();
  if (design.date === 'below') printDate();
  printFeet();
  return { lines, date, total };

  function printRule(): void {
    const length = Math.floor(mm(design.width - 10) / (design.size * 0.62));
    if (design.rule) centred(design.rule.repeat(length));
  }

  function printDate(): void {
    const day = dayIn(datePattern(date), date, country.months);
    const time = printedTime(random.pick(country.times), random);
    const label = () => random.pick(country.dated);
    const timed = () => [`${day} ${time}`, `${day}\t${time}`, `\t${day}  ${time}\t`];
    const ways: Record<Design['date'], () => string[]> = {
      bare: () => [day, `\t${day}`, `\t${day}\t`],
      labelled: () => [`${label()}\t${day}`, `${label()} ${day}`, `${label()} ${day} ${time}`],
      amongNumbers: () => [
        `${random.digits(4)} ${day} ${time} ${random.digits(2)}`,
        `#${random.digits(6)}\t${day} ${time}`,
        `${time} ${day}\t${random.digits(5)}`,
      ],
      timed,
      below: timed,
    };
    say(random.pick(ways[design.date]()));
  }

  /** A pattern that says which number is the day, where the sign of the currency does not. */
  function datePattern(day: Day): string {
    const { dates, currency } = country;
    const fit = dates.filter((pattern) => currency !== '$' || Number(day.slice(8)) > 12 || pattern.includes('MMM'));
    return random.pick(fit.length > 0 ? fit : dates);
  }

  function printItems(): { sum: number; count: number } {
    const goods = country.goods.filter(() => random.chance(0.55));
    const bought = goods.length > 0 ? goods : [country.goods[0] as string];
    let [sum, count] = [0, 0];
    if (design.items === 'columns') say(`Qty\t${country.currency}`);
    for (const name of bought) {
      const quantity = random.chance(0.75) ? 1 : random.whole(2, 4);
      const price = random.whole(35, random.pick([900, 6_000]));
      sum += quantity * price;
      count += quantity;
      printItem(name, quantity, price);
      if (design.items === 'reduced' && random.chance(0.3)) {
        const less = random.whole(5, quantity * price);
        sum -= less;
        say(`${random.pick(country.discount)}\t${money(-less, false)}`);
      }
    }
    return { sum, count };
  }

  function printItem(name: string, quantity: number, price: number): void {
    const amount = money(quantity * price, design.currency === 'all');
    const each = money(price, false);
    const how = design.items;
    const weight = `${amountIn(quantity / 10, country.amounts)}0`;
    if (how === 'priceBelow' && quantity > 1) {
      say(name);
      say(`  ${quantity} x ${each}\t${amount}`);
    } else if (how === 'weighed' && quantity > 1) {
      // The amount of so many hundred grams.
      say(`${weight} kg x ${money(price * 10, false)}/kg`);
      say(`${name}\t${amount}`);
    } else if (how === 'apart') {
      say(name);
      say(`\t${amount}`);
    } else if (how === 'quantityBefore') say(`${quantity} ${name}\t${amount}`);
    else if (how === 'columns') say(`${quantity}  ${name}  ${each}\t${amount}`);
    else if (how === 'letterBehind') say(`${name}\t${amount} ${random.pick(['A', 'B', '*'])}`);
    else say(`${name}${quantity > 1 ? ` ${quantity}x${each}` : ''}\t${amount}`);
  }

  /** Prints the sums and returns the total. */
  function printSums(sum: number, count: number): number {
    const has = (part: Design['sums'][number]) => design.sums.includes(part);
    const discount = has('discount') && random.chance(0.6) ? random.whole(5, Math.max(6, Math.floor(sum / 4))) : 0;
    const isAdded = country.taxIsAdded && has('tax') && design.sums.indexOf('tax') < design.sums.indexOf('total');
    const net = sum - discount;
    const tax = Math.round(isAdded ? net * country.taxShare : (net * country.taxShare) / (1 + country.taxShare));
    const tip = has('tip') ? random.whole(50, 900) : 0;
    const total = (isAdded ? net + tax : net) + tip;
    const pair = (label: string, cents: number) => say(`${label}\t${money(cents, design.currency === 'all')}`);
    const print = {
      subtotal: () => pair(random.pick(country.subtotal), sum),
      discount: () => {
        if (discount > 0) pair(random.pick(country.discount), -discount);
      },
      tax: () => pair(random.pick(country.tax), tax),
      total: () =>
        say(
          `${random.pick(country.total)}\t${money(total, design.currency !== 'none')}`,
          design.size * design.emphasis,
        ),
      tip: () => pair('Tip', tip),
      shared: () => {
        const part = random.whole(1, total - 1);
        pair(random.pick(country.cash), part);
        pair(random.pick(country.card), total - part);
      },
      payment: () => {
        if (random.chance(0.5)) return pair(random.pick(country.card), total);
        const note = random.pick([500, 1000, 2000, 5000]);
        const given = random.chance(0.15) ? total : Math.ceil(total / note) * note;
        pair(random.pick(country.cash), given);
        return pair(random.pick(country.change), given - total);
      },
      rates: () => {
        const [share, base] = [(country.taxShare * 100).toFixed(1), total - tax];
        const columns = [base - tip, tax, total - tip].map((cents) => money(cents, false));
        say(`%  ${country.net[0]}  ${random.pick(country.tax)}`);
        say(`${share}% ${columns.join('  ')}`);
      },
      count: () => say(`${random.pick(['Items', 'Art.', '#'])}\t${count}`),
    };
    for (const part of design.sums) print[part]();
    return total;
  }

  /** Thanks, and other numbers and dates that stand on receipts. */
  function printFeet(): void {
    for (const foot of country.feet.filter(() => random.chance(0.5))) centred(foot);
    if (random.chance(0.12)) {
      const later = monthAfter(date);
      centred(`> ${dayIn(datePattern(later), later, country.months)}`);
    }
    if (random.chance(0.12)) say(`+ bonus\t${money(random.whole(10, 20_000), true)}`);
    if (random.chance(0.4)) centred(random.digits(random.whole(12, 16)));
  }

  function money(cents: number, hasCurrency: boolean): string {
    const { currency, sign, amounts } = country;
    const number = amountIn(cents / 100, amounts);
    if (!hasCurrency) return number;
    if (sign === 'behind') return `${number} ${currency}`;
    return currency.length > 1 ? `${currency} ${number}` : currency + number;
  }
}

function printedTime(pattern: string, random: Random): string {
  const [hours, minutes, seconds] = [random.whole(7, 21), random.whole(10, 59), random.whole(10, 59)];
  if (pattern === '12h') return `${((hours + 11) % 12) + 1}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
  return pattern.replace('HH', two(hours)).replace('MM', String(minutes)).replace('SS', String(seconds));
}
