import { CARD, mm, fieldList } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { gradient, waves } from '../../drawing/securityPattern.ts';
import { stacked, labelling } from '../../drawing/forms.ts';
import { capitals } from '../../synthetic/people.ts';
import { cardLines, asHolder, generateTraveller } from '../../synthetic/passports.ts';

const STYLE = labelling('4 open-sans #4a5a66', '6.4 open-sans-bold', 4.6);

/** The back of a card whose three lines of machine-readable zone say nearly everything. */
export const td1Back: Layout = {
  id: 'td1-back',
  type: 'td1',
  size: CARD,

  draw(paper, random) {
    const traveller = generateTraveller(random);
    const { person } = traveller;
    paper.addPage(CARD);
    gradient(paper, { x: 0, y: 0, ...CARD }, '#eef3f7', '#e3efe4');
    waves(paper, { x: 0, y: 0, ...CARD }, ['#cfdde8', '#d3e3d2'], random, 2.6);
    stacked(paper, mm(5), mm(5), 'Filiação / Filiation', capitals(person.mother), STYLE);
    paper.text(mm(5), mm(9.8), capitals(person.father), STYLE.value);
    stacked(paper, mm(5), mm(15), 'Órgão Expedidor / Card Issuer', `SSP/${person.birthplace.state}`, STYLE);
    stacked(paper, mm(45), mm(15), 'Local / Place of Issue', capitals(person.birthplace.name), STYLE);
    paper.fill(0, mm(32), CARD.width, CARD.height - mm(32), '#fafaf6');
    paper.lines(mm(4.5), mm(34.5), mm(5.6), cardLines(asHolder(traveller), 'ID'), '11.4 cousine +0.55');
    return {
      fields: fieldList`
        filiacao_1 ${capitals(person.mother)} | filiacao_2 ${capitals(person.father)} |
        free orgao_emissor SSP/${person.birthplace.state} | data_nascimento ${person.born} |
        data_validade ${traveller.expires}
      `,
      vouched: ['data_nascimento', 'data_validade'],
    };
  },
};
