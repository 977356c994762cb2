import { type AccessKey, parseAccessKey } from '../../text/accessKey.ts';
import { PRINTED_DIGIT } from '../../text/lookAlikes.ts';
import { verboseRegExp } from '../../text/pattern.ts';
import type { PageContent } from '../classification/documentRules.ts';
import { onlyOne } from '../values/value.ts';

const [D, GAP] = [PRINTED_DIGIT, String.raw`[\s./-]{0,3}`];
/**
 * In groups, in the parts it consists of, or the signs one by one; a line may end between them, and what stands before may
 * be digits too. The CNPJ in it may have letters.
 */
const PRINTED = verboseRegExp('g')`
  (?<![A-Za-z\d.])(?=((?:${D}${GAP}){6}(?:[A-Zl|\d]${GAP}){12}(?:${D}${GAP}){25}${D})(?![A-Za-z\d]))
`;

/** The one access key of an invoice for goods on a page, from its bar code or its print. */
export function accessKeyOf({ text, codes }: Pick<PageContent, 'text' | 'codes'>): AccessKey | null {
  const coded = codes.flatMap(({ value }) => value.match(/\d{6}[A-Z\d]{12}\d{26}/g) ?? []);
  const printed = [...text.matchAll(PRINTED)].map(([, found = '']) => found);
  const keys = [...coded, ...printed].flatMap((found) => parseAccessKey(found) ?? []);
  return onlyOne(
    keys.filter(({ model }) => model === '55' || model === '65'),
    ({ key }) => key,
  );
}
