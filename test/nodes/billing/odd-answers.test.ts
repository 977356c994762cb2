import type { INodeParameters } from 'n8n-workflow';
import { readBinary } from '../../engine/binaryData.ts';
import { runOperation } from '../../support/document-node.ts';
import { serverForAllTests } from '../../support/opened.ts';
import { readCsv } from './csv.ts';
import { wordsOf } from './tags.ts';

const counts = (count: unknown) => ({
  requestCount: count,
  typifiedItemCount: count,
  nonTypifiedItemCount: 0,
  billingCount: count,
});
const service = (serviceName: unknown, count: unknown) => ({ serviceName, ...counts(count) });
const day = (date: unknown, ...services: unknown[]) => ({ date, services });

const server = serverForAllTests();

const PERIOD = { period: 'custom', startDate: '2025-01-06', endDate: '2025-01-07' };

/** The items for one answer to the period, and another to every other. */
async function itemsFor(answer: unknown, parameters: INodeParameters = {}, other: unknown = answer) {
  server.respond(({ json }) => ({
    result: (json as { startDate: string }).startDate.startsWith('2025-01-06') ? answer : other,
  }));
  const { items, error, hints } = await runOperation(
    server,
    'billing.getDailySummary',
    { ...PERIOD, ...parameters },
    { timezone: 'UTC' },
  );
  expect(error).toBeUndefined();
  return { items, rows: items.map(({ json }) => json), hints };
}

describe('a service and a day that come in parts', () => {
  const PARTS = {
    details: [
      day('2025-01-07T00:00:00Z', service('vio', 1)),
      day('2025-01-06T00:00:00Z', service('vio', 2), service('card', 4), service(' vio ', 8)),
      day('2025-01-06T18:30:00.000Z', service('vio', 16)),
      day('2025-01-06', service('card', 32)),
      // The 7th in UTC.
      day('2025-01-06T23:00:00-03:00', service('vio', 64)),
    ],
    ...counts(127),
  };
  /** As many a week before, the parts in another order. */
  const BEFORE = {
    details: [
      day('2024-12-30', service('card', 36), service('vio', 16)),
      day('2024-12-30T04:00:00+01:00', service('vio', 10)),
      day('2024-12-31', service('vio', 65)),
    ],
    ...counts(127),
  };
  const SAME = { compareWith: 'sameDaysLastWeek' };

  test('are one in the report, its CSV file, the budget and the totals', async () => {
    const parameters = { output: 'totals', report: true, options: { ...SAME, monthlyBudget: 254 } };
    const { items, rows } = await itemsFor(PARTS, parameters, {
      details: [...PARTS.details, ...BEFORE.details],
      ...counts(0),
    });
    expect(rows).toMatchObject([
      { billingCount: 127, previousBillingCount: 127, budget: { used: 127 }, budgetUsed: 50 },
    ]);
    expect(wordsOf(rows[0]!['html'] as string)).toContain('Mon, Jan 6 62 units Tue, Jan 7 65 units');
    const csv = readCsv((await readBinary(items[0]!.binary!['report']!)).toString().slice(1));
    expect(csv.slice(1)).toEqual([
      ['2025-01-07', 'vio', '65', '65', '0', '65'],
      ['2025-01-06', 'vio', '26', '26', '0', '26'],
      ['2025-01-06', 'card', '36', '36', '0', '36'],
    ]);
  });
});

describe('counts', () => {
  test('that are texts are numbers', async () => {
    const answer = { details: [day('2025-01-06', service('vio', '12'), service('vio', 3))], ...counts('15') };
    for (const output of ['services', 'days', 'totals'])
      expect((await itemsFor(answer, { output })).rows).toMatchObject([{ billingCount: 15, requestCount: 15 }]);
    const { rows } = await itemsFor(answer, { report: true, options: { compareWith: 'previousPeriod' } });
    expect(rows[0]).toMatchObject({ changeBillingCount: 15, subject: expect.stringContaining(': 15 units') });
  });

  test('that are null, missing or no number stay so in the rows, and count nothing', async () => {
    const answer = {
      details: [day('2025-01-06', service('vio', null), { serviceName: 'card' }, service('pdf', 'many'))],
    };
    const { rows } = await itemsFor(answer, { output: 'services' });
    expect(rows.map(({ billingCount }) => billingCount)).toEqual([null, null, 'many']);
    expect((await itemsFor(answer, { output: 'totals' })).rows).toMatchObject([{ billingCount: 0 }]);
  });

  test('of the whole period that the answer lacks are those of its days', async () => {
    const answer = { details: [day('2025-01-06', service('vio', 5))], requestCount: 7 };
    expect((await itemsFor(answer, { output: 'totals' })).rows).toMatchObject([{ requestCount: 7, billingCount: 5 }]);
  });

  test('without days are a row of the whole period, and no hint says that there was no consumption', async () => {
    for (const output of ['services', 'days']) {
      const { rows, hints } = await itemsFor({ details: [], ...counts(9) }, { output });
      expect(rows).toMatchObject([{ date: null, billingCount: 9, requestCount: 9 }]);
      expect(hints).toEqual([]);
    }
  });
});

test('what a total without services costs is not known, in no rendering of a report', async () => {
  const options = { unitPrices: { price: [{ service: '*', price: 0.5 }] } };
  for (const other of [{ details: [] }, { details: [day('2025-01-04', service('vio', 4))] }]) {
    const { rows } = await itemsFor({ details: [], ...counts(9) }, { report: true, options }, other);
    const { subject, text, html, slackBlocks, teamsCard } = rows[0]!;
    expect(subject).toContain('– (9 units)');
    expect(text).toContain('To be billed: – (9 units)');
    const chats = [slackBlocks, teamsCard].map((message) => JSON.stringify(message));
    for (const one of [wordsOf(html as string), ...chats]) {
      expect(one).toContain('9 units');
      expect(one).not.toMatch(/0\.00|NaN/);
    }
  }
});

describe('services and days that stand without a list', () => {
  const SERVICE = service('vio', 5);

  test.each<[string, unknown]>([
    ['the only service of a day', { details: [{ date: '2025-01-06', services: SERVICE }] }],
    ['services by name', { details: [{ date: '2025-01-06', services: { vio: counts(5) } }] }],
    ['the only day', { details: day('2025-01-06', SERVICE) }],
  ])('%s', async (_what, answer) => {
    for (const output of ['services', 'days', 'totals']) {
      const parameters = { output, options: { monthlyBudget: 4 } };
      const { rows, hints } = await itemsFor(answer, parameters);
      expect(rows).toMatchObject([{ ...counts(5), budget: { used: 5 }, withinBudget: false }]);
      if (output === 'services') expect(rows).toMatchObject([{ date: '2025-01-06', serviceName: 'vio' }]);
      expect(hints).toEqual([]);
    }
  });
});

describe('a comparison is not known, and not with nothing, where one answer for several periods', () => {
  test.each<[string, unknown]>([
    ['has no days', counts(9)],
    ['has only a part of all in its days', { details: [day('2024-12-30', service('vio', 5))], ...counts(9) }],
  ])('%s', async (_what, answer) => {
    const own = { details: [day('2025-01-06', service('vio', 9))], ...counts(9) };
    for (const output of ['services', 'days', 'totals']) {
      const parameters = { output, report: true, options: { compareWith: 'last4SameWeekdays' } };
      const { rows, hints } = await itemsFor(own, parameters, answer);
      expect(rows).toMatchObject([{ billingCount: 9, previousBillingCount: null, changeBillingCount: null }]);
      expect(hints).toEqual([expect.stringContaining('The comparison is not known')]);
      for (const text of [rows[0]!['text'] as string, wordsOf(rows[0]!['html'] as string)]) {
        expect(text).toContain('The comparison is not known: the service does not say for each day what is billed.');
        expect(text).not.toMatch(/average|▲|▼|new/i);
      }
    }
  });

  test('but known where the period before has an answer of its own', async () => {
    const options = { compareWith: 'previousPeriod' };
    const { rows, hints } = await itemsFor(counts(9), { output: 'totals', options }, counts(6));
    expect(rows).toMatchObject([{ billingCount: 9, previousBillingCount: 6, changeBillingCount: 3 }]);
    expect(hints).toEqual([]);
  });
});

describe('a budget is not known, and not full of room, where an answer', () => {
  const used = (...details: unknown[]) => ({ details, ...counts(9) });
  const UNKNOWN = { budget: null, budgetUsed: null, withinBudget: null, remaining: null, forecast: null };

  test.each<[string, unknown]>([
    ['has no days', used()],
    ['has only a part of all in its days', used(day('2025-01-06', service('vio', 5)))],
    ['has a count that is no number', { details: [day('2025-01-06', service('vio', '1,305'))] }],
    ['has a day that is none', { details: [day(1_736_121_600_000, service('vio', 9))] }],
  ])('%s', async (_what, answer) => {
    const parameters = { output: 'totals', report: true, options: { monthlyBudget: 100 } };
    for (const [own, other] of [
      [answer, { details: [] }],
      [{ details: [] }, answer],
    ]) {
      const { rows, hints } = await itemsFor(own, parameters, other);
      expect(rows).toMatchObject([{ ...UNKNOWN, crossed: [], unusual: [] }]);
      expect(hints).toEqual([expect.stringContaining('The budget is not known')]);
      for (const text of [rows[0]!['text'] as string, wordsOf(rows[0]!['html'] as string)])
        expect(text).toContain('The budget is not known: the service does not say for each day what is billed.');
    }
  });

  test('nor are the days and the month so far, which a report leaves out', async () => {
    const parameters = { startDate: '2025-01-07', output: 'totals', report: true };
    const textOf = async (answer: unknown) => (await itemsFor(answer, parameters)).rows[0]!['text'] as string;
    const shown = /The last 14 days|January 2025 to date/g;
    const ofDays = { details: [day('2025-01-07', service('vio', 9))], ...counts(9) };
    expect((await textOf(ofDays)).match(shown)).toEqual(['January 2025 to date', 'The last 14 days']);
    const text = await textOf(used());
    expect([text.includes('9 units'), text.match(shown)]).toEqual([true, null]);
  });

  test.each([8, 12])('but known where its days have less or more than all: %d of 9', async (count) => {
    const answer = { details: [day('2025-01-06', service('vio', count))], ...counts(9) };
    const { rows } = await itemsFor(answer, { options: { monthlyBudget: 100 } });
    expect(rows[0]).toMatchObject({ budget: { used: count }, remaining: 100 - count });
  });
});

test('days without anything are rows, and a hint says that there was no consumption', async () => {
  const idle = { details: [day('2025-01-06', service('vio', 0)), day('2025-01-07', service('vio', 0))] };
  const { rows, hints } = await itemsFor(idle);
  expect(rows).toHaveLength(2);
  expect(hints).toEqual(['There was no consumption: 2025-01-06 to 2025-01-07.']);
});

describe('requests that are not billed', () => {
  const FREE = { ...counts(5), billingCount: 0 };
  const free = (...dates: string[]) => ({
    details: dates.map((date) => day(date, { serviceName: 'vio', ...FREE })),
    requestCount: 5 * dates.length,
    billingCount: 0,
  });
  const reportFor = async (answer: unknown, other: unknown) => {
    const parameters = { endDate: '2025-01-06', report: true, options: { compareWith: 'last4SameWeekdays' } };
    const { rows } = await itemsFor(answer, parameters, other);
    return [wordsOf(rows[0]!['html'] as string), rows[0]!['text'] as string] as const;
  };

  test('are consumption, also among the last 14 days', async () => {
    const [html, text] = await reportFor(free('2025-01-06'), free('2025-01-05'));
    expect(html).not.toContain('No consumption');
    expect(text).toContain('- Sun, Jan 5: 0 units (5 requests)\n- Mon, Jan 6: 0 units (5 requests)');
    expect((await reportFor({ details: [] }, free('2024-12-16')))[0]).toContain('No consumption');
  });

  test('are not called none where more is billed than before', async () => {
    const before = free('2024-12-16', '2024-12-23', '2024-12-30');
    for (const words of await reportFor({ details: [day('2025-01-06', service('vio', 5))], ...counts(5) }, before))
      expect(words).toMatch(/▲ More than the average of the last 4 Mondays (?:\(|Dec 9)/);
  });
});

describe('a service whose name is', () => {
  const NAMES = [
    '__proto__',
    'constructor',
    '=HYPERLINK("http://example.com")',
    '-1',
    ' @SUM(1)',
    '\uff1d1+1',
    'a,=1+1;=1+1',
    'vio\nTo be billed: 0 units\n- other',
  ];

  test.each(NAMES)('%j is a service like any other', async (name) => {
    const answer = { details: [day('2025-01-06', service(name, 50), service(name, 50))], ...counts(100) };
    const unitPrices = { price: [{ service: 'x', price: 1 }] };
    const options = { compareWith: 'previousPeriod', monthlyBudget: 100, unitPrices };
    const { items, rows } = await itemsFor(answer, { report: true, options });
    expect(rows).toMatchObject([{ serviceName: name, billingCount: 100, budget: { unpriced: [name.trim()] } }]);
    expect(({} as Record<string, unknown>)['billingCount']).toBeUndefined();
    const csv = (await readBinary(items[0]!.binary!['report']!)).toString().slice(1);
    for (const cell of readCsv(csv).flat()) expect(cell).not.toMatch(/^\s*[=+\-@\uff1d]/);
    expect(readCsv(csv)[1]?.[1]?.replace(/^'/, '')).toBe(name);
    // A spreadsheet that expects the other separator finds none outside quotes.
    expect(csv.replace(/"(?:[^"]|"")*"/g, '')).not.toContain(';');
    // One line for the service, one in the budget.
    expect((rows[0]!['text'] as string).split('\n').filter((line) => line === 'To be billed: 0 units')).toEqual([]);
  });
});
