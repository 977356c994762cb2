/** What came back, whatever the operation: everything flat, in the order it came. */
export type Answer = {
  status: number;
  milliseconds: number;
  pages: number;
  fields: Field[];
  tables: Field[][][];
  crops: { name: string; value: string }[];
  codes: { type: string; value: string }[];
  /** Types of the documents found with the pages of each. */
  parts: { type: string | null; pages: number[] }[];
};

export type Field = { name: string; value: string | null; score?: number | null };

type Table = { values: Field[][] };
type Section = { fields?: Field[]; tables?: Table[]; pages?: { number: number }[] };
type Item = {
  type?: string | null;
  pageNumber?: number | null;
  fields?: Field[] | null;
  tables?: Table[] | null;
  crops?: { name: string; value: string }[] | null;
  metadata?: { barcodes?: { type: string; value: string }[] };
  extractions?: ({ source?: string; sections?: Section[] } & Section)[];
};
export type Envelope = { result: Item[] | null; elapsedMilliseconds: number };

/** `official` extractions repeat what was read and are not counted again. */
export function answerFrom(status: number, { result, elapsedMilliseconds }: Envelope): Answer {
  const items = result ?? [];
  const extractions = items.flatMap((item) => item.extractions ?? []).filter(({ source }) => source !== 'official');
  const sections: Section[] = [
    ...items.map(asSection),
    ...extractions,
    ...extractions.flatMap((extraction) => extraction.sections ?? []),
  ];
  return {
    status,
    milliseconds: elapsedMilliseconds,
    pages: Math.max(1, items.length),
    fields: sections.flatMap(({ fields }) => fields ?? []),
    tables: sections.flatMap(({ tables }) => tables ?? []).map(({ values }) => values),
    crops: items.flatMap(({ crops }) => crops ?? []),
    codes: items.flatMap(({ metadata }) => metadata?.barcodes ?? []),
    parts: items.map(partOf),
  };
}

const asSection = ({ fields, tables }: Item): Section => ({ fields: fields ?? [], tables: tables ?? [] });

function partOf({ type = null, pageNumber, extractions }: Item): Answer['parts'][number] {
  const numbers = (extractions ?? []).flatMap(({ sections }) => sections ?? []).flatMap(({ pages }) => pages ?? []);
  const pages = numbers.length > 0 ? numbers.map(({ number }) => number) : pageNumber ? [pageNumber] : [];
  return { type, pages: [...new Set(pages)].toSorted((a, b) => a - b) };
}
