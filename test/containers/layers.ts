// The layers of an image. What one has written stays in it, also where a later one has removed it.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { docker, shell } from './compose.ts';

/** Files that settings, caches and histories of a machine are in. */
const PRIVATE_FILES = [
  String.raw`/\.(npmrc|yarnrc|netrc|pypirc|env[^/]*|git|git-credentials|ssh|gnupg|docker|aws|config|cache|npm|[a-z_]*history)(/|$)`,
  String.raw`/(_cacache|package-lock\.json|npm-debug\.log|id_(rsa|ed25519|ecdsa))(/|$)|\.(key|p12|pfx)$`,
];
const PRIVATE_TEXTS = [
  ':_(authToken|auth|password)[ ]?=',
  'BEGIN [A-Z ]*PRIVATE KEY-----.{0,3}[A-Za-z0-9+/=]{40}',
  '\\b(npm|gh[pousr])_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{30}|\\bAKIA[A-Z0-9]{16}',
];

const layersOf = async (image: string): Promise<string[]> =>
  JSON.parse(await docker('inspect', '--format', '{{json .RootFS.Layers}}', image)) as string[];

/** What looks like a secret in the layers that an image has and its base has not. */
export async function secretsIn(image: string, base: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'layers-'));
  try {
    await docker('save', '--output', join(folder, 'image.tar'), image);
    await shell('tar -xf image.tar', folder);
    const [{ Layers }] = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as [{ Layers: string[] }];
    const found: string[] = [];
    for (const [index, layer] of Layers.slice((await layersOf(base)).length).entries()) {
      const unpacked = join(folder, `layer-${index}`);
      mkdirSync(unpacked);
      await shell(`tar -xf '${join(folder, layer)}'`, unpacked);
      const files = await shell(`find . | grep -E '${PRIVATE_FILES.join('|')}' || true`, unpacked);
      const texts = await shell(`grep -rlaE '${PRIVATE_TEXTS.join('|')}' . || true`, unpacked);
      found.push(...`${files}${texts}`.split('\n').filter(Boolean));
    }
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
