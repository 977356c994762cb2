import type { INodeProperties } from 'n8n-workflow';
import type { Item } from '../parameters/item';
import { ValidationError } from '../common/errors';
import type { ServiceRequest } from '../transport/request';
import { optionsField } from '../parameters/options';
import { asPeriod, periodFields, readPeriod, readSpans } from '../parameters/period';
import { isCompared, readReportLocale, reportField, reportOptions } from '../parameters/report';
import { billingOutputs, type BillingRows, type BillingSettings, isBillingRows, type Period } from '../billing/billing';
import type { ItemOperation } from './operation';

const outputField: INodeProperties = {
  displayName: 'Output',
  name: 'output',
  type: 'options',
  options: [
    { name: 'Days', value: 'days', description: 'One item per day' },
    { name: 'Services', value: 'services', description: 'One item per day and service' },
    { name: 'Totals', value: 'totals', description: 'One item for the whole period' },
  ],
  default: 'services',
  description: 'What becomes an item of its own',
};

export const getDailySummary: ItemOperation = {
  kind: 'item',
  resource: 'billing',
  operation: 'getDailySummary',
  name: 'Get Daily Summary',
  action: 'Get daily billing summary',
  description: 'Get the consumption of a period per day and service',
  service: '8. Billing daily summary (JSON)',
  fields: [...periodFields, outputField, reportField, optionsField(reportOptions)],

  check: readSettings,

  requests(item) {
    const current = request(readPeriod(item, item.now, item.timezone));
    return isCompared(item) ? [current, request(asPeriod(spansOf(item).previous))] : [current];
  },

  output: ([current, previous], item) => billingOutputs(current, readSettings(item), previous),
};

const request = (period: Period): ServiceRequest => ({ path: '/billing/daily-summary', body: { json: period } });

function readSettings(item: Item): BillingSettings {
  const spans = spansOf(item);
  return { rows: readRows(item), spans, period: asPeriod(spans.current), reportLocale: readReportLocale(item) };
}

function readRows(item: Item): BillingRows {
  const rows = item.text('output');
  if (isBillingRows(rows)) return rows;
  throw new ValidationError(`The parameter "Output" is "${rows}"`, 'Give one of: services, days, totals.');
}

const spansOf = (item: Item) => readSpans(item, item.now, item.timezone);
