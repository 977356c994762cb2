import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isObject } from '../json.ts';
import { HIDDEN } from '../processes/webhook.ts';
import type { ReceivedPart } from '../upload/form.ts';

const SAMPLES = new URL('../../samples/', import.meta.url);
const MOST_NAMES = 12;
const LONGEST_NAME = 200;
/** Files whose names are known. */
const MOST_FILES = 1000;

/**
 * What a request is called in the list. JSON has a file without its name, which is known if a form had the same file, or if
 * it is a sample.
 */
export class FileNames {
  #names: Map<string, string> | null = null;

  sentIn({ parts, json }: { parts: ReceivedPart[] | null; json: unknown }): string[] {
    for (const { filename, sha256 } of parts ?? []) if (filename && filename !== HIDDEN) this.#note(sha256, filename);
    const names = parts ? parts.map(({ name, filename }) => filename ?? name) : this.#namesOf(json);
    return names.slice(0, MOST_NAMES).map((name) => name.slice(0, LONGEST_NAME));
  }

  #namesOf(json: unknown): string[] {
    if (!isObject(json)) return [];
    // That there is a webhook, the operation says.
    return Object.entries(json).flatMap(([name, value]) => (name === 'webhook' ? [] : [this.#nameOf(name, value)]));
  }

  #nameOf(name: string, value: unknown): string {
    if (name === 'fileBase64' && isObject(value) && typeof value['bytes'] === 'number')
      return this.#known().get(String(value['sha256'])) ?? `file of ${sizeOf(value['bytes'])}`;
    if (name === 'fileUrl' && typeof value === 'string') return fileIn(value) ?? name;
    return name === 'query' && typeof value === 'string' ? `${name} ${value}` : name;
  }

  #note(sha256: string, name: string): void {
    const names = this.#known();
    names.delete(sha256);
    names.set(sha256, Buffer.from(name.slice(0, LONGEST_NAME)).toString());
    const [oldest] = names.keys();
    if (oldest !== undefined && names.size > MOST_FILES) names.delete(oldest);
  }

  #known(): Map<string, string> {
    return (this.#names ??= new Map(samples()));
  }
}

/** The sandbox as a package has none. */
function samples(): [string, string][] {
  if (!existsSync(SAMPLES)) return [];
  const names = readdirSync(SAMPLES).filter((name) => name.endsWith('.pdf'));
  return names.map((name) => [
    createHash('sha256')
      .update(readFileSync(new URL(name, SAMPLES)))
      .digest('hex'),
    name,
  ]);
}

const sizeOf = (bytes: number) => (bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`);

/** The last part of the path; what may sign the address stands behind it. */
export function fileIn(url: string): string | undefined {
  const last = URL.canParse(url) ? new URL(url).pathname.split('/').findLast(Boolean) : undefined;
  try {
    return last && decodeURIComponent(last);
  } catch {
    return last;
  }
}
