import { taxNumberIn } from '../../invoice/taxNumber.ts';
import type { FieldReading, SectionReading } from '../../reading/document.ts';
import { plain } from '../words/plain.ts';
import { distance, tolerance } from '../words/likeness.ts';

export type Party = 'beneficiario' | 'pagador';
export type PartyField = { party: Party; field: FieldReading & { value: string } };

const NAMES: Record<Party | 'other', string[]> = {
  beneficiario: ['BENEFICIÁRIO', 'CEDENTE', 'NOME DO BENEFICIÁRIO', 'NOME DO CEDENTE', 'BENEFICIÁRIO FINAL', 'BENEFICIÁRIO ORIGINAL', 'RAZÃO SOCIAL DO BENEFICIÁRIO'],
  pagador: ['PAGADOR', 'SACADO', 'NOME DO PAGADOR', 'NOME DO SACADO', 'DADOS DO PAGADOR', 'PAGADOR FINAL'],
  other: ['SACADOR AVALISTA', 'SACADOR/AVALISTA', 'AVALISTA', 'PAGADOR AVALISTA', 'PAGADOR/AVALISTA', 'BENEFICIÁRIO FINAL AVALISTA', 'SACADOR'],
};
/** "Beneficiário / CNPJ" and "Nome do Beneficiário/CPF/CNPJ/Endereço" are labels of the whole. */
const EXTRAS = /(CPF|CNPJ|ENDERECO|COMPLETO|MF)+$/;

/** Whom a label of a bank slip names; null if it names nobody. */
export function partyOf(label: string): Party | 'other' | null {
  const letters = plain(label);
  const bare = letters.replace(EXTRAS, '');
  const found = Object.entries(NAMES).find(([, names]) => names.some((name) => isSame(letters, plain(name)) || isSame(bare, plain(name))));
  return (found?.[0] as Party | 'other' | undefined) ?? null;
}

const isSame = (text: string, wanted: string) => text === wanted || distance(text, wanted, tolerance(wanted.length) + 1) <= tolerance(wanted.length);

/** Name without what stands beside it: number, address. */
export function nameIn(value: string): string | null {
  const name = value.split(/\s[-–|]\s|,|\b(?:CPF|CNPJ|C\.N\.P\.J|CGC|END|Endere[çc]o)\b|\d{3}\.\d{3}|\d{2}\.\d{3}\.\d{3}/iu)[0]?.replace(/[\s:/(–-]+$/u, '').trim() ?? '';
  return /^\p{L}[\p{L}\d\s.&'’/()-]*$/u.test(name) && /\p{L}{2}.*\s/u.test(`${name} `) ? name : null;
}

const IS_NUMBER = /^(N[UÚ]MERO (DO )?)?(CPF|CNPJ)/i;

/** Fields about a party: those its label stands over, and numbers without an owner after it. */
export function partyFields(sections: SectionReading[]): PartyField[] {
  let current: Party | 'other' | null = null;
  return sections.flatMap(({ heading, fields }) => {
    current = (heading && partyOf(heading)) || current;
    return fields.flatMap((field) => {
      const named = partyOf(field.label) ?? partyNamedIn(field.label);
      current = partyOf(field.label) ?? current;
      const party = named ?? (IS_NUMBER.test(field.label) ? current : null);
      return party && party !== 'other' && field.value !== null ? [{ party, field: { ...field, value: field.value } }] : [];
    });
  });
}

/** "CNPJ do beneficiário". */
function partyNamedIn(label: string): Party | null {
  const owner = IS_NUMBER.test(label) ? /d[oe]\s+(.+)$/i.exec(label)?.[1] : null;
  const party = owner ? partyOf(owner) : null;
  return party === 'other' ? null : party;
}

/** Whether a field has nothing but a number. */
export const isNumberOnly = ({ label, value }: PartyField['field']) => IS_NUMBER.test(label) || (taxNumberIn(value) !== null && nameIn(value) === null);
