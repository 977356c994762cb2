// The example "Stop at the budget" over 100 months: what its own expressions let through, in units and in money, and what the
// months add up to by Temporal and plain sums, which share nothing with the node.
import { readFileSync } from 'node:fs';
import { Workflow } from 'n8n-workflow';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { Temporal } from 'temporal-polyfill';
import { type Use, runBilling } from '../../support/usage.ts';

const ZONE = 'America/Sao_Paulo';
const LIMIT = 150;
const MONTHS = 100;
/** The queue never ends, but n8n's table takes a limit of 0 for none. */
const WHOLE_QUEUE = 2500;

const { nodes } = JSON.parse(readFileSync('examples/stop-at-budget.json', 'utf8')) as { nodes: INode[] };
const parametersOf = (name: string): INodeParameters => nodes.find((node) => node.name === name)!.parameters;

const node = nodes[0]!;
const nodeTypes = { getByName: () => undefined, getByNameAndVersion: () => undefined, getKnownTypes: () => ({}) };
const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes: nodeTypes as never });

/** A parameter as n8n resolves it for an item. */
const resolved = (value: unknown, json: IDataObject) =>
  workflow.expression.getParameterValue(value as string, null, 0, 0, node.name, [{ json }], 'internal', {}) as number;

interface Condition {
  leftValue: string;
  rightValue: number;
  operator: { operation: string };
}
const conditions = parametersOf('Anything left?')['conditions'] as unknown as { conditions: Condition[] };
const [condition] = conditions.conditions;

interface Assignment {
  name: string;
  value: string;
}

/** What the node "How many fit" adds to an item, once its user has put the highest price in place of 1. */
function howManyFit(json: IDataObject, highest: number): IDataObject {
  const { assignments, includeOtherFields } = parametersOf('How many fit') as unknown as {
    assignments: { assignments: Assignment[] };
    includeOtherFields: boolean;
  };
  expect(includeOtherFields).toBe(true);
  const [{ name, value }] = assignments.assignments as [Assignment];
  expect(value.match(/\b1\b/g)).toHaveLength(1);
  return { ...json, [name]: resolved(value.replace(/\b1\b/, String(highest)), json) };
}

/** What the units of the services cost: `*` alone is units. */
type Prices = Record<string, number>;

/** How many documents of the queue the workflow reads, given what the service was used for so far. */
function batchSize(uses: Use[], now: string, prices: Prices): number {
  const { period, options } = parametersOf('Budget of the month') as { period: string; options: INodeParameters };
  expect(options['monthlyBudget']).toBeGreaterThan(0);
  const budget = { limit: LIMIT, prices: new Map(Object.entries(prices)), currency: undefined };
  const summary = runBilling(uses, { now, zone: ZONE, period, settings: { budget } }).json as IDataObject;
  const json = howManyFit(summary, Math.max(...Object.values(prices)));
  if (!(resolved(condition!.leftValue, json) >= condition!.rightValue)) return 0;
  return resolved(parametersOf('Next of the queue')['limit'], json) || WHOLE_QUEUE;
}

/** The same numbers in each run. */
function* numbers(): Generator<number, never> {
  for (let state = 7; ;) {
    state = (state * 48_271) % 2_147_483_647;
    yield state / 2_147_483_647;
  }
}

interface Month {
  /** The most units a document costs. */
  mostUnits: number;
  /** What each batch costs. */
  batches: number[];
  /** How many checks found nothing left. */
  held: number;
}

/** Reads a queue that never ends, with a check some hours after the other. In every second month a document costs several units. */
function simulate(prices: Prices): Month[] {
  const services = Object.keys(prices);
  const random = numbers();
  const upTo = (most: number) => 1 + Math.floor(random.next().value * most);
  const months: Month[] = [];
  let uses: Use[] = [];
  const first = Temporal.ZonedDateTime.from(`2026-01-01T00:00[${ZONE}]`);
  for (let number = 0; number < MONTHS; number++) {
    const month: Month = { mostUnits: number % 2 === 0 ? 1 : 4, batches: [], held: 0 };
    months.push(month);
    const next = first.add({ months: number + 1 });
    // The first hour of the month, and the last, are checked.
    const hours = [first.add({ months: number }), next.subtract({ hours: 1 })];
    const last = hours.at(-1)!.epochMilliseconds;
    for (let at = hours[0]!.add({ hours: upTo(48) }); at.epochMilliseconds < last; at = at.add({ hours: upTo(48) }))
      hours.splice(-1, 0, at);
    for (const at of hours) {
      if (month.held >= 2 && at !== hours.at(-1)) continue;
      const size = batchSize(uses, at.toPlainDateTime().toString(), prices);
      const read = Array.from({ length: size }, () => ({
        service: services[upTo(services.length) - 1]!,
        count: upTo(month.mostUnits),
      }));
      if (size === 0) month.held++;
      else month.batches.push(sum(read.map(({ service, count }) => count * prices[service]!)));
      for (const [service, documents] of Map.groupBy(read, (one) => one.service))
        uses.push({ at: at.toInstant().toString(), service, count: sum(documents.map(({ count }) => count)) });
    }
    // What is older than the eight weeks before the month changes nothing.
    uses = uses.filter((one) => Date.parse(one.at) >= next.subtract({ days: 95 }).epochMilliseconds);
  }
  return months;
}

const sum = (values: number[]) => values.reduce((total, one) => total + one, 0);

test('the check runs once an hour', () => {
  expect(condition!.operator.operation).toBe('gte');
  const { rule } = parametersOf('Every hour') as { rule: { interval: unknown[] } };
  expect(rule.interval).toEqual([{ field: 'hours', hoursInterval: 1 }]);
});

test('what is not known holds the queue', () => {
  const json = howManyFit({ remaining: null }, 1);
  expect(resolved(condition!.leftValue, json) >= condition!.rightValue).toBe(false);
});

test.each<[string, Prices]>([
  ['units', { vio: 1 }],
  ['money, above 1 for a unit', { vio: 1.5, face: 0.25 }],
  ['money, below 1 for a unit', { vio: 0.75, face: 0.25 }],
])(
  'in 100 months the budget of %s is used up, and passed by one batch at most; not at all by documents of one unit',
  (what, prices) => {
    const months = simulate(prices);
    const highest = Math.max(...Object.values(prices));
    expect(months).toHaveLength(MONTHS);
    for (const { batches, held, mostUnits } of months) {
      // The last batch began with something left.
      expect(sum(batches.slice(0, -1))).toBeLessThan(LIMIT);
      if (mostUnits === 1) expect(sum(batches)).toBeLessThanOrEqual(LIMIT);
      expect(held).toBeGreaterThan(0);
      expect(sum(batches)).toBeGreaterThan(LIMIT - highest);
    }
    const most = Math.max(...months.map(({ batches }) => sum(batches) - LIMIT));
    process.stdout.write(`In ${MONTHS} months of ${LIMIT} ${what}, the budget was passed by ${most} at most.\n`);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(20 * 4 * highest);
  },
);
