import { CARD, fieldList } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { printSide } from '../card.ts';
import { labelling } from '../../drawing/forms.ts';
import { personInPrint } from '../../synthetic/people.ts';
import { cardLines, asHolder, generateTraveller } from '../../synthetic/passports.ts';

const STYLE = labelling('4 open-sans #4a5a66', '6.4 open-sans-bold', 4.6);

/** The back of a card whose three lines of machine-readable zone say nearly everything. */
export const td1Back: Layout = {
  id: 'td1-back',
  type: 'td1',
  size: CARD,

  draw(paper, random) {
    const traveller = generateTraveller(random);
    const { born } = traveller.person;
    const { mother, father, place, state } = personInPrint(traveller.person);
    paper.addPage(CARD);
    void printSide(paper, random, CARD, STYLE)`
      gradient #eef3f7 #e3efe4
      waves 2.6 #cfdde8 #d3e3d2
      5 5: Filiação / Filiation [${mother}]
      value 5 9.8: ${father}
      5 15: Órgão Expedidor / Card Issuer [SSP/${state}]
      45 15: Local / Place of Issue [${place}]
      fill 0 32 85.6 21.98 #fafaf6
      lines 4.5 34.5 5.6 11.4 cousine +0.55: ${cardLines(asHolder(traveller), 'ID').join('\n')}
    `;
    const fields = fieldList`
      filiacao_1 ${mother} | filiacao_2 ${father} | free orgao_emissor SSP/${state} | data_nascimento ${born} |
      data_validade ${traveller.expires}
    `;
    return { fields, vouched: ['data_nascimento', 'data_validade'] };
  },
};
