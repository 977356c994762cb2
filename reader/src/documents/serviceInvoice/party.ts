import { plainLabel } from './labelText.ts';

export type Party = 'prestador' | 'tomador' | null;

const PROVIDER = /\b(prestador|prestadores|emitente|fornecedor)\b/;
const CUSTOMER = /\b(tomador|destinatario)\b/;
const NEITHER = /\bintermediario\b/;

/** Whom a heading or a label is about; null if it names nobody or both. */
export function partyOf(text: string | null): Party {
  const plain = plainLabel(text ?? '');
  const [provider, customer] = [PROVIDER.test(plain), CUSTOMER.test(plain)];
  if (provider === customer || NEITHER.test(plain)) return null;
  return provider ? 'prestador' : 'tomador';
}

/** "CNPJ do prestador" is the provider's "CNPJ". */
export function withoutParty(label: string): { label: string; party: Party } {
  const plain = plainLabel(label);
  const rest = plain
    .replace(
      /\b(d[oa]s? )?(prestador|prestadores|emitente|fornecedor|tomador|destinatario)( d[oe]s? servicos?)?\b/g,
      ' ',
    )
    .replace(/\s+/g, ' ')
    .trim();
  return { label: rest, party: rest === plain ? null : partyOf(label) };
}
