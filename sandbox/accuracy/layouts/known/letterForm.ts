import { A4, fact, factFields, type Fact } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { beside, labelling } from '../../drawing/forms.ts';
import { sign } from '../../drawing/biometrics.ts';
import { asPostcode, generateAddress } from '../../synthetic/addresses.ts';
import { generateCompany } from '../../synthetic/companies.ts';
import { dayBetween, inWords, printed } from '../../synthetic/dates.ts';
import { amount, asCnpj, asCpf } from '../../synthetic/numbers.ts';
import { generatePerson } from '../../synthetic/people.ts';
import type { Random } from '../../synthetic/random.ts';

const STYLE = labelling('10 arial', '10 arial');

/** A letter with the facts of a request in lines of label and value, between paragraphs. */
export const letterForm: Layout = {
  id: 'letter-form',
  type: 'letter',
  size: A4,
  draw(paper, random) {
    const company = generateCompany(random);
    const { lines, day } = linesOf(random);
    paper.addPage(A4);
    paper.text(60, 50, company.name, '14 arial-bold');
    paper.text(60, 70, `CNPJ ${asCnpj(company.cnpj)} · ${company.phone} · ${company.email}`, '8 #555555');
    paper.line(60, 84, 535, 84);
    const city = generateAddress(random).city;
    paper.text(535, 105, `${city.name}, ${inWords(day)}`, '10 right');
    paper.text(60, 140, 'COMPROVANTE DE SOLICITAÇÃO', '13 arial-bold');
    let y = paper.paragraph(
      60,
      168,
      475,
      'Prezada senhora, prezado senhor, recebemos a sua solicitação e registramos os dados que seguem. ' +
        'Pedimos que confira cada um deles e nos avise se houver algo diferente.',
      { size: 10, leading: 1.4 },
    );
    y += 14;
    for (const line of lines) {
      beside(paper, 60, y, `${line.label}:`, line.shown, STYLE);
      y += 19;
    }
    y = paper.paragraph(
      60,
      y + 14,
      475,
      'O prazo de análise é de dez dias úteis. Em caso de dúvida, fale com a nossa central de ' +
        'atendimento e informe o número do protocolo acima.',
      { size: 10, leading: 1.4 },
    );
    sign(paper, random, 70, y + 30, 130, 30);
    paper.line(60, y + 66, 240, y + 66);
    paper.text(60, y + 70, 'Setor de Atendimento', '9');
    return { fields: factFields(lines) };
  },
};

function linesOf(random: Random): { lines: Fact[]; day: string } {
  const person = generatePerson(random);
  const address = generateAddress(random);
  const day = dayBetween(random, 2023, 2025);
  const total = random.whole(9_000, 900_000) / 100;
  return {
    day,
    lines: [
      fact('Número do protocolo', `${random.digits(4)}.${random.digits(6)}/2025`),
      fact('Nome completo', person.name),
      fact('CPF', asCpf(person.cpf), person.cpf),
      fact('Data de nascimento', printed(person.born), person.born),
      fact('Endereço', `${address.street}, ${address.number}`),
      fact('Bairro', address.suburb),
      fact('Cidade', address.city.name),
      fact('CEP', asPostcode(address.postcode)),
      fact('Valor solicitado', `R$ ${amount(total)}`, total.toFixed(2)),
      fact(
        'Forma de pagamento',
        random.pick(['Boleto bancário', 'Débito em conta', 'Cartão de crédito', 'Transferência']),
      ),
      fact('Data da solicitação', printed(day), day),
    ],
  };
}
