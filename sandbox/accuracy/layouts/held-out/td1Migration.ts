import { CARD, fieldList } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { printSide } from '../card.ts';
import { labelling } from '../../drawing/forms.ts';
import { cardLines, asHolder, generateTraveller } from '../../synthetic/passports.ts';
import { personInPrint } from '../../synthetic/people.ts';

const STYLE = labelling('4.4 lato #7a5a1c', '6.6 lato-bold');

/** The back of a resident's card of another issuer: dates and lists of facts over a zone in a bolder type. */
export const td1Migration: Layout = {
  id: 'unseen-td1-migration',
  type: 'td1',
  size: CARD,
  copies: { photo: 2, scan300: 2 },
  draw(paper, random) {
    const traveller = generateTraveller(random);
    const { father, mother } = personInPrint(traveller.person);
    paper.addPage(CARD, '#f6f0e0');
    void printSide(paper, random, CARD, STYLE)`
      waves 2.3 #e7d9b4 #dfe3c8 #ead2c2
      label 5 4: FILIAÇÃO
      value 5 6: ${father}
      value 5 9.4: ${mother}
      label 5 15: AMPARO LEGAL
      value 5 17: ART. 30, LEI 13.445/2017
      text 5 23 4.4 lato: ESTE DOCUMENTO DEVE SER RENOVADO ANTES DO VENCIMENTO.
      lines 4 33.5 6 10.2 b612-mono-bold +0.7: ${() => cardLines(asHolder(traveller), 'IR', random.digits(8)).join('\n')}
    `;
    const fields = fieldList`
      filiacao_1 ${father} | filiacao_2 ${mother} | data_nascimento ${traveller.person.born} |
      data_validade ${traveller.expires}
    `;
    return { fields, vouched: ['data_nascimento', 'data_validade'] };
  },
};
