import { textList } from '../../../reader/src/text/pattern.ts';
import { drawBarcode } from '../../drawing/barcodes.ts';
import { type BoxCell, factFields, factLines, factsOf, type GridCell } from '../../drawing/forms.ts';
import { A4, mm, sizeOf } from '../../groundTruth.ts';
import { asPostcode, generateAddress } from '../../synthetic/addresses.ts';
import { signed, valueOf } from '../../synthetic/banking.ts';
import { clausesOf, generateCompany, placeOf, whole } from '../../synthetic/companies.ts';
import { dayBetween, inWords, printed } from '../../synthetic/dates.ts';
import { denseText, generateDriver, testCode } from '../../synthetic/drivers.ts';
import { amount, asCnpj, asCpf } from '../../synthetic/numbers.ts';
import { generatePerson } from '../../synthetic/people.ts';
import { entryTruth } from '../../synthetic/properties.ts';
import {
  articlesOfAssociation,
  codePage,
  letter,
  mixedFile as fileOf,
  propertyRegistry,
  statement,
} from '../families.ts';
import { rgBothSides } from './cards.ts';
import { nfseBoxes } from './invoices.ts';

/** A code as dense as the state's encrypted ones, which can be read and not understood. */
export const vioDense = codePage('vio-dense', sizeOf(mm(85), mm(120)), {
  copies: { photo: 2 },
  colour: '#fbfbf6',
  async draw({ print, random }) {
    const value = denseText(random, random.whole(420, 700));
    void print`
      text 42.5 6 9 arial-bold centre: QR-CODE
      picture 12 18 61 61: ${await drawBarcode(value, 'QRCode')}
      text 8 88 6.4: Documento assinado com certificado digital em conformidade
      text 8 92 6.4: com a Medida Provisória nº 2200-2/2001. Sua validade poderá
      text 8 96 6.4: ser confirmada por meio do programa do Departamento.
      truth: ${{ codes: [{ format: 'QRCode', value }] }}
    `;
  },
});

/** The back of a licence with the sandbox's test code where the state's stands. */
export const vioTestCode = codePage('vio-test-code', sizeOf(mm(85), mm(60)), {
  colour: '#f4f6ea',
  async draw({ print, random }) {
    const { code, fields } = testCode(generateDriver(random));
    void print`
      waves #d3e3c8 #e7dcc6
      fill 15 2.5 55 55 #ffffff
      picture 17 4.5 51 51: ${await drawBarcode(code, 'QRCode')}
      truth: ${fields}
    `;
  },
});

const ORDINALS = ['PRIMEIRA', 'SEGUNDA', 'TERCEIRA', 'QUARTA', 'QUINTA', 'SEXTA', 'SÉTIMA'];

/**
 * Articles of association: facts in lines at the head, numbered clauses with titles of their own lines, a table of
 * quotas.
 */
export const contractClauses = articlesOfAssociation('contract-clauses', A4, {
  draw({ print, paper, society }) {
    const { company, capital, partners, registry, address, day } = society;
    const clauses = clausesOf(society).map(({ title, text }, index) => {
      return { title: `CLÁUSULA ${ORDINALS[index]} - ${title}`, text };
    });
    const facts = factsOf`
      Nome empresarial [${company.name}] | CNPJ [${asCnpj(company.cnpj)}] = ${company.cnpj} | NIRE [${registry}] |
      Capital social [R$ ${amount(capital)}] = ${capital.toFixed(2)} |
      Sede [${address.city.name} - ${address.city.state}] | Administrador [${partners[0]?.person.name ?? ''}]
    `;
    const rows = partners.map(({ person, quotas, share }) => [person.name, whole(quotas), `${share}%`]);
    void print`
      text ${A4.width / 2} 50 14 times-bold centre: CONTRATO SOCIAL DE SOCIEDADE LIMITADA
      lines 62 84 16 11 times: ${factLines(facts)}
    `;
    let y = 194;
    for (const [index, { title, text }] of clauses.entries()) {
      paper.text(62, y, title, '11 times-bold');
      y = paper.paragraph(62, y + 17, 470, text, { font: 'times', size: 11, leading: 1.35 }) + 6;
      if (index === 2) {
        void print`records 66 ${y} 17 none 11 times-bold / 11 times: Sócio 250 | Quotas 127 > | Participação 110 > = ${rows}`;
        y += 26 + 17 * rows.length;
      }
      y += 8;
    }
    void print`text 62 ${y + 4} 11 times: ${address.city.name}, ${inWords(day)}.`;
    partners.forEach(({ person }, index) => {
      const x = 62 + 165 * index;
      void print`
        official ${x + 15} ${y + 26} 100 22
        line ${x} ${y + 52} ${x + 145} ${y + 52}
        text ${x} ${y + 55} 8 times: ${person.name}
      `;
    });
    void print`
      truth: ${[...factFields(facts), ...clauses.map(({ title }) => ({ name: 'title', value: title }))]}
      truth: ${{ texts: clauses.map(({ text }) => text) }}
    `;
  },
});

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

const BODY = { font: 'courier', size: 10 } as const;

/** A sheet of a property registry, typed: description, then records and annotations with their facts in lines. */
export const registrySheet = propertyRegistry('registry-sheet', A4, {
  draw({ print, paper, property }) {
    const { register, sheet, opened, owner, address } = property;
    const facts = factsOf`
      Matrícula [${register}] | Ficha [${sheet}] | Data de abertura [${printed(opened)}] = ${opened} |
      Proprietário [${owner.name}, CPF ${asCpf(owner.cpf)}]
    `;
    void print`
      text ${A4.width / 2} 45 13 courier-bold centre: ${property.office}º OFÍCIO DE REGISTRO DE IMÓVEIS
      lines 50 80 15 10 courier: ${factLines(facts)}
    `;
    const place = `Imóvel: Um prédio residencial situado na ${placeOf(address)}.`;
    let y = paper.paragraph(50, 140, 495, place, BODY) + 14;
    for (const { letter, number, title, day, from, to, value, note } of property.entries) {
      const lines = [
        `Data: ${printed(day)}`,
        ...(from ? [`Transmitente: ${from.name}, CPF ${asCpf(from.cpf)}`] : []),
        ...(to ? [`Adquirente: ${to.name}, CPF ${asCpf(to.cpf)}`] : []),
        ...(value === null ? [] : [`Valor: R$ ${amount(value)}`]),
      ];
      paper.text(50, y, `${letter}.${number}/${register} - ${title}`, '10 courier-bold');
      paper.lines(50, y + 17, 14, lines, BODY);
      y += 31 + 14 * lines.length;
      if (note)
        y = paper.paragraph(50, y - 14, 495, `Procede-se a esta averbação para constar que ${note}.`, BODY) + 14;
    }
    const { fields, tables } = entryTruth(property);
    void print`truth: ${{ fields: [...factFields(facts), ...fields], tables }}`;
  },
});

/** A bank statement with debits and credits in columns of their own, blank where there is none. */
export const statementColumns = statement('statement-columns', A4, {
  style: '9 arial-bold / 9 arial',
  draw({ print, account: { holder, opening, closing, movements, ...account } }) {
    const facts = factsOf`
      Titular [${holder.name}] | CPF [${asCpf(holder.cpf)}] = ${holder.cpf} | Agência [${account.agency}] |
      Conta [${account.number}] | Saldo anterior [R$ ${amount(opening)}] = ${opening.toFixed(2)}
    `;
    const end = factsOf`Saldo final [R$ ${amount(closing)}] = ${closing.toFixed(2)}`;
    const cell = (value: number | null): GridCell => (value === null ? null : [amount(value), value.toFixed(2)]);
    const rows = movements.map(({ day, text, document, debit, credit }): GridCell[] => {
      return [[printed(day), day], text, document, cell(debit), cell(credit)];
    });
    void print`
      text 50 45 15 arial-bold #14406b: Banco Exemplo S.A.
      text 50 72 12 arial-bold: EXTRATO DE CONTA CORRENTE
      facts 50 98 15: ${facts}
      records 50 192 17 9 arial-bold / 9 arial: Data 65 | Histórico 190 | Documento 65 | Débito 75 > | Crédito 75 > = ${rows}
      facts 50 +14 15: ${end}
      truth: ${factFields([...facts, ...end])}
    `;
  },
});

/**
 * A statement with the bare day in a narrow first column, the same day not printed again, minus signs and marks of
 * debit and credit.
 */
export const statementSigns = statement('statement-signs', A4, {
  style: '7 lato #555555 / 9.5 lato / 9',
  draw({ print, account: { holder, opening, movements, ...account } }) {
    const rows = movements.map(({ day, text, document, balance, ...movement }, index): GridCell[] => {
      const isSame = day === movements[index - 1]?.day;
      const mark = movement.debit === null ? 'C' : 'D';
      return [isSame ? null : day.slice(8), text, document, signed(valueOf(movement)), mark, signed(balance)];
    });
    void print`
      text 50 44 16 lato-bold #7a1f1f: Banco Modelo
      text 545 48 12 lato right: Extrato mensal
      line 50 70 545 70
      50 80: Titular [${holder.name}] 185 | CPF [${asCpf(holder.cpf)}] 100 | Agência [${account.agency}] 60 |
        Conta [${account.number}] 75 | Saldo anterior [${amount(opening)}]
      records 50 118 16 all #bbbbbb 8 lato-bold / 8.5 lato: Dia 28 | Lançamento 195 | Documento 72 | Valor 78 > |
        D/C 32 > | Saldo 90 > = ${rows}
      truth: titular ${holder.name} | cpf ${holder.cpf} | agencia ${account.agency} | conta ${account.number} |
        saldo_anterior ${opening.toFixed(2)}
    `;
  },
});

/** Four documents scanned into one file. */
export const mixedFile = fileOf(
  'mixed-file',
  [letterForm, nfseBoxes, rgBothSides, statementColumns],
  ['numero_do_protocolo', 'valor_solicitado', 'forma_de_pagamento', 'titular', 'saldo_anterior', 'saldo_final'],
);

/** Minutes of a meeting: continuous text under a title. */
const minutes = letter('minutes', A4, {
  draw({ print, random }) {
    const company = generateCompany(random);
    const subject = random.pick(['Aprovação do orçamento', 'Eleição do conselho', 'Reforma da fachada']);
    const room = `Sala ${random.whole(1, 9)}`;
    void print`
      text ${A4.width / 2} 60 14 arial-bold centre: ATA DE REUNIÃO
      lines 60 96 16 10: Pauta: ${subject} | Local: ${room}
      paragraph 60 140 475 1.5 10: No dia ${printed(dayBetween(random, 2023, 2025))} reuniram-se os representantes da \
        ${company.name}, sob a presidência de ${generatePerson(random).name}, que expôs os motivos do encontro. \
        Depois de ampla discussão, os presentes concordaram com o que foi proposto e nada mais havendo a tratar a \
        reunião foi encerrada.
      truth: pauta ${subject} | local ${room}
    `;
  },
});

/** A list of dishes, which nobody expects among papers. */
const menu = letter('menu', A4, {
  draw({ print, random }) {
    const dishes = textList(`
      Arroz com legumes | Feijão tropeiro | Peixe grelhado | Salada da estação | Torta de palmito | Pudim de leite |
      Frutas da época
    `);
    void print`
      text 70 70 18 lato-bold: Cardápio da semana
      lines 70 120 26 12 lato: ${dishes.slice(random.whole(0, 2)).join('\n')}
      truth: ${[]}
    `;
  },
});

/** A file with pages of no known kind between statements and a contract. */
export const mixedStranger = fileOf(
  'mixed-stranger',
  [statementColumns, minutes, contractClauses, menu, statementSigns],
  ['nire', 'capital_social', 'pauta', 'local'],
);
