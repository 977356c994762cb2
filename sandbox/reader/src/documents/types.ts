import type { DocumentType } from '../reading.ts';

/**
 * What is known of every document of a type. `country` is null where such documents come from many countries. A type
 * that `hasOwnFields` is read under the service's names for them; the fields of the others keep their printed labels.
 */
export type DocumentTypeEntry = DocumentType & { country: string | null; hasOwnFields: boolean };

/**
 * The document types the reader knows, in the order in which a page is tried: the first that matches is taken. How each
 * is recognised and read stands in the folder of its name, and classify.ts brings the two together.
 */
export const DOCUMENT_TYPES = {
  serviceInvoice: {
    id: 'bra-nfse',
    type: 'nota-fiscal-servico',
    stdType: 'service-invoice',
    country: 'bra',
    hasOwnFields: true,
  },
  /** The printed form of an invoice for goods (NF-e). */
  danfe: { id: 'bra-danfe', type: 'danfe', stdType: 'goods-invoice', country: 'bra', hasOwnFields: true },
  boleto: { id: 'bra-boleto', type: 'boleto', stdType: 'bank-slip', country: 'bra', hasOwnFields: true },
  propertyRegistry: {
    id: 'bra-registro-imovel',
    type: 'registro-imovel',
    stdType: 'property-registry',
    country: 'bra',
    hasOwnFields: false,
  },
  articlesOfAssociation: {
    id: 'bra-contrato-social',
    type: 'contrato-social',
    stdType: 'articles-of-association',
    country: 'bra',
    hasOwnFields: false,
  },
  driverLicence: {
    id: 'bra-cnh',
    type: 'carteira-habilitacao',
    stdType: 'driver-licence',
    country: 'bra',
    hasOwnFields: true,
  },
  passport: { id: 'passaporte', type: 'passaporte', stdType: 'passport', country: null, hasOwnFields: true },
  /** A visa or residence permit with the machine-readable zone of a visa. */
  visa: { id: 'visto', type: 'visto', stdType: 'visa', country: null, hasOwnFields: true },
  /** An identity card of Brazil: of a state (RG) or the national one (CIN). */
  identityCard: {
    id: 'bra-documento-pessoal',
    type: 'documento-pessoal',
    stdType: 'personal-document',
    country: 'bra',
    hasOwnFields: true,
  },
  /** An identity card or residence permit of another country. */
  foreignIdentityCard: {
    id: 'documento-identidade-estrangeiro',
    type: 'documento-pessoal',
    stdType: 'personal-document',
    country: null,
    hasOwnFields: true,
  },
  certificate: { id: 'bra-certidao', type: 'certidao', stdType: 'certificate', country: 'bra', hasOwnFields: false },
  contract: { id: 'contrato', type: 'contrato', stdType: 'contract', country: null, hasOwnFields: false },
  statement: { id: 'extrato', type: 'extrato', stdType: 'statement', country: null, hasOwnFields: false },
  paymentCard: {
    id: 'cartao-pagamento',
    type: 'cartao-pagamento',
    stdType: 'payment-card',
    country: null,
    hasOwnFields: true,
  },
} as const satisfies Record<string, DocumentTypeEntry>;

export type DocumentTypeName = keyof typeof DOCUMENT_TYPES;

/** The type with that id; null for an unknown one. */
export const documentTypeById = (id: string | undefined): DocumentTypeEntry | null =>
  Object.values(DOCUMENT_TYPES).find((entry) => entry.id === id) ?? null;

/** The tags of every document of a type. */
export const typeTags = ({ id, type, stdType, country }: DocumentTypeEntry): string[] => [
  ...(country ? [`country=${country}`] : []),
  `type=${type}`,
  `std-type=${stdType}`,
  `id=${id}`,
];
