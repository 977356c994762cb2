import type { Envelope } from '../engine/envelope';
import { asNumber, asObject, asObjects, asText, type JsonObject } from '../engine/shape';
import type { Output } from './output';

export type BillingRows = 'services' | 'days' | 'totals';

const COUNTS = ['requestCount', 'typifiedItemCount', 'nonTypifiedItemCount', 'billingCount'] as const;

/** The period as it was sent, in UTC. */
export interface Period {
	startDate: string;
	endDate: string;
}

/** Consumption as rows: per day and service, per day, or one for the period (interface, "Billing summary result"). */
export function billingOutputs(envelope: Envelope, rows: BillingRows, period: Period): Output[] {
	const found = READERS[rows](asObject(envelope.result));
	// A report is sent on quiet days too: a period without consumption is a row of zeros.
	const rowsOrZeros = found.length > 0 ? found : [{ date: null, ...(rows === 'services' ? { serviceName: null } : {}), ...sumCounts([]) }];
	const hint = found.length > 0 ? undefined : 'noConsumption';
	return rowsOrZeros.map((json) => ({ json: { ...json, ...period, requestId: envelope.requestId ?? null }, hint }));
}

const READERS: Record<BillingRows, (summary: JsonObject) => JsonObject[]> = {
	services: (summary) => eachDay(summary).flatMap(({ date, services }) => services.map((service) => ({ date, serviceName: service['serviceName'] ?? null, ...counts(service) }))),
	days: (summary) => eachDay(summary).map(({ date, services }) => ({ date, ...sumCounts(services) })),
	totals: (summary) => [counts(summary)],
};

export const isBillingRows = (text: string): text is BillingRows => Object.hasOwn(READERS, text);

const eachDay = (summary: JsonObject) =>
	asObjects(summary['details']).map((day) => ({ date: asText(day['date']) ?? null, services: asObjects(day['services']) }));

const counts = (holder: JsonObject): JsonObject => Object.fromEntries(COUNTS.map((name) => [name, holder[name] ?? null]));

const sumCounts = (services: JsonObject[]): JsonObject =>
	Object.fromEntries(COUNTS.map((name) => [name, services.reduce((sum, service) => sum + (asNumber(service[name]) ?? 0), 0)]));
