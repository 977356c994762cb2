import { A4 } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { columnsOf, grid } from '../../drawing/forms.ts';
import type { Paper } from '../../drawing/paper.ts';
import { sign } from '../../drawing/biometrics.ts';
import { inWords } from '../../synthetic/dates.ts';
import { amount } from '../../synthetic/numbers.ts';
import type { Random } from '../../synthetic/random.ts';
import {
  clausesOf,
  introduced,
  generateSociety,
  whole,
  type Partner,
  type Society,
} from '../../synthetic/companies.ts';

const BODY = { font: 'libre-baskerville', size: 10, leading: 1.75 } as const;
const [LEFT, WIDTH] = [78, 440];
const ORDINALS = ['Primeira', 'Segunda', 'Terceira', 'Quarta', 'Quinta', 'Sexta', 'Sétima'];
const NAMES: Record<string, string> = {
  'DA DENOMINAÇÃO E SEDE': 'Do Nome e da Sede',
  'DO OBJETO SOCIAL': 'Do Objeto',
  'DO CAPITAL SOCIAL': 'Do Capital',
  'DA ADMINISTRAÇÃO': 'Da Administração',
  'DO PRAZO': 'Do Início e do Prazo',
  'DO EXERCÍCIO SOCIAL': 'Do Exercício',
  'DO FORO': 'Do Foro',
};

/**
 * Articles of association over several pages, in a book's type: partners introduced in prose, clauses under centred
 * titles, page numbers.
 */
export const contractPages: Layout = {
  id: 'unseen-contract-pages',
  type: 'contract',
  size: A4,
  degradations: ['pdf', 'scan300', 'scan150', 'rotated', 'low'],
  draw(paper, random) {
    const society = generateSociety(random);
    const clauses = clausesOf(society).map(({ title, text }, index) => ({
      title: `Cláusula ${ORDINALS[index]} – ${NAMES[title]}`,
      text,
    }));
    let y = drawOpening(paper, society);
    for (const [index, { title, text }] of clauses.entries()) {
      if (y > 640) y = turnPage(paper);
      paper.text(A4.width / 2, y, title, '10 libre-baskerville-bold centre');
      y = paper.paragraph(LEFT, y + 20, WIDTH, text, BODY) + 6;
      if (index === 2) y = drawQuotas(paper, society.partners, y);
      y += 10;
    }
    drawClose(paper, society, y, random);
    return {
      fields: clauses.map(({ title }) => ({ name: 'title', value: title, agreement: 'free' })),
      texts: clauses.map(({ text }) => text),
      tables: [{ rows: society.partners.map(rowOf) }],
    };
  },
};

function drawOpening(paper: Paper, { company, partners }: Society): number {
  paper.addPage(A4);
  paper.text(A4.width / 2, 70, 'INSTRUMENTO PARTICULAR DE CONTRATO SOCIAL', '12 libre-baskerville-bold centre');
  paper.text(A4.width / 2, 90, company.name, '11 libre-baskerville centre');
  const people = partners.map(introduced).join('; e ');
  return (
    paper.paragraph(
      LEFT,
      125,
      WIDTH,
      `Pelo presente instrumento, ${people}; resolvem constituir uma sociedade empresária limitada, ` +
        'que se regerá pelas cláusulas seguintes.',
      BODY,
    ) + 16
  );
}

function turnPage(paper: Paper): number {
  paper.text(A4.width / 2, 800, String(paper.page), '8 libre-baskerville centre');
  paper.addPage(A4);
  return 70;
}

function drawQuotas(paper: Paper, partners: Partner[], y: number): number {
  const columns = columnsOf('Sócios 200 | Nº de quotas 80 > | Valor 90 > | Percentual 70 >');
  const rows = partners.map(({ person, quotas, share }) => [
    person.name,
    whole(quotas),
    amount(quotas),
    `${share},00%`,
  ]);
  return (
    grid(paper, LEFT, y, columns, rows, {
      head: '8.6 libre-baskerville-bold',
      cell: '8.6 libre-baskerville',
      row: 19,
      ruled: 'all',
    }) + 8
  );
}

const rowOf = ({ person, quotas, share }: Partner): Record<string, string> => ({
  socios: person.name,
  no_de_quotas: whole(quotas),
  valor: quotas.toFixed(2),
  percentual: `${share},00%`,
});

function drawClose(paper: Paper, { address, day, partners }: Society, top: number, random: Random): void {
  const y = top > 620 ? turnPage(paper) : top;
  paper.text(LEFT, y, `${address.city.name}, ${inWords(day)}.`, BODY);
  partners.forEach(({ person }, index) => {
    sign(paper, random, LEFT + 30, y + 26 + 46 * index, 110, 24);
    paper.line(LEFT, y + 54 + 46 * index, LEFT + 220, y + 54 + 46 * index);
    paper.text(LEFT, y + 57 + 46 * index, person.name, '7.6 libre-baskerville');
  });
  paper.text(A4.width / 2, 800, String(paper.page), '8 libre-baskerville centre');
}
