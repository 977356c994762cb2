import { A4, fact, factFields, type Fact } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import type { Paper } from '../../drawing/paper.ts';
import { generateAddress } from '../../synthetic/addresses.ts';
import { generateCompany } from '../../synthetic/companies.ts';
import { dayBetween, inWords, printed } from '../../synthetic/dates.ts';
import { amount, asCpf } from '../../synthetic/numbers.ts';
import { generatePerson } from '../../synthetic/people.ts';
import type { Random } from '../../synthetic/random.ts';

const TEXT = { size: 10, font: 'times' } as const;
const [LEFT, RIGHT, SECOND] = [60, 535, 310];
const NOTHING = '_______________';

/**
 * A letter with two columns of labels with colons, blanks to fill in among them, and sums at the end of dotted lines.
 */
export const letterLeaders: Layout = {
  id: 'letter-leaders',
  type: 'letter',
  size: A4,
  draw(paper, random) {
    const day = dayBetween(random, 2023, 2025);
    const [left, right, sums] = [personOf(random), requestOf(random, day), sumsOf(random)];
    paper.addPage(A4);
    paper.text(A4.width / 2, 48, generateCompany(random).name, '14 times-bold centre');
    paper.text(RIGHT, 84, `${generateAddress(random).city.name}, ${inWords(day)}`, { ...TEXT, align: 'right' });
    let y =
      paper.paragraph(
        LEFT,
        116,
        475,
        'Ilma. senhora, em resposta ao pedido recebido informamos os dados do contrato e os valores ' +
          'apurados até a presente data, já com os descontos previstos.',
        { ...TEXT, leading: 1.35 },
      ) + 14;
    left.forEach(({ label, shown }, index) => paper.text(LEFT, y + 18 * index, `${label}: ${shown}`, TEXT));
    right.forEach(({ label, shown }, index) => paper.text(SECOND, y + 18 * index, `${label}: ${shown}`, TEXT));
    y += 18 * left.length + 14;
    for (const line of sums) y = drawSum(paper, y, line);
    paper.paragraph(LEFT, y + 14, 475, 'Sem mais para o momento, renovamos os nossos votos de estima e consideração.', {
      ...TEXT,
      leading: 1.35,
    });
    return { fields: factFields([...left, ...right, ...sums]) };
  },
};

function drawSum(paper: Paper, y: number, { label, shown }: Fact): number {
  const dot = paper.measure('.', TEXT);
  const room = RIGHT - LEFT - paper.measure(`${label}  ${shown}`, TEXT) - 4;
  paper.text(LEFT, y, `${label} ${'.'.repeat(Math.floor(room / dot))}`, TEXT);
  paper.text(RIGHT, y, shown, { ...TEXT, align: 'right' });
  return y + 17;
}

/** A blank to fill in where there is no value. */
const line = (label: string, shown: string | null, value = shown) => fact(label, shown ?? NOTHING, value);

function personOf(random: Random): Fact[] {
  const person = generatePerson(random);
  return [
    line('Contratante', person.name.split(' ').slice(0, 3).join(' ')),
    line('CPF', asCpf(person.cpf), person.cpf),
    line('Profissão', null),
    line('Nascimento', printed(person.born), person.born),
    line('Telefone', random.chance(0.5) ? `(21) 9${random.digits(4)}-${random.digits(4)}` : null),
  ];
}

function requestOf(random: Random, day: string): Fact[] {
  return [
    line('Contrato', `${random.digits(3)}.${random.digits(3)}`),
    line('Plano', random.pick(['Família', 'Individual', 'Empresarial'])),
    line('Data do pedido', printed(day), day),
    line('Vendedor', null),
    line('Parcelas', String(random.whole(2, 24))),
  ];
}

function sumsOf(random: Random): Fact[] {
  const [principal, interest, discount] = [
    random.whole(50_000, 900_000),
    random.whole(1_000, 40_000),
    random.whole(1_000, 30_000),
  ];
  const sum = (label: string, cents: number): Fact =>
    line(label, `R$ ${amount(cents / 100)}`, (cents / 100).toFixed(2));
  return [
    sum('Valor principal', principal),
    sum('Juros de mora', interest),
    sum('Desconto concedido', discount),
    sum('Valor a pagar', principal + interest - discount),
  ];
}
