import { describe, expect, test } from '@jest/globals';
import {
  candidatesOf,
  compareTerms,
  findMatch,
} from '../../../sandbox/reader/src/documents/comparison/compareTerms.ts';
import { type PageReading, unreadPage } from '../../../sandbox/reader/src/reading.ts';
import { turnsDuring } from '../turnsDuring.ts';

/** A page with lines, fields by their labels and, if it is of a known type, the fields of the type. */
function page(
  lines: string[],
  labelled: Record<string, string> = {},
  own: Record<string, string | null> | null = null,
): PageReading {
  const score = 0.99;
  const fields = Object.entries(labelled).map(([label, value]) => ({ label, value, score }));
  const named = Object.entries(own ?? {}).map(([name, value]) => ({ name, stdName: null, value, score }));
  const sections = [{ heading: null, page: 1, lines, fields, tables: [] }];
  const document = own && { documentType: { id: 'x', type: 'x', stdType: 'x' }, fields: named, tags: [] };
  return { ...unreadPage(1), text: lines.join('\n'), sections, source: 'text-layer', document };
}

const match = (name: string, value: string, ...made: Parameters<typeof page>) =>
  findMatch({ name, value }, candidatesOf([page(...made)]));

describe('numbers and dates', () => {
  /** What is printed, and what is sent, in lines. */
  async function found(lines: string) {
    const rows = lines.trim().split(/\n */);
    const pairs = rows.map((row) => row.split(' ~ ') as [string, string]);
    return Promise.all(pairs.map(([printed, sent]) => match('x', sent, [`Lê-se aqui: ${printed}.`])));
  }

  test('are equal however they are written', async () => {
    const equal = await found(
      `980,00 ~ 980.00
      R$ 1.234,56 ~ 1234.56
      980 ~ 980,00
      15/04/2025 ~ 2025-04-15
      15 de abril de 2025 ~ 15/04/2025
      529.982.247-25 ~ 52998224725
      00004217 ~ 4217
      (11) 3555-0142 ~ 1135550142`,
    );
    expect(equal.filter(({ score }) => score !== 1)).toEqual([]);
  });

  test('are different however alike they look, inside of a text too', async () => {
    const different = await found(
      `980,00 ~ 980,01
      1.980,00 ~ 980,00
      15/04/2025 ~ 15/04/2026
      529.982.247-25 ~ 529.982.247-26
      AB12-CD34 ~ AB12-CD35`,
    );
    expect(different.filter(({ score, text }) => score >= 0.35 || text !== null)).toEqual([]);
    expect((await match('x', 'conta 1234567 da agência', ['conta 1234568 da agência'])).score).toBeLessThan(0.35);
  });
});

describe('names', () => {
  test('accents, capitals and letters that are read for each other cost little', async () => {
    expect((await match('nome', 'José Gonçalves da Silva', ['JOSE GONCALVES DA SILVA'])).score).toBe(1);
    expect((await match('nome', 'Oliveira Batista Lima', ['0liveira 8atista Lirna'])).score).toBeGreaterThan(0.85);
  });

  test('accents may be letters of their own, and blanks of another kind', async () => {
    expect((await match('data', '12\u00a0de\u2009março de 2025'.normalize('NFD'), ['12/03/2025'])).score).toBe(1);
    expect((await match('nome', 'João\u00a0Conceição'.normalize('NFD'), ['João Conceição'])).score).toBe(1);
  });

  test('another name is another', async () => {
    expect((await match('nome', 'Maria Exemplo', ['Carlos Teste Modelo'])).text).toBeNull();
  });
});

describe('where a term is looked for', () => {
  test('the field of the same name decides, although another text of the document is equal', async () => {
    const found = await match(
      'cpf_cnpj',
      '11.222.333/0001-81',
      ['11.222.333/0001-81'],
      {},
      { cpf_cnpj: '11144477735', cpf_cnpj_prestador: '11222333000181' },
    );
    expect(found.text).toBe('11144477735');
    expect(found.score).toBeLessThan(0.35);
  });

  test('where a field could not be read the text is searched', async () => {
    expect(await match('nome', 'Ana Exemplo', ['Assinado por Ana Exemplo'], {}, { nome: null })).toMatchObject({
      text: 'Ana Exemplo',
      score: 1,
    });
  });

  test('a label of that name comes before the text, but an equal text before a label that says something else', async () => {
    expect(await match('total', '12,00', ['12,00', '15,00'], { Total: '15,00' })).toMatchObject({
      text: '12,00',
      score: 1,
    });
    expect(await match('total', '13,00', ['12,00'], { Total: '15,00' })).toMatchObject({ text: '15,00' });
  });
});

test('a term in a long document does not keep other work waiting', async () => {
  const lines = Array.from({ length: 60 }, (_, row) => `row ${row} of a page with twelve words in each of its lines`);
  const pages = Array.from({ length: 10 }, () => page(lines));
  const compared = compareTerms(pages, [{ name: 'x', value: 'words nobody has written' }]);
  expect(await turnsDuring(compared)).toBeGreaterThan(5);
  expect((await compared).matches).toMatchObject([{ text: null }]);
});
