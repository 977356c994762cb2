// The sandbox's console, as people use it: with a pointer, a keyboard, a phone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { root } from '../n8n/lines.ts';
import { openedForAllTests } from '../support/opened.ts';
import { startSandbox } from '../support/sandbox.ts';
import { startServer } from '../support/server.ts';
import { openBrowser } from './browser.ts';
import { takePicture } from './pictures.ts';

const CONTENT = '/process-image/content-extraction';
const AXE = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');
const DESKTOP = { width: 1360, height: 860 };
const PHONE = { width: 375, height: 760 };

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());
const sandbox = openedForAllTests(() => startSandbox());
/** Where callbacks go: the path is the answer's status. */
const hooks = openedForAllTests(() =>
  startServer(({ path }) => {
    const message = path === '/403' ? 'The token of this callback is not valid' : 'Workflow was started';
    return { status: Number(path.slice(1)), json: { message } };
  }),
);

async function send(path: string, body: object | FormData, headers: Record<string, string> = {}): Promise<string> {
  const isForm = body instanceof FormData;
  const answer = await fetch(sandbox.baseUrl + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${sandbox.token}`,
      ...(!isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: isForm ? body : JSON.stringify(body),
  });
  return ((await answer.json()) as { requestId: string }).requestId;
}

const sendDocument = (name: string, path = CONTENT): Promise<string> => {
  const form = new FormData();
  form.append('file', new Blob([readFileSync(join(root, 'sandbox/samples', name))]), name);
  return send(path, form);
};
const enrich = (status: number, callback?: string): Promise<string> =>
  send(
    '/big-data/enrichment/async',
    { query: 'pf', parameters: {}, webhook: { url: `${hooks.url}/${status}` } },
    callback === undefined ? {} : { 'x-sandbox-callback': callback },
  );
const parse = (): Promise<string> => send('/process-text/multi-address-parsing', { contents: [] });
const reset = () => sandbox.inspect('reset', {});

async function open(view: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage({ viewport: DESKTOP, ...options });
  await page.goto(`${sandbox.baseUrl}/_sandbox#${view}`);
  await page.getByText('Live', { exact: true }).waitFor();
  return page;
}

/** What axe finds, each rule with an element. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>('axe.run()');
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

describe.each([
  ['light', 'desktop', DESKTOP],
  ['light', 'phone', PHONE],
  ['dark', 'desktop', DESKTOP],
  ['dark', 'phone', PHONE],
] as const)('%s, on a %s', (colorScheme, _, viewport) => {
  test('each view is without a finding of axe, and no wider than the screen', async () => {
    await reset();
    const read = await sendDocument('service-invoice.pdf', '/process-invoice/extraction');
    await enrich(403);
    await enrich(200, 'hold');
    await sandbox.inspect('faults', { fault: 'status=503', callback: 'never' });
    // axe is put into the page, which its own policy forbids.
    const page = await open(`requests/${read}`, { colorScheme, viewport, bypassCSP: true });
    await page.locator('.mark').first().waitFor();
    const views = [`requests/${read}`, 'requests', 'callbacks', 'faults', 'usage', 'state'];
    for (const view of views) {
      await page.evaluate(`location.hash = '${view}'`);
      await page
        .locator(`.view.${view.split('/')[0]} >> visible=true`)
        .first()
        .waitFor();
      expect(await findings(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
    }
    await page.evaluate(`location.hash = 'callbacks'`);
    await page.getByRole('link', { name: /refused/ }).click();
    await page.getByText('Choose the same credential').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.close();
  }, 240_000);
});

test.each(['requests/%', 'callbacks/%E0%A4', 'requests/'])(
  'a link that is cut off shows the list: #%s',
  async (view) => {
    await reset();
    const id = await enrich(200);
    const page = await open(view);
    await page.locator(`.rows a[href*="${view === 'callbacks/%E0%A4' ? 'callbacks/' : id}"]`).waitFor();
    await page.getByText(/^Choose a/).waitFor();
    await page.close();
  },
);

test('a request appears by itself; its fields and their places on the page light up together', async () => {
  // The first loads what reads QR codes: the picture shows how long one takes after that.
  await sendDocument('identity.pdf');
  await reset();
  const page = await open('requests');
  await page.getByText('No request since this sandbox was started').waitFor();
  await sendDocument('identity.pdf');
  await page.getByRole('link', { name: /Content extraction.*identity.pdf/ }).click();
  const mark = page.locator('.mark[title^="cpf:"]');
  await mark.waitFor();
  expect(await mark.getAttribute('title')).toMatch(/^cpf: \d{11} \(0\.\d\d\)$/);
  await page.getByRole('button', { name: 'cpf' }).focus();
  await page.locator('.mark.lit').waitFor();
  expect(await page.locator('.mark.lit').getAttribute('title')).toMatch(/^cpf:/);
  await page.waitForFunction(`document.querySelector('.sheet img').complete`);
  await takePicture(page, 'docs/pictures/console.png');
  await page.close();
});

test('a callback that is not delivered shows at its request and beside the callbacks, as it happens', async () => {
  await reset();
  const page = await open('requests');
  const id = await enrich(403);
  await page.getByRole('link', { name: /Enrichment.* 200 .*callback: refused \(403\)/ }).waitFor();
  await page.getByRole('link', { name: 'Callbacks 1 not delivered' }).waitFor();
  await enrich(200);
  await enrich(500);
  await page.getByRole('link', { name: 'Callbacks 2 not delivered' }).waitFor();
  // The one that was taken has nothing to say.
  expect(await page.locator('.rows .callback').allTextContents()).toEqual([
    'callback: refused (500)',
    'callback: refused (403)',
  ]);
  await page.reload();
  await page.getByRole('link', { name: 'Callbacks 2 not delivered' }).waitFor();
  await page.locator(`a[href="#requests/${id}"] .callback`).waitFor();
  await reset();
  await page.locator('#undelivered').waitFor({ state: 'hidden' });
  await page.close();
});

test('a page of which something was not read says why', async () => {
  const id = await sendDocument('identity.pdf');
  const page = await open('requests');
  await page.route(/\/pages$/, async (route) => {
    const response = await route.fetch();
    const { pages } = (await response.json()) as { pages: object[] };
    await route.fulfill({ response, json: { pages: [{ ...pages[0], missing: 'it is damaged' }] } });
  });
  await page.evaluate(`location.hash = 'requests/${id}'`);
  await page.getByText('fields marked. Read in part: it is damaged').waitFor();
  await page.close();
});

test('pages that nobody sees take no connection from others, and have read what came when they are seen again', async () => {
  await reset();
  const context = await browser.newContext({ viewport: DESKTOP });
  // A browser has six connections to a server. Without a window it takes each page for one that is seen.
  const see = (page: Page, isSeen: boolean) =>
    page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, value: ${!isSeen} });
      document.dispatchEvent(new Event('visibilitychange'))`);
  const pages: Page[] = [];
  for (let count = 0; count < 8; count++) {
    const page = await context.newPage();
    await page.goto(`${sandbox.baseUrl}/_sandbox`);
    await page.getByText('Live', { exact: true }).waitFor();
    await see(page, false);
    pages.push(page);
  }
  const id = await parse();
  const [first] = pages as [Page];
  await see(first, true);
  await first.locator(`a[href="#requests/${id}"]`).waitFor();
  await context.close();
});

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';

test('a request says which trace it belongs to, by which it is found', async () => {
  await reset();
  await parse();
  await send(
    '/process-text/multi-address-parsing',
    { contents: [] },
    { traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-01` },
  );
  const page = await open('requests');
  await page.locator('.rows a').nth(1).waitFor();
  await page.getByRole('searchbox').fill(TRACE_ID);
  await page.locator('.rows a').nth(1).waitFor({ state: 'detached' });
  await page.locator('.rows a').click();
  await page.getByText(`Trace ${TRACE_ID}`, { exact: true }).waitFor();
  await page.close();
});

test('a button, a word and a date stand on one line, however narrow their column', async () => {
  await reset();
  await sandbox.inspect('faults', { fault: 'status=503; retry-after=1', callback: 'process-id=unknown; times=2' });
  const services = ['content-extraction', 'multipage-content-extraction', 'generative-content-extraction'];
  const others = ['content-compare', 'invoice-extraction', 'multi-address-parsing'];
  const today = new Date().toISOString();
  await sandbox.inspect(
    'usage',
    [...services, ...others].map((serviceName) => ({ date: today, serviceName, requestCount: 1 })),
  );
  const page = await open('faults', { viewport: PHONE });
  const linesOf = (wanted: RegExp) =>
    page.evaluate<number[]>(`[...document.querySelectorAll('th, td:not(:has(button)), button')]
      .filter((element) => ${wanted}.test(element.textContent))
      .map((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
      })`);
  await page.getByRole('button', { name: 'End fault' }).waitFor();
  expect([await linesOf(/^End$/), await linesOf(/^any operation$/)]).toEqual([[1], [2]]);
  await page.evaluate(`location.hash = 'usage'`);
  await page.getByText('As a table, by week').click();
  expect(await linesOf(/^\d{4}-\d\d-\d\d$/)).toEqual(Array.from({ length: 12 }, () => 1));
  // The table scrolls, and not the view.
  expect(await page.evaluate(`document.querySelector('.view').scrollWidth`)).toBe(PHONE.width);
  await page.close();
});

test('whatever the view of faults offers can be armed, and what is of many requests for many', async () => {
  await reset();
  const page = await open('faults');
  const offered = page.getByLabel('What happens to it').first();
  await offered.waitFor();
  const values = await offered
    .locator('option')
    .evaluateAll((all) => all.map((one) => (one as { value?: string }).value));
  expect(values).toEqual(expect.arrayContaining(['rate-limit=60', 'delay=p50:200,p95:1500']));
  for (const value of values.slice(1)) {
    await offered.selectOption(value ?? '');
    await page.getByRole('button', { name: 'Arm' }).click();
    await page
      .locator('td code')
      .getByText(value ?? '', { exact: true })
      .waitFor();
  }
  const { faults } = await sandbox.inspect<{ faults: Array<{ fault: string; times: number }> }>('faults');
  expect(faults.map(({ fault }) => fault)).toEqual(values.slice(1));
  const isOfMany = /probability|rate-limit|delay=.*[-:]/;
  expect(faults.map(({ times }) => times)).toEqual(faults.map(({ fault }) => (isOfMany.test(fault) ? 1000 : 1)));
  await page.close();
});

test('the cause of a refused callback stands in the list, and its remedy one click away', async () => {
  await reset();
  const page = await open('callbacks');
  await enrich(403);
  await page.getByRole('link', { name: /Wrong secret/ }).click();
  await page.getByText('Choose the same credential').waitFor();
  await takePicture(page, 'docs/pictures/console-callback.png');
  await page.close();
});

test('the next callback is held, released, and sent again broken', async () => {
  await reset();
  const page = await open('callbacks');
  await page.getByRole('button', { name: 'Hold the next' }).click();
  await page.getByText('The next callback will be held').waitFor();
  await enrich(200);
  await page.getByRole('link', { name: /held/ }).click();
  await page.getByRole('button', { name: 'Release', exact: true }).click();
  await page.getByRole('button', { name: 'Send again' }).waitFor();
  await page.getByLabel('How to break it').selectOption({ label: 'twice' });
  await page.getByRole('button', { name: 'Send it broken' }).click();
  await page.getByText('Sent again by hand: times=2').waitFor();
  const sent = page.getByRole('list', { name: 'What happened' }).getByText('HTTP 200');
  await expect(sent.nth(2).waitFor()).resolves.toBeUndefined();
  await page.close();
});

test('the keyboard is enough: views, search, list, tabs', async () => {
  await reset();
  await sendDocument('contract.pdf');
  const wanted = await parse();
  await parse();
  const page = await open('usage');
  await page.keyboard.press('1');
  await page.getByRole('link', { name: /contract.pdf/ }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(wanted);
  await page.getByText('1 found, 3 kept').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Reading' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('pre', { hasText: wanted }).waitFor();
  await page.close();
});

test('what a document or a client sends is text, never a part of the page', async () => {
  await reset();
  const form = new FormData();
  form.append(
    'file',
    new Blob(['<img src=x onerror="document.title=1">']),
    '<img src=x onerror="document.title=1">.pdf',
  );
  form.append('<b>name</b>', '<script>document.title = 1</script>');
  const id = await send(CONTENT, form);
  const page = await open(`requests/${id}`);
  await page.getByRole('tab', { name: 'Sent' }).click();
  await page.getByText('<script>document.title = 1</script>').waitFor();
  expect(await page.title()).toBe('Requests – Sandbox console');
  expect(await page.locator('main b, main script, main img').count()).toBe(0);
  await page.close();
});

test('of a long answer the beginning is shown, which a browser has at once', async () => {
  const contents = Array.from({ length: 1500 }, (_, at) => ({ text: `Rua das Palmeiras, ${at}, São Paulo SP` }));
  const page = await open(`requests/${await send('/process-text/multi-address-parsing', { contents })}`);
  await page.getByRole('tab', { name: 'JSON' }).click();
  const shown = await page.getByLabel('Answer', { exact: true }).innerText();
  expect([shown.length < 600_000, shown.slice(-60)]).toEqual([true, expect.stringContaining('“Copy” copies')]);
  await page.close();
});

test('usage that is added or cleared shows at once', async () => {
  await reset();
  const page = await open('usage');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('records added').waitFor();
  expect(await page.locator('.chart rect').count()).toBeGreaterThan(100);
  await page.getByRole('button', { name: 'Clear all usage' }).click();
  await page.getByText('Usage cleared').waitFor();
  expect(await page.locator('.chart rect').count()).toBe(0);
  await page.close();
});

test('thousands of requests leave the list bounded, and the older ones can be reached', async () => {
  await reset();
  const page = await open('requests');
  const first = await parse();
  for (let batch = 0; batch < 20; batch++) await Promise.all(Array.from({ length: 50 }, parse));
  const last = await parse();
  await page.locator(`a[href="#requests/${last}"]`).waitFor();
  expect(await page.locator('.rows > li').count()).toBeLessThanOrEqual(300);
  await page.getByLabel('Search').fill(first);
  await page.getByText('1 found, 1002 kept').waitFor();
  await page.getByRole('link', { name: /Multi-address/ }).click();
  await page.locator('.detail code', { hasText: first }).waitFor();
  await page.getByLabel('Search').fill('');
  const older = page.getByRole('button', { name: 'Show older requests' });
  await older.waitFor();
  while (!(await page.locator(`.rows a[href="#requests/${first}"]`).isVisible())) {
    const rows = await page.locator('.rows > li').count();
    await older.click();
    await page.locator('.rows > li').nth(rows).waitFor();
  }
  await page.close();
});

test('on another address the page asks for the console token, once', async () => {
  const shared = await startSandbox({ consoleToken: 'console-secret' });
  const page = await browser.newPage();
  await page.goto(`${shared.baseUrl}/_sandbox`);
  await page.getByLabel('Console token').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('This is not the console token').waitFor();
  await page.getByLabel('Console token').fill('console-secret');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('No request since this sandbox was started').waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('No request since this sandbox was started').waitFor();
  await page.context().clearCookies();
  await page.goto('about:blank');
  await page.goto(`${shared.baseUrl}/_sandbox#token=console-secret`);
  await page.getByText('No request since this sandbox was started').waitFor();
  expect(page.url()).not.toContain('console-secret');
  // Nor where it is not asked for.
  await page.goto('about:blank');
  await page.goto(`${shared.baseUrl}/_sandbox#token=console-secret`);
  await page.getByText('No request since this sandbox was started').waitFor();
  expect(page.url()).not.toContain('console-secret');
  // A sandbox that makes its own has another one after each start.
  await shared.stop();
  const next = await startSandbox({ port: Number(new URL(shared.baseUrl).port), consoleToken: 'another-secret' });
  await page.getByLabel('Console token').fill('another-secret');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Live', { exact: true }).waitFor();
  await page.close();
  await next.stop();
});
