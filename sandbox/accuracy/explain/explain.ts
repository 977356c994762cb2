import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileTypeFromFile } from 'file-type';
import { openReader } from '../../reader/src/reader.ts';
import { generateDocument, GROUPS, planDocuments } from '../documents.ts';
import { FORMS, printForm, type FormSort } from '../forms/forms.ts';
import { explanationOf } from './explanation.ts';

/**
 * Reads one document and says how its labels and values were paired. `name` is a file, or a generated document as
 * `--details` and `--save` call it: `letterGrid-pdf-1`, `transport 376be34d 12`. `about` narrows it to labels, values and
 * fields that contain this text.
 */
export async function explain(name: string, about: string | undefined): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'explain-'));
  const reader = openReader({ workers: 1 });
  try {
    const path = existsSync(name) ? name : join(folder, 'document');
    if (path !== name) await writeFile(path, await generated(name));
    const format = (await fileTypeFromFile(path))?.mime ?? 'application/pdf';
    const { pages } = await reader.readDocument({ path, format, password: null }, { barcodes: true, explain: true });
    return pages.map((page) => explanationOf(page, about)).join('\n\n');
  } finally {
    await Promise.all([reader.close(), rm(folder, { recursive: true })]);
  }
}

async function generated(name: string): Promise<Buffer> {
  const sort = (Object.keys(FORMS) as FormSort[]).find((candidate) => name.startsWith(`${candidate} `));
  if (sort) return (await printForm(sort, name.slice(sort.length + 1))).pdf;
  const seeds = Number(/-(\d{1,4})$/.exec(name)?.[1] ?? 1);
  const plans = planDocuments({ types: null, degradations: null, groups: [...GROUPS], seeds });
  const plan = plans.find((candidate) => candidate.name === name);
  if (!plan)
    throw new Error(
      `"${name}" is no file and no generated document; those are called like ${plans[0]?.name} or form 1 (any seed)`,
    );
  return (await generateDocument(plan)).bytes;
}
