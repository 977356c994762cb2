import { amountsIn, asAmount } from '../../answers/amounts.ts';
import { asDate, datesIn } from '../../answers/dates.ts';
import { round } from '../../answers/present.ts';
import { taxNumberIn } from '../../invoice/taxNumber.ts';
import { typedValue } from '../../invoice/value.ts';
import { plainLabel } from '../../invoice/labelText.ts';
import { isDisputed, type FieldReading, type NamedField } from '../../reading/document.ts';
import { agreed, type Reading } from '../business/agree.ts';
import { namedFields } from '../business/named.ts';
import type { PageText } from '../kind.ts';
import { amountOf, dueDaysOf, nearestDay } from './amountAndDay.ts';
import { slipIn, slipOfBarcode, type Slip } from './digitableLine.ts';
import { isNumberOnly, nameIn, partyFields, type Party } from './parties.ts';

/** How sure what the numbers say is: every digit is under a check digit. */
const BY_NUMBERS = 0.99;
/** Of two days 9000 days apart, without a date that tells which. */
const EITHER = 0.6;

/** The fields of a bank slip. What its numbers say comes before what is printed; where they differ nobody knows. */
export function readBoleto(page: PageText): NamedField[] {
  const slip = findSlip(page);
  const parties = partyFields(page.sections);
  const fields = page.sections.flatMap((section) => section.fields);
  const bank = slip && !slip.barcode.startsWith('8') ? { value: slip.barcode.slice(0, 3), score: BY_NUMBERS } : printedBank(page.text);
  const found: Record<string, Reading | null> = {
    linha_digitavel: slip && { value: slip.line, score: BY_NUMBERS },
    codigo_barras: slip && { value: slip.barcode, score: BY_NUMBERS },
    valor: together(slip && amountOf(slip.barcode), labelled(fields, AMOUNT, printedAmount)),
    data_vencimento: dueDay(slip, labelled(fields, DUE, printedDay), datesIn(page.text)),
    beneficiario: nameOf('beneficiario', parties),
    pagador: nameOf('pagador', parties),
    cpf_cnpj_beneficiario: numberOf('beneficiario', parties),
    cpf_cnpj_pagador: numberOf('pagador', parties),
    nosso_numero: agreed(labelled(fields, OUR_NUMBER, ourNumber)),
    numero_documento: agreed(labelled(fields, DOCUMENT_NUMBER, printedNumber)),
    banco: bank,
  };
  return namedFields(Object.entries(found).map(([name, reading]) => ({ name, value: reading?.value ?? null, score: reading && round(reading.score) })));
}

function findSlip({ text, codes }: PageText): Slip | null {
  const coded = codes.map(({ value }) => slipOfBarcode(value.replace(/\D/g, ''))).filter((slip) => slip !== null);
  const printed = slipIn(text);
  const all = new Map([...coded, ...(printed ? [printed] : [])].map((slip) => [slip.line, slip]));
  return all.size === 1 ? ([...all.values()][0] ?? null) : null;
}

const AMOUNT = /^(valor|valor (do |a )?(documento|boleto|cobrado|pagar|titulo)|total a pagar)$/;
const DUE = /^(data (de |do )?)?(vencimento|vencto|venc)$|^pagavel ate$/;
const OUR_NUMBER = /\bnosso (numero|no|n)\b/;
const DOCUMENT_NUMBER = /^(numero|no|n|num) (do )?(documento|doc)$/;

type Read = (value: string, label: string) => string | null;

/** `written`: from a text layer, so that no letter is in doubt. */
type Labelled = Reading & { written: boolean };

function labelled(fields: FieldReading[], label: RegExp, read: Read): Labelled[] {
  return fields.flatMap((field) => {
    const value = field.value && !isDisputed(field) && label.test(plainLabel(field.label)) ? read(field.value.trim(), plainLabel(field.label)) : null;
    return value ? [{ value, score: field.score, written: !field.recognised }] : [];
  });
}

const printedAmount: Read = (text) => asAmount(text) ?? single(amountsIn(text));
const printedDay: Read = (text) => asDate(text) ?? single(datesIn(text));
const printedNumber: Read = (text) => (/^[A-Z\d][A-Z\d./\s-]*$/i.test(text) && /\d/.test(text) ? text.replace(/\s+/g, ' ') : null);

/** `17/01149718601` under "Carteira / Nosso número". */
const ourNumber: Read = (text, label) => printedNumber(/^carteira/.test(label) ? text.replace(/^[^/]*\/\s*/, '') : text, label);

const single = (values: string[]) => (new Set(values).size === 1 ? (values[0] ?? null) : null);

/** The numbers if the print says the same or may have been misread, nothing if it surely says something else. */
function together(byNumbers: string | null, printed: Labelled[]): Reading | null {
  if (byNumbers === null) return agreed(printed);
  const differs = printed.length > 0 && printed.every(({ value }) => value !== byNumbers);
  return differs && printed.some(({ written }) => written) ? null : { value: byNumbers, score: BY_NUMBERS };
}

function dueDay(slip: Slip | null, printed: Labelled[], all: string[]): Reading | null {
  const days = slip ? dueDaysOf(slip.barcode) : [];
  if (days.length === 0) return agreed(printed);
  const meant = printed.find(({ value }) => days.includes(value));
  if (meant) return { value: meant.value, score: BY_NUMBERS };
  const near = nearestDay(days, all);
  if (near) return together(near, printed);
  return printed.length === 0 && all.length === 0 ? { value: days[0] as string, score: EITHER } : null;
}

type PartyFields = ReturnType<typeof partyFields>;

const ofParty = (party: Party, fields: PartyFields) => fields.filter((field) => field.party === party).map(({ field }) => field);

function nameOf(party: Party, fields: PartyFields): Reading | null {
  const names = ofParty(party, fields).filter((field) => !isNumberOnly(field) && !isDisputed(field));
  const readings = names.map(({ value, lines, score }) => ({ value: nameIn(lines?.[0] ?? value), score }));
  return agreed(readings.filter((reading): reading is Reading => reading.value !== null));
}

function numberOf(party: Party, fields: PartyFields): Reading | null {
  const numbers = ofParty(party, fields).filter(({ value }) => taxNumberIn(value));
  return agreed(numbers.map((field) => typedValue('cpf_cnpj', field)).filter((typed) => typed !== null));
}

/** `001-9`, as it stands beside the name of the bank. */
function printedBank(text: string): Reading | null {
  const code = /(?<![\d.-])(\d{3})-[\dX](?![\d.-])/.exec(text)?.[1];
  return code ? { value: code, score: 0.8 } : null;
}
