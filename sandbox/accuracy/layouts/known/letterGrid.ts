import { A4, type TrueField } from '../../groundTruth.ts';
import { identifier } from '../../../reader/src/text/naming.ts';
import type { Layout } from '../layout.ts';
import { type BoxCell, boxRow, labelling } from '../../drawing/forms.ts';
import { asPostcode, generateAddress } from '../../synthetic/addresses.ts';
import { generateCompany } from '../../synthetic/companies.ts';
import { dayBetween, inWords, printed } from '../../synthetic/dates.ts';
import { amount, asCpf } from '../../synthetic/numbers.ts';
import { generatePerson } from '../../synthetic/people.ts';
import type { Random } from '../../synthetic/random.ts';

const STYLE = labelling('6.5 arial #444444', '9.5 arial');
const [LEFT, HEIGHT] = [50, 25];

type Box = BoxCell & { truth: string | null };

/** A letter with a form in it: labels without colons in the corners of boxes, some of them left empty. */
export const letterGrid: Layout = {
  id: 'letter-grid',
  type: 'letter',
  size: A4,
  draw(paper, random) {
    const day = dayBetween(random, 2023, 2025);
    const rows = rowsOf(random, day);
    paper.addPage(A4);
    paper.text(LEFT, 42, generateCompany(random).name, '12 arial-bold');
    paper.text(LEFT, 66, `${generateAddress(random).city.name}, ${inWords(day)}`, '9.5');
    paper.text(LEFT, 96, 'FICHA DE ATUALIZAÇÃO CADASTRAL', '12 arial-bold');
    let y =
      paper.paragraph(
        LEFT,
        118,
        495,
        'Prezado cliente, segue a ficha com os dados que temos em nosso cadastro. Os campos em branco ' +
          'devem ser preenchidos e a ficha devolvida em qualquer de nossas unidades.',
        { size: 9.5, leading: 1.4 },
      ) + 10;
    for (const row of rows) y = boxRow(paper, LEFT, y, HEIGHT, STYLE, row);
    paper.paragraph(LEFT, y + 18, 495, 'Agradecemos a atenção e ficamos à disposição para o que for necessário.', {
      size: 9.5,
      leading: 1.4,
    });
    return { fields: rows.flat().map(({ label, truth }): TrueField => ({ name: identifier(label), value: truth })) };
  },
};

const box = (label: string, width: number, value: string | null, truth = value): Box => ({
  label,
  width,
  value: value ?? '',
  truth,
});

function rowsOf(random: Random, day: string): Box[][] {
  const person = generatePerson(random);
  const address = generateAddress(random);
  const income = random.whole(200_000, 2_500_000) / 100;
  const maybe = (value: string): string | null => (random.chance(0.6) ? value : null);
  return [
    [box('Nome do cliente', 330, person.name), box('CPF', 165, asCpf(person.cpf), person.cpf)],
    [
      box('Nome social', 250, null),
      box('Data de nascimento', 120, printed(person.born), person.born),
      box('Sexo', 125, maybe('Feminino')),
    ],
    [
      box('Endereço', 330, `${address.street}, ${address.number}`),
      box('Complemento', 165, maybe(`Apto ${random.whole(11, 99)}`)),
    ],
    [
      box('Bairro', 190, address.suburb),
      box('Cidade', 190, address.city.name),
      box('CEP', 115, asPostcode(address.postcode)),
    ],
    [
      box('Telefone', 165, maybe(`(11) 9${random.digits(4)}-${random.digits(4)}`)),
      box('Telefone comercial', 165, null),
      box('Profissão', 165, maybe('Professora')),
    ],
    [
      box('Renda mensal', 165, `R$ ${amount(income)}`, income.toFixed(2)),
      box('Data da solicitação', 165, printed(day), day),
      box('Número do protocolo', 165, random.digits(9)),
    ],
  ];
}
