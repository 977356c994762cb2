import { cells, factFields, factsOf } from '../../drawing/forms.ts';
import { A4 } from '../../groundTruth.ts';
import { asPostcode, generateAddress } from '../../synthetic/addresses.ts';
import { generateCompany } from '../../synthetic/companies.ts';
import { dayBetween, inWords, printed, yearsAfter } from '../../synthetic/dates.ts';
import { amount, asCnpj, asCpf, asIdentity } from '../../synthetic/numbers.ts';
import { generatePerson } from '../../synthetic/people.ts';
import { letter } from '../families.ts';

/** A form to be filled in, in frames with small labels in their corners. */
export const formBoxes = letter('unseen-form-boxes', A4, {
  style: '6.8 ubuntu #44546a / 10 ubuntu',
  draw({ print, random }) {
    const person = generatePerson(random);
    const address = generateAddress(random);
    const income = random.whole(150_000, 2_500_000) / 100;
    const civil = ['Solteiro', 'Casado', 'Divorciado', 'União estável'];
    const professions = ['Professora', 'Eletricista', 'Engenheiro civil', 'Autônomo', 'Médica'];
    const rows = cells`
      Nome do cliente [${person.name}] 365 | Sexo [${person.sex === 'F' ? 'Feminino' : 'Masculino'}] 150
      CPF [${asCpf(person.cpf)}] 170 = ${person.cpf} | RG [${asIdentity(person.rg)}] 175 |
        Nascimento [${printed(person.born)}] 170 = ${person.born}
      Nome da mãe [${person.mother}] 515
      Logradouro [${address.street}] 365 | Número [${address.number}] 150
      Bairro [${address.suburb}] 220 | Cidade [${address.city.name}] 200 | UF [${address.city.state}] 95
      CEP [${asPostcode(address.postcode)}] 170 |
        Telefone [(${String(random.whole(11, 89))}) 9${random.digits(4)}-${random.digits(4)}] 175 |
        Estado civil [${random.pick(civil)}] 170
      Profissão [${random.pick(professions)}] 345 | Renda mensal [R$ ${amount(income)}] 170 = ${income.toFixed(2)}
    `;
    void print`
      fill 40 40 515 34 #2f5597
      text 52 49 15 ubuntu-bold #ffffff: FICHA CADASTRAL
      text 543 52 11 ubuntu-bold right #ffffff: Nº ${random.digits(6)}
      rows 40 86 30: ${rows}
      paragraph 40 +18 515 1.3 9 ubuntu: Declaro que as informações acima são verdadeiras e autorizo a sua conferência, nos termos da lei.
      official 330 +18 140 30
      line 310 +52 520 +52
      text 415 +56 8 ubuntu centre: Assinatura do declarante
      truth: ${factFields(rows.flat())}
    `;
  },
});

/** A letter with its facts in two columns, bold labels on the left and values beside them without colons. */
export const letterColumns = letter('unseen-letter-columns', A4, {
  draw({ print, random }) {
    const person = generatePerson(random);
    const from = dayBetween(random, 2023, 2025);
    const until = yearsAfter(from, 1);
    const [premium, limit] = [random.whole(20_000, 500_000) / 100, random.whole(20, 900) * 1000];
    const broker = generateCompany(random);
    const facts = factsOf`
      Número da apólice [${random.digits(11)}] |
      Ramo [${random.pick(['Automóvel', 'Residencial', 'Vida em grupo'])}] |
      Início de vigência [${printed(from)}] = ${from} | Fim de vigência [${inWords(until)}] = ${until} |
      Prêmio total [R$ ${amount(premium)}] = ${premium.toFixed(2)} |
      Limite de indenização [R$ ${amount(limit)}] = ${limit.toFixed(2)} | Corretor [${broker.name}] |
      CNPJ do corretor [${asCnpj(broker.cnpj)}] = ${broker.cnpj} | Parcelas [${String(random.whole(2, 12))}]
    `;
    const address = generateAddress(random);
    void print`
      text 535 46 17 pt-serif-bold right #7b241c: Seguradora Amostra
      lines 70 96 15 11 pt-serif: ${person.name} | ${address.street}, ${address.number} |
        ${address.city.name} ${address.city.state}
      paragraph 70 165 460 1.45 11 pt-serif: ${person.sex === 'F' ? 'Cara' : 'Caro'} cliente, sua apólice foi renovada. \
        Veja abaixo as condições que passam a valer e guarde esta carta com os seus documentos.
    `;
    facts.forEach(({ label, value }, at) => {
      const y = 18 + 22 * at;
      void print`
        text 70 +${y} 10.5 pt-serif-bold: ${label}
        text 270 +${y} 10.5 pt-serif: ${value}
        line 70 +${y + 16} 530 +${y + 16} 0.4 #c9c9c9
      `;
    });
    void print`
      paragraph 70 +${18 + 22 * facts.length + 12} 460 1.45 11 pt-serif: Se mudar de endereço, avise-nos. \
        Em caso de sinistro ligue para a central, que funciona todos os dias.
      official 70 +14 120 34
      text 70 +52 10 pt-serif: Diretoria de Relacionamento
      truth: ${factFields(facts)}
    `;
  },
});
