import { describe, expect, test } from '@jest/globals';
import {
  measuredRegistries,
  measuredContracts,
  tunedRegistries,
  tunedContracts,
  type ExpectedReading,
} from './generativeDocuments.ts';
import { compareFacts, readSections } from './generativeMeasure.ts';
import { openSandbox } from './surroundings.ts';

const TAGS = { registry: 'id=bra-nlp-registro-imovel-1', contract: 'id=bra-nlp-contrato-social-1' };
const named = (documents: ExpectedReading[], tag: string) =>
  documents.map((expected) => [expected.name, expected, tag] as const);

const app = await openSandbox();

describe('documents in running text', () => {
  test.each([
    ...named(tunedRegistries, TAGS.registry),
    ...named(tunedContracts, TAGS.contract),
    ...named(measuredRegistries, TAGS.registry),
    ...named(measuredContracts, TAGS.contract),
  ])('%s: sections and facts as expected, nothing else in their places', async (_name, expected, tag) => {
    const sections = await readSections(app, expected, tag);
    expect(sections.map(({ name }) => name)).toEqual(expected.sections);
    expect(compareFacts(sections, expected.facts)).toEqual({ missing: [], wrong: [] });
  });
});
