import type { Field } from '../../documents/present.ts';
import type { Section } from '../../documents/sections.ts';
import type { SectionReading } from '../../reading.ts';
import { actOf } from './acts.ts';
import { findAmounts } from './money.ts';
import { entryDate } from './entryDate.ts';
import { findParties, type Party } from './parties.ts';
import { passagesOf, textOf, type Passage } from './passages.ts';
import { registryHead } from './registryHead.ts';
import { registryMarkers, sheetNumberIn, type Marker } from './registryMarkers.ts';
import { field, sectionOf, tableOf } from './shapes.ts';

/** A property's sheet: its head, then each record and annotation by itself. */
export function registrySections(sections: SectionReading[]): Section[] {
  const sheetNumber = sheetNumberIn(sections.flatMap(({ heading, lines }) => [heading ?? '', ...lines]).join('\n'));
  const markers: Marker[] = [];
  const markerOf = registryMarkers(sheetNumber);
  const begins = (line: string) => {
    const marker = markerOf(line);
    if (marker) markers.push(marker);
    return marker !== null;
  };
  const passages = passagesOf(sections, begins);
  const entries = passages.slice(passages.length - markers.length);
  const head = passages.slice(0, passages.length - markers.length);
  return [
    ...head.map(registryHead),
    ...entries.map((passage, index) => registryEntry(passage, markers[index] as Marker)),
  ];
}

/** A record (R) or annotation (AV): its number, date and kind, who takes part, and the amounts it names. */
function registryEntry(passage: Passage, { letter, number, rest }: Marker): Section {
  const text = textOf(passage);
  const date = entryDate(passage, text);
  const act = actOf(rest, text);
  const fields = [field('number', `${letter}.${number}`), field('date', date?.value ?? null, date?.score)];
  const tables = [
    ...tableOf('types', ['type'], act ? [[field('type', act.name, act.score)]] : []),
    ...tableOf('involved', ['role', 'name', 'document'], findParties(text).map(partyCells)),
    ...tableOf(
      'values',
      ['value'],
      findAmounts(text).map(({ value }) => [field('value', value)]),
    ),
  ];
  return sectionOf(letter === 'AV' ? 'annotation' : 'record', passage, fields, tables);
}

const partyCells = ({ role, name, number, score }: Party): Field[] => [
  field('role', role, score),
  field('name', name, score),
  field('document', number, score),
];
