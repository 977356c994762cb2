import { CARD, mm, fieldList } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { waves } from '../../drawing/securityPattern.ts';
import { cardLines, asHolder, generateTraveller } from '../../synthetic/passports.ts';
import { capitals } from '../../synthetic/people.ts';

const LABEL = { size: 4.4, font: 'lato', colour: '#7a5a1c' } as const;

/** The back of a resident's card of another issuer: dates and lists of facts over a zone in a bolder type. */
export const td1Migration: Layout = {
  id: 'unseen-td1-migration',
  type: 'td1',
  size: CARD,
  copies: { photo: 2, scan300: 2 },
  draw(paper, random) {
    const traveller = generateTraveller(random);
    const { person } = traveller;
    paper.addPage(CARD, '#f6f0e0');
    waves(paper, { x: 0, y: 0, ...CARD }, ['#e7d9b4', '#dfe3c8', '#ead2c2'], random, 2.3);
    paper.text(mm(5), mm(4), 'FILIAÇÃO', LABEL);
    [person.father, person.mother].forEach((name, index) =>
      paper.text(mm(5), mm(6 + 3.4 * index), capitals(name), '6.6 lato-bold'),
    );
    paper.text(mm(5), mm(15), 'AMPARO LEGAL', LABEL);
    paper.text(mm(5), mm(17), 'ART. 30, LEI 13.445/2017', '6.6 lato-bold');
    paper.text(mm(5), mm(23), 'ESTE DOCUMENTO DEVE SER RENOVADO ANTES DO VENCIMENTO.', '4.4 lato');
    cardLines(asHolder(traveller), 'IR', random.digits(8)).forEach((line, index) =>
      paper.text(mm(4), mm(33.5 + 6 * index), line, { font: 'b612-mono-bold', size: 10.2, spacing: 0.7 }),
    );
    return {
      fields: fieldList`
        filiacao_1 ${capitals(person.father)} | filiacao_2 ${capitals(person.mother)} |
        data_nascimento ${person.born} | data_validade ${traveller.expires}
      `,
      vouched: ['data_nascimento', 'data_validade'],
    };
  },
};
