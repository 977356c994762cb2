import type { SoughtName } from '../common/output';
import { textOf } from '../common/shape';
import { cellNames, nameOf, namesOf } from './by-name';
import { isFor } from './judgement';
import { DECIMALS, readAmount } from './formats';
import { type Field, isEmptyValue } from './service-document';
import type { OutputSettings, Sum } from './settings';
import type { Content } from './simplify';

type Naming = Pick<OutputSettings, 'fieldNames'>;

/** What of a document does not add up, with both numbers, and which sums cannot be checked, with the reasons. */
export function checkSums(
  sums: Sum[],
  content: Content,
  naming: Naming,
): { wrong: string[]; notChecked: string[]; soughtNames: SoughtName[] } {
  const wrong: string[] = [];
  const notChecked: string[] = [];
  const sought: Amounts[] = [];
  for (const { total, parts, tolerance } of sums) {
    const expected = amountsOf(total, content, naming);
    const added = parts.map(({ name, sign, isOptional }) => ({
      ...amountsOf(name, content, naming, isOptional),
      sign,
    }));
    sought.push(expected, ...added);
    const {
      name,
      units: [found = 0n, ...others],
    } = expected;
    const isRepeated = others.some((other) => other !== found);
    const reasons = [
      ...(isRepeated ? [`${name} has several values`] : []),
      ...[expected, ...added].flatMap(({ reason }) => reason ?? []),
    ];
    if (reasons.length === 0 && added.every(({ units }) => units.length === 0)) reasons.push('no part has a value');
    const sum = added
      .flatMap(({ sign, units }) => units.map((one) => (sign === 'minus' ? -one : one)))
      .reduce((all, one) => all + one, 0n);
    const difference = found > sum ? found - sum : sum - found;
    if (reasons.length > 0) notChecked.push(`${name}: ${[...new Set(reasons)].join(', ')}`);
    else if (difference > 0n && difference >= unitsIn(tolerance))
      wrong.push(`${name}: ${asDecimal(found)}, but its parts add up to ${asDecimal(sum)}`);
  }
  return { wrong, notChecked, soughtNames: sought.map(({ soughtName }) => soughtName) };
}

interface Amounts {
  soughtName: SoughtName;
  /** As the item calls the field or column. */
  name: string;
  /** Whole numbers, in units of the last decimal. */
  units: bigint[];
  /** Why they are not all known. */
  reason?: string | undefined;
}

/** What is optional counts as zero where it has no value. */
function amountsOf(sought: string, content: Content, naming: Naming, isOptional = false): Amounts {
  const { name = sought, values } = valuesOf(sought, content, naming);
  const soughtName: SoughtName = { name: sought, chosenIn: 'Sums', isFound: values.length > 0 };
  const units: bigint[] = [];
  const because = (why: string): Amounts => ({ soughtName, name, units, reason: `${name} ${why}` });
  const given = values.filter((value) => !isEmptyValue(value));
  if (!isOptional && given.length === 0) return because('has no value');
  if (!isOptional && given.length < values.length) return because('lacks a value');
  for (const value of given) {
    // A number of JSON is no text that may be read in two ways.
    const text = typeof value === 'number' ? value.toFixed(DECIMALS) : textOf(value).trim();
    const amount = readAmount(text);
    if (!amount) return because('is no amount');
    if (amount.isAmbiguous) return because(`is "${text}", which may be two amounts`);
    units.push(amount.units);
  }
  return { soughtName, name, units };
}

/** The values of a field, or of a column: `null` stands for that of a row which has others and not this one. */
function valuesOf(sought: string, { fields, sections }: Content, naming: Naming) {
  const named = fields.filter((field) => isFor({ name: sought }, namesOf(field)));
  const given = named.filter(({ value }) => !isEmptyValue(value));
  const columns = sections
    .flatMap(({ tables }) => tables)
    .flatMap((table) => {
      const isIn = (cell: Field) => isFor({ name: sought }, cellNames(table, cell));
      const [first] = table.rows.flat().filter(isIn);
      const rows = table.rows.filter((row) => row.some(({ value }) => !isEmptyValue(value)));
      const cellsOf = (row: Field[]): Array<Field | null> => (row.some(isIn) ? row.filter(isIn) : [null]);
      return first ? [{ name: `${nameOf(table, naming)}.${nameOf(first, naming)}`, cells: rows.flatMap(cellsOf) }] : [];
    });
  const names = [...named.map((field) => nameOf(field, naming)), ...columns.map(({ name }) => name)];
  const cells = [...(given.length > 0 ? given : named), ...columns.flatMap((column) => column.cells)];
  return { name: names[0], values: cells.map((cell) => cell?.value ?? null) };
}

const unitsIn = (tolerance: number): bigint => BigInt(tolerance.toFixed(DECIMALS).replace('.', ''));

/** With two decimals, or as many as it has. */
function asDecimal(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(DECIMALS + 1, '0');
  const decimals = digits.slice(-DECIMALS).replace(/0{1,8}$/, '');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -DECIMALS)}.${decimals}`;
}
