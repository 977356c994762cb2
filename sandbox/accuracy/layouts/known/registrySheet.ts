import { A4, fact, factFields, type Fact } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import type { Paper } from '../../drawing/paper.ts';
import { printed } from '../../synthetic/dates.ts';
import { amount, asCpf } from '../../synthetic/numbers.ts';
import { entryTruth, generateProperty, type Entry, type Property } from '../../synthetic/properties.ts';
import { placeOf } from '../../synthetic/companies.ts';

const BODY = { font: 'courier', size: 10 } as const;
const BOLD = { font: 'courier-bold', size: 10 } as const;

/** A sheet of a property registry, typed: description, then records and annotations with their facts in lines. */
export const registrySheet: Layout = {
  id: 'registry-sheet',
  type: 'registry',
  size: A4,
  draw(paper, random) {
    const property = generateProperty(random);
    paper.addPage(A4);
    paper.text(A4.width / 2, 45, `${property.office}º OFÍCIO DE REGISTRO DE IMÓVEIS`, {
      ...BOLD,
      size: 13,
      align: 'centre',
    });
    const facts = factsOf(property);
    facts.forEach(({ label, shown }, index) => paper.text(50, 80 + 15 * index, `${label}: ${shown}`, BODY));
    let y =
      paper.paragraph(
        50,
        80 + 15 * facts.length,
        495,
        `Imóvel: Um prédio residencial situado na ${placeOf(property.address)}.`,
        BODY,
      ) + 14;
    for (const entry of property.entries) y = drawEntry(paper, property, entry, y) + 14;
    const { fields, tables } = entryTruth(property, () => ({ from: 'transmitente', to: 'adquirente' }));
    return { fields: [...factFields(facts), ...fields], ...(tables ? { tables } : {}) };
  },
};

const factsOf = ({ register, sheet, opened, owner }: Property): Fact[] => [
  fact('Matrícula', register),
  fact('Ficha', sheet),
  fact('Data de abertura', printed(opened), opened),
  fact('Proprietário', `${owner.name}, CPF ${asCpf(owner.cpf)}`),
];

function drawEntry(paper: Paper, { register }: Property, entry: Entry, top: number): number {
  paper.text(50, top, `${entry.letter}.${entry.number}/${register} - ${entry.title}`, BOLD);
  const lines = [
    `Data: ${printed(entry.day)}`,
    ...(entry.from ? [`Transmitente: ${entry.from.name}, CPF ${asCpf(entry.from.cpf)}`] : []),
    ...(entry.to ? [`Adquirente: ${entry.to.name}, CPF ${asCpf(entry.to.cpf)}`] : []),
    ...(entry.value === null ? [] : [`Valor: R$ ${amount(entry.value)}`]),
  ];
  lines.forEach((line, index) => paper.text(50, top + 17 + 14 * index, line, BODY));
  const y = top + 17 + 14 * lines.length;
  return entry.note
    ? paper.paragraph(50, y, 495, `Procede-se a esta averbação para constar que ${entry.note}.`, BODY)
    : y;
}
