// Takes pictures of the examples in the editor of n8n 2.41:
// `PLAYWRIGHT_CORE=<folder of playwright-core> node host/pictures.ts [name …]`.
// playwright-core is not a dependency: `npm install --prefix <folder> playwright-core`. CHROMIUM is the path of the
// browser, /usr/bin/chromium by default.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { root } from './lines.ts';
import { createHost, packTarball } from './n8n.ts';
import type { WorkflowJson } from './n8n.ts';

interface Page {
  goto: (url: string) => Promise<unknown>;
  fill: (selector: string, text: string) => Promise<void>;
  press: (selector: string, key: string) => Promise<void>;
  waitForURL: (test: (url: URL) => boolean) => Promise<void>;
  waitForSelector: (selector: string) => Promise<unknown>;
  waitForTimeout: (milliseconds: number) => Promise<void>;
  addStyleTag: (style: { content: string }) => Promise<unknown>;
  evaluate: <T>(script: string) => Promise<T>;
  screenshot: (options: { path: string; clip: Box }) => Promise<unknown>;
}
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
interface Chromium {
  launch: (options: object) => Promise<{ newPage: (options: object) => Promise<Page>; close: () => Promise<void> }>;
}

const EXAMPLES = join(root, 'examples');
const PICTURES = join(EXAMPLES, 'pictures');
/** Large enough to show every example at full size. */
const WINDOW = { width: 1700, height: 1200 };
const MARGIN = 24;

// Hides what the editor draws over the workflow.
const HIDE_CONTROLS = `
  [data-test-id="canvas-controls"], [data-test-id="execute-workflow-button"],
  [data-test-id="canvas-handle-plus-wrapper"] *, [data-test-id="canvas-chat-button"],
  .vue-flow__minimap, [class*="executionButtons"] { visibility: hidden !important }`;

const WORKFLOW_BOX = `(() => {
  const boxes = [...document.querySelectorAll('.vue-flow__node')].map((node) => node.getBoundingClientRect());
  const descriptions = [...document.querySelectorAll('.vue-flow__node [class*="description"]')];
  const texts = descriptions.map((text) => text.getBoundingClientRect());
  const all = [...boxes, ...texts].filter(({ width }) => width > 0);
  const [left, top] = [Math.min(...all.map((box) => box.left)), Math.min(...all.map((box) => box.top))];
  const [right, bottom] = [Math.max(...all.map((box) => box.right)), Math.max(...all.map((box) => box.bottom))];
  return { x: left, y: top, width: right - left, height: bottom - top };
})()`;

function playwright(): Chromium {
  const folder = process.env['PLAYWRIGHT_CORE'];
  if (!folder)
    throw new Error(
      'PLAYWRIGHT_CORE is not set: "npm install --prefix /tmp/pw playwright-core", then ' +
        'PLAYWRIGHT_CORE=/tmp/pw/node_modules/playwright-core',
    );
  return (createRequire(join(root, 'package.json'))(folder) as { chromium: Chromium }).chromium;
}

async function takePicture(page: Page, url: string, path: string): Promise<void> {
  await page.goto(url);
  await page.waitForSelector('.vue-flow__node');
  await page.addStyleTag({ content: HIDE_CONTROLS });
  // The editor fits the workflow into the window with an animation that ends without an event.
  await page.waitForTimeout(2500);
  const box = await page.evaluate<Box>(WORKFLOW_BOX);
  const clip = { x: box.x - MARGIN, y: box.y - MARGIN, width: box.width + 2 * MARGIN, height: box.height + 2 * MARGIN };
  await page.screenshot({ path, clip });
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/signin`);
  await page.fill('input[type=email]', 'owner@example.com');
  await page.fill('input[type=password]', 'Only4Tests');
  await page.press('input[type=password]', 'Enter');
  await page.waitForURL(({ pathname }) => !pathname.includes('signin'));
}

async function takePictures(names: string[]): Promise<void> {
  const args = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-gpu'];
  const browser = await playwright().launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args });
  const host = await createHost('2.41');
  try {
    host.install(packTarball());
    const ids = await host.importWorkflows(
      names.map((name) => JSON.parse(readFileSync(join(EXAMPLES, `${name}.json`), 'utf8')) as WorkflowJson),
    );
    await host.start();
    mkdirSync(PICTURES, { recursive: true });
    const page = await browser.newPage({ viewport: WINDOW });
    await signIn(page, host.url);
    for (const [index, name] of names.entries())
      await takePicture(page, `${host.url}/workflow/${ids[index]}`, join(PICTURES, `${name}.png`));
  } finally {
    await browser.close();
    await host.dispose();
  }
}

const chosen = process.argv.slice(2);
void takePictures(
  chosen.length > 0
    ? chosen
    : readdirSync(EXAMPLES)
        .filter((file) => file.endsWith('.json'))
        .map((file) => basename(file, '.json')),
);
