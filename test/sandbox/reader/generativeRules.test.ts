import { describe, expect, test } from '@jest/globals';
import { readGenerative } from '../../../sandbox/reader/src/generative/readGenerative.ts';
import { findDates, numberInWords } from '../../../sandbox/reader/src/generative/rules/datesInText.ts';
import { findTaxNumbers } from '../../../sandbox/reader/src/generative/rules/numbersInText.ts';
import { entryMarkers } from '../../../sandbox/reader/src/generative/rules/registryEntries.ts';
import { unreadPage, type PageReading } from '../../../sandbox/reader/src/reading.ts';
import { expectReadings } from './printedPages.ts';

test('an entry of a property registry begins with its number, in every writing of it', () => {
  const markerOf = entryMarkers('12345');
  expectReadings(
    `R-1/12.345 - COMPRA E VENDA = R.1
    AV-2-M.12345 - Casamento = AV.2
    R.3-12345 Em 5 de maio = R.3
    Av. 4/12.345: Em 3 = AV.4
    R 5 - 12.345 - HIPOTECA = R.5
    Registro nº 6 = R.6
    Averbação nº 07/12.345 = AV.7
    AVERBAÇÃO 8 - CANCELAMENTO = AV.8
    (R.9) PENHORA = R.9
    AV – 10 – 12.345 – Data = AV.10
    R.11/M-12345 = R.11
    R.12 da matrícula 12.345 - VENDA = R.12
    R.2 desta matrícula, foi = –
    conforme R.3 = –
    R.4/99.999 - outro imóvel = –
    Av. Paulista, 1000 = –
    R. 25 de Março, 100 = –
    R$ 5.000,00 = –
    Registro anterior: 9.876 = –
    AV.3, supra, fica = –`,
    (text) => {
      const marker = markerOf(text);
      return marker && `${marker.letter}.${marker.number}`;
    },
  );
});

describe('what stands in running text', () => {
  test('dates are found, in words too', () => {
    expectReadings(
      `aos doze (12) dias do mês de março do ano de dois mil e vinte (2020), nesta cidade = 2020-03-12
      primeiro de abril de mil novecentos e noventa e oito e dou fé = 1998-04-01
      em vinte e um de dezembro de dois mil e vinte e três = 2023-12-21
      Em 1º de abril de 1998. = 1998-04-01
      em doze de março de dois mil vinte e quatro = 2024-03-12
      em 1/2/2003 = 2003-02-01`,
      (written) => findDates(written).map(({ value }) => value),
    );
  });

  test('days that do not exist and numbers that are none are not read', () => {
    expect(findDates('31/02/2020 e trinta e um de abril de dois mil')).toEqual([]);
    expect(['dois cem', 'vinte e doze', 'casa', ''].map(numberInWords)).toEqual([null, null, null, null]);
    expect(numberInWords('trezentos e quarenta e cinco mil seiscentos e setenta e oito')).toBe(345_678);
  });

  test('a CPF or CNPJ is proven by its check digits, and without signs known by the word before it', () => {
    const found = findTaxNumbers(
      'CPF 529.982.247-25, CPF 529.982.247-26, CNPJ 11.222.333/0001-81, CNPJ sob nº 12ABC34501DE35, protocolo 11222333000181',
    );
    expect(found.map(({ value, isProven }) => (isProven ? value : null))).toEqual([
      '52998224725',
      null,
      '11222333000181',
      '12ABC34501DE35',
    ]);
  });
});

/** The sections that the rules make of a registry of these lines. */
function readRegistry(lines: string[], source: PageReading['source'] = 'text-layer') {
  const sections = [{ heading: 'MATRÍCULA 8.214', page: 1, lines, fields: [], tables: [] }];
  const pages = [{ ...unreadPage(1), source, isPartial: false, missing: null, sections }];
  const document = { pages, sections, text: lines.join('\n'), language: null, documentType: null, fields: null };
  return readGenerative({ ...document, tags: [], isPartial: false }, '', 'property-registry', null).sections;
}

test('of sentences nothing is sure but what marks or check digits prove, of recognised ones only these', () => {
  const lines = [
    'R-1-8.214. Em 22 de março de 1994. COMPRA E VENDA. TRANSMITENTE: Olivio Pretto, CPF 529.982.247-25. ADQUIRENTE:',
    'Delmar Roque, CPF 111.444.777-35, pelo preço de R$ 18.500,00. Dou fé.',
  ];
  const sureIn = (source: PageReading['source']) =>
    readRegistry(lines, source)
      .flatMap(({ fields, tables }) => [...fields, ...tables.flatMap(({ values }) => values.flat())])
      .filter(({ score }) => (score ?? 0) >= 0.9)
      .map(({ value }) => value);
  const numbers = ['52998224725', '11144477735'];
  expect(sureIn('text-layer')).toEqual(expect.arrayContaining(['R.1', '1994-03-22', ...numbers]));
  expect(sureIn('text-layer')).not.toEqual(expect.arrayContaining(['18500.00']));
  expect(sureIn('text-layer')).not.toEqual(expect.arrayContaining(['Delmar Roque']));
  expect(sureIn('text-layer').some((value) => value?.includes('Dou fé'))).toBe(false);
  expect(sureIn('ocr')).toEqual(numbers);
});

test('a number that is only begun is no matrícula, and what a line seems to head is no sure title', () => {
  const sureIn = (lines: string[], stdType: 'property-registry' | 'articles-of-association') => {
    const sections = [
      { heading: null, page: 1, lines, fields: [], tables: [] },
      { heading: 'Lindenhof GmbH', page: 1, lines: ['Prazo 90 dias'], fields: [], tables: [] },
      { heading: 'CLÁUSULA PRIMEIRA - OBJETO', page: 1, lines: ['Comércio.'], fields: [], tables: [] },
      {
        heading: 'CLÁUSULA SEGUNDA – A sociedade terá como nome',
        page: 1,
        lines: ['ANA LTDA.'],
        fields: [],
        tables: [],
      },
    ];
    const pages = [{ ...unreadPage(1), source: 'text-layer' as const, isPartial: false, missing: null, sections }];
    const document = { pages, sections, text: lines.join('\n'), language: null, documentType: null, fields: null };
    return readGenerative({ ...document, tags: [], isPartial: false }, '', stdType, null)
      .sections.flatMap(({ fields }) => fields)
      .filter(({ score }) => (score ?? 0) >= 0.9)
      .map(({ value }) => value);
  };
  for (const number of ['236 359 72', '299.696-3', '12.345.67', '236/B'])
    expect(sureIn([`Matrícula nº ${number}`], 'property-registry')).toEqual([]);
  expect(sureIn(['Matrícula nº 12.345 - ficha 1'], 'property-registry')).toEqual(['12.345', '1']);
  expect(sureIn(['Matrícula nº 12.345'], 'articles-of-association')).toEqual(['CLÁUSULA PRIMEIRA - OBJETO']);
});

test('the date of a record is that of its registration, and in doubt where others may be', () => {
  expectReadings(
    `R-1-8.214 - PARTILHA. Por formal de partilha de 19/08/1997, coube à viúva. Bauru, 3 de outubro de 1997. = 1997-10-03
    AV-1-8.214 - ÓBITO. Faleceu em 27/02/2011. Em 15/06/2011. = 2011-06-15
    R-1-8.214 - HIPOTECA. Por cédula de 28/09/2011, com vencimento em 15/09/2016. Dou fé. Lages/SC, 11/10/2011. = 2011-10-11
    AV-1-8.214 - ÓBITO. Em 27/02/2011 faleceu Olivio Pretto. Dou fé. São José do Rio Preto, 15 de junho de 2011. = 2011-06-15
    R-1-8.214 Em 3 de outubro de 1986. Pela escritura de 20 de setembro de 1986, vendeu. O escrevente. = 1986-10-03
    R-1-8.214 - PROTOCOLO: 55.102 - 02/08/2005. VENDA. Bauru, 12 de agosto de 2005. O Oficial. = 2005-08-12
    R-1-8.214 - PENHORA. Bauru, 3 de maio de 2019. CERTIFICO que a presente é cópia fiel. Bauru, 2 de junho de 2026. = 2019-05-03
    R-1-8.214 - PENHORA. Bauru, 3 de maio de 2019. O referido é verdade. Bauru, 2 de junho de 2026. = 2019-05-03 in doubt
    AV-1-8.214 - ÓBITO. Faleceu INÊS PRETTO em 27/02/2011, em Bauru, em 27/02/2011, dou fé. Bauru, em 15/06/2011. = 2011-06-15
    R.1-8.214⏎, em 14 de março de 2014. VENDA. Conforme requerimento de 3/2/2014. A Oficial. = 2014-03-14
    R.1/8.214 em 5 de maio de 2003 - VENDA. Bauru (SP), 5 de maio de 2003. = 2003-05-05
    R-1-8.214 - COMPRA E VENDA Em 5 de maio de 2003, por escritura de 2 de maio de 2003. = 2003-05-05
    AV-1-8.214 - NOME. Conforme requerimento de 05/05/2022, passou a assinar Lídia Prá. = 2022-05-05 in doubt`,
    (lines) => {
      const date = readRegistry(lines.split('\n'))[1]?.fields.find(({ name }) => name === 'date');
      return `${date?.value}${(date?.score ?? 0) >= 0.9 ? '' : ' in doubt'}`;
    },
  );
});

test.each(['27/1.000', '125/10.000', '3,25/1.200', '1/4', '0,0125', '1,25%', '50 %'])(
  'a fraction of a property is read whole: %s',
  (fraction) => {
    const [head] = readRegistry([`IMÓVEL: Sala 12 e a fração ideal de ${fraction} do terreno.`]);
    expect(head?.fields).toContainEqual(expect.objectContaining({ name: 'fracao_ideal', value: fraction }));
  },
);
