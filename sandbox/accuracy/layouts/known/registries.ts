import { factFields, factLines, factsOf } from '../../drawing/forms.ts';
import { A4 } from '../../groundTruth.ts';
import { placeOf } from '../../synthetic/companies.ts';
import { printed } from '../../synthetic/dates.ts';
import { amount, asCpf } from '../../synthetic/numbers.ts';
import { entryTruth } from '../../synthetic/properties.ts';
import { propertyRegistry } from '../families.ts';

const BODY = { font: 'courier', size: 10 } as const;

/** A sheet of a property registry, typed: description, then records and annotations with their facts in lines. */
export const registrySheet = propertyRegistry('registry-sheet', A4, {
  draw({ print, paper, property }) {
    const { register, sheet, opened, owner, address } = property;
    const facts = factsOf`
      Matrícula [${register}] | Ficha [${sheet}] | Data de abertura [${printed(opened)}] = ${opened} |
      Proprietário [${owner.name}, CPF ${asCpf(owner.cpf)}]
    `;
    void print`
      text ${A4.width / 2} 45 13 courier-bold centre: ${property.office}º OFÍCIO DE REGISTRO DE IMÓVEIS
      lines 50 80 15 10 courier: ${factLines(facts)}
    `;
    const place = `Imóvel: Um prédio residencial situado na ${placeOf(address)}.`;
    let y = paper.paragraph(50, 140, 495, place, BODY) + 14;
    for (const { letter, number, title, day, from, to, value, note } of property.entries) {
      const lines = [
        `Data: ${printed(day)}`,
        ...(from ? [`Transmitente: ${from.name}, CPF ${asCpf(from.cpf)}`] : []),
        ...(to ? [`Adquirente: ${to.name}, CPF ${asCpf(to.cpf)}`] : []),
        ...(value === null ? [] : [`Valor: R$ ${amount(value)}`]),
      ];
      paper.text(50, y, `${letter}.${number}/${register} - ${title}`, '10 courier-bold');
      paper.lines(50, y + 17, 14, lines, BODY);
      y += 31 + 14 * lines.length;
      if (note)
        y = paper.paragraph(50, y - 14, 495, `Procede-se a esta averbação para constar que ${note}.`, BODY) + 14;
    }
    const { fields, tables } = entryTruth(property);
    void print`truth: ${{ fields: [...factFields(facts), ...fields], tables }}`;
  },
});
