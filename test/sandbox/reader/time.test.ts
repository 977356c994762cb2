// What is printed on a page, or sent as a text, may be long and made to be slow: reading it takes a time that grows with its
// length.
import { describe, expect, jest, test } from '@jest/globals';
import {
  decodeVio,
  readAddresses,
  standardName,
  withoutPaths,
  type DocumentReading,
  type PageReading,
} from '../../../sandbox/reader/src/index.ts';
import { compareTerms } from '../../../sandbox/reader/src/documents/comparison/compareTerms.ts';
import { documentSections } from '../../../sandbox/reader/src/documents/sections.ts';
import { readDocumentInvoice } from '../../../sandbox/reader/src/documents/serviceInvoice/serviceInvoice.ts';
import { pageFields } from '../../../sandbox/reader/src/documents/values/namedFields.ts';
import { readGenerative } from '../../../sandbox/reader/src/generative/readGenerative.ts';
import { matchesPattern } from '../../../sandbox/reader/src/documents/classification/tags.ts';
import { readReceipt } from '../../../sandbox/reader/src/documents/receipt/receipt.ts';
import { splitDocuments } from '../../../sandbox/reader/src/documents/splitDocuments.ts';
import { unreadPage } from '../../../sandbox/reader/src/reading.ts';
import { languageOf } from '../../../sandbox/reader/src/text/language.ts';
import { at, documentOf, pageOf } from './pageOfItems.ts';

jest.setTimeout(300_000);

const PIECES = [
  ...[' ', '\n', 'é', '7', '-', '(', '<', '. ', '1.000', 'a/', "A'"],
  ...['Ana Lima ', 'SP - ', 'R$ 1,00 ', 'A E '],
];
// On thirty characters, what is exponential takes many seconds and still ends. On the long ones it would never.
const LENGTHS = [30, 50_000];
// Of the processor, so that other work on the machine does not count. What grows with the square of the length of one of
// these texts takes more.
const SECONDS = 5;
const processorSeconds = () => process.cpuUsage().user / 1e6;

async function inTime(read: () => unknown): Promise<void> {
  const started = processorSeconds();
  await read();
  expect(processorSeconds() - started).toBeLessThan(SECONDS);
}

/** By these titles the rules of a type of document read the texts. */
const TITLES = [
  'DANFE DOCUMENTO AUXILIAR DA NOTA FISCAL ELETRÔNICA',
  'CARTEIRA DE IDENTIDADE REGISTRO GERAL',
  'Invoice',
];

/** A page that has the text in every place. */
const pageWith = (text: string): PageReading => ({
  ...unreadPage(1),
  text: `REGISTRO GERAL\n${text}`,
  sections: [
    {
      heading: text,
      page: 1,
      lines: [text],
      fields: ['Nome', text].map((label) => ({ label, value: text, score: 0.9, recognised: true })),
      tables: [{ title: text, headers: [text], rows: [[text]], score: 0.9 }],
    },
  ],
  source: 'ocr',
});

describe.each(LENGTHS)('texts of %d characters are read in no time', (length) => {
  const texts = PIECES.map((piece) => `${piece.repeat(Math.ceil(length / piece.length))}!`);

  const linesWith = (title: string) => [title, 'Nome', ...texts].map((text, index) => at(50, 50 + 15 * index, text));

  test.each(TITLES)('as lines of a page: %s', (title) => inTime(() => documentOf(linesWith(title))));

  test('as lines of a passport or a receipt', async () => {
    await inTime(() => pageOf(linesWith('')).mrz());
    await inTime(() => readReceipt({ text: texts.join('\n'), items: [at(50, 50, 'Nome')] }));
  });

  test('in fields, tables, headings and sentences of a document', async () => {
    for (const text of texts) {
      const [document] = splitDocuments([pageWith(text)]) as [DocumentReading];
      for (const stdType of ['property-registry', 'articles-of-association'])
        await inTime(() => readGenerative(document, text, stdType, null));
      await inTime(() => [...document.pages.map(pageFields), documentSections(document)]);
      await inTime(() => readDocumentInvoice(document));
    }
  });

  test('as terms that are compared, addresses, tags, codes, names and messages', async () => {
    for (const text of texts) {
      const terms = ['Nome', text].map((name) => ({ name, value: text }));
      await inTime(() => compareTerms([pageWith(text)], terms));
      await inTime(() => readAddresses(text));
      await inTime(() => documentOf([at(50, 50, 'Invoice')], [text, `id=${text}`]));
      await inTime(() => [decodeVio(`SANDBOX-VIO:${text}`), standardName(text), withoutPaths(text), languageOf(text)]);
    }
  });
});

describe('very many pages are put together in no time', () => {
  const pages = (section: (page: number) => Partial<DocumentReading['sections'][number]>): PageReading[] =>
    Array.from({ length: 60_000 }, (_, index) => ({
      ...unreadPage(index + 1),
      text: 'Ana Lima',
      sections: [
        { heading: null, page: index + 1, lines: ['Ana Lima'], fields: [], tables: [], ...section(index + 1) },
      ],
    }));
  const table = { title: null, headers: ['Item', 'Valor'], rows: [['a', '1']], score: 0.9 };

  test.each<[string, PageReading[]]>([
    ['without a heading', pages(() => ({}))],
    ['each with a heading', pages((page) => ({ heading: `Cláusula ${page}` }))],
    ['with a table that goes on', pages(() => ({ tables: [table] }))],
  ])('%s', async (_kind, given) => {
    const [document] = splitDocuments(given) as [DocumentReading];
    await inTime(() => documentSections(document));
  });

  test.each(['property-registry', 'articles-of-association'])('as labels of a %s', async (stdType) => {
    const lines = Array.from({ length: 65 }, (_, at) => `Valor ${at}: credor = Ana Lima`);
    const [document] = splitDocuments(pages(() => ({ lines })).slice(0, 400)) as [DocumentReading];
    await inTime(() => readGenerative(document, '', stdType, null));
  });
});

test.each([
  '(a+)+b',
  '(a|a)*b',
  '(.*)*(.*)*b',
  '.*.*.*.*.*.*.*.*b',
  '(a)\\1+b',
  `${'a?'.repeat(60)}b`,
  `${'(a|a)'.repeat(39)}b`,
  '(?=a)+b',
  '[a-z]+[a-z]+[a-z]+[a-z]+[a-z]+b',
])('the pattern %s of a tag, which would take for ever, is compared letter by letter', async (pattern) => {
  await inTime(() => expect(matchesPattern(pattern, 'a'.repeat(40))).toBe(false));
  expect(matchesPattern(pattern, pattern)).toBe(true);
});
