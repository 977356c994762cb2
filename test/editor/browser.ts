// Debian's Chromium, or another one of this machine, driven by playwright-core.
import { existsSync } from 'node:fs';
import { chromium, selectors } from 'playwright-core';
import type { Browser } from 'playwright-core';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function findChromium(): string {
  const chosen = process.env['CHROMIUM'];
  const path = chosen ?? PLACES.find((place) => existsSync(place));
  if (path !== undefined && existsSync(path)) return path;
  throw new Error(
    chosen === undefined
      ? 'These tests need Chromium. On Debian or Ubuntu: "apt-get install chromium". Elsewhere set CHROMIUM to its path.'
      : `CHROMIUM is ${chosen}, where there is no browser.`,
  );
}

selectors.setTestIdAttribute('data-test-id');

/** Starts the browser. It makes no connection of its own. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-gpu'],
  });
