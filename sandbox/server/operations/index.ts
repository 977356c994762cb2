import { compareContent } from './compareContent.ts';
import { extractContent } from './extractContent.ts';
import { extractDriverLicenceForm, extractDriverLicenceJson } from './extractDriverLicence.ts';
import { extractGenerative } from './extractGenerative.ts';
import { extractInvoice } from './extractInvoice.ts';
import { extractPagesForm, extractPagesJson } from './extractPages.ts';
import { extractPaymentCard } from './extractPaymentCard.ts';
import { getDailySummary } from './getDailySummary.ts';
import type { Operation } from './operation.ts';
import { parseAddresses } from './parseAddresses.ts';
import { startEnrichment } from './startEnrichment.ts';
import { startExtraction } from './startExtraction.ts';

/** A path and its operations; on some paths the content type selects one of two. */
export type Route = { path: string; form?: Operation; json?: Operation };

export const routes: Route[] = [
  { path: '/process-image/content-extraction', form: extractContent, json: startExtraction },
  { path: '/process-image/multipage-content-extraction', form: extractPagesForm, json: extractPagesJson },
  { path: '/process-image/generative-content-extraction', form: extractGenerative },
  { path: '/process-image/content-compare', form: compareContent },
  { path: '/process-invoice/extraction', form: extractInvoice },
  { path: '/billing/daily-summary', json: getDailySummary },
  { path: '/process-image/vio-extraction', form: extractDriverLicenceForm, json: extractDriverLicenceJson },
  { path: '/process-image/payment-card-extraction', json: extractPaymentCard },
  { path: '/process-text/multi-address-parsing', json: parseAddresses },
  { path: '/big-data/enrichment/async', json: startEnrichment },
];

/** The operation of a path; where it has no other, also one that takes other bodies. */
export function operationAt(path: string, isForm: boolean): Operation | null {
  const { form, json } = routes.find((route) => route.path === path) ?? {};
  return (isForm ? (form ?? json) : (json ?? form)) ?? null;
}
