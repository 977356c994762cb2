import { generatedAddresses } from '../../../sandbox/accuracy/addresses.ts';
import { asRecognised, readTexts, textOf, valuesOf } from '../../../sandbox/accuracy/ablation/samples.ts';
import { generateDocument, GROUPS, planDocuments } from '../../../sandbox/accuracy/documents.ts';
import { compareForm } from '../../../sandbox/accuracy/forms/comparison.ts';
import { FORMS, printForm, type FormSort } from '../../../sandbox/accuracy/forms/forms.ts';
import { DOCUMENT_TYPES, type Place, type Size } from '../../../sandbox/accuracy/groundTruth.ts';
import { compareFields, type FieldResult } from '../../../sandbox/accuracy/metrics/fields.ts';
import { fieldsIn, type Field } from '../../../sandbox/accuracy/service/client.ts';
import { readAddresses } from '../../../sandbox/reader/src/index.ts';
import type { TextItem } from '../../../sandbox/reader/src/reading.ts';

/** Values that were not read as they are printed: `document, name: what is printed → what was read`. */
export type Misses = Record<'address' | 'layout' | 'recognised layout' | 'form' | 'recognised form', string[]>;

/** `offPage`: documents whose portrait or signature is not on the page. */
export type Generated = { values: number; misses: Misses; offPage: string[] };

const FORMS_OF_EACH_SORT = 5;

type Result = Pick<FieldResult, 'name' | 'truth' | 'read'> & { outcome: string };
type Compare = (read: Field[]) => Result[];

/** Reads generated addresses, a document of each layout, and forms: as a text layer has them, and as OCR may. */
export async function readGenerated(): Promise<Generated> {
  const misses: Misses = { address: [], layout: [], 'recognised layout': [], form: [], 'recognised form': [] };
  const offPage: string[] = [];
  let values = 0;
  const add = (kind: keyof Misses, of: string, results: Result[]) => {
    values += results.length;
    for (const { name, truth, read, outcome } of results)
      if (outcome !== 'exact') misses[kind].push(`${of}, ${name}: ${truth} → ${read}`);
  };
  const read = async (kind: 'layout' | 'form', name: string, pdf: Buffer, compare: Compare) => {
    const pages = await textOf(pdf);
    add(kind, name, compare(await fieldsOf(pages)));
    add(`recognised ${kind}`, name, compare(await fieldsOf(pages.map((items) => asRecognised(items, name)))));
  };
  for (const { text, fields } of [...generatedAddresses('known'), ...generatedAddresses('heldOut')])
    add('address', text, compareFields(fields, fieldsIn(await readAddresses(text))));
  for (const { pdf, truth, layout, name } of await Promise.all(planDocuments(EVERY).map(generateDocument))) {
    const fields = valuesOf(truth).filter(({ value }) => value);
    await read('layout', name, pdf, (found) => compareFields(fields, found));
    for (const place of [truth.portrait, truth.signature])
      if (place && 'size' in layout && !isOn(layout.size, place)) offPage.push(name);
  }
  for (const sort of Object.keys(FORMS) as FormSort[])
    for (let at = 1; at <= FORMS_OF_EACH_SORT; at++) {
      const form = await printForm(sort, `test ${at}`);
      await read('form', `${sort} ${at}`, form.pdf, (found) => compareForm(form, found));
    }
  return { values, misses, offPage };
}

// Of codes nothing is read here.
const TYPES = DOCUMENT_TYPES.filter((type) => type !== 'vio');
const EVERY = { types: TYPES, degradations: ['pdf' as const], groups: [...GROUPS], seeds: 1 };

const isOn = (size: Size, { x, y, width, height }: Place) =>
  x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height;

/** A page without texts would be looked at as a picture. */
const fieldsOf = async (pages: TextItem[][]): Promise<Field[]> =>
  fieldsIn(await readTexts(pages.filter((items) => items.length > 0)));
