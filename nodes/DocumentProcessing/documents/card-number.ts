import { asTextOrNumber, isObject, type JsonObject } from '../common/shape';
import type { Field, ServiceDocument } from './service-document';

/**
 * Hides all but the last four digits of every card number, at any depth: of each field, cell and member `number`, the name
 * that the service interface shows, and of what has the shape of one, whatever its name.
 */
export const maskCardNumber = (document: ServiceDocument): ServiceDocument => ({
  ...document,
  raw: maskMembers(document.raw) as JsonObject,
  sections: document.sections.map((section) => ({
    ...section,
    fields: section.fields.map(maskField),
    // A cell may have its name from the header of its column.
    tables: section.tables.map((table) => ({ ...table, rows: table.rows.map((row) => row.map(maskField)) })),
    unknownTables: section.unknownTables.map((table) => maskMembers(table) as JsonObject),
  })),
});

const SHAPE = /^\s*\d(?:[\s.\p{Pd}]{0,3}\d){11,18}\s*$/u;

const isNamedNumber = ({ name, stdName }: { name?: unknown; stdName?: unknown }): boolean =>
  name === 'number' || stdName === 'number';

const maskField = (field: Field): Field => ({
  ...field,
  value: isNamedNumber(field) ? maskDigits(field.value) : maskMembers(field.value),
});

function maskMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskMembers);
  if (!isObject(value)) return SHAPE.test(String(value)) ? maskDigits(value) : value;
  const isNumber = isNamedNumber(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'number' || (name === 'value' && isNumber) ? maskDigits(member) : maskMembers(member),
    ]),
  );
}

/** `5555 5555 5555 4444` becomes `**** **** **** 4444`. */
function maskDigits(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskDigits);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, maskDigits(one)]));
  const text = asTextOrNumber(value);
  const masked = text?.replace(/\d(?=(?:\D*\d){4})/g, '*');
  return masked === text ? value : masked;
}
