import type { Kind } from './kind.ts';

/** Every pattern of a kind must be found; the first kind that fits is it. */
const KINDS: Kind[] = [
  {
    id: 'bra-nfse',
    type: 'nota-fiscal-servico',
    stdType: 'service-invoice',
    country: 'bra',
    has: [/NFS-?e|NOTA FISCAL (ELETR[ÔO]NICA )?DE SERVI[ÇC]O/i, /PRESTADOR|TOMADOR/i],
  },
  {
    id: 'bra-registro-imovel',
    type: 'registro-imovel',
    stdType: 'property-registry',
    country: 'bra',
    has: [/REGISTRO DE IM[ÓO]VEIS|REGISTRO GERAL/i, /MATR[ÍI]CULA/i],
  },
  {
    id: 'bra-contrato-social',
    type: 'contrato-social',
    stdType: 'articles-of-association',
    country: 'bra',
    has: [/CONTRATO SOCIAL/i, /S[ÓO]CI[OA]S?|SOCIEDADE/i],
  },
  { id: 'bra-cnh', type: 'carteira-habilitacao', stdType: 'driver-licence', country: 'bra', has: [/CARTEIRA NACIONAL DE HABILITA[ÇC][ÃA]O/i] },
  {
    id: 'bra-documento-pessoal',
    type: 'documento-pessoal',
    stdType: 'personal-document',
    country: 'bra',
    has: [/(CARTEIRA|C[ÉE]DULA) DE IDENTIDADE|REGISTRO GERAL|DOCUMENTO DE IDENTIDADE/i, /NASCIMENTO|FILIA[ÇC][ÃA]O/i],
  },
  { id: 'bra-certidao', type: 'certidao', stdType: 'certificate', country: 'bra', has: [/CERTID[ÃA]O DE (NASCIMENTO|CASAMENTO|[ÓO]BITO)/i] },
  { id: 'contrato', type: 'contrato', stdType: 'contract', country: null, has: [/\bCONTRATO\b/i, /CL[ÁA]USULA/i] },
  { id: 'extrato', type: 'extrato', stdType: 'statement', country: null, has: [/\bEXTRATO\b|ACCOUNT STATEMENT|STATEMENT OF ACCOUNT/i] },
];

/** Tags given with the request narrow what a document may be taken for. */
export function recogniseKind(text: string, filter: string[] = []): Kind | null {
  return KINDS.find((kind) => kind.has.every((pattern) => pattern.test(text)) && isAllowed(kind, filter)) ?? null;
}

function isAllowed(kind: Kind, filter: string[]): boolean {
  const own = new Map(kindTags(kind).map(keyAndValue));
  const asked = Map.groupBy(filter.map(keyAndValue), ([key]) => key);
  return [...asked].every(([key, pairs]) => !own.has(key) || pairs.some(([, value]) => value === own.get(key)));
}

function keyAndValue(tag: string): [string, string] {
  const at = tag.indexOf('=');
  return at < 0 ? [tag, ''] : [tag.slice(0, at), tag.slice(at + 1)];
}

const kindTags = ({ id, type, stdType, country }: Kind) => [
  ...(country ? [`country=${country}`] : []),
  `type=${type}`,
  `std-type=${stdType}`,
  `id=${id}`,
];

/** What can be said about a text: its kind if it has one, its language if it shows. */
export function tagsOf(text: string, kind: Kind | null): string[] {
  const language = languageOf(text);
  return [...(kind ? kindTags(kind) : []), ...(language ? [`language=${language}`] : []), 'process-type=extraction'];
}

const WORDS = {
  por: /\b(de|do|da|dos|das|e|em|para|com|não|que|nome|valor|data)\b/gi,
  eng: /\b(the|of|and|to|in|for|with|is|name|date|amount|this)\b/gi,
};

function languageOf(text: string): string | null {
  const portuguese = text.match(WORDS.por)?.length ?? 0;
  const english = text.match(WORDS.eng)?.length ?? 0;
  if (Math.max(portuguese, english) < 3 || portuguese === english) return null;
  return portuguese > english ? 'por' : 'eng';
}
