import type { ClassifiedPage } from '../reading.ts';
import { boleto } from './boleto/boleto.ts';
import type { DocumentRules, PageContent } from './classification/documentRules.ts';
import { mentions, mentionsAny, titleMentions } from './classification/phrases.ts';
import { isAllowed, isRequested } from './classification/tags.ts';
import { danfe } from './danfe/danfe.ts';
import { driverLicence } from './driverLicence/driverLicence.ts';
import { identityCard } from './identityCard/identityCard.ts';
import { foreignIdentityCard, passport, visa } from './passport/passport.ts';
import { paymentCard } from './paymentCard/paymentCard.ts';
import { serviceInvoice } from './serviceInvoice/serviceInvoice.ts';
import { DOCUMENT_TYPES, typeTags, type DocumentTypeName } from './types.ts';

/** The title of an invoice, which may look like a receipt. */
const INVOICE =
  /(?:^|\s\s)(?:tax )?(?:invoice|fatura|factura|facture|fattura|rechnung|factuur|faktura)(?!\p{L}|[ -](?:simplificada|recibo))/imu;
const STATEMENTS = ['EXTRATO', 'ACCOUNT STATEMENT', 'STATEMENT OF ACCOUNT'];
const [OF_ACCOUNT, OF_TILL] = [
  ['SALDO', 'AGÊNCIA', 'CONTA CORRENTE', 'LANÇAMENTO', 'HISTÓRICO', 'PERÍODO', 'BALANCE', 'OPENING', 'CLOSING'],
  ['CUPOM FISCAL', 'CONSUMIDOR', 'TOTAL R$', 'TROCO R$', 'DINHEIRO', 'CARTÃO DE', 'ITEM', 'SAT Nº'],
];

/** Tills print `Extrato Nº 1234`: one word is no type against the others of the page. */
function isReceiptRather({ text, letters }: PageContent): boolean {
  const count = (words: string[]) => words.filter((word) => mentions(letters, word)).length;
  return count(OF_TILL) + (/EXTRATO\s+N[º°O.]/i.test(text) ? 1 : 0) > count(OF_ACCOUNT);
}

const RULES: Record<DocumentTypeName, DocumentRules> = {
  serviceInvoice,
  danfe,
  boleto,
  propertyRegistry: {
    matches: ({ letters }) =>
      mentionsAny(letters, ['REGISTRO DE IMÓVEIS', 'REGISTRO GERAL']) && mentions(letters, 'MATRÍCULA'),
  },
  articlesOfAssociation: {
    matches: ({ letters }) =>
      mentions(letters, 'CONTRATO SOCIAL') && mentionsAny(letters, ['SOCIEDADE', 'SÓCIO', 'SÓCIA']),
  },
  driverLicence,
  passport,
  visa,
  identityCard,
  foreignIdentityCard,
  certificate: { matches: ({ text }) => /CERTID[ÃA]O DE (NASCIMENTO|CASAMENTO|[ÓO]BITO)/i.test(text) },
  contract: { matches: ({ letters }) => mentions(letters, 'CONTRATO') && mentions(letters, 'CLÁUSULA') },
  statement: { matches: (page) => titleMentions(page.text, STATEMENTS) && !isReceiptRather(page) },
  receipt: { matches: ({ receipt, text }) => receipt() !== null && !INVOICE.test(text) },
  paymentCard,
};

/** The document a page shows, with its fields if its type has any of its own. The tags of a request narrow the types. */
export async function classify(page: PageContent, requestTags: string[]): Promise<ClassifiedPage | null> {
  for (const name of Object.keys(DOCUMENT_TYPES) as DocumentTypeName[]) {
    const { id, type, stdType } = DOCUMENT_TYPES[name];
    const { matches, readFields, tagsOf } = RULES[name];
    const ofType = typeTags(DOCUMENT_TYPES[name]);
    if (!isAllowed(ofType, requestTags) || !(await matches(page, isRequested(ofType, requestTags)))) continue;
    const fields = (await readFields?.(page)) ?? null;
    const tags = [...ofType, ...(tagsOf?.(page.text, fields ?? []) ?? [])];
    // The country may be known only from the fields.
    return isAllowed(tags, requestTags) ? { documentType: { id, type, stdType }, fields, tags } : null;
  }
  return null;
}
