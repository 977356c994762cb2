import { groupBy } from '../common/shape';
import type { Texts } from './texts';

/** The same for `content-extraction`, `ContentExtraction` and "Content extraction", and whether accents are apart or not. */
export const serviceKey = (name: string): string =>
  name
    .normalize()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '') || name;

type Names = Pick<Texts, 'services' | 'noName'>;

const ABBREVIATIONS = new Map(
  ['API', 'CEP', 'CNH', 'CNPJ', 'CPF', 'ID', 'NF-e', 'NFS-e', 'OCR', 'PDF', 'PF', 'PJ', 'QR', 'RG', 'VIO'].map(
    (text) => [text.toLowerCase().replace('-', ''), text],
  ),
);

/** A service's name as people write it: those of the interface from a table, others by rule. */
export function readableService(name: string, texts: Names): string {
  const key = serviceKey(name);
  const known: Record<string, string> = texts.services;
  if (Object.hasOwn(known, key)) return known[key] ?? name;
  if (name === '') return texts.noName;
  // Anything else is meant for people already.
  if (!/^[\p{L}\p{N}]+(?:[-_./][\p{L}\p{N}]+)*$/u.test(name)) return name;
  const words = name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .split(/[-_./ ]/)
    .map((word) => ABBREVIATIONS.get(word.toLowerCase()) ?? word.toLowerCase());
  return upperFirst(words.join(' '));
}

export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Readable names by name. Where two services would read the same, their own names tell them apart. */
export function readableServices(names: string[], texts: Names): Map<string, string> {
  const readable = names.map((name) => ({ name, text: readableService(name, texts) }));
  const alike = groupBy(readable, ({ text }) => text);
  return new Map(
    readable.map(({ name, text }) => [name, (alike.get(text) ?? []).length > 1 ? `${text} (${name})` : text]),
  );
}

const LONGEST_NAME = 100;

/** A name on one line, cut if it is longer than a name is. */
export const shortName = (name: string): string =>
  cut(name.replace(/\p{Cs}/gu, '\uFFFD').replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' '), LONGEST_NAME);

/** By characters, so that none is cut in halves. */
export function cut(text: string, longest: number): string {
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text;
}
