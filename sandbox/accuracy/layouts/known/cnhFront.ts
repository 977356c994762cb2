import { CARD } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { printSide } from '../card.ts';
import { labelling } from '../../drawing/forms.ts';
import { driverInPrint, frontFields, generateDriver, parentFields } from '../../synthetic/drivers.ts';

const STYLE = labelling('3.9 roboto #1f4f70', '6.4 roboto-bold', 4.8);

/** The licence since 2022 with its numbered labels, front only. */
export const cnhFront: Layout = {
  id: 'cnh-front',
  type: 'cnh',
  size: CARD,
  draw(paper, random) {
    const driver = generateDriver(random);
    const shown = driverInPrint(driver);
    paper.addPage(CARD);
    const places = printSide(paper, random, CARD, STYLE)`
      gradient #e9f3e2 #dbe9f4
      waves 2.6 #c6dfd0 #d8e2c0 #c5d8e8
      rosette 72 36 10 #bcd3bf
      fill 0 0 85.6 11.5 #2c6e49
      text 14 1.6 6.6 roboto-bold #ffffff: REPÚBLICA FEDERATIVA DO BRASIL
      text 14 4.6 4.6 roboto #ffffff: SECRETARIA NACIONAL DE TRÂNSITO
      text 14 7 4.2 roboto-medium #ffffff: CARTEIRA NACIONAL DE HABILITAÇÃO / DRIVER LICENSE / PERMISO DE CONDUCCIÓN
      text 7.5 3 12 roboto-bold centre #f4d03f: BR
      portrait 4 16 21 27
      27 12.4: 2 e 1 NOME E SOBRENOME [${shown.name}]
      70 16.6: 1ª HABILITAÇÃO [${shown.first}]
      27 16.6: 3 DATA, LOCAL E UF DE NASCIMENTO [${shown.born}, ${shown.place}, ${shown.state}]
      27 21.4: 4a DATA EMISSÃO [${shown.issued}]
      46 21.4: 4b VALIDADE [${shown.expires}]
      70 21.4: ACC []
      27 26.2: 4c DOC IDENTIDADE / ÓRG EMISSOR / UF [${shown.document}]
      27 31: 4d CPF [${shown.cpf}]
      49 31: 5 Nº REGISTRO [${shown.register}]
      70 31: 9 CAT HAB [${shown.category}]
      27 35.8: NACIONALIDADE [${shown.nation}]
      label 27 40.6: FILIAÇÃO
      value 27 42.3 5.6: ${shown.father}
      value 27 45.3 5.6: ${shown.mother}
      signature 5 44.2 19 6 #1d1d24
      caption 14.5 51: 7 ASSINATURA DO PORTADOR
    `;
    const fields = [...frontFields(driver), ...parentFields(driver.person)];
    return { fields: [...fields, { name: 'data_emissao', value: driver.issued }], ...places };
  },
};
