import { asText, isObject, type JsonObject } from '../common/shape';

/** The result item with all but the last four digits of every card number hidden, wherever a field `number` stands. */
export const maskCardNumbers = (raw: JsonObject): JsonObject => maskValue(raw) as JsonObject;

function maskValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskValue);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, member]) => [name, maskValue(member)] as const);
  return isNumberField(value)
    ? { ...Object.fromEntries(entries), value: hideDigits(value['value']) }
    : Object.fromEntries(entries);
}

const isNumberField = (value: JsonObject): boolean => value['name'] === 'number' || value['stdName'] === 'number';

/** `5555 5555 5555 4444` becomes `**** **** **** 4444`. */
function hideDigits(value: unknown): unknown {
  const text = asText(value) ?? (typeof value === 'number' ? String(value) : undefined);
  return text === undefined ? value : text.replace(/\d(?=(?:\D*\d){4})/g, '*');
}
