// The example "Stop at the budget" over 100 months: what its own expressions let through, and what the months add up to by
// Temporal and plain sums, which share nothing with the node.
import { readFileSync } from 'node:fs';
import { Workflow } from 'n8n-workflow';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { Temporal } from 'temporal-polyfill';
import { type Use, runBilling } from '../../support/usage.ts';

const ZONE = 'America/Sao_Paulo';
const LIMIT = 150;
const MONTHS = 100;

const { nodes } = JSON.parse(readFileSync('examples/stop-at-budget.json', 'utf8')) as { nodes: INode[] };
const parametersOf = (name: string): INodeParameters => nodes.find((node) => node.name === name)!.parameters;

const node = nodes[0]!;
const nodeTypes = { getByName: () => undefined, getByNameAndVersion: () => undefined, getKnownTypes: () => ({}) };
const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes: nodeTypes as never });

/** A parameter as n8n resolves it for the item that the summary puts out. */
const resolved = (value: unknown, json: IDataObject) =>
  workflow.expression.getParameterValue(value as string, null, 0, 0, node.name, [{ json }], 'internal', {}) as number;

interface Condition {
  leftValue: string;
  rightValue: number;
  operator: { operation: string };
}
const conditions = parametersOf('Anything left?')['conditions'] as unknown as { conditions: Condition[] };
const [condition] = conditions.conditions;

/** How many documents of the queue the workflow reads, given what the service was used for so far. */
function batchSize(uses: Use[], now: string): number {
  const { period, options } = parametersOf('Budget of the month') as { period: string; options: INodeParameters };
  expect(options['monthlyBudget']).toBeGreaterThan(0);
  const budget = { limit: LIMIT, prices: undefined, currency: undefined };
  const json = runBilling(uses, { now, zone: ZONE, period, settings: { budget } }).json as IDataObject;
  if (resolved(condition!.leftValue, json) < condition!.rightValue) return 0;
  return resolved(parametersOf('Next of the queue')['limit'], json);
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
  /** The units of each batch. */
  batches: number[];
  /** How many checks found nothing left. */
  held: number;
}

/** Reads a queue that never ends, with a check some hours after the other. In every second month a document costs several units. */
function simulate(): Month[] {
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
      const size = batchSize(uses, at.toPlainDateTime().toString());
      const units = sum(Array.from({ length: size }, () => upTo(month.mostUnits)));
      if (size === 0) month.held++;
      else month.batches.push(units);
      uses.push({ at: at.toInstant().toString(), service: 'content-extraction', count: units });
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

test('in 100 months the budget is used up, and passed by one batch at most; not at all by documents of one unit', () => {
  const months = simulate();
  expect(months).toHaveLength(MONTHS);
  for (const { batches, held, mostUnits } of months) {
    // The last batch began with something left.
    expect(sum(batches.slice(0, -1))).toBeLessThan(LIMIT);
    if (mostUnits === 1) expect(sum(batches)).toBeLessThanOrEqual(LIMIT);
    expect(held).toBeGreaterThan(0);
    expect(sum(batches)).toBeGreaterThanOrEqual(LIMIT);
  }
  const most = Math.max(...months.map(({ batches }) => sum(batches) - LIMIT));
  process.stdout.write(`In ${MONTHS} months of ${LIMIT} units, the budget was passed by ${most} units at most.\n`);
  expect(most).toBeGreaterThan(0);
});
