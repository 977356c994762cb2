import { cells, factFields, factLines, factsOf, type BoxCell } from '../../drawing/forms.ts';
import { A4 } from '../../groundTruth.ts';
import { asPostcode, generateAddress } from '../../synthetic/addresses.ts';
import { generateCompany } from '../../synthetic/companies.ts';
import { dayBetween, inWords, printed } from '../../synthetic/dates.ts';
import { amount, asCnpj, asCpf } from '../../synthetic/numbers.ts';
import { generatePerson } from '../../synthetic/people.ts';
import { letter } from '../families.ts';

/** A letter with the facts of a request in lines of label and value, between paragraphs. */
export const letterForm = letter('letter-form', A4, {
  style: '10 arial / 10 arial',
  draw({ print, random }) {
    const company = generateCompany(random);
    const person = generatePerson(random);
    const address = generateAddress(random);
    const day = dayBetween(random, 2023, 2025);
    const total = random.whole(9_000, 900_000) / 100;
    const facts = factsOf`
      Número do protocolo [${random.digits(4)}.${random.digits(6)}/2025] | Nome completo [${person.name}] |
      CPF [${asCpf(person.cpf)}] = ${person.cpf} | Data de nascimento [${printed(person.born)}] = ${person.born} |
      Endereço [${address.street}, ${address.number}] | Bairro [${address.suburb}] | Cidade [${address.city.name}] |
      CEP [${asPostcode(address.postcode)}] | Valor solicitado [R$ ${amount(total)}] = ${total.toFixed(2)} |
      Forma de pagamento [${random.pick([...PAYMENTS, 'Transferência'])}] |
      Data da solicitação [${printed(day)}] = ${day}
    `;
    void print`
      text 60 50 14 arial-bold: ${company.name}
      text 60 70 8 #555555: CNPJ ${asCnpj(company.cnpj)} · ${company.phone} · ${company.email}
      line 60 84 535 84
      text 535 105 10 right: ${generateAddress(random).city.name}, ${inWords(day)}
      text 60 140 13 arial-bold: COMPROVANTE DE SOLICITAÇÃO
      paragraph 60 168 475 1.4 10: Prezada senhora, prezado senhor, recebemos a sua solicitação e registramos os dados que seguem. \
        Pedimos que confira cada um deles e nos avise se houver algo diferente.
      facts 60 +14 19: ${facts}
      paragraph 60 +14 475 1.4 10: O prazo de análise é de dez dias úteis. Em caso de dúvida, fale com a nossa central de \
        atendimento e informe o número do protocolo acima.
      official 70 +30 130 30
      line 60 +66 240 +66
      text 60 +70 9: Setor de Atendimento
      truth: ${factFields(facts)}
    `;
  },
});

const PAYMENTS = ['Boleto bancário', 'Débito em conta', 'Cartão de crédito'];

/** A letter with a form in it: labels without colons in the corners of boxes, some of them left empty. */
export const letterGrid = letter('letter-grid', A4, {
  style: '6.5 arial #444444 / 9.5 arial',
  draw({ print, random }) {
    const day = dayBetween(random, 2023, 2025);
    const person = generatePerson(random);
    const address = generateAddress(random);
    const income = random.whole(200_000, 2_500_000) / 100;
    const maybe = (value: string): string | null => (random.chance(0.6) ? value : null);
    const rows = cells`
      Nome do cliente [${person.name}] 330 | CPF [${asCpf(person.cpf)}] 165 = ${person.cpf}
      Nome social [${null}] 250 | Data de nascimento [${printed(person.born)}] 120 = ${person.born} |
        Sexo [${maybe('Feminino')}] 125
      Endereço [${address.street}, ${address.number}] 330 | Complemento [${maybe(`Apto ${random.whole(11, 99)}`)}] 165
      Bairro [${address.suburb}] 190 | Cidade [${address.city.name}] 190 | CEP [${asPostcode(address.postcode)}] 115
      Telefone [${maybe(`(11) 9${random.digits(4)}-${random.digits(4)}`)}] 165 | Telefone comercial [${null}] 165 |
        Profissão [${maybe('Professora')}] 165
      Renda mensal [R$ ${amount(income)}] 165 = ${income.toFixed(2)} |
        Data da solicitação [${printed(day)}] 165 = ${day} | Número do protocolo [${random.digits(9)}] 165
    `;
    void print`
      text 50 42 12 arial-bold: ${generateCompany(random).name}
      text 50 66 9.5: ${generateAddress(random).city.name}, ${inWords(day)}
      text 50 96 12 arial-bold: FICHA DE ATUALIZAÇÃO CADASTRAL
      paragraph 50 118 495 1.4 9.5: Prezado cliente, segue a ficha com os dados que temos em nosso cadastro. Os campos em branco \
        devem ser preenchidos e a ficha devolvida em qualquer de nossas unidades.
      rows 50 +10 25: ${rows}
      paragraph 50 +18 495 1.4 9.5: Agradecemos a atenção e ficamos à disposição para o que for necessário.
      truth: ${factFields(rows.flat())}
    `;
  },
});

/**
 * A letter with two columns of labels with colons, blanks to fill in among them, and sums at the end of dotted lines.
 */
export const letterLeaders = letter('letter-leaders', A4, {
  draw({ print, paper, random }) {
    const day = dayBetween(random, 2023, 2025);
    const person = generatePerson(random);
    /** A blank to fill in where there is no value. */
    const withBlanks = (facts: BoxCell[]) => facts.map((fact) => ({ ...fact, value: fact.value || '_______________' }));
    const left = factsOf`
      Contratante [${person.name.split(' ').slice(0, 3).join(' ')}] | CPF [${asCpf(person.cpf)}] = ${person.cpf} |
      Profissão [${null}] | Nascimento [${printed(person.born)}] = ${person.born} |
      Telefone [${random.chance(0.5) ? `(21) 9${random.digits(4)}-${random.digits(4)}` : null}]
    `;
    const right = factsOf`
      Contrato [${random.digits(3)}.${random.digits(3)}] |
      Plano [${random.pick(['Família', 'Individual', 'Empresarial'])}] | Data do pedido [${printed(day)}] = ${day} |
      Vendedor [${null}] | Parcelas [${String(random.whole(2, 24))}]
    `;
    const principal = random.whole(50_000, 900_000) / 100;
    const interest = random.whole(1_000, 40_000) / 100;
    const discount = random.whole(1_000, 30_000) / 100;
    const due = principal + interest - discount;
    const sums = factsOf`
      Valor principal [R$ ${amount(principal)}] = ${principal.toFixed(2)} |
      Juros de mora [R$ ${amount(interest)}] = ${interest.toFixed(2)} |
      Desconto concedido [R$ ${amount(discount)}] = ${discount.toFixed(2)} |
      Valor a pagar [R$ ${amount(due)}] = ${due.toFixed(2)}
    `;
    void print`
      text ${A4.width / 2} 48 14 times-bold centre: ${generateCompany(random).name}
      text 535 84 10 times right: ${generateAddress(random).city.name}, ${inWords(day)}
      paragraph 60 116 475 1.35 10 times: Ilma. senhora, em resposta ao pedido recebido informamos os dados do contrato e os valores \
        apurados até a presente data, já com os descontos previstos.
      lines 60 +14 18 10 times: ${factLines(withBlanks(left))}
      lines 310 +14 18 10 times: ${factLines(withBlanks(right))}
    `;
    const below = 14 + 18 * left.length + 14;
    const widthOf = (text: string) => paper.measure(text, { size: 10, font: 'times' });
    sums.forEach(({ label, value }, at) => {
      const dots = '.'.repeat(Math.floor((475 - widthOf(`${label}  ${value}`) - 4) / widthOf('.')));
      void print`
        text 60 +${below + 17 * at} 10 times: ${label} ${dots}
        text 535 +${below + 17 * at} 10 times right: ${value}
      `;
    });
    void print`
      paragraph 60 +${below + 17 * sums.length + 14} 475 1.35 10 times: Sem mais para o momento, renovamos \
        os nossos votos de estima e consideração.
      truth: ${factFields([...left, ...right, ...sums])}
    `;
  },
});

/**
 * A letter whose labels end at one edge and whose values begin at the next, without colons; some have no value, some
 * have two lines.
 */
export const letterRight = letter('letter-right', A4, {
  draw({ print, paper, random }) {
    const company = generateCompany(random);
    const day = dayBetween(random, 2023, 2025);
    const person = generatePerson(random);
    const address = generateAddress(random);
    const fee = random.whole(1_500, 90_000) / 100;
    const facts = factsOf`
      Protocolo [${random.digits(4)}-${random.digits(6)}] | Titular [${person.name}] |
      Data de abertura [${printed(day)}] = ${day} | Previsão de conclusão [${null}] |
      Endereço do imóvel [${address.street}, ${address.number}, ${address.suburb}, ${address.city.name}] |
      Categoria [${random.pick(['Residencial', 'Comercial', 'Rural'])}] | Observações [${null}] |
      Valor da taxa [R$ ${amount(fee)}] = ${fee.toFixed(2)} | Forma de pagamento [${random.pick(PAYMENTS)}] |
      Responsável técnico [${generatePerson(random).name}] |
      Situação [${random.pick(['Em análise', 'Aguardando vistoria', 'Agendado'])}]
    `;
    void print`
      text 535 44 13 lato-bold right: ${company.name}
      text 535 62 8 lato right: CNPJ ${asCnpj(company.cnpj)}
      lines 60 96 28 10 lato: ${generateAddress(random).city.name}, ${inWords(day)} | Prezado senhor,
    `;
    const text =
      'confirmamos a abertura do chamado que consta abaixo. Guarde esta carta até o encerramento do atendimento.';
    let y = paper.paragraph(60, 146, 475, text, { size: 10, font: 'lato', leading: 1.4 }) + 14;
    for (const { label, value } of facts) {
      paper.text(197, y, label, '10 lato right #555555');
      y += 20;
      if (value) y = paper.paragraph(205, y - 20, 330, value, { size: 10, font: 'lato', leading: 1.25 }) + 7.5;
    }
    void print`
      text 60 ${y + 16} 10 lato: Atenciosamente,
      official 62 ${y + 34} 120 28
      truth: ${factFields(facts)}
    `;
  },
});
