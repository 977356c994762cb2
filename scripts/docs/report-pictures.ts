// Takes the pictures of the billing report in docs/pictures, of made-up numbers:
// `npm run build && node --no-warnings scripts/docs/report-pictures.ts`. CHROMIUM is the path of the browser,
// /usr/bin/chromium by default.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DateTime } from 'luxon';
import { type Browser, chromium } from 'playwright-core';
import sharp from 'sharp';
import type * as Outputs from '../../nodes/DocumentProcessing/billing/outputs.ts';
import type * as Period from '../../nodes/DocumentProcessing/billing/period.ts';
import { answerOf, eightWeeks, type Factor } from '../../test/support/eight-weeks.ts';

const requireBuilt = createRequire(join(process.cwd(), 'dist/nodes/DocumentProcessing/billing/outputs.js'));
const { billingOutputs, spansOf } = requireBuilt('./outputs.js') as typeof Outputs;
const { asPeriod, RELATIVE_PERIODS } = requireBuilt('./period.js') as typeof Period;

const ZONE = 'America/Sao_Paulo';
const NOW = DateTime.fromISO('2026-11-19T07:00', { zone: ZONE });

const MANY = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [`team-${index + 1}-documents`, Math.round(900 / (index + 1)) + 3]),
);

const PRICES = new Map([
  ['contentextraction', 0.3],
  ['invoiceextraction', 0.9],
  ['vioextraction', 0.6],
  ['generativecontentextraction', 1.5],
  ['*', 0.2],
]);
const SOME_PRICES = new Map([...PRICES].filter(([service]) => service !== '*'));

/** Every day like those before. */
const usual: Factor = () => 1;
const busy: Factor = (date, service) => (date === '2026-11-18' && service === 'invoice-extraction' ? 4 : 1.2);

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
  chat?: 'teams';
}

const PICTURES: Picture[] = [
  { name: 'first', prices: PRICES, limit: 10_000 },
  { name: 'desktop', factorOn: usual },
  { name: 'phone', locale: 'pt-BR', width: 375, prices: PRICES, limit: 11_000 },
  { name: 'dark', isDark: true, prices: PRICES, factorOn: busy, limit: 7000 },
  { name: 'new', services: {} },
  { name: 'unpriced', factorOn: usual, prices: SOME_PRICES, limit: 10_000 },
  { name: 'many-services', services: MANY, factorOn: usual, limit: 100_000 },
  {
    name: 'week',
    period: 'last7Days',
    prices: PRICES,
    factorOn: (date) => (['2026-11-14', '2026-11-15'].includes(date) ? 0 : 1),
  },
  { name: 'teams', prices: PRICES, limit: 10_000, chat: 'teams', width: 480 },
];

/** The first item of a summary with a report. */
function reportOf({ services, factorOn, locale = 'en', period = 'yesterday', limit, prices }: Picture) {
  const spans = RELATIVE_PERIODS[period]?.(NOW);
  if (!spans) throw new Error(`There is no period ${period}`);
  const settings: Outputs.BillingSettings = {
    rows: 'totals',
    spans,
    now: NOW,
    comparison: { kind: 'last4SameWeekdays', isChosen: true },
    budget: limit ?? 20_000,
    money: prices && { prices, services: [...prices.keys()], currency: 'BRL' },
    reportLocale: locale,
  };
  const used = eightWeeks(NOW.toJSDate(), { ...(services && { services }), ...(factorOn && { factorOn }) });
  const [first, ...others] = spansOf(settings).map((span) => ({
    result: answerOf(used, asPeriod(span)),
    requestId: null,
    elapsedMilliseconds: null,
    status: {},
  }));
  if (!first) throw new Error('There is no request');
  return billingOutputs([first, ...others], settings)[0]?.json ?? {};
}

const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });

/** The colours of Teams, in which Microsoft's own library draws a card. */
const TEAMS = {
  fontFamily: "'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
  spacing: { small: 8, default: 12, medium: 16, large: 20, extraLarge: 24, padding: 16 },
  containerStyles: {
    attention: { backgroundColor: '#fcf4f6' },
    warning: { backgroundColor: '#fbf6d9' },
    accent: { backgroundColor: '#5b5fc7' },
    emphasis: { backgroundColor: '#f0f0f0' },
  },
};

async function takePicture(browser: Browser, described: Picture): Promise<Buffer> {
  const { width = 640, isDark = false, chat } = described;
  const page = await browser.newPage({
    viewport: { width, height: 400 },
    colorScheme: isDark ? 'dark' : 'light',
    isMobile: width < 400,
  });
  const { html, teamsCard } = reportOf(described);
  await page.setContent(chat ? '<body></body>' : String(html));
  if (chat) {
    await page.addScriptTag({ path: 'node_modules/adaptivecards/dist/adaptivecards.min.js' });
    await page.evaluate(
      ([card, config]) => {
        const { AdaptiveCards, document } = globalThis as unknown as {
          AdaptiveCards: typeof import('adaptivecards');
          document: { body: Parameters<import('adaptivecards').AdaptiveCard['render']>[0] };
        };
        const drawn = new AdaptiveCards.AdaptiveCard();
        drawn.hostConfig = new AdaptiveCards.HostConfig(config);
        drawn.parse(card);
        drawn.render(document.body);
      },
      [teamsCard, TEAMS] as const,
    );
  }
  const picture = await page.screenshot({ fullPage: true });
  await page.close();
  return await sharp(picture).png({ palette: true, colours: 64 }).toBuffer();
}

async function takePictures(chosen: string[]): Promise<void> {
  const browser = await launch();
  for (const described of PICTURES.filter(({ name }) => chosen.length === 0 || chosen.includes(name)))
    await sharp(await takePicture(browser, described)).toFile(`docs/pictures/report-${described.name}.png`);
  await browser.close();
}

void takePictures(process.argv.slice(2));
