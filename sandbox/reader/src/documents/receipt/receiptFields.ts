import { UNPROVEN, type NamedField, type PageReading } from '../../reading.ts';
import { standardName } from '../../text/naming.ts';
import type { ScoredValue } from '../values/value.ts';

/** Below it a total is a likely one, which the printed label knows better. */
const PROVEN = 0.9;

/**
 * Adds `date` and `total` of a receipt to its printed labels. A label of the same name keeps its value, unless that is no date or
 * no amount (`Date: 12/03/24 14:22`, `Total 5` of items), or the sums prove another total.
 */
export function withReceiptFields(fields: NamedField[], { receipt, source }: PageReading): NamedField[] {
  if (!receipt) return fields;
  const { date, total, shop, cnpj } = receipt;
  const isProven = total && total.score >= PROVEN;
  const dated = withField(source === 'ocr' ? fields.map(withDoubtedDate) : fields, 'date', date, isNoDate);
  const summed = withField(dated, 'total', total, (value) => isProven || !/^-?\d+\.\d{2}$/.test(value));
  return withField(withField(summed, 'estabelecimento', shop, isNever), 'cnpj', cnpj, isNever);
}

const withDoubtedDate = (field: NamedField): NamedField =>
  field.name === 'date' && field.score !== null ? { ...field, score: Math.min(field.score, UNPROVEN) } : field;

/** A printed label knows the shop better. */
const isNever = () => false;

const isNoDate = (value: string) => !/^\d{4}-\d{2}-\d{2}$/.test(value);

function withField(
  fields: NamedField[],
  name: string,
  found: ScoredValue | null,
  isWorse: (printed: string) => boolean,
): NamedField[] {
  const printed = fields.flatMap((field) => (field.name === name ? (field.value ?? []) : []));
  // What the sums prove is as sure as they are, however its label stands.
  if (found && printed.includes(found.value))
    return fields.map((field) =>
      field.name === name && field.value === found.value
        ? { ...field, score: Math.max(field.score ?? 0, found.score) }
        : field,
    );
  if (!found || !printed.every(isWorse)) return fields;
  return [...fields.filter((field) => field.name !== name), { name, stdName: standardName(name), ...found }];
}
