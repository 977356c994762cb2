import { factFields, factLines, factsOf } from '../../drawing/forms.ts';
import { A4 } from '../../groundTruth.ts';
import { clausesOf, whole } from '../../synthetic/companies.ts';
import { inWords } from '../../synthetic/dates.ts';
import { amount, asCnpj } from '../../synthetic/numbers.ts';
import { articlesOfAssociation } from '../families.ts';

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
    const rows = partners.map(({ person, quotas, share }) => [person.name, whole(quotas), `${share}%`] as const);
    void print`
      text ${A4.width / 2} 50 14 times-bold centre: CONTRATO SOCIAL DE SOCIEDADE LIMITADA
      lines 62 84 16 11 times: ${factLines(facts)}
    `;
    let y = 194;
    for (const [index, { title, text }] of clauses.entries()) {
      paper.text(62, y, title, '11 times-bold');
      y = paper.paragraph(62, y + 17, 470, text, { font: 'times', size: 11, leading: 1.35 }) + 6;
      if (index === 2) y = drawQuotas(y);
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
      truth: ${{ tables: [{ rows: rows.map(([socio, quotas, participacao]) => ({ socio, quotas, participacao })) }] }}
    `;

    function drawQuotas(top: number): number {
      void print`
        text 70 ${top + 2} 11 times-bold: Sócio
        text 440 ${top + 2} 11 times-bold right: Quotas
        text 550 ${top + 2} 11 times-bold right: Participação
      `;
      rows.forEach(([name, quotas, share], index) => {
        const line = top + 20 + 17 * index;
        void print`
          text 70 ${line} 11 times: ${name}
          text 440 ${line} 11 times right: ${quotas}
          text 550 ${line} 11 times right: ${share}
        `;
      });
      return top + 26 + 17 * rows.length;
    }
  },
});
