// Takes the pictures of the billing report in docs/pictures, of made-up numbers:
// `npm run build && node --no-warnings scripts/docs/report-pictures.ts`. CHROMIUM is the path of the browser,
// /usr/bin/chromium by default.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DateTime } from 'luxon';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import type * as Period from '../../nodes/DocumentProcessing/billing/period.ts';
import type * as Outputs from '../../nodes/DocumentProcessing/billing/outputs.ts';

const requireBuilt = createRequire(join(process.cwd(), 'dist/nodes/DocumentProcessing/billing/outputs.js'));
const { billingOutputs, spansOf } = requireBuilt('./outputs.js') as typeof Outputs;
const { asPeriod, RELATIVE_PERIODS } = requireBuilt('./period.js') as typeof Period;

const ZONE = 'America/Sao_Paulo';
const NOW = DateTime.fromISO('2026-11-19T07:00', { zone: ZONE });

const FEW: Record<string, number> = {
  'content-extraction': 410,
  'invoice-extraction': 180,
  'multi-address-parsing': 130,
  'vio-extraction': 62,
  'generative-content-extraction': 40,
  'payment-card-extraction': 21,
};
const ONE = { 'content-extraction': 410 };
const MANY = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [`team-${index + 1}-documents`, Math.round(900 / (index + 1)) + 3]),
);

interface Row {
  serviceName: string;
  requestCount: number;
  typifiedItemCount: number;
  nonTypifiedItemCount: number;
  billingCount: number;
}

/** What the service would answer for a period. */
function summaryOf(services: Record<string, number>, startDate: string, endDate: string, factorOn: Factor) {
  const details: Array<{ date: string; services: Row[] }> = [];
  for (let day = DateTime.fromSQL(startDate, { zone: 'utc' }).startOf('day'); ; day = day.plus({ days: 1 })) {
    const date = day.toISODate() ?? '';
    if (date > endDate.slice(0, 10)) break;
    // The hours of a day that are in the period.
    const [from, to] = [DateTime.fromSQL(startDate, { zone: 'utc' }), DateTime.fromSQL(endDate, { zone: 'utc' })];
    const share = Math.round((Math.min(+to, +day.endOf('day')) - Math.max(+from, +day)) / 3_600_000) / 24;
    const rows = Object.entries(services).map(([serviceName, perDay], index): Row => {
      const swing = 0.85 + (((day.ordinal * 7 + index * 3) % 11) / 11) * 0.3;
      const ofWeekday = day.weekday > 5 ? 0.15 : 1;
      const billingCount = Math.round(perDay * swing * ofWeekday * share * factorOn(date, serviceName));
      const nonTypifiedItemCount = Math.floor(billingCount / 30);
      const requestCount = billingCount + nonTypifiedItemCount;
      return { serviceName, requestCount, typifiedItemCount: billingCount, nonTypifiedItemCount, billingCount };
    });
    const used = rows.filter(({ requestCount }) => requestCount > 0);
    if (used.length > 0) details.push({ date: `${date}T00:00:00.000Z`, services: used });
  }
  const sum = (count: Exclude<keyof Row, 'serviceName'>) =>
    details.flatMap((day) => day.services).reduce((total, service) => total + service[count], 0);
  return {
    details,
    requestCount: sum('requestCount'),
    typifiedItemCount: sum('typifiedItemCount'),
    nonTypifiedItemCount: sum('nonTypifiedItemCount'),
    billingCount: sum('billingCount'),
  };
}

type Factor = (date: string, service: string) => number;

interface Picture {
  name: string;
  services?: Record<string, number>;
  factorOn?: Factor;
  locale?: string;
  period?: string;
  limit?: number;
  prices?: Map<string, number>;
  width?: number;
  isDark?: boolean;
}

const spike: Factor = (date, service) => (date === '2026-11-18' && service === 'invoice-extraction' ? 4 : 1);
const quiet: Factor = (date) => (date >= '2026-11-18' || ['2026-11-10', '2026-11-11'].includes(date) ? 0 : 1);

const PICTURES: Picture[] = [
  { name: 'desktop' },
  { name: 'phone', width: 375 },
  { name: 'dark', isDark: true },
  { name: 'over-budget', factorOn: spike, limit: 9000 },
  { name: 'quiet-day', factorOn: quiet },
  { name: 'one-service', services: ONE, limit: 10_000 },
  { name: 'many-services', services: MANY, limit: 100_000 },
  { name: 'week', period: 'last7Days', factorOn: (date) => (['2026-11-14', '2026-11-15'].includes(date) ? 0 : 1) },
  {
    name: 'pt-BR',
    locale: 'pt-BR',
    factorOn: spike,
    limit: 6000,
    prices: new Map([
      ['invoiceextraction', 0.9],
      ['*', 0.35],
    ]),
  },
];

function reportOf({ services = FEW, factorOn = () => 1, locale = 'en', period = 'yesterday', limit, prices }: Picture) {
  const spans = RELATIVE_PERIODS[period]?.(NOW);
  if (!spans) throw new Error(`There is no period ${period}`);
  const settings: Outputs.BillingSettings = {
    rows: 'totals',
    spans,
    now: NOW,
    comparison: { kind: 'last4SameWeekdays', isPerDay: true, isExplicit: true },
    budget: { limit: limit ?? 20_000, prices, currency: prices && 'BRL' },
    reportLocale: locale,
  };
  const [first, ...others] = spansOf(settings).map((span) => {
    const { startDate, endDate } = asPeriod(span);
    const result = summaryOf(services, startDate, endDate, factorOn);
    return { result, requestId: null, elapsedMilliseconds: null, status: {} };
  });
  if (!first) throw new Error('There is no request');
  return String(billingOutputs([first, ...others], settings)[0]?.json['html']);
}

async function takePictures(chosen: string[]): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  for (const described of PICTURES.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
    const { name, width = 640, isDark = false } = described;
    const page = await browser.newPage({
      viewport: { width, height: 400 },
      colorScheme: isDark ? 'dark' : 'light',
      isMobile: width < 500,
    });
    await page.setContent(reportOf(described));
    const picture = await page.screenshot({ fullPage: true });
    await sharp(picture).png({ palette: true, colours: 64 }).toFile(`docs/pictures/report-${name}.png`);
    await page.close();
  }
  await browser.close();
}

void takePictures(process.argv.slice(2));
