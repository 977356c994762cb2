import { readFile, writeFile } from 'node:fs/promises';

const README = new URL('../../../sandbox/README.md', import.meta.url);
const [BEGIN, END] = ['<!-- accuracy: begin -->', '<!-- accuracy: end -->'];

/** Puts the tables between the markers of the README; a README without them gets them at its end. */
export async function writeIntoReadme(text: string): Promise<void> {
  const readme = await readFile(README, 'utf8');
  await writeFile(README, withTables(readme, text));
}

export function withTables(readme: string, text: string): string {
  const block = `${BEGIN}\n${text}\n${END}`;
  const [from, to] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (from < 0 || to < from) return `${readme.trimEnd()}\n\n## Accuracy\n\n${block}\n`;
  return readme.slice(0, from) + block + readme.slice(to + END.length);
}
