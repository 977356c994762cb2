import type { DocumentType } from '../reading.ts';

/** What is known of every document of a type. `country` is null where such documents come from many countries. */
type DocumentTypeEntry = DocumentType & { country: string | null };

const entry = (id: string, type: string, stdType: string, country: string | null = null): DocumentTypeEntry => ({
  id,
  type,
  stdType,
  country,
});

/**
 * The document types the reader knows, in the order in which a page is tried: the first that matches is taken. How each
 * is recognised and read stands in the folder of its name, and classify.ts brings the two together.
 */
export const DOCUMENT_TYPES = {
  serviceInvoice: entry('bra-nfse', 'nota-fiscal-servico', 'service-invoice', 'bra'),
  /** The printed form of an invoice for goods (NF-e). */
  danfe: entry('bra-danfe', 'danfe', 'goods-invoice', 'bra'),
  boleto: entry('bra-boleto', 'boleto', 'bank-slip', 'bra'),
  propertyRegistry: entry('bra-registro-imovel', 'registro-imovel', 'property-registry', 'bra'),
  articlesOfAssociation: entry('bra-contrato-social', 'contrato-social', 'articles-of-association', 'bra'),
  driverLicence: entry('bra-cnh', 'carteira-habilitacao', 'driver-licence', 'bra'),
  passport: entry('passaporte', 'passaporte', 'passport'),
  /** A visa or residence permit with the machine-readable zone of a visa. */
  visa: entry('visto', 'visto', 'visa'),
  /** An identity card of Brazil: of a state (RG) or the national one (CIN). */
  identityCard: entry('bra-documento-pessoal', 'documento-pessoal', 'personal-document', 'bra'),
  /** An identity card or residence permit of another country. */
  foreignIdentityCard: entry('documento-identidade-estrangeiro', 'documento-pessoal', 'personal-document'),
  certificate: entry('bra-certidao', 'certidao', 'certificate', 'bra'),
  contract: entry('contrato', 'contrato', 'contract'),
  statement: entry('extrato', 'extrato', 'statement'),
  /** Of a shop, of any country. */
  receipt: entry('recibo', 'recibo', 'receipt'),
  paymentCard: entry('cartao-pagamento', 'cartao-pagamento', 'payment-card'),
};

export type DocumentTypeName = keyof typeof DOCUMENT_TYPES;

/** The tags of every document of a type. */
export const typeTags = ({ id, type, stdType, country }: DocumentTypeEntry): string[] => [
  ...(country ? [`country=${country}`] : []),
  `type=${type}`,
  `std-type=${stdType}`,
  `id=${id}`,
];
