import { labelStrength } from '../../layout/labels.ts';
import { editDistance } from '../../text/distance.ts';
import { lookAlikeKey } from '../../text/lookAlikes.ts';
import { taxNumbersIn } from '../../text/taxNumbers.ts';
import { type Form, type LabelledLines, readLine } from '../form/form.ts';
import type { FormLine } from '../form/formLine.ts';
import { taxNumber } from '../values/documentNumbers.ts';
import { headingOf, isHalf, majorityName, mayBeRest, withCompanyDots } from '../values/partyNames.ts';
import { majorityValue, proven, type ScoredValue } from '../values/value.ts';

/** Payee and payer. */
const PARTIES = ['beneficiario', 'pagador'] as const;
type Party = (typeof PARTIES)[number];
type Parties = Record<`${'' | 'cpf_cnpj_'}${Party}`, ScoredValue | null>;

/** The parties from their own boxes. A name or number found for both is given to neither. */
export function readParties(form: Form): Parties {
  const [beneficiario, pagador] = unlessSame(PARTIES.map((party) => nameOf(party, form)));
  const [payee, payer] = unlessSame(PARTIES.map((party) => numberOf(party, form)));
  const others = otherNumbers(form);
  return {
    beneficiario,
    pagador,
    cpf_cnpj_beneficiario: payee ?? theOther(payer, others),
    cpf_cnpj_pagador: payer ?? theOther(payee, others),
  };
}

function unlessSame([payee = null, payer = null]: (ScoredValue | null)[]): [ScoredValue | null, ScoredValue | null] {
  const isSame = payee && payer && lookAlikeKey(payee.value) === lookAlikeKey(payer.value);
  return isSame ? [null, null] : [payee, payer];
}

function nameOf(party: Party, form: Form): ScoredValue | null {
  return majorityName(
    form.values(party).flatMap(({ lines }) => {
      const [line, next] = lines[0] && isNumber(lines[0]) ? lines.slice(1) : lines;
      if (!line || line.incomplete || labelStrength(line.text) === 3) return [];
      const name = nameIn(line.text);
      // A shorter second line of letters, before a number too, may be the rest of the name or not.
      const rest = next && (nameIn(next.text) ?? next.text);
      const mayGoOn =
        name &&
        rest &&
        line.text.trim().endsWith(name) &&
        mayBeRest(rest) &&
        (next.right - next.x < line.right - line.x || isHalf(name, rest));
      return name && !mayGoOn && !isHalf(name)
        ? [{ value: withCompanyDots(name, line.fromTextLayer), score: line.score }]
        : [];
    }),
  );
}

const isNumber = ({ text }: FormLine) => taxNumber(text) !== null && nameIn(text) === null;

const NUMBER_FORM = /[\dOIl|]{2,3}[.,\s]{0,2}[\dOIl|]{3}[.,\s]{0,2}[\dOIl|]{3}\s?[-–—/\\.\s]?[\dOIl|/\s-]{2,9}/;

/** "Rua das Amostras, 500": a comma and the number of a house. */
const ADDRESS =
  /,\s*(n[º°o.]*\s*)?(\d{1,5}(?![\d.])|s\/?n\b)|^(RUA|R\.|AV\.?|AVENIDA|TRAVESSA|ALAMEDA|PRA[ÇC]A|RODOVIA|ESTRADA)\s/iu;

/** Name without what stands beside it: number, address. */
export function nameIn(printed: string): string | null {
  if (ADDRESS.test(printed)) return null;
  const numbers = taxNumbersIn(printed).map(({ at, end }) => printed.slice(at, end));
  const value = numbers.reduce((text, number) => text.replace(number, '00.000.000/0000-00'), printed);
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

const numbersIn = ({ lines }: LabelledLines) => lines.flatMap((line) => readLine(line, taxNumber) ?? []);

/** "CPF/CNPJ" alone is of the party named before it in its row, else of the one over it. */
function numberOf(party: Party, form: Form): ScoredValue | null {
  const headings = [...PARTIES, 'avalista'].flatMap((name) => form.labels(name));
  const unnamed = form.values('numero').filter(({ label }) => headingOf(label, headings)?.name === party);
  return majorityValue(
    [...form.values(party), ...form.values(`numero_${party}`), ...unnamed].flatMap((box) => numbersIn(box)),
  );
}

/** The numbers on the page with right check digits, but those of a guarantor. */
function otherNumbers(form: Form): string[] {
  const guarantors = form.values('avalista').flatMap((box) => numbersIn(box).map(({ value }) => value));
  const numbers = form.unlabelled.flatMap(({ text }) => proven(taxNumber(text)) ?? []);
  return [...new Set(numbers)].filter((value) => !guarantors.includes(value));
}

/** What the only other number of a page is worth. */
const BY_ELIMINATION = 0.8;

/** Of two numbers on a page one is the other party's, as long as one is a person's and one is a company's. */
function theOther(known: ScoredValue | null, numbers: string[]): ScoredValue | null {
  const [other, ...more] = numbers.filter((number) => number !== known?.value);
  const isOnly = known && other && more.length === 0 && other.length !== known.value.length;
  return isOnly ? { value: other, score: BY_ELIMINATION } : null;
}
