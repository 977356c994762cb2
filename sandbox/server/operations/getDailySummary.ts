import { Type } from '@sinclair/typebox';
import { OK } from '../envelope.ts';
import { wrongParameter } from '../errors.ts';
import type { DayOfService } from '../store.ts';
import { results } from '../schemas/results.ts';
import { operation } from './operation.ts';

const DATE_FORMAT = 'in the form `YYYY-MM-DD HH:MM:SS.mmmZ`';
const DATE_PATTERN = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Operation 8. */
export const getDailySummary = operation({
  number: 8,
  name: 'Billing daily summary (JSON)',
  description: 'Returns the consumption of a period for each day and service (summary of the previous day).',
  errorCodes: [],
  service: null,
  success: OK,
  errorsAs: 'list',
  parameters: Type.Object({
    startDate: Type.String({ description: `Start of the period, ${DATE_FORMAT}` }),
    endDate: Type.String({ description: `End of the period, ${DATE_FORMAT}` }),
  }),
  result: results.billing,
  async answer({ startDate, endDate }, { services }) {
    const start = instantOf('startDate', startDate);
    const end = instantOf('endDate', endDate);
    if (end < start) throw wrongParameter('endDate', 'endDate is before startDate');
    return { result: summarise(services.usage.between(start, end)) };
  },
});

function instantOf(name: string, text: string): number {
  const iso = text.replace(' ', 'T');
  const instant = Date.parse(iso);
  const isValid = DATE_PATTERN.test(text) && !Number.isNaN(instant) && new Date(instant).toISOString() === iso;
  if (!isValid) throw wrongParameter(name, `${name} is not a date of the form YYYY-MM-DD HH:MM:SS.mmmZ`);
  return instant;
}

function summarise(rows: DayOfService[]) {
  const days = Map.groupBy(rows, ({ day }) => day);
  const details = [...days].map(([day, services]) => ({
    date: `${day}T00:00:00.000Z`,
    services: services.map(serviceItem),
  }));
  return { details, ...sums(rows) };
}

const serviceItem = (row: DayOfService) => ({ serviceName: row.service, ...sums([row]) });

function sums(rows: DayOfService[]) {
  const sum = (member: 'requests' | 'typified' | 'nonTypified' | 'billed') =>
    rows.reduce((total, row) => total + row[member], 0);
  return {
    requestCount: sum('requests'),
    typifiedItemCount: sum('typified'),
    nonTypifiedItemCount: sum('nonTypified'),
    billingCount: sum('billed'),
  };
}
