import type { INodeProperties } from 'n8n-workflow';
import { readableService, readableServices } from '../../../nodes/DocumentProcessing/billing/service-names';
import { DocumentProcessing } from '../../../nodes/DocumentProcessing/DocumentProcessing.node';
import { TEXTS, textsFor } from '../../../nodes/DocumentProcessing/billing/texts';

/** The names of all members, e.g. `than.previousPeriod`. */
const membersOf = (texts: object, path = ''): Array<[string, unknown]> =>
  Object.entries(texts).flatMap(([name, value]): Array<[string, unknown]> =>
    typeof value === 'object' ? membersOf(value as object, `${path}${name}.`) : [[path + name, value]],
  );

const english = new Map(membersOf(textsFor('en').texts));
const written = (text: unknown): string => (typeof text === 'function' ? String(text('1', '2', '3')) : String(text));

const languages = Object.keys(TEXTS);

test.each(languages)('the weekdays in %s are those of its calendar', (locale) => {
  // From Monday, the 16th of November 2026.
  const days = Array.from({ length: 7 }, (_, index) => new Date(Date.UTC(2026, 10, 16 + index)));
  const names = days.map((day) => day.toLocaleDateString(locale, { weekday: 'long', timeZone: 'UTC' }).split('-')[0]);
  expect(textsFor(locale).texts.weekdays).toEqual(names.map((name) => expect.stringContaining(name ?? '')));
});

test('the editor names every language', () => {
  const options = new DocumentProcessing().description.properties.flatMap(
    (field) => (field.options ?? []) as INodeProperties[],
  );
  const description = options.find(({ name }) => name === 'reportLocale')?.description;
  const names = new Intl.DisplayNames('en', { type: 'language' });
  for (const tag of languages) expect(description).toContain(names.of(tag.slice(0, 2)));
});

describe.each(languages.filter((tag) => tag !== 'en'))('the texts in %s', (locale) => {
  const own = new Map(membersOf(textsFor(locale).texts));

  test('are not English, and use all that they are given', () => {
    const same = [...own].filter(([name, text]) => written(text) === written(english.get(name)));
    // A single word may be the same in two languages, as "Service" is.
    expect(same.filter(([, text]) => written(text).includes(' '))).toEqual([]);
    for (const [name, text] of own)
      expect([name, written(text).replace(/[^123]/g, '').length]).toEqual([
        name,
        written(english.get(name)).replace(/[^123]/g, '').length,
      ]);
  });
});

test.each([
  ['en', ['1 unit', 'unit', '1 request', '1 identified', '1 not identified']],
  ['en', ['2 units', 'units', '2 requests', '2 identified', '2 not identified']],
  ['pt-BR', ['1 unidade', 'unidade', '1 requisição', '1 identificado', '1 não identificado']],
  ['pt-BR', ['2 unidades', 'unidades', '2 requisições', '2 identificados', '2 não identificados']],
  ['es', ['1 unidad', 'unidad', '1 solicitud', '1 identificado', '1 no identificado']],
  ['es', ['2 unidades', 'unidades', '2 solicitudes', '2 identificados', '2 no identificados']],
])('in %s one is told from several: %j', (locale, expected) => {
  const { texts } = textsFor(locale);
  const text = expected[0]?.slice(0, 1) ?? '';
  const counted = [texts.units, texts.countRequests, texts.countIdentified, texts.countNotIdentified] as const;
  const [units, ...others] = counted.map((write) => write(Number(text), text));
  expect([units, texts.unitWord(Number(text)), ...others]).toEqual(expected);
});

test.each([
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['de', 'en'],
])('%s is written in the language %s', (locale, language) => {
  expect(textsFor(locale).language).toBe(language);
});

test.each([
  ['content-extraction', 'Content extraction', 'Extração de conteúdo'],
  ['vio-extraction', 'Driver licence (VIO)', 'Carteira de motorista (VIO)'],
  ['multi-address-parsing', 'Address parsing (several)', 'Leitura de endereços (vários)'],
  ['some-new_service.v2', 'Some new service v2', 'Some new service v2'],
  ['nfseByOcr', 'NFS-e by OCR', 'NFS-e by OCR'],
  ['read-qr-code', 'Read QR code', 'Read QR code'],
  ['Enrichment: pf full', 'Enrichment: pf full', 'Enrichment: pf full'],
  ['__proto__', '__proto__', '__proto__'],
  ['', 'No name', 'Sem nome'],
])('the service "%s" is written "%s" and "%s"', (name, inEnglish, inPortuguese) => {
  expect(readableService(name, textsFor('en').texts)).toBe(inEnglish);
  expect(readableService(name, textsFor('pt-BR').texts)).toBe(inPortuguese);
});

test('services that read the same keep their own names beside', () => {
  const names = readableServices(['enrichment', 'big-data-enrichment', 'facematch'], textsFor('en').texts);
  expect([...names.values()]).toEqual(['Enrichment (enrichment)', 'Enrichment (big-data-enrichment)', 'Face match']);
});
