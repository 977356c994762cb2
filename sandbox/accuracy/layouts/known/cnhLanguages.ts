import { CARD } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { printSide } from '../card.ts';
import { labelling } from '../../drawing/forms.ts';
import { driverInPrint, frontFields, generateDriver, parentFields } from '../../synthetic/drivers.ts';

const STYLE = labelling('3.5 barlow-condensed #6a3f3f', '6.2 roboto-condensed-bold', 4.1);

/**
 * Numbered labels in two languages in small print, close under the values of the line above; the portrait is on the
 * right.
 */
export const cnhLanguages: Layout = {
  id: 'cnh-languages',
  type: 'cnh',
  size: CARD,
  draw(paper, random) {
    const driver = generateDriver(random);
    const shown = driverInPrint(driver);
    paper.addPage(CARD);
    const places = printSide(paper, random, CARD, STYLE)`
      gradient #f4ece2 #e6eff0
      waves 2.4 #e0d4c0 #cfdfe0
      text 4 1.6 6 roboto-bold #35506a: REPÚBLICA FEDERATIVA DO BRASIL
      text 4 4.4 4.6 roboto-medium #35506a: CARTEIRA NACIONAL DE HABILITAÇÃO / DRIVER LICENSE
      portrait 61 9 21 27
      4 8: 2 e 1 NOME E SOBRENOME / NAME AND SURNAME [${shown.name}]
      4 12.4: 3 DATA, LOCAL E UF DE NASCIMENTO / DATE AND PLACE OF BIRTH [${shown.born}, ${shown.place}, ${shown.state}]
      4 16.8: 4a DATA EMISSÃO / ISSUING DATE [${shown.issued}]
      32 16.8: 4b VALIDADE / EXPIRATION DATE [${shown.expires}]
      4 21.2: 4c DOC IDENTIDADE / ÓRG EMISSOR / UF [${shown.document}]
      46 21.2: ACC []
      4 25.6: 4d CPF [${shown.cpf}]
      26 25.6: 5 Nº REGISTRO / LICENSE NUMBER [${shown.register}]
      4 30: 9 CAT HAB / LICENSE CLASS [${shown.category}]
      26 30: 1ª HABILITAÇÃO / FIRST LICENSE [${shown.first}]
      4 34.4: NACIONALIDADE / NATIONALITY [${shown.nation}]
      4 38.8: FILIAÇÃO / PARENTS [${shown.father}]
      value 4 42.8: ${shown.mother}
      label 61 38: 7 ASSINATURA DO PORTADOR
    `;
    const fields = [...frontFields(driver), ...parentFields(driver.person)];
    return { fields: [...fields, { name: 'data_emissao', value: driver.issued }], ...places };
  },
};
