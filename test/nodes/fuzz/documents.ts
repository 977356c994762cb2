// Documents made up so that each value in them can be told from every other.
import fc from '../../support/generated.ts';
import type { IDataObject } from 'n8n-workflow';

export interface Value {
  name: string;
  value: string | null;
  score: number | null;
}

interface Table {
  name: string;
  rows: Value[][];
}

export interface Part {
  source: string;
  name: string | null;
  fields: Value[];
  tables: Table[];
  unknown: IDataObject[];
}

export interface Document {
  type: string | null | undefined;
  score: number | null;
  parts: Part[];
}

export const OPERATIONS = [
  'extractContent',
  'extractPages',
  'extractGenerative',
  'extractInvoice',
  'extractDriverLicence',
  'extractPaymentCard',
] as const;
export type Operation = (typeof OPERATIONS)[number];

const STD_NAMES: Record<string, string | null> = {
  a: null,
  b: 'second',
  valor: 'amount',
  number: 'number',
  t: 'first',
};

const shape = ({ name, value, score }: Value) => ({ name, stdName: STD_NAMES[name] ?? null, value, score });
const shapeTable = ({ name, rows }: Table) => ({
  name,
  stdName: STD_NAMES[name] ?? null,
  score: 0.9,
  headers: [],
  values: rows.map((row) => row.map(shape)),
});

/** The document as the operation returns it (service interface, "Resources and their fields"). */
export function resultItem({ type, score, parts }: Document, operation: Operation, index: number) {
  const contents = parts.map(({ fields, tables, unknown, ...part }) => ({
    ...{ ...part, stdName: part.name, score: 0.9, pages: [{ number: 1 }] },
    fields: fields.map(shape),
    tables: [...tables.map(shapeTable), ...unknown],
  }));
  const tags = [`document=${index}`];
  const common = { ...(type === undefined ? {} : { type, stdType: null }), score, tags };
  if (operation === 'extractInvoice')
    return { ...common, extractions: contents.map(({ source, fields, tables }) => ({ source, fields, tables })) };
  if (['extractContent', 'extractDriverLicence'].includes(operation))
    return { ...common, fields: contents[0]?.fields, tables: contents[0]?.tables, pageNumber: 1 };
  return { ...common, extractions: [{ source: 'iocr', score: 0.9, tags: [], sections: contents }] };
}

export const isValue = ({ value }: Value): boolean => value !== null && value.trim() !== '';

let count = 0;
const unique = (write: (number: string) => string) => fc.constant(null).map(() => write(String(++count % 100_000)));
const word = unique((number) => `v${number.padStart(5, '0')}v`);
const amount = unique((number) => `9${number.padStart(5, '0')}.25`);
const card = unique((number) => `411111111111${number.slice(-4).padStart(4, '0')}`);
const empty = fc.constantFrom(null, '', ' \n');
const score = fc.constantFrom(null, 0, 0.3, 0.5, 0.7, 0.95, 1);

const valueOf = (name: string): fc.Arbitrary<Value> =>
  fc.record({
    name: fc.constant(name),
    value: fc.oneof(
      { weight: 4, arbitrary: name === 'number' ? card : name === 'valor' ? fc.oneof(amount, word) : word },
      { weight: 1, arbitrary: empty },
    ),
    score,
  });
const value = fc.constantFrom('a', 'b', 'valor', 'number', '__proto__').chain(valueOf);
const table = fc.record({
  name: fc.constantFrom('t', 'u'),
  rows: fc.array(fc.tuple(valueOf('a'), valueOf('valor')), { maxLength: 2 }),
});
const unknownTable = fc.record({
  name: fc.constantFrom('t', 'w'),
  rows: word.map((one) => [{ x: one }, [one.replace('v', 'x')]]),
  page: fc.constant(1),
}) as fc.Arbitrary<IDataObject>;

const part = (source: string, names: fc.Arbitrary<string | null>): fc.Arbitrary<Part> =>
  fc.record({
    source: fc.constant(source),
    name: names,
    fields: fc.array(value, { maxLength: 4 }),
    tables: fc.array(table, { maxLength: 2 }),
    unknown: fc.array(unknownTable, { maxLength: 1 }),
  });

function partsOf(operation: Operation): fc.Arbitrary<Part[]> {
  const unnamed = fc.constant(null);
  if (operation === 'extractInvoice') {
    const both = fc.tuple(part('official', unnamed), part('iocr', unnamed)).map(withAgreement);
    return fc.oneof(
      both,
      both.map((list) => [...list].reverse()),
      part('iocr', unnamed).map((one) => [one]),
    );
  }
  if (['extractContent', 'extractDriverLicence'].includes(operation)) return part('', unnamed).map((one) => [one]);
  return fc.array(part('iocr', fc.constantFrom('header', 'record', null)), { maxLength: 3 });
}

/** Both sources mostly read the same. */
const withAgreement = ([official, iocr]: [Part, Part]): Part[] => [
  official,
  { ...iocr, fields: [...iocr.fields, ...official.fields.slice(0, 1).filter(isValue)] },
];

export const documentOf = (operation: Operation): fc.Arbitrary<Document> =>
  fc.record({
    type: fc.constantFrom('nota', 'nota', null, undefined),
    score: fc.constantFrom(null, 0, 0.9),
    parts: partsOf(operation),
  });
