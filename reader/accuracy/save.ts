import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDocument, type Plan } from './documents.ts';

/** Writes documents, each with what is true of it beside it. */
export async function saveDocuments(plans: Plan[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const plan of plans) {
    const { bytes, extension, truth } = await makeDocument(plan);
    await writeFile(join(folder, `${plan.name}.${extension}`), bytes);
    await writeFile(join(folder, `${plan.name}.json`), `${JSON.stringify(truth, null, 2)}\n`);
    console.log(`${plan.name}.${extension}  ${Math.round(bytes.length / 1024)} kB`);
  }
}
