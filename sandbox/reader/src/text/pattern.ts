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
