import { textList } from '../../../reader/src/text/pattern.ts';
import type { GridCell } from '../../drawing/forms.ts';
import { A4 } from '../../groundTruth.ts';
import { clausesOf, introduced, whole } from '../../synthetic/companies.ts';
import { inWords } from '../../synthetic/dates.ts';
import { amount } from '../../synthetic/numbers.ts';
import { articlesOfAssociation } from '../families.ts';

const BODY = { font: 'libre-baskerville', size: 10, leading: 1.75 } as const;
const ORDINALS = ['Primeira', 'Segunda', 'Terceira', 'Quarta', 'Quinta', 'Sexta', 'Sétima'];
/** Of the clauses, in their order. */
const TITLES = textList(`
  Do Nome e da Sede | Do Objeto | Do Capital | Da Administração | Do Início e do Prazo | Do Exercício | Do Foro
`);

/**
 * Articles of association over several pages, in a book's type: partners introduced in prose, clauses under centred
 * titles, page numbers.
 */
export const contractPages = articlesOfAssociation('unseen-contract-pages', A4, {
  degradations: ['pdf', 'scan300', 'scan150', 'rotated', 'low'],
  draw({ print, paper, society }) {
    const { company, address, day, partners } = society;
    const clauses = clausesOf(society).map(({ text }, index) => {
      return { title: `Cláusula ${ORDINALS[index]} – ${TITLES[index]}`, text };
    });
    const rows = partners.map(({ person, quotas, share }): GridCell[] => {
      return [person.name, whole(quotas), [amount(quotas), quotas.toFixed(2)], `${share},00%`];
    });
    const middle = A4.width / 2;
    void print`
      truth: ${clauses.map(({ title }) => ({ name: 'title', value: title, agreement: 'free' as const }))}
      truth: ${{ texts: clauses.map(({ text }) => text) }}
      text ${middle} 70 12 libre-baskerville-bold centre: INSTRUMENTO PARTICULAR DE CONTRATO SOCIAL
      text ${middle} 90 11 libre-baskerville centre: ${company.name}
    `;
    const opening =
      `Pelo presente instrumento, ${partners.map(introduced).join('; e ')}; resolvem constituir uma sociedade ` +
      'empresária limitada, que se regerá pelas cláusulas seguintes.';
    let y = paper.paragraph(78, 125, 440, opening, BODY) + 16;
    for (const [index, { title, text }] of clauses.entries()) {
      if (y > 640) y = turnPage();
      paper.text(middle, y, title, '10 libre-baskerville-bold centre');
      y = paper.paragraph(78, y + 20, 440, text, BODY) + 6;
      if (index === 2) y = drawQuotas(y) + 8;
      y += 10;
    }
    if (y > 620) y = turnPage();
    void print`text 78 ${y} 10 libre-baskerville: ${address.city.name}, ${inWords(day)}.`;
    partners.forEach(({ person }, index) => {
      const top = y + 46 * index;
      void print`
        official 108 ${top + 26} 110 24
        line 78 ${top + 54} 298 ${top + 54}
        text 78 ${top + 57} 7.6 libre-baskerville: ${person.name}
      `;
    });
    paper.text(middle, 800, String(paper.page), '8 libre-baskerville centre');

    function turnPage(): number {
      paper.text(middle, 800, String(paper.page), '8 libre-baskerville centre');
      paper.addPage(A4);
      return 70;
    }

    function drawQuotas(top: number): number {
      void print`
        records 78 ${top} 19 all 8.6 libre-baskerville-bold / 8.6 libre-baskerville: Sócios 200 | Nº de quotas 80 > |
          Valor 90 > | Percentual 70 > = ${rows}
      `;
      return top + 19 * (rows.length + 1);
    }
  },
});
