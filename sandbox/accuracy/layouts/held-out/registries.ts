import { A4 } from '../../groundTruth.ts';
import { placeOf } from '../../synthetic/companies.ts';
import { inWords } from '../../synthetic/dates.ts';
import { amount, asCpf } from '../../synthetic/numbers.ts';
import { capitals, type Person } from '../../synthetic/people.ts';
import { entryTruth, type Entry } from '../../synthetic/properties.ts';
import { propertyRegistry } from '../families.ts';

const BODY = { font: 'tinos', size: 11, leading: 1.4 } as const;

/** A registry's sheet as most offices write them: each entry one paragraph of prose. */
export const registryProse = propertyRegistry('unseen-registry-prose', A4, {
  colour: '#fdfcf7',
  draw({ print, paper, property }) {
    const { office, register, sheet, opened, address, owner } = property;
    void print`
      frame 50 40 495 90
      text ${A4.width / 2} 48 13 tinos-bold centre: LIVRO Nº 2 - REGISTRO GERAL
      text ${A4.width / 2} 66 10 tinos-bold centre: ${office}º CARTÓRIO DE REGISTRO DE IMÓVEIS DE ${capitals(address.city.name)}
      text 70 92 8 tinos: MATRÍCULA
      text 70 102 13 tinos-bold: ${register}
      text 200 92 8 tinos: FICHA
      text 200 102 13 tinos-bold: ${sheet}
      text 525 104 10 tinos right: ${address.city.name}, ${inWords(opened)}
    `;
    const place = `IMÓVEL: Um prédio e o respectivo terreno situados na ${placeOf(address)}.`;
    const paragraphs = [
      `${place} PROPRIETÁRIO: ${presented(owner)}.`,
      ...property.entries.map((entry) => proseOf(register, entry)),
    ];
    let y = 150;
    for (const text of paragraphs) y = paper.paragraph(60, y, 475, text, BODY) + 12;
    paper.text(60, y + 10, 'O Oficial Substituto,', BODY);
    const { fields, tables } = entryTruth(property);
    void print`truth: ${{ fields: [{ name: 'matricula', value: register }, ...fields], tables }}`;
  },
});

const presented = ({ name, cpf, sex }: Person): string =>
  `${name}, ${sex === 'F' ? 'brasileira, solteira' : 'brasileiro, solteiro'}, inscrito no CPF sob nº ${asCpf(cpf)}`;

function proseOf(register: string, { letter, number, title, day, from, to, value, note }: Entry): string {
  const begin = `${letter}-${number}/${register} - Em ${inWords(day)}.`;
  if (note)
    return `${begin} Procede-se a esta averbação para constar que ${note}, conforme documento arquivado. Dou fé.`;
  const price = value === null ? '' : ` VALOR: R$ ${amount(value)}.`;
  return (
    `${begin} TÍTULO: ${title.charAt(0)}${title.slice(1).toLowerCase()}. TRANSMITENTE: ` +
    `${from ? presented(from) : ''}. ADQUIRENTE: ${to ? presented(to) : ''}.${price} Dou fé.`
  );
}
