import { A4 } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import type { Paper } from '../../drawing/paper.ts';
import { inWords } from '../../synthetic/dates.ts';
import { amount, asCpf } from '../../synthetic/numbers.ts';
import type { Person } from '../../synthetic/people.ts';
import { entryTruth, generateProperty, type Entry, type Property } from '../../synthetic/properties.ts';
import { placeOf } from '../../synthetic/companies.ts';

const BODY = { font: 'tinos', size: 11, leading: 1.4 } as const;
const [LEFT, WIDTH] = [60, 475];

/** A registry's sheet as most offices write them: each entry one paragraph of prose. */
export const registryProse: Layout = {
  id: 'unseen-registry-prose',
  type: 'registry',
  size: A4,
  draw(paper, random) {
    const property = generateProperty(random);
    paper.addPage(A4, '#fdfcf7');
    drawHead(paper, property);
    const { owner, address } = property;
    let y =
      paper.paragraph(
        LEFT,
        150,
        WIDTH,
        `IMÓVEL: Um prédio e o respectivo terreno situados na ${placeOf(address)}. PROPRIETÁRIO: ${presented(owner)}.`,
        BODY,
      ) + 12;
    for (const entry of property.entries) y = paper.paragraph(LEFT, y, WIDTH, proseOf(property, entry), BODY) + 12;
    paper.text(LEFT, y + 10, 'O Oficial Substituto,', BODY);
    const { fields, tables } = entryTruth(property, () => ({ from: 'transmitente', to: 'adquirente' }));
    return { fields: [{ name: 'matricula', value: property.register }, ...fields], ...(tables ? { tables } : {}) };
  },
};

function drawHead(paper: Paper, { office, register, sheet, opened, address }: Property): void {
  paper.frame(50, 40, 495, 90);
  paper.text(A4.width / 2, 48, 'LIVRO Nº 2 - REGISTRO GERAL', '13 tinos-bold centre');
  paper.text(
    A4.width / 2,
    66,
    `${office}º CARTÓRIO DE REGISTRO DE IMÓVEIS DE ${address.city.name.toLocaleUpperCase('pt-BR')}`,
    '10 tinos-bold centre',
  );
  paper.text(70, 92, 'MATRÍCULA', '8 tinos');
  paper.text(70, 102, register, '13 tinos-bold');
  paper.text(200, 92, 'FICHA', '8 tinos');
  paper.text(200, 102, sheet, '13 tinos-bold');
  paper.text(525, 104, `${address.city.name}, ${inWords(opened)}`, '10 tinos right');
}

const presented = ({ name, cpf, sex }: Person): string =>
  `${name}, ${sex === 'F' ? 'brasileira, solteira' : 'brasileiro, solteiro'}, inscrito no CPF sob nº ${asCpf(cpf)}`;

function proseOf({ register }: Property, { letter, number, title, day, from, to, value, note }: Entry): string {
  const begin = `${letter}-${number}/${register} - Em ${inWords(day)}.`;
  if (note)
    return `${begin} Procede-se a esta averbação para constar que ${note}, conforme documento arquivado. Dou fé.`;
  const price = value === null ? '' : ` VALOR: R$ ${amount(value)}.`;
  return (
    `${begin} TÍTULO: ${title.charAt(0)}${title.slice(1).toLowerCase()}. TRANSMITENTE: ` +
    `${from ? presented(from) : ''}. ADQUIRENTE: ${to ? presented(to) : ''}.${price} Dou fé.`
  );
}
