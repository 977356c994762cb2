import { A4, type Truth } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import type { Paper } from '../../drawing/paper.ts';
import { generateCompany } from '../../synthetic/companies.ts';
import { dayBetween, printed } from '../../synthetic/dates.ts';
import { generatePerson } from '../../synthetic/people.ts';
import type { Random } from '../../synthetic/random.ts';
import { contractClauses } from './contractClauses.ts';
import { statementColumns } from './statementColumns.ts';
import { statementSigns } from './statementSigns.ts';
import { textList } from '../../../reader/src/text/pattern.ts';

const JUDGED = ['titular', 'nire', 'capital_social', 'pauta', 'local'];

/** A file with pages of no known kind between statements and a contract. */
export const mixedStranger: Layout = {
  id: 'mixed-stranger',
  type: 'mixed',
  size: A4,
  degradations: ['pdf', 'scan300', 'scan150'],
  async draw(paper, random) {
    const sheets = [statementColumns.draw, drawMinutes, contractClauses.draw, drawMenu, statementSigns.draw];
    const truths: Truth[] = [];
    for (const draw of sheets) truths.push(await draw(paper, random));
    const once = truths.slice(0, -1).flatMap(({ fields }) => fields.filter(({ name }) => JUDGED.includes(name)));
    return {
      fields: once.filter(({ name }) => name !== 'titular'),
      parts: truths.map((_, index) => ({ pages: [index + 1] })),
    };
  },
};

/** Minutes of a meeting: continuous text under a title. */
function drawMinutes(paper: Paper, random: Random): Truth {
  const company = generateCompany(random);
  const [subject, room] = [
    random.pick(['Aprovação do orçamento', 'Eleição do conselho', 'Reforma da fachada']),
    `Sala ${random.whole(1, 9)}`,
  ];
  paper.addPage(A4);
  paper.text(A4.width / 2, 60, 'ATA DE REUNIÃO', '14 arial-bold centre');
  paper.text(60, 96, `Pauta: ${subject}`, '10');
  paper.text(60, 112, `Local: ${room}`, '10');
  const text =
    `No dia ${printed(dayBetween(random, 2023, 2025))} reuniram-se os representantes da ` +
    `${company.name}, sob a presidência de ${generatePerson(random).name}, que expôs os motivos do ` +
    'encontro. Depois de ampla discussão, os presentes concordaram com o que foi proposto e nada ' +
    'mais havendo a tratar a reunião foi encerrada.';
  paper.paragraph(60, 140, 475, text, { size: 10, leading: 1.5 });
  return {
    fields: [
      { name: 'pauta', value: subject },
      { name: 'local', value: room },
    ],
  };
}

/** A list of dishes, which nobody expects among papers. */
function drawMenu(paper: Paper, random: Random): Truth {
  const dishes = textList(`
    Arroz com legumes | Feijão tropeiro | Peixe grelhado | Salada da estação | Torta de palmito | Pudim de leite |
    Frutas da época
  `);
  paper.addPage(A4);
  paper.text(70, 70, 'Cardápio da semana', '18 lato-bold');
  dishes.slice(random.whole(0, 2)).forEach((dish, index) => paper.text(70, 120 + 26 * index, dish, '12 lato'));
  return { fields: [] };
}
