import { labelStrength } from '../../layout/labels.ts';
import { editDistance } from '../../text/distance.ts';
import { lookAlikeKey } from '../../text/lookAlikes.ts';
import type { Form, LabelledLines } from '../form/form.ts';
import { isOnLineOf } from '../form/textRuns.ts';
import type { FormLine } from '../form/formLine.ts';
import { majorityName, majorityValue, withCompanyDots } from '../values/agreement.ts';
import { taxNumberIn } from '../values/documentNumbers.ts';
import type { ScoredValue } from '../values/value.ts';

export type Party = 'beneficiario' | 'pagador';
type Parties = Record<`${'' | 'cpf_cnpj_'}${Party}`, ScoredValue | null>;

/**
 * The payee (beneficiário) and the payer (pagador) from their own boxes. A name or number found for both is given to
 * neither.
 */
export function readParties(form: Form): Parties {
  const [payee, payer] = [nameOf('beneficiario', form), nameOf('pagador', form)];
  const numbers = numbersOf(form);
  const isOne = payee && payer && lookAlikeKey(payee.value) === lookAlikeKey(payer.value);
  return { beneficiario: isOne ? null : payee, pagador: isOne ? null : payer, ...numbers };
}

/** A name that continues on the next line fills this part of its box. */
const FULL = 0.8;

function nameOf(party: Party, form: Form): ScoredValue | null {
  return majorityName(
    form.values(party).flatMap(({ lines: [first, second] }) => {
      const line = first && isNumber(first) ? second : first;
      if (!line || line.incomplete || labelStrength(line.text) === 3) return [];
      const name = nameIn(line.text);
      const isWhole = name === null || !line.text.trim().endsWith(name) || !second || !goesOn(line, second);
      return name && isWhole ? [{ value: withCompanyDots(name, line.fromTextLayer), score: line.score }] : [];
    }),
  );
}

const isNumber = ({ text }: FormLine) => taxNumberIn(text) !== null && nameIn(text) === null;

/** A second line of letters only, about as wide as the first, may be the rest of the name or not. */
const goesOn = (line: FormLine, next: FormLine) =>
  line !== next &&
  /^[\p{L}\s.&'’]+$/u.test(next.text) &&
  next.right - next.x < line.right - line.x &&
  line.right - line.x > FULL * (next.right - next.x) &&
  labelStrength(next.text) < 3;

const NUMBER_FORM = /[\dOIl|]{2,3}[.,\s]{0,2}[\dOIl|]{3}[.,\s]{0,2}[\dOIl|]{3}\s?[-–—/\\.\s]?[\dOIl|/\s-]{2,9}/;

/** "Rua das Amostras, 500": a comma and the number of a house. */
const ADDRESS =
  /,\s*(n[º°o.]*\s*)?(\d{1,5}(?![\d.])|s\/?n\b)|^(RUA|R\.|AV\.?|AVENIDA|TRAVESSA|ALAMEDA|PRA[ÇC]A|RODOVIA|ESTRADA)\s/iu;

/** Name without what stands beside it: number, address. */
export function nameIn(value: string): string | null {
  if (ADDRESS.test(value)) return null;
  const bare = value.replace(new RegExp(`^\\W*${NUMBER_FORM.source}\\s*[-–|]?\\s*`), '');
  const numbered = bare.split(NUMBER_FORM)[0] ?? '';
  const text = numbered === bare ? bare : withoutNumberLabel(numbered);
  const name =
    text
      .split(/\s[-–|]+(?:\s|$)|,|\b(?:CPF|CNPJ|C\.N\.P\.J|CGC|END|Endere[çc]o)\b/iu)[0]
      ?.replace(/(?<![\s:/(–-])[\s:/(–-]+$/u, '')
      .trim() ?? '';
  const words = name.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word));
  return /^\p{L}[\p{L}\d\s.&'’/()-]*$/u.test(name) && words.length > 1 ? name : null;
}

/** The word before a number is its label, however it was read. */
function withoutNumberLabel(text: string): string {
  const bare = text.replace(/(?<![\s:.(–-])[\s:.(–-]+$/u, '');
  const last = (bare.split(/\s/).at(-1) ?? '').replace(/^\(+/, '');
  const before = bare.slice(0, bare.length - last.length).replace(/(?<![\s(])[\s(]+$/, '');
  const letters = lookAlikeKey(last);
  return ['CPF', 'CNPJ', 'CPFCNPJ', 'CNPJCPF', 'MF'].some((label) => editDistance(letters, label) < 2) ? before : text;
}

type Numbered = { party: Party | null; reading: ScoredValue };

const PROVEN_BY_DIGITS = 0.99;
/** What is left of a number whose check digits disagree. */
const DISPROVED = 0.4;

function numbersOf(form: Form): Pick<Parties, 'cpf_cnpj_beneficiario' | 'cpf_cnpj_pagador'> {
  const found = (['beneficiario', 'pagador'] as const).flatMap((party) =>
    [...form.values(party), ...form.values(`numero_${party}`)].flatMap((box) => inBox(party, box)),
  );
  const unowned = form.values('numero').flatMap((box) => inBox(ownerOf(box, form), box));
  const others = new Set(
    form
      .values('avalista')
      .flatMap((box) => inBox(null, box))
      .map(({ reading }) => reading.value),
  );
  const all = [...found, ...unowned];
  const [payee, payer] = (['beneficiario', 'pagador'] as const).map((party) =>
    majorityValue(all.filter((number) => number.party === party).map(({ reading }) => reading)),
  );
  if (payee && payer && payee.value === payer.value) return { cpf_cnpj_beneficiario: null, cpf_cnpj_pagador: null };
  const left = new Set(
    form.unlabelled
      .map(({ text }) => taxNumberIn(text))
      .flatMap((number) => (number?.hasValidDigits && !others.has(number.digits) ? [number.digits] : [])),
  );
  return { cpf_cnpj_beneficiario: payee ?? theOther(payer, left), cpf_cnpj_pagador: payer ?? theOther(payee, left) };
}

/** What the only other number of a page is worth. */
const BY_ELIMINATION = 0.8;

/** Of two numbers on a page one is the other party's, as long as one is a person's and one is a company's. */
function theOther(known: ScoredValue | null | undefined, all: Set<string>): ScoredValue | null {
  if (!known || all.size !== 2 || !all.has(known.value)) return null;
  const other = [...all].find((digits) => digits !== known.value) as string;
  return other.length === known.value.length ? null : { value: other, score: BY_ELIMINATION };
}

function inBox(party: Party | null, { lines }: LabelledLines): Numbered[] {
  return lines.flatMap(({ text, fromTextLayer, score }) => {
    const number = taxNumberIn(text);
    if (!number || (!number.hasValidDigits && !fromTextLayer)) return [];
    return [
      {
        party,
        reading: {
          value: number.digits,
          score: number.hasValidDigits ? 1 - (1 - PROVEN_BY_DIGITS) - 0.2 * (1 - score) : DISPROVED * score,
        },
      },
    ];
  });
}

/** Rows, in ems, that a party's number may stand below its name. */
const BELOW = 7;

/** "CPF/CNPJ" alone is of the party named before it in its row, else of the one over it. */
function ownerOf({ label }: LabelledLines, form: Form): Party | null {
  const parties = (['beneficiario', 'pagador', 'avalista'] as const).flatMap((party) =>
    form.labels(party).map((other) => ({ party, other })),
  );
  const left = parties
    .filter(({ other }) => isOnLineOf(other, label) && other.x < label.x)
    .toSorted((a, b) => b.other.x - a.other.x)[0];
  const above = parties
    .filter(
      ({ other }) =>
        other.y < label.y && label.y - other.y < BELOW * label.size && Math.abs(other.x - label.x) < 2 * label.size,
    )
    .toSorted((a, b) => b.other.y - a.other.y)[0];
  const party = (left ?? above)?.party;
  return party === undefined || party === 'avalista' ? null : party;
}
