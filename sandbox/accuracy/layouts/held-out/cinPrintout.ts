import { A4, mm, fieldList } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { printSide } from '../card.ts';
import { drawBarcode } from '../../drawing/barcodes.ts';
import { labelling } from '../../drawing/forms.ts';
import { dayBetween, printed, yearsAfter } from '../../synthetic/dates.ts';
import { cardLines } from '../../synthetic/passports.ts';
import { generatePerson, personInPrint } from '../../synthetic/people.ts';

const STYLE = labelling('5.4 lato #40607a', '9 lato-bold', 6.6);
const FRONT = { x: mm(45), y: mm(26), width: mm(120), height: mm(76) };
const BACK = { ...FRONT, y: mm(112) };

/** The national identity card printed from the telephone, enlarged, both sides on a sheet. */
export const cinPrintout: Layout = {
  id: 'unseen-cin-printout',
  type: 'cin',
  size: A4,
  async draw(paper, random) {
    const person = generatePerson(random);
    const shown = personInPrint(person);
    const issued = dayBetween(random, 2022, 2025);
    const expires = yearsAfter(issued, 10);
    const address = `https://identidade.example.gov.br/${random.digits(24)}`;
    const holder = { ...person, number: person.cpf.slice(0, 9), expires, state: 'BRA', nationality: 'BRA' };
    paper.addPage(A4);
    paper.text(A4.width / 2, mm(12), 'Carteira de Identidade Nacional', '15 lato-bold centre #1351b4');
    const places = printSide(paper, random, FRONT, STYLE)`
      gradient #dff0e2 #fdf6cf
      text 6 3 9 lato-bold: República Federativa do Brasil
      text 6 7.4 7 lato: Governo Federal
      portrait 84 6 30 40
      6 14: Nome [${shown.name}]
      6 22: Registro Geral / CPF [${shown.cpf}]
      50 22: Sexo [${person.sex === 'F' ? 'Feminino' : 'Masculino'}]
      6 30: Data de nascimento [${shown.born}]
      50 30: Nacionalidade [BRA]
      6 38: Naturalidade [${shown.place} - ${shown.state}]
      6 46: Validade [${printed(expires)}]
      signature 70 54 40 11
      caption 90 67: Assinatura do titular
    `;
    void printSide(paper, random, BACK, STYLE)`
      gradient #fdf6cf #dff0e2
      6 8 32: Filiação 1 [${shown.mother}]
      6 15 32: Filiação 2 [${shown.father}]
      6 22 32: Órgão expedidor [${person.issuer.replace(' ', '/')}]
      6 29 32: Local de emissão [${shown.place}/${shown.state}]
      6 36 32: Data de emissão [${printed(issued)}]
      fill 0 52 120 24 #ffffff
      lines 6 55 6.4 13.5 b612-mono +1.6: ${cardLines(holder, 'ID').join('\n')}
    `;
    paper.picture(await drawBarcode(address, 'QRCode'), mm(45) + mm(86), mm(122), mm(28), mm(28));
    const fields = fieldList`
      nome ${shown.name} | cpf ${person.cpf} | data_nascimento ${person.born} | filiacao_1 ${shown.mother} |
      filiacao_2 ${shown.father} | free naturalidade ${shown.place} - ${shown.state} | data_emissao ${issued} |
      data_validade ${expires} | free orgao_emissor ${person.issuer}
    `;
    const codes = [{ format: 'QRCode' as const, value: address }];
    return { fields, ...places, codes, vouched: ['data_nascimento', 'data_validade'] };
  },
};
