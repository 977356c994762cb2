import { randomFrom, type Random } from '../synthetic/random.ts';
import { article } from './articles.ts';
import { foreignInvoice } from './invoices.ts';
import { labelledForm, wrappedForm } from './labelled.ts';
import { tillReceipt } from './receipts.ts';
import { nationalServiceInvoice } from './serviceInvoice.ts';
import type { PrintedForm } from './sheet.ts';
import { transportDocument } from './transport.ts';

/** Sorts of documents that are printed by chance, each with a layout that nobody has seen before. */
export const FORMS = {
  form: labelledForm,
  wrapped: wrappedForm,
  transport: transportDocument,
  'national NFS-e': nationalServiceInvoice,
  invoice: foreignInvoice,
  receipt: tillReceipt,
  article,
} satisfies Record<string, (random: Random) => Promise<PrintedForm>>;

export type FormSort = keyof typeof FORMS;

export const printForm = (sort: FormSort, seed: string): Promise<PrintedForm> =>
  FORMS[sort](randomFrom(`${sort} ${seed}`));
