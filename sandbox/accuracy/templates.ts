/**
 * A template with numbers in the places of its values, so that it can be taken apart before they are put in: a sign that
 * separates parts separates nothing in a value.
 */
export const withPlaces = ({ raw }: TemplateStringsArray): string =>
  raw.reduce((text, part, at) => `${text}\0${at - 1}\0${part}`).trim();

/** A part of a template with its values; a function is a value that is made when the part is filled. */
export const filled = (part: string, values: readonly unknown[]): string =>
  part.replace(/\0(\d+)\0/g, (_, at: string) => {
    const value = values[Number(at)];
    return String(typeof value === 'function' ? (value as () => unknown)() : value);
  });
