import { A4, type TrueField } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { type BoxCell, boxRow, labelling } from '../../drawing/forms.ts';
import { sign } from '../../drawing/biometrics.ts';
import { asPostcode, generateAddress } from '../../synthetic/addresses.ts';
import { printed } from '../../synthetic/dates.ts';
import { amount, asCpf, asIdentity } from '../../synthetic/numbers.ts';
import { generatePerson } from '../../synthetic/people.ts';
import type { Random } from '../../synthetic/random.ts';

const STYLE = labelling('6.8 ubuntu #44546a', '10 ubuntu');

type Cell = BoxCell & { name: string; truth?: string };

/** A form to be filled in, in frames with small labels in their corners. */
export const formBoxes: Layout = {
  id: 'unseen-form-boxes',
  type: 'letter',
  size: A4,
  draw(paper, random) {
    const rows = rowsOf(random);
    paper.addPage(A4);
    paper.fill(40, 40, 515, 34, '#2f5597');
    paper.text(52, 49, 'FICHA CADASTRAL', '15 ubuntu-bold #ffffff');
    paper.text(543, 52, `Nº ${random.digits(6)}`, '11 ubuntu-bold right #ffffff');
    let y = 86;
    for (const row of rows) y = boxRow(paper, 40, y, 30, STYLE, row);
    y = paper.paragraph(
      40,
      y + 18,
      515,
      'Declaro que as informações acima são verdadeiras e autorizo a sua conferência, nos termos da lei.',
      { size: 9, font: 'ubuntu' },
    );
    sign(paper, random, 330, y + 18, 140, 30);
    paper.line(310, y + 52, 520, y + 52);
    paper.text(415, y + 56, 'Assinatura do declarante', '8 ubuntu centre');
    return { fields: rows.flat().map(({ name, value, truth = value }): TrueField => ({ name, value: truth })) };
  },
};

function rowsOf(random: Random): Cell[][] {
  const person = generatePerson(random);
  const address = generateAddress(random);
  const income = random.whole(150_000, 2_500_000) / 100;
  const cell = (label: string, name: string, value: string, width: number, truth?: string): Cell => ({
    label,
    name,
    value,
    width,
    ...(truth === undefined ? {} : { truth }),
  });
  return [
    [
      cell('Nome do cliente', 'nome_do_cliente', person.name, 365),
      cell('Sexo', 'sexo', person.sex === 'F' ? 'Feminino' : 'Masculino', 150),
    ],
    [
      cell('CPF', 'cpf', asCpf(person.cpf), 170, person.cpf),
      cell('RG', 'rg', asIdentity(person.rg), 175),
      cell('Nascimento', 'nascimento', printed(person.born), 170, person.born),
    ],
    [cell('Nome da mãe', 'nome_da_mae', person.mother, 515)],
    [cell('Logradouro', 'logradouro', address.street, 365), cell('Número', 'numero', address.number, 150)],
    [
      cell('Bairro', 'bairro', address.suburb, 220),
      cell('Cidade', 'cidade', address.city.name, 200),
      cell('UF', 'uf', address.city.state, 95),
    ],
    [
      cell('CEP', 'cep', asPostcode(address.postcode), 170),
      cell('Telefone', 'telefone', `(${random.whole(11, 89)}) 9${random.digits(4)}-${random.digits(4)}`, 175),
      cell('Estado civil', 'estado_civil', random.pick(['Solteiro', 'Casado', 'Divorciado', 'União estável']), 170),
    ],
    [
      cell(
        'Profissão',
        'profissao',
        random.pick(['Professora', 'Eletricista', 'Engenheiro civil', 'Autônomo', 'Médica']),
        345,
      ),
      cell('Renda mensal', 'renda_mensal', `R$ ${amount(income)}`, 170, income.toFixed(2)),
    ],
  ];
}
