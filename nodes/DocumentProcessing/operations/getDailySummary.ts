import { asPeriod, type Span } from '../billing/period';
import { billingOutputs } from '../billing/rows';
import { billingFields, billingOptions, isCompared, readBillingSettings, readSpans } from '../parameters/billing';
import { optionsField } from '../parameters/options';
import type { ServiceRequest } from '../transport/request';
import type { ItemOperation } from './operation';

export const getDailySummary: ItemOperation = {
  kind: 'item',
  resource: 'billing',
  operation: 'getDailySummary',
  name: 'Get Daily Summary',
  action: 'Get a usage and billing report',
  description: 'Get the consumption of a period per day and service',
  service: '8. Billing daily summary (JSON)',
  returns: 'the number of requests per day and service, or the totals of the period',
  fields: [...billingFields, optionsField(billingOptions)],

  check: readBillingSettings,

  requests(item) {
    const { current, previous } = readSpans(item);
    return isCompared(item) ? [summaryRequest(current), summaryRequest(previous)] : [summaryRequest(current)];
  },

  output: ([current, previous], item) => billingOutputs(current, readBillingSettings(item), previous),
};

const summaryRequest = (span: Span): ServiceRequest => ({
  path: '/billing/daily-summary',
  body: { json: asPeriod(span) },
});
