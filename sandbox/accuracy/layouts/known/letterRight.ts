import { A4, fact, factFields, type Fact } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { sign } from '../../drawing/biometrics.ts';
import { generateAddress } from '../../synthetic/addresses.ts';
import { generateCompany } from '../../synthetic/companies.ts';
import { dayBetween, inWords, printed } from '../../synthetic/dates.ts';
import { amount, asCnpj } from '../../synthetic/numbers.ts';
import { generatePerson } from '../../synthetic/people.ts';
import type { Random } from '../../synthetic/random.ts';

const LABEL = { size: 10, font: 'lato', colour: '#555555', align: 'right' } as const;
const VALUE = { size: 10, font: 'lato' } as const;
const [MIDDLE, PITCH, WIDTH] = [205, 20, 330];

/**
 * A letter whose labels end at one edge and whose values begin at the next, without colons; some have no value, some
 * have two lines.
 */
export const letterRight: Layout = {
  id: 'letter-right',
  type: 'letter',
  size: A4,
  draw(paper, random) {
    const company = generateCompany(random);
    const day = dayBetween(random, 2023, 2025);
    const lines = linesOf(random, day);
    paper.addPage(A4);
    paper.text(535, 44, company.name, '13 lato-bold right');
    paper.text(535, 62, `CNPJ ${asCnpj(company.cnpj)}`, '8 lato right');
    paper.text(60, 96, `${generateAddress(random).city.name}, ${inWords(day)}`, VALUE);
    paper.text(60, 124, 'Prezado senhor,', VALUE);
    let y =
      paper.paragraph(
        60,
        146,
        475,
        'confirmamos a abertura do chamado que consta abaixo. Guarde esta carta até o encerramento do atendimento.',
        { ...VALUE, leading: 1.4 },
      ) + 14;
    for (const { label, shown } of lines) {
      paper.text(MIDDLE - 8, y, label, LABEL);
      y = shown ? paper.paragraph(MIDDLE, y, WIDTH, shown, { ...VALUE, leading: 1.25 }) + PITCH - 12.5 : y + PITCH;
    }
    paper.text(60, y + 16, 'Atenciosamente,', VALUE);
    sign(paper, random, 62, y + 34, 120, 28);
    return { fields: factFields(lines) };
  },
};

function linesOf(random: Random, day: string): Fact[] {
  const person = generatePerson(random);
  const address = generateAddress(random);
  const fee = random.whole(1_500, 90_000) / 100;
  const place = `${address.street}, ${address.number}, ${address.suburb}, ${address.city.name}`;
  return [
    fact('Protocolo', `${random.digits(4)}-${random.digits(6)}`),
    fact('Titular', person.name),
    fact('Data de abertura', printed(day), day),
    fact('Previsão de conclusão', null),
    fact('Endereço do imóvel', place),
    fact('Categoria', random.pick(['Residencial', 'Comercial', 'Rural'])),
    fact('Observações', null),
    fact('Valor da taxa', `R$ ${amount(fee)}`, fee.toFixed(2)),
    fact('Forma de pagamento', random.pick(['Boleto bancário', 'Débito em conta', 'Cartão de crédito'])),
    fact('Responsável técnico', generatePerson(random).name),
    fact('Situação', random.pick(['Em análise', 'Aguardando vistoria', 'Agendado'])),
  ];
}
