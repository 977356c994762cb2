import type { FieldName, ParseResult } from 'mrz';
import { parse } from 'mrz';
import type { Found } from '../form/found.ts';
import { birthDay, expiryDay } from './days.ts';
import { repairNumber } from './number.ts';
import { namesIn, type ZoneNames } from './names.ts';

/** What a machine-readable zone says; a check digit stands behind number and days. */
export type Zone = {
  /** P, ID, I, AC … */
  code: string | null;
  state: Found | null;
  nationality: Found | null;
  number: Found | null;
  names: ZoneNames;
  birth: Found | null;
  expiry: Found | null;
  sex: Found | null;
  /** Numbers that each state has its own use for. */
  optional: string[];
};

/** How sure: check digits agree; they agree with the line it stands on; nothing speaks for it or against it. */
const SCORE = { checked: 0.99, onCheckedLine: 0.97, unchecked: 0.85 };

/** Reads the lines of a zone; null if most of its check digits disagree, for then it was none or cannot be trusted. */
export function readZone(lines: string[]): Zone | null {
  const parsed = tryParse(lines);
  if (!parsed) return null;
  const { fields } = parsed;
  const birth = has(parsed, 'birthDate') ? birthDay(fields.birthDate ?? '') : null;
  const expiry = has(parsed, 'expirationDate') ? expiryDay(fields.expirationDate ?? '') : null;
  const number = numberOf(parsed);
  if ([birth, expiry, number].filter((value) => value !== null).length < 2) return null;
  const rest = fields.compositeCheckDigit ? SCORE.onCheckedLine : SCORE.unchecked;
  const optional = [fields.optional1, fields.optional2, fields.optional, fields.personalNumber];
  return {
    code: fields.documentCode ?? null,
    state: stateOf(parsed, 'issuingState', rest),
    nationality: stateOf(parsed, 'nationality', rest),
    number: found(number, SCORE.checked),
    names: namesIn(lines.length === 3 ? (lines[2] as string) : (lines[0] as string).slice(5)),
    birth: found(birth, SCORE.checked),
    expiry: found(expiry, SCORE.checked),
    sex: found(SEX[fields.sex ?? ''] ?? null, rest),
    optional: optional.filter((text): text is string => Boolean(text)),
  };
}

const SEX: Record<string, string> = { female: 'F', male: 'M' };

function tryParse(lines: string[]): ParseResult | null {
  try {
    return parse(lines, { autocorrect: true });
  } catch {
    return null;
  }
}

const found = (value: string | null, score: number): Found | null => (value === null ? null : { value, score });

/** A day and its check digit. */
const has = ({ fields }: ParseResult, name: 'birthDate' | 'expirationDate') =>
  Boolean(fields[name] && fields[`${name}CheckDigit`]);

function numberOf({ fields, details }: ParseResult): string | null {
  if (fields.documentNumber && fields.documentNumberCheckDigit) return fields.documentNumber;
  const detail = details.find(({ field }) => field === 'documentNumberCheckDigit');
  const [check, raw] = (detail?.ranges ?? []).map((range) => (range as { raw?: string }).raw ?? '');
  return raw && check ? repairNumber(raw, check) : null;
}

/** A code that is no state's is taken only if both places have it, as on specimens. */
function stateOf({ fields, details }: ParseResult, name: 'issuingState' | 'nationality', score: number): Found | null {
  const known = fields[name];
  if (known) return { value: known, score };
  const raw = (field: FieldName) =>
    (details.find((detail) => detail.field === field)?.ranges[0] as { raw?: string } | undefined)?.raw ?? '';
  const [state, nationality] = [raw('issuingState'), raw('nationality')];
  return state === nationality && /^[A-Z]{3}$/.test(state) ? { value: state, score: SCORE.unchecked } : null;
}
