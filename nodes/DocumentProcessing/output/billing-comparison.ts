import { DateTime } from 'luxon';
import { asNumber, type JsonObject } from '../engine/shape';
import { countDays, dateAsUtc, type Span } from '../fields/span';
import { COUNTS, dateOf } from './report/summary';

/** The rows of the period before, and where each day of the current period has its counterpart there. */
export interface Before {
	rows: JsonObject[];
	current: Span;
	previous: Span;
}

/** `previous…` and `change…` for each count of a row; a row of a day is compared with the day at the same place of the period before. */
export function comparisonMembers(row: JsonObject, before: Before): JsonObject {
	const previous = counterpart(row, before);
	return Object.fromEntries(
		COUNTS.flatMap((count) => {
			const [now, then] = [asNumber(row[count]) ?? 0, previous && (asNumber(previous[count]) ?? 0)];
			const name = count.charAt(0).toUpperCase() + count.slice(1);
			return [[`previous${name}`, then ?? null], [`change${name}`, then === undefined ? null : now - then]];
		}),
	);
}

/** `undefined` where there is nothing to compare with, as for the 31st after a month of 30 days. */
function counterpart(row: JsonObject, { rows, current, previous }: Before): JsonObject | undefined {
	if (!('date' in row)) return rows[0];
	const index = daysSince(current, row['date']);
	if (Number.isNaN(index) || (index >= countDays(previous) && countDays(previous) < countDays(current))) return undefined;
	return rows.find((one) => one['serviceName'] === row['serviceName'] && daysSince(previous, one['date']) === index) ?? {};
}

const daysSince = ({ start }: Span, date: unknown): number =>
	DateTime.fromISO(dateOf(date) ?? '', { zone: 'utc' }).diff(dateAsUtc(start), 'days').days;
