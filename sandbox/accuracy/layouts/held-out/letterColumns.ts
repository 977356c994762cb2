import { A4, fact, factFields, type Fact } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { sign } from '../../drawing/biometrics.ts';
import { generateAddress } from '../../synthetic/addresses.ts';
import { generateCompany } from '../../synthetic/companies.ts';
import { dayBetween, inWords, printed, yearsAfter } from '../../synthetic/dates.ts';
import { amount, asCnpj } from '../../synthetic/numbers.ts';
import { generatePerson } from '../../synthetic/people.ts';
import type { Random } from '../../synthetic/random.ts';

/** A letter with its facts in two columns, bold labels on the left and values beside them without colons. */
export const letterColumns: Layout = {
  id: 'unseen-letter-columns',
  type: 'letter',
  size: A4,
  draw(paper, random) {
    const person = generatePerson(random);
    const lines = linesOf(random);
    paper.addPage(A4);
    paper.text(535, 46, 'Seguradora Amostra', '17 pt-serif-bold right #7b241c');
    paper.text(70, 96, person.name, '11 pt-serif');
    const address = generateAddress(random);
    paper.text(70, 111, `${address.street}, ${address.number}`, '11 pt-serif');
    paper.text(70, 126, `${address.city.name} ${address.city.state}`, '11 pt-serif');
    let y = paper.paragraph(
      70,
      165,
      460,
      `${person.sex === 'F' ? 'Cara' : 'Caro'} cliente, sua apólice foi renovada. Veja abaixo as ` +
        'condições que passam a valer e guarde esta carta com os seus documentos.',
      { size: 11, font: 'pt-serif', leading: 1.45 },
    );
    y += 18;
    for (const { label, shown } of lines) {
      paper.text(70, y, label, '10.5 pt-serif-bold');
      paper.text(270, y, shown, '10.5 pt-serif');
      paper.line(70, y + 16, 530, y + 16, { colour: '#c9c9c9', line: 0.4 });
      y += 22;
    }
    y = paper.paragraph(
      70,
      y + 12,
      460,
      'Se mudar de endereço, avise-nos. Em caso de sinistro ligue para a central, que funciona todos os dias.',
      { size: 11, font: 'pt-serif', leading: 1.45 },
    );
    sign(paper, random, 70, y + 14, 120, 34);
    paper.text(70, y + 52, 'Diretoria de Relacionamento', '10 pt-serif');
    return { fields: factFields(lines) };
  },
};

function linesOf(random: Random): Fact[] {
  const from = dayBetween(random, 2023, 2025);
  const until = yearsAfter(from, 1);
  const [premium, limit] = [random.whole(20_000, 500_000) / 100, random.whole(20, 900) * 1000];
  const broker = generateCompany(random);
  return [
    fact('Número da apólice', random.digits(11)),
    fact('Ramo', random.pick(['Automóvel', 'Residencial', 'Vida em grupo'])),
    fact('Início de vigência', printed(from), from),
    fact('Fim de vigência', inWords(until), until),
    fact('Prêmio total', `R$ ${amount(premium)}`, premium.toFixed(2)),
    fact('Limite de indenização', `R$ ${amount(limit)}`, limit.toFixed(2)),
    fact('Corretor', broker.name),
    fact('CNPJ do corretor', asCnpj(broker.cnpj), broker.cnpj),
    fact('Parcelas', String(random.whole(2, 12))),
  ];
}
