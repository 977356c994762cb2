import { A4, fact, factFields, type Fact } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import type { Paper } from '../../drawing/paper.ts';
import { sign } from '../../drawing/biometrics.ts';
import { inWords } from '../../synthetic/dates.ts';
import { amount, asCnpj } from '../../synthetic/numbers.ts';
import { clausesOf, generateSociety, whole, type Society } from '../../synthetic/companies.ts';
import type { Random } from '../../synthetic/random.ts';

const BODY = { font: 'times', size: 11 } as const;
const BOLD = { font: 'times-bold', size: 11 } as const;
const [LEFT, WIDTH] = [62, 470];
const ORDINALS = ['PRIMEIRA', 'SEGUNDA', 'TERCEIRA', 'QUARTA', 'QUINTA', 'SEXTA', 'SÉTIMA'];

/**
 * Articles of association: facts in lines at the head, numbered clauses with titles of their own lines, a table of
 * quotas.
 */
export const contractClauses: Layout = {
  id: 'contract-clauses',
  type: 'contract',
  size: A4,
  draw(paper, random) {
    const society = generateSociety(random);
    const clauses = clausesOf(society).map(({ title, text }, index) => ({
      title: `CLÁUSULA ${ORDINALS[index]} - ${title}`,
      text,
    }));
    paper.addPage(A4);
    paper.text(A4.width / 2, 50, 'CONTRATO SOCIAL DE SOCIEDADE LIMITADA', '14 times-bold centre');
    const facts = factsOf(society);
    facts.forEach(({ label, shown }, index) => paper.text(LEFT, 84 + 16 * index, `${label}: ${shown}`, BODY));
    let y = 84 + 16 * facts.length + 14;
    for (const [index, { title, text }] of clauses.entries()) {
      paper.text(LEFT, y, title, BOLD);
      y = paper.paragraph(LEFT, y + 17, WIDTH, text, { ...BODY, leading: 1.35 }) + 6;
      if (index === 2) y = drawQuotas(paper, society, y);
      y += 8;
    }
    drawEnd(paper, society, y, random);
    return {
      fields: [...factFields(facts), ...clauses.map(({ title }) => ({ name: 'title', value: title }))],
      texts: clauses.map(({ text }) => text),
      tables: [
        {
          rows: society.partners.map(({ person, quotas, share }) => ({
            socio: person.name,
            quotas: whole(quotas),
            participacao: `${share}%`,
          })),
        },
      ],
    };
  },
};

const factsOf = ({ company, capital, partners, registry, address }: Society): Fact[] => [
  fact('Nome empresarial', company.name),
  fact('CNPJ', asCnpj(company.cnpj), company.cnpj),
  fact('NIRE', registry),
  fact('Capital social', `R$ ${amount(capital)}`, capital.toFixed(2)),
  fact('Sede', `${address.city.name} - ${address.city.state}`),
  fact('Administrador', partners[0]?.person.name ?? ''),
];

function drawQuotas(paper: Paper, { partners }: Society, y: number): number {
  const row = (at: number, cells: string[], bold = false) =>
    cells.forEach((cell, index) =>
      paper.text(index === 0 ? LEFT + 8 : 330 + 110 * index, at, cell, {
        ...(bold ? BOLD : BODY),
        align: index === 0 ? 'left' : 'right',
      }),
    );
  row(y + 2, ['Sócio', 'Quotas', 'Participação'], true);
  partners.forEach(({ person, quotas, share }, index) =>
    row(y + 20 + 17 * index, [person.name, whole(quotas), `${share}%`]),
  );
  return y + 26 + 17 * partners.length;
}

function drawEnd(paper: Paper, { address, day, partners }: Society, y: number, random: Random): void {
  paper.text(LEFT, y + 4, `${address.city.name}, ${inWords(day)}.`, BODY);
  partners.forEach(({ person }, index) => {
    const x = LEFT + 165 * index;
    sign(paper, random, x + 15, y + 26, 100, 22);
    paper.line(x, y + 52, x + 145, y + 52);
    paper.text(x, y + 55, person.name, '8 times');
  });
}
