import type { INodeProperties } from 'n8n-workflow';
import type { Item } from '../engine/item';
import { Refusal } from '../engine/refusal';
import { optionsField } from '../fields/options';
import { periodFields, readPeriod } from '../fields/period';
import { billingOutputs, type BillingRows, isBillingRows } from '../output/billing';
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
	fields: [...periodFields, outputField, optionsField([])],

	check: readRows,

	plan: (item) => ({ path: '/billing/daily-summary', body: { json: periodOf(item) } }),

	output: (envelope, item) => billingOutputs(envelope, readRows(item), periodOf(item)),
};

function readRows(item: Item): BillingRows {
	const rows = item.text('output');
	if (isBillingRows(rows)) return rows;
	throw new Refusal(`The parameter "Output" is "${rows}"`, 'Give one of: services, days, totals.');
}

const periodOf = (item: Item) => readPeriod(item, item.now, item.timezone);
