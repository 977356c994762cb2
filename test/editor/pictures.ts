// Pictures of the editor. Each test run takes them into test/editor/.run/pictures; with UPDATE=1 also to where the docs show them.
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../n8n/lines.ts';

/** A part of the window, in pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const LARGEST = 150_000;

/**
 * Takes a picture of the page, or of a part of it. The path is that of the docs, e.g. `docs/pictures/credential.png`: the test
 * fails if there is no such picture yet.
 */
export async function takePicture(page: Page, path: string, clip?: Box): Promise<void> {
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide', ...(clip && { clip }) });
  const places = [join(root, 'test/editor/.run/pictures', path), ...(process.env['UPDATE'] ? [join(root, path)] : [])];
  for (const place of places) {
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, picture);
  }
  if (!existsSync(join(root, path))) throw new Error(`${path} is missing. Run the test with UPDATE=1 and look at it.`);
  if (statSync(join(root, path)).size > LARGEST) throw new Error(`${path} is larger than ${LARGEST / 1000} kB`);
}
