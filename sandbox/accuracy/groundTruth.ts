import { textList } from '../reader/src/text/pattern.ts';
import { valueOf, withPlaces, words } from './templates.ts';

export const DOCUMENT_TYPES = words(
  'cnh rg cin passport td1 card nfse danfe boleto invoice contract registry statement letter vio mixed',
);
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/**
 * How closely a value must match: `free` ignores punctuation, `plain` accents too. Of a `number` the service interface does
 * not define how percentages and counts are written: 5,00% and 5.00 are equal.
 */
export type Agreement = 'exact' | 'free' | 'plain' | 'number';

/** A field of the document. `null`: the document has no such field, so any value is wrong. */
export type TrueField = { name: string; value: string | null; agreement?: Agreement; accepted?: string[] };

/** Rows by column names; null is an empty cell. */
export type TrueTable = { rows: Record<string, string | null>[] };

/** A place in points, on a page counted from 1. */
export type Place = { page: number; x: number; y: number; width: number; height: number };

export type CodeFormat = 'QRCode' | 'Code128' | 'ITF';

export type TrueCode = { format: CodeFormat; value: string };

/** Everything the response is compared with. */
export type Truth = {
  fields: TrueField[];
  tables?: TrueTable[];
  /** Running text, in pieces as the response may have them. */
  texts?: string[];
  portrait?: Place;
  signature?: Place;
  codes?: TrueCode[];
  /** Names of the fields that the check digits of the machine-readable zone prove. */
  vouched?: string[];
  /** The documents in a file that holds several. */
  parts?: { pages: number[] }[];
};

export type Size = { width: number; height: number };

export const sizeOf = (width: number, height: number): Size => ({ width, height });

const MILLIMETRE = 72 / 25.4;

/** Millimetres in points. */
export const mm = (value: number): number => value * MILLIMETRE;

/** Points in millimetres. */
export const points = (value: number): number => value / MILLIMETRE;

export const A4: Size = { width: 595.28, height: 841.89 };
export const CARD: Size = { width: mm(85.6), height: mm(53.98) };
/** The data page of a passport. */
export const BOOKLET: Size = { width: mm(125), height: mm(88) };

const FIELD = /^(?:(free|plain) )?(\w+) (.*)$/s;

/**
 * Fields with their values, and how closely those must match:
 * `number ${number} or ${dotted} | plain name ${name} | free by SSP/${state}`.
 */
export const fieldList = (parts: TemplateStringsArray, ...values: (string | null)[]): TrueField[] =>
  fieldsIn(withPlaces(parts), values);

/** The fields of such a list, in which numbers stand in the places of the values. */
export const fieldsIn = (list: string, values: readonly unknown[]): TrueField[] =>
  textList(list).map((field) => {
    const [, agreement, name = field, texts = ''] = FIELD.exec(field) ?? [];
    const [value = null, ...accepted] = texts.split(' or ').map((text) => valueOf(text, values) as string | null);
    return {
      name,
      value,
      ...(accepted.length > 0 ? { accepted: accepted as string[] } : {}),
      ...(agreement ? { agreement: agreement as Agreement } : {}),
    };
  });

/** The fields with other values for some of them. */
export const withValues = (fields: TrueField[], values: Record<string, string | null>): TrueField[] =>
  fields.map((field) => (field.name in values ? { ...field, value: values[field.name] ?? null } : field));
