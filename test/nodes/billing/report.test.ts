import { billingReport } from '../../../nodes/DocumentProcessing/billing/report';
import { Answers } from '../../../nodes/DocumentProcessing/billing/answers';
import { billingCsv } from '../../../nodes/DocumentProcessing/billing/csv';
import { Format } from '../../../nodes/DocumentProcessing/billing/format';
import { readSummary } from '../../../nodes/DocumentProcessing/billing/summary';
import { readCsv } from './csv.ts';
import { sampleSummary, spanOf, totalsOf, type SampleService } from '../../support/summary.ts';
import { brokenTags, wordsOf } from './tags.ts';

const service = (serviceName: string, requestCount: number, billingCount = requestCount): SampleService => ({
  serviceName,
  requestCount,
  typifiedItemCount: requestCount - 1,
  nonTypifiedItemCount: 1,
  billingCount,
});

const answer = (days: Record<string, readonly SampleService[]>) => ({
  details: Object.entries(days).map(([date, services]) => ({ date: `${date}T00:00:00.000Z`, services })),
  ...totalsOf(Object.values(days).flat()),
});

const TWO_DAYS = answer({
  '2025-01-02': [service('vio', 5)],
  '2025-01-01': [service('content-extraction', 300), service('vio', 1000)],
});

interface Mail {
  subject: string;
  html: string;
  text: string;
}

function report(
  result: unknown,
  before?: unknown,
  { locale = 'en', zone = 'UTC', from = '2025-01-01', to = '2025-01-03' } = {},
) {
  const span = spanOf(from, to, zone);
  const comparison =
    before === undefined
      ? undefined
      : {
          kind: 'previousPeriod' as const,
          isChosen: false,
          spans: [spanOf('2024-12-29', '2024-12-31', zone)],
          results: [before],
          factor: 1,
        };
  const answers = new Answers([{ span, result }]);
  const { json, files } = billingReport(
    { span, result, comparison, history: undefined, answers, budget: undefined, isBudgetUnknown: false },
    undefined,
    locale,
  );
  return { ...(json as unknown as Mail), files };
}

describe('the sums of a report', () => {
  test('of services that are billed the same begin with that of more requests, then by name', () => {
    const services = [service('a', 1, 5), service('d', 2, 9), service('c', 9, 5), service('b', 9, 5)];
    expect(readSummary(answer({ '2025-01-01': services })).services.map(({ name }) => name)).toEqual([
      'd',
      'b',
      'c',
      'a',
    ]);
  });

  test('that differ from the sum of the days get a note', () => {
    expect(wordsOf(report({ ...TWO_DAYS, billingCount: 7 }).html)).toContain(
      'The service&#39;s total, 7, is not the sum of its days, 1,305.',
    );
    expect(report(TWO_DAYS).text).not.toContain('sum of its days');
  });
});

describe('a mail', () => {
  test('has the total in its subject, its preview and its text', () => {
    const { subject, html, text } = report(TWO_DAYS, answer({ '2024-12-31': [service('vio', 1000)] }));
    expect(subject).toBe('Billing report Jan 1 – 3, 2025: 1,305 units to be billed');
    expect(html).toContain(`<title>${subject}</title>`);
    expect(html).toMatch(
      /display:none[^>]*>▲ 30\.5% more than in the period before\. 1,305 requests, 1,302 identified, 3 not identified\./,
    );
    expect(wordsOf(html)).toContain('To be billed 1,305 units ▲ 30.5% more than in the period before');
    expect(wordsOf(html)).toContain('▲ 30.5% ▲ 30.3% ▲ 200% Requests Documents identified Documents not identified');
    expect(report(TWO_DAYS).html).toMatch(/display:none[^>]*>1,305 requests,/);
    expect(text.split('\n').slice(0, 8)).toEqual([
      'Billing report',
      'Jan 1 – 3, 2025 (time zone UTC)',
      '',
      'To be billed: 1,305 units',
      '▲ 30.5% more than in the period before (Dec 29 – 31, 2024: 1,000 units)',
      'Requests: 1,305',
      'Documents identified: 1,302',
      'Documents not identified: 3',
    ]);
  });

  test('has a row for each service with its change, also for one that is no longer used', () => {
    const words = wordsOf(report(TWO_DAYS, answer({ '2024-12-31': [service('vio', 2010), service('gone', 4)] })).html);
    expect(words).toContain('VIO 1,005 requests, 1,003 identified, 2 not identified 1,005 units ▼ 50%');
    expect(words).toContain('Content extraction 300 requests, 299 identified, 1 not identified 300 units ▲ new');
    expect(words).toContain('Gone 0 requests 0 units ▼ 100%');
  });

  test('has a line for each day of the period, also for one without consumption', () => {
    expect(wordsOf(report(TWO_DAYS).html)).toContain(
      'To be billed by day Wed, Jan 1 1,300 units Thu, Jan 2 5 units Fri, Jan 3 No consumption',
    );
    expect(report(TWO_DAYS).text).toContain('- Fri, Jan 3: no consumption');
  });

  test('has bars that are cells with a colour and a width in percent', () => {
    const widths = [
      ...report(TWO_DAYS).html.matchAll(
        /<td class="bar" width="(\d+)%" height="14" bgcolor="#[0-9a-f]{6}" style="width:\1%;/g,
      ),
    ].map(([, width]) => width);
    expect(widths).toEqual(['100', '1']);
  });

  test('has months if there are too many days', () => {
    const { details } = sampleSummary('2025-01-01', 200);
    const result = { details: [...details, { date: '', services: [service('vio', 2)] }] };
    const words = wordsOf(report(result, undefined, { from: '2025-01-01', to: '2025-08-31' }).html);
    expect(words).toMatch(/To be billed by month No date 2 units January 2025 [\d,]+ units February 2025/);
    expect(words).toContain('August 2025 No consumption');
  });

  test('lists the thirty largest of many services, and the others together if they are more than one', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => service(`service ${String(index).padStart(2, '0')}`, 100 - index));
    const before = answer({ '2024-12-31': [service('service 44', 1000)] });
    const words = wordsOf(report(answer({ '2025-01-01': many(45) }), before).html);
    expect(words).toContain('service 29 71 requests');
    expect(words).not.toContain('service 30 ');
    expect(words).toContain('15 other services 945 requests, 930 identified, 15 not identified 945 units ▼ 5.5%');
    const all = wordsOf(report(answer({ '2025-01-01': many(31) })).html);
    expect(all).toContain('service 30 70 requests');
    expect(all).not.toContain('other services');
  });

  test.each([
    [TWO_DAYS, '= Unchanged: no more and no less than in the period before'],
    [{ details: [] }, '▲ More than in the period before Dec'],
  ])('tells a change that is no percentage', (before, words) => {
    expect(wordsOf(report(TWO_DAYS, before).html)).toContain(words);
  });

  test('states the time zone, and that the service counts days in UTC', () => {
    const { html } = report(TWO_DAYS, undefined, { zone: 'America/Sao_Paulo' });
    expect(wordsOf(html)).toContain('Jan 1 – 3, 2025 Time zone America/Sao_Paulo');
    expect(wordsOf(html)).toContain('The service counts days in UTC');
  });

  test('includes days outside the period', () => {
    expect(wordsOf(report(answer({ '2025-01-04': [service('late', 2)] })).html)).toContain(
      'Fri, Jan 3 No consumption Sat, Jan 4 2 units',
    );
  });
});

describe('the HTML of a mail', () => {
  const NASTY = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='x",
    '</td></tr></table>',
    '&lt;b&gt; & <!-- -->',
    '{{ $json }}',
    '\u0000\u0008\ud800',
    '<![endif]-->',
  ];

  test('is well formed, with every value of the service escaped', () => {
    const { html } = report(
      answer({ '2025-01-01': NASTY.map((name) => service(name, 2)) }),
      answer({ '2024-12-31': NASTY.map((name) => service(`${name} `, 2)) }),
    );
    expect(brokenTags(html)).toEqual([]);
    expect(html).not.toMatch(/<script|<img|onerror="|<!-- -->|\p{Cs}/u);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  test('loads nothing and has no script, picture, form or layout that mail programs do not support', () => {
    const { html } = report(sampleSummary('2025-01-01', 3), sampleSummary('2024-12-29', 3));
    expect(html).not.toMatch(/https?:|url\(|<(script|img|svg|link|form|iframe|object)\b|flex|grid|position:/i);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('max-width:600px');
  });

  test('of a month is below the 102 kB at which mails are cut off', () => {
    const { html } = report(sampleSummary('2025-01-01', 31), sampleSummary('2024-12-01', 31), { to: '2025-03-01' });
    expect(Buffer.byteLength(html)).toBeLessThan(102_000);
  });
});

describe('the CSV file', () => {
  const csv = (result: unknown, locale = 'en') =>
    Buffer.from(report(result, undefined, { locale }).files[0]!.base64, 'base64').toString();

  test('has a row per day and service, and a byte order mark', () => {
    expect(csv(TWO_DAYS)).toBe(
      '\uFEFFDate,Service,Requests,Documents identified,Documents not identified,To be billed\r\n' +
        '2025-01-02,vio,5,4,1,5\r\n' +
        '2025-01-01,content-extraction,300,299,1,300\r\n' +
        '2025-01-01,vio,1000,999,1,1000\r\n',
    );
  });

  test('of one day says so in its name', () => {
    const { files } = report(TWO_DAYS, undefined, { to: '2025-01-01' });
    expect(files).toMatchObject([
      { field: 'report', name: 'document-processing-billing-2025-01-01', mimeType: 'text/csv' },
    ]);
  });

  test('has only its headers if there was no consumption', () => {
    expect(readCsv(csv({ details: [] }).slice(1))).toHaveLength(1);
  });

  test('keeps a negative number a number', () => {
    expect(readCsv(csv(answer({ '2025-01-01': [service('credit', 3, -2)] })).slice(1))[1]).toEqual([
      '2025-01-01',
      'credit',
      '3',
      '2',
      '1',
      '-2',
    ]);
  });

  test('has prices and amounts where there are prices, as the numbers of its locale', () => {
    const prices = new Map([['vio', 0.1]]);
    const rows = (locale: string, currency?: string) => {
      const format = new Format(locale);
      const result = answer({ '2025-01-01': [service('vio', 3), service('face-match', 2)] });
      return readCsv(
        billingCsv(result, format, { prices, services: ['vio'], currency }).slice(1),
        format.separator,
      ).map((row) => row.slice(-3));
    };
    expect(rows('en', 'BRL')).toEqual([
      ['To be billed', 'Unit price (BRL)', 'Amount (BRL)'],
      ['3', '0.1', '0.3'],
      ['2', '', ''],
    ]);
    expect(rows('pt-BR').slice(0, 2)).toEqual([
      ['A cobrar', 'Preço unitário', 'Valor'],
      ['3', '0,1', '0,3'],
    ]);
  });
});
