import type { ServiceError } from '../common/errors';
import { asText, asTextOrNumber, isObject, type JsonObject } from '../common/shape';
import { isLongBase64 } from '../common/tool';
import type { Envelope } from '../transport/envelope';
import { type Field, readDocument, type ServiceDocument } from './service-document';

/**
 * Hides all but the last four digits of every card number, at any depth: of each field, cell and member `number`, the name
 * that the service interface shows, and of what has the shape of one, whatever its name, also inside a longer text.
 */
export function maskCardNumber({ raw }: ServiceDocument): ServiceDocument {
  const masked = readDocument(maskMembers(raw) as JsonObject);
  return {
    ...masked,
    sections: masked.sections.map((section) => ({
      ...section,
      // A cell may have its name from the header of its column.
      tables: section.tables.map((table) => ({ ...table, rows: table.rows.map((row) => row.map(maskField)) })),
    })),
  };
}

/** The same in what comes with the documents: all of a response but the ID, time and code of the request. */
export function maskEnvelope({ requestId, status, elapsedMilliseconds, ...others }: Envelope): Envelope {
  const masked: JsonObject = { ...(maskMembers(status) as JsonObject), code: status['code'] };
  return { ...(maskMembers(others) as JsonObject), requestId, elapsedMilliseconds, status: masked } as Envelope;
}

/** The same in what the service says of a request that failed. */
export function maskFailure(failure: ServiceError): ServiceError {
  const { requestId, ...said } = failure.details;
  return Object.assign(Object.create(failure) as ServiceError, {
    details: { ...(maskMembers(said) as JsonObject), requestId },
  });
}

/** Between two digits of a number: spaces, also those nobody sees, and what sets groups apart or may be read there. */
const GAP = String.raw`[\s.,;'’*/|_·•\p{Pd}\p{Cf}]{0,5}`;

const SHAPE = new RegExp(String.raw`^\s*\d(?:${GAP}\d){11,18}\s*$`, 'u');

/** Among other characters, letters too. Digits that are next to it, e.g. the expiry date, go with it. */
const INSIDE_TEXT = new RegExp(String.raw`\d(?:${GAP}\d){11,}`, 'gu');

/** Also the groups of a number, in a list. */
const hasShape = (value: unknown): boolean =>
  SHAPE.test(Array.isArray(value) ? value.map((one) => asText(one) ?? '?').join(' ') : (asTextOrNumber(value) ?? ''));

const isNamedNumber = ({ name, stdName }: { name?: unknown; stdName?: unknown }): boolean =>
  name === 'number' || stdName === 'number';

const maskField = (field: Field): Field => ({
  ...field,
  value: isNamedNumber(field) ? maskDigits(field.value) : field.value,
});

export function maskMembers(value: unknown): unknown {
  if (hasShape(value)) return maskDigits(value);
  // Base64 of a picture has digits by chance.
  if (typeof value === 'string' && /\D/.test(value) && !isLongBase64(value))
    return value.replace(INSIDE_TEXT, (run) => String(maskDigits(run)));
  if (Array.isArray(value)) return value.map(maskMembers);
  if (!isObject(value)) return value;
  const isNumber = isNamedNumber(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'number' || (name === 'value' && isNumber) ? maskDigits(member) : maskMembers(member),
    ]),
  );
}

const SHOWN = 4;
const SHORTEST = 12;

/** `5555 5555 5555 4444` becomes `**** **** **** 4444`, also if its groups are the members of a list or an object. */
function maskDigits(value: unknown): unknown {
  let left = SHOWN;
  const mask = (one: unknown): unknown => {
    if (Array.isArray(one)) return [...one].reverse().map(mask).reverse();
    if (isObject(one)) {
      const members = Object.entries(one).reverse();
      return Object.fromEntries(members.map(([name, member]) => [name, mask(member)] as const).reverse());
    }
    const text = asTextOrNumber(one) ?? '';
    // A whole number, maybe one of several.
    if (text.replace(/\D/g, '').length >= SHORTEST) left = SHOWN;
    const characters = [...text].reverse().map((character) => (/\d/.test(character) && left-- <= 0 ? '*' : character));
    const masked = characters.reverse().join('');
    return masked === text ? one : masked;
  };
  return mask(value);
}
