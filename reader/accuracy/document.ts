import type { Condition } from './degradations/conditions.ts';
import type { Paper } from './drawing/paper.ts';
import type { Random } from './synthetic/random.ts';

export const KINDS = [
  'cnh',
  'rg',
  'cin',
  'passport',
  'td1',
  'card',
  'nfse',
  'danfe',
  'boleto',
  'contract',
  'registry',
  'statement',
  'letter',
  'vio',
  'mixed',
] as const;
export type Kind = (typeof KINDS)[number];

/** How exactly a value must agree: `free` overlooks signs between words, `plain` accents too. */
export type Agreement = 'exact' | 'free' | 'plain';

/** What a document says; a value of null says that it has no such field, so that any answer is wrong. */
export type TrueField = { name: string; value: string | null; agreement?: Agreement; accepted?: string[] };

/** A row by names of columns; null is a blank cell. */
export type TrueTable = { rows: Record<string, string | null>[] };

/** In points, on a page counted from 1. */
export type Place = { page: number; x: number; y: number; width: number; height: number };

export type CodeFormat = 'QRCode' | 'Code128' | 'ITF';

export type TrueCode = { format: CodeFormat; value: string };

/** Everything an answer is compared with. */
export type Truth = {
  fields: TrueField[];
  tables?: TrueTable[];
  /** Continuous text, in pieces as an answer may have them. */
  texts?: string[];
  portrait?: Place;
  signature?: Place;
  codes?: TrueCode[];
  /** Names of the fields that a machine-readable zone vouches for. */
  vouched?: string[];
  /** The documents in a file of several. */
  parts?: { pages: number[] }[];
};

export type Size = { width: number; height: number };

/** One way a kind of document is laid out; the same seed makes the same document. */
export type Layout = {
  id: string;
  kind: Kind;
  size: Size;
  /** Left out: all of them. */
  conditions?: Condition[];
  /** More than one document of a condition, where the floor needs a finer figure. */
  copies?: Partial<Record<Condition, number>>;
  draw(paper: Paper, random: Random): Promise<Truth> | Truth;
};

const MILLIMETRE = 72 / 25.4;

/** Millimetres in points. */
export const mm = (value: number): number => value * MILLIMETRE;

export const A4: Size = { width: 595.28, height: 841.89 };
export const CARD: Size = { width: mm(85.6), height: mm(53.98) };
/** The page of data of a passport. */
export const BOOKLET: Size = { width: mm(125), height: mm(88) };
