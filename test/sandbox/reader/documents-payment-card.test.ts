import { describe, expect, test } from '@jest/globals';
import { withLuhn } from '../../../sandbox/accuracy/synthetic/numbers.ts';
import type { TextItem } from '../../../sandbox/reader/src/reading.ts';
import { at, documentOf, pageOf, recognised, valuesOf } from './pageOfItems.ts';
import { printed } from './printedPages.ts';
import { classify } from '../../../sandbox/reader/src/documents/classify.ts';

const VISA = '4111111111111111';
const grouped = (number: string) => number.match(/.{1,4}/g)?.join(' ') ?? '';

const card = (number: string, expiry = 'VALID THRU 12/29') => [
  at(20, 30, 'BANCO EXEMPLO'),
  at(20, 100, number, 16),
  at(60, 125, expiry),
  at(20, 145, 'MARIA E SILVA'),
];

describe('a payment card', () => {
  test('has the network of its number', async () => {
    for (const [number, network] of [
      [VISA, 'visa'],
      ['5555555555554444', 'mastercard'],
      ['378282246310005', 'amex'],
      ['6362970000457013', 'elo'],
      ['6062825624254001', 'hipercard'],
      ['30569309025904', 'diners'],
      ['6011111111111117', 'discover'],
      ['3530111333300000', 'jcb'],
    ] as const)
      expect(await valuesOf(card(number))).toEqual({ number, network, expiry_month: '12', expiry_year: '2029' });
  });

  test('has its number in groups, apart or one below the other, or in two lines, whatever their lengths', async () => {
    const apart = (groups: string[]) => groups.map((group, index) => at(20 + 70 * index, 100, group, 16));
    const below = (groups: string[]) => groups.map((group, index) => at(20, 60 + 19 * index, group, 14));
    for (const [place, network, ...groups] of [
      [apart, 'elo', '5067', '3100', '0000', '0010'],
      [below, 'elo', '5067', '3100', '0000', '0010'],
      [below, 'elo', '5067 3100', '0000 0010'],
      [below, 'amex', '3714', '495482', '03637'],
      [below, 'diners', '3056', '934646', '6855'],
      [below, 'discover', '6011 0012', '1670 6160'],
    ] as const)
      expect(await valuesOf(recognised([...place(groups), at(60, 200, 'VALID THRU 11/26')]))).toEqual({
        ...{ number: groups.join('').replaceAll(' ', ''), network },
        ...{ expiry_month: '11', expiry_year: '2026' },
      });
  });

  test('lines of another size, or apart, are no part of its number', async () => {
    const below = ['3056', '934646'].map((group, index) => at(20, 60 + 18 * index, group, 14));
    expect(await documentOf([...below, at(20, 96, '6855', 8), at(20, 130, 'VALID THRU 11/26')])).toBeNull();
    expect(await documentOf([...below, at(20, 196, '6855', 14), at(20, 230, 'VALID THRU 11/26')])).toBeNull();
  });

  test('numbers side by side in the cells of a form are none of a card, though they pass its check digit', async () => {
    const form = printed(
      'Ramal   CEP         Número do pedido   Forma de pagamento\n62      31808-302   605347             Cartão de crédito',
    );
    expect(await documentOf(form)).toBeNull();
    const embossed = [...VISA].map((digit, index) => at(20 + 16 * index, 100, digit, 16));
    expect(await valuesOf([...embossed, at(60, 130, 'VALID THRU 11/26')])).toMatchObject({ number: VISA });
  });

  test('groups of another order are another number, although the check digit agrees', async () => {
    const slanting = ['3530', '1132', '4237', '4761'].map((group, index) =>
      at(20 + 70 * index, 108 - 7 * index, group, 12),
    );
    expect(await documentOf([...slanting, at(20, 150, 'VALID THRU 12/29')])).toBeNull();
  });

  test('is recognised by its number and its month, without words', async () => {
    expect((await documentOf([at(20, 100, grouped(VISA), 16), at(60, 125, '12/29')]))?.documentType.id).toBe(
      'cartao-pagamento',
    );
    expect(await documentOf([at(20, 100, grouped(VISA), 16)])).toBeNull();
    expect((await documentOf([at(20, 100, grouped(VISA), 16)], ['type=cartao-pagamento']))?.documentType.id).toBe(
      'cartao-pagamento',
    );
  });

  test('the later of two months is when it expires', async () => {
    expect(await valuesOf(card(grouped(VISA), 'VALID FROM 05/21 THRU 04/26'))).toMatchObject({
      expiry_month: '04',
      expiry_year: '2026',
    });
  });

  test('a month with the label of a beginning is not the expiry', async () => {
    const dates = (...pairs: [string, string][]) =>
      pairs.flatMap(([label, date], index) => [at(20 + 70 * index, 120, label, 5), at(20 + 70 * index, 131, date, 9)]);
    const ends = async (...pairs: [string, string][]) =>
      valuesOf([at(20, 100, grouped(VISA), 16), ...dates(...pairs)], ['type=cartao-pagamento']);
    expect(await ends(['MEMBRO DESDE', '12/19'], ['VÁLIDO ATÉ', '04/33'])).toMatchObject({
      expiry_month: '04',
      expiry_year: '2033',
    });
    expect(await ends(['VALID FROM', '02/21'])).toEqual({ number: VISA, network: 'visa' });
  });

  test('a month printed letter by letter is one', async () => {
    const letters = [...'04/29'].map((letter, index) => at(60 + 9 * index, 125, letter));
    expect(await valuesOf([at(20, 100, grouped(VISA), 16), at(20, 125, 'THRU'), ...letters])).toMatchObject({
      expiry_month: '04',
      expiry_year: '2029',
    });
  });

  test('a month that two readings differ about is null, one that only one of them has is taken', async () => {
    const items = recognised(card(grouped(VISA)));
    const withSecondReading = async (...dates: TextItem[]) =>
      (await classify(pageOf(items, { digits: async () => dates }), []))?.fields?.slice(2).map(({ value }) => value);
    expect(await withSecondReading(at(114, 125, '12/28'))).toEqual([null, null]);
    expect(await withSecondReading(at(20, 180, '11/19'))).toEqual(['12', '2029']);
  });

  test('a number that its check digit disproves is none, and a letter is a digit only if the check digit agrees', async () => {
    expect(await documentOf(card('4111 1111 1111 1112'))).toBeNull();
    expect(await valuesOf(recognised(card('4l11 1111 11I1 1111')))).toMatchObject({ number: VISA });
    expect(await documentOf(recognised(card('4l11 1111 11I1 1112')))).toBeNull();
  });

  test('a number that two readings differ about is null', async () => {
    const items = recognised(card(grouped(VISA)));
    const other = withLuhn('411111111111112');
    const digits = async () => [at(20, 100, grouped(other), 16)];
    const document = await classify(pageOf(items, { digits }), []);
    expect(document?.fields?.map(({ value }) => value)).toEqual([null, null, '12', '2029']);
  });

  test('digits of an IBAN are no card number', async () => {
    for (const iban of ['DE81 5843 7201 8717 1130 13', 'DE81584372018717113013', 'ES91 2100 4111 1111 1111 1111'])
      expect(await documentOf(printed(`Rechnungsdatum: 24.09.2022\n\nIBAN: ${iban}\n\nZahlbar bis 12/29`))).toBeNull();
  });

  test('a page that mentions a card number is no card', async () => {
    const lines = Array.from({ length: 12 }, (_, index) =>
      at(20, 20 * index, 'Cobrança mensal no cartão de crédito Visa, fatura que vence'),
    );
    expect(await documentOf([...lines, at(20, 400, grouped(VISA)), at(20, 420, '12/29')])).toBeNull();
  });
});

describe('tags of a request', () => {
  const licence = printed('CARTEIRANACIONALDEHABILITACAO\n\nNOME\nMARIA EXEMPLO\n\nVALIDADE\n01/06/2033');
  const typeWith = async (...tags: string[]) => (await documentOf(licence, tags))?.documentType.id ?? null;

  test('are patterns that the type must match whole', async () => {
    const types = (...tags: string[]) => Promise.all(tags.map((tag) => typeWith(tag)));
    const right = [
      'type=carteira-.*',
      'type=CARTEIRA-HABILITACAO',
      'std-type=driver-(licen[cs]e|permit)',
      'id=bra-\\w+',
    ];
    expect(new Set(await types(...right, 'country=(?:bra|arg)', 'model=anything'))).toEqual(new Set(['bra-cnh']));
    const wrong = ['type=carteira', 'std-type=.*-document', 'id=arg-.*', 'country=b', 'type=('];
    expect(new Set(await types(...wrong))).toEqual(new Set([null]));
  });

  test('one of several values of a key is enough, and every key must agree', async () => {
    expect(await typeWith('type=passaporte', 'type=carteira-habilitacao')).toBe('bra-cnh');
    expect(await typeWith('type=carteira-habilitacao', 'country=arg')).toBeNull();
  });

  test('less evidence is enough for a type that the request names', async () => {
    const poor = [at(0, 0, 'CARTEIRA NACIONAL DE HABILITAÇÃO')];
    expect(await documentOf(poor)).toBeNull();
    expect((await documentOf(poor, ['std-type=driver-licence']))?.documentType.id).toBe('bra-cnh');
    expect(await documentOf(poor, ['country=bra'])).toBeNull();
  });
});
