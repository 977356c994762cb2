/**
 * The source of a regular expression that is written over several lines: line breaks and the blanks that begin a line
 * are not part of it.
 */
export const verboseSource = ({ raw }: TemplateStringsArray, ...sources: string[]): string =>
  String.raw({ raw: raw.map((part) => part.replace(/\n\s*/g, '')) }, ...sources);

/** The same as a regular expression: verboseRegExp('iu')`…`. */
export const verboseRegExp =
  (flags = '') =>
  (parts: TemplateStringsArray, ...sources: string[]): RegExp =>
    new RegExp(verboseSource(parts, ...sources), flags);

/** The words of a list that is written over several lines. */
export const wordSet = ([list = '']: TemplateStringsArray): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** The texts of a list that is written over several lines: `no lote | no bloco`. */
export const textList = (list: string): string[] => list.split('|').map((text) => text.trim());

/** What each word stands for, of a table of standard forms with their words: `Rua: rua r | Avenida: avenida av`. */
export function standardForms(table: string): Record<string, string> {
  const rows = textList(table).flatMap((row) => {
    const [standard = '', words = ''] = row.split(/:\s+/);
    return words.split(/\s+/).map((word) => [word, standard]);
  });
  // Without a prototype, so that a text such as "constructor" is no word of the table.
  return Object.assign(Object.create(null) as Record<string, string>, Object.fromEntries(rows));
}
