import { asPeriod, type Span } from '../billing/period';
import { billingFields, billingOptions, readBillingSettings } from '../parameters/billing-fields';
import { optionsOnly, RUN_OPTIONS } from '../parameters/options';
import type { ServiceRequest } from '../transport/request';
import type { ItemOperation } from './operation';

export const getDailySummary: ItemOperation = {
  kind: 'item',
  resource: 'billing',
  operation: 'getDailySummary',
  isFree: true,
  name: 'Get Daily Summary',
  action: 'Get a usage and billing report',
  description: 'Get the consumption of a period per day and service',
  service: '8. Billing daily summary (JSON)',
  returns: 'the number of requests per day and service, or the totals of the period',
  fields: [...billingFields, optionsOnly([...billingOptions, ...RUN_OPTIONS])],

  async prepare(item) {
    // The largest room, and only this operation uses it.
    const { billingOutputs, spansOf, unitsBilled } = await import('../billing/outputs.js');
    const settings = readBillingSettings(item);
    const [current, ...others] = spansOf(settings);
    return {
      requests: [summaryRequest(current), ...others.map(summaryRequest)],
      read: (envelopes) => billingOutputs(envelopes, settings),
      units: ([{ result }]) => unitsBilled(result),
    };
  },
};

const summaryRequest = (span: Span): ServiceRequest => ({
  path: '/billing/daily-summary',
  body: { json: asPeriod(span) },
});
