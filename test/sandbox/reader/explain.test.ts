// What `npm run accuracy -- --explain` says of a document, by the command itself.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual, promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { generateDocument, planDocuments } from '../../../sandbox/accuracy/documents.ts';
import { Paper } from '../../../sandbox/accuracy/drawing/paper.ts';
import { A4 } from '../../../sandbox/accuracy/groundTruth.ts';
import type { PairingStep } from '../../../sandbox/reader/src/reading.ts';
import { fileOf, openedReader } from './openedReader.ts';

const run = promisify(execFile);

async function explained(...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ['--no-warnings', 'sandbox/accuracy/run.ts', '--explain', ...args]);
  return stdout;
}

const reader = openedReader();
const candidatesIn = (steps: PairingStep[]) => steps.filter((step) => step.step === 'candidate');

describe('the explanation of a document', () => {
  test('says of a file which value a label has, why, and why not another', async () => {
    const paper = new Paper();
    paper.addPage(A4);
    paper.text(60, 100, 'Cidade: Recife', { size: 10 });
    paper.text(60, 140, 'Bairro', { size: 7 });
    paper.text(260, 140, 'CEP', { size: 7 });
    paper.text(60, 149, 'Boa Vista', { size: 10 });
    paper.text(260, 149, '88086-038', { size: 10 });
    const text = await explained(fileOf(await paper.finish(), 'pdf').path);
    expect(text).toMatch(/^Page 1: no known type, text-layer\n/);
    expect(text).toContain('field cep: "88086-038", score 0.92');
    expect(text).toMatch(/label "Cidade: Recife" at 60, .* beside "Recife" at .*: chosen, the label ends with a colon/);
    expect(text).toMatch(/label "Bairro" at .* below "Boa Vista" at .*: chosen, the label is in other type /);
    expect(text).toMatch(/label "Bairro" at .* beside "CEP" at .*: not, /);
  });

  test('is what the page of the accuracy run shows', async () => {
    const page = await readFile('sandbox/accuracy/README.md', 'utf8');
    const [, words = '', shown = ''] = /-- --explain (.+?)`:\n\n```\n(.*?)```/s.exec(page) ?? [];
    expect(await explained(...words.split(' '))).toBe(shown);
  });
});

test('a page is read the same whether or not it is explained, and of known labels the cheapest is chosen', async () => {
  const names = ['letter-form', 'cnh-front', 'rg-under-lines', 'boleto-slip', 'nfse-boxes', 'danfe-portrait'];
  const plans = planDocuments({ degradations: ['pdf'], groups: ['known'] });
  for (const plan of plans.filter(({ layout }) => names.includes(layout.id))) {
    const file = fileOf((await generateDocument(plan)).bytes);
    const [plain] = (await reader.readDocument(file)).pages;
    const [explainedPage] = (await reader.readDocument(file, { explain: true })).pages;
    const { pairing = [], ...page } = explainedPage ?? {};
    expect(page).toEqual(plain);
    expect(pairing.length).toBeGreaterThan(0);
    for (const chosen of candidatesIn(pairing).filter(({ isChosen, cost }) => isChosen && cost !== null)) {
      const claims = candidatesIn(pairing).filter(
        ({ rules, way, value }) =>
          rules === chosen.rules && way === chosen.way && isDeepStrictEqual(value, chosen.value),
      );
      expect(chosen.cost).toBe(Math.min(...claims.map(({ cost }) => cost ?? Infinity)));
    }
  }
});
