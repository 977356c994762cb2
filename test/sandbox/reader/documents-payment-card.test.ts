import { describe, expect, test } from '@jest/globals';
import { withLuhn } from '../../../sandbox/accuracy/synthetic/numbers.ts';
import type { TextItem } from '../../../sandbox/reader/src/reading.ts';
import { pageOf, recognised, typeOf, valuesOf } from './pageOfItems.ts';
import { printed } from './printedPages.ts';
import { classify } from '../../../sandbox/reader/src/documents/classify.ts';

const VISA = '4111111111111111';
const grouped = (number: string) => number.match(/.{1,4}/g)?.join(' ') ?? '';

const card = (number: string, expiry = 'VALID THRU 12/29') =>
  printed(`BANCO EXEMPLO



^${number}^

    ${expiry}

MARIA E SILVA`);

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

  test.each([
    ['elo', '^5067^          ^3100^          ^0000^          ^0010^'],
    ['elo', '^5067^\n^3100^\n^0000^\n^0010^'],
    ['elo', '^5067 3100^\n^0000 0010^'],
    ['amex', '^3714^\n^495482^\n^03637^'],
    ['diners', '^3056^\n^934646^\n^6855^'],
    ['discover', '^6011 0012^\n^1670 6160^'],
  ])(
    'has its number in groups, apart or one below the other, whatever their lengths: %s %j',
    async (network, groups) => {
      const number = groups.replace(/\D/g, '');
      expect(await valuesOf(recognised(printed(`${groups}\n\n\n\n    VALID THRU 11/26`, 19)))).toEqual({
        ...{ number, network, expiry_month: '11', expiry_year: '2026' },
      });
    },
  );

  test.each<[why: string, page: string, pitch?: number]>([
    ['lines of another size', '^3056^\n^934646^\n~6855~\n\nVALID THRU 11/26'],
    ['lines apart', '^3056^\n^934646^\n\n\n\n\n\n\n^6855^\n\nVALID THRU 11/26'],
    [
      'cells of a form side by side',
      `Ramal   CEP         Número do pedido   Forma de pagamento
62      31808-302   605347             Cartão de crédito`,
    ],
    [
      'groups in another order, since they slant',
      `                                          ^4761^
                            ^4237^
              ^1132^
^3530^





VALID THRU 12/29`,
      7,
    ],
    ['a number that its check digit disproves', '^4111 1111 1111 1112^\n\nVALID THRU 12/29'],
    ['an IBAN', 'Rechnungsdatum: 24.09.2022\n\nIBAN: DE81 5843 7201 8717 1130 13\n\nZahlbar bis 12/29'],
    ['an IBAN without blanks', 'Rechnungsdatum: 24.09.2022\n\nIBAN: DE81584372018717113013\n\nZahlbar bis 12/29'],
    ['part of an IBAN', 'Rechnungsdatum: 24.09.2022\n\nIBAN: ES91 2100 4111 1111 1111 1111\n\nZahlbar bis 12/29'],
    [
      'a number that a page mentions',
      `${'Cobrança mensal no cartão de crédito Visa, fatura que vence\n'.repeat(12)}${grouped(VISA)}\n12/29`,
    ],
    ['a number without its month', `^${grouped(VISA)}^`],
  ])('%s: is none', async (_, page, pitch = 18) => {
    expect(await typeOf(printed(page, pitch))).toBeNull();
  });

  test('is recognised by its number and its month, without words, or by its number where the request says what it is', async () => {
    expect(await typeOf(printed(`^${grouped(VISA)}^\n\n    12/29`))).toBe('cartao-pagamento');
    expect(await typeOf(printed(`^${grouped(VISA)}^`), 'type=cartao-pagamento')).toBe('cartao-pagamento');
  });

  test.each([
    ['of two months the later one', 'VALID FROM 05/21 THRU 04/26', '04/2026'],
    ['not one whose label says a beginning', '~MEMBRO DESDE~  ~VÁLIDO ATÉ~\n12/19           04/33', '04/2033'],
    ['none if that is the only one', '~VALID FROM~\n02/21', undefined],
    ['one printed letter by letter', `THRU  ${[...'04/29'].map((letter) => `*${letter}*`).join(' ')}`, '04/2029'],
  ])('expires in a month, %s', async (_, dates, expiry) => {
    const page = printed(`^${grouped(VISA)}^\n\n${dates}`);
    const { expiry_month, expiry_year } = await valuesOf(page, ['type=cartao-pagamento']);
    expect(expiry_month && `${expiry_month}/${expiry_year}`).toBe(expiry);
  });

  test('its number may stand digit by digit, and a letter is a digit of it only if the check digit agrees', async () => {
    for (const number of [[...VISA].join('^ ^'), '4l11 1111 11I1 1111'])
      expect(await valuesOf(recognised(card(number)))).toMatchObject({ number: VISA });
    expect(await typeOf(recognised(card('4l11 1111 11I1 1112')))).toBeNull();
  });

  test('what two readings differ about is null, a month that only one of them has is taken', async () => {
    const items = recognised(card(grouped(VISA)));
    const [number, until] = items.filter(({ text }) => /\d/.test(text)) as [TextItem, TextItem];
    const withSecondReading = async (read: TextItem) =>
      (await classify(pageOf(items, { digits: async () => [read] }), []))?.fields?.map(({ value }) => value);
    const other = grouped(withLuhn('411111111111112'));
    expect(await withSecondReading({ ...number, text: other })).toEqual([null, null, '12', '2029']);
    expect(await withSecondReading({ ...until, text: '12/28', x: until.x + 55 })).toEqual([VISA, 'visa', null, null]);
    expect(await withSecondReading({ ...until, text: '11/19', y: until.y + 55 })).toEqual([VISA, 'visa', '12', '2029']);
  });
});

describe('tags of a request', () => {
  const licence = printed('CARTEIRANACIONALDEHABILITACAO\n\nNOME\nMARIA EXEMPLO\n\nVALIDADE\n01/06/2033');
  const typeWith = (...tags: string[]) => typeOf(licence, ...tags);

  test('are patterns that the type must match whole', async () => {
    const right = [
      'type=carteira-.*',
      'type=CARTEIRA-HABILITACAO',
      'std-type=driver-(licen[cs]e|permit)',
      'id=bra-\\w+',
    ];
    for (const tag of [...right, 'country=(?:bra|arg)', 'model=anything'])
      expect([tag, await typeWith(tag)]).toEqual([tag, 'bra-cnh']);
    for (const tag of ['type=carteira', 'std-type=.*-document', 'id=arg-.*', 'country=b', 'type=('])
      expect([tag, await typeWith(tag)]).toEqual([tag, null]);
  });

  test('one of several values of a key is enough, and every key must agree', async () => {
    expect(await typeWith('type=passaporte', 'type=carteira-habilitacao')).toBe('bra-cnh');
    expect(await typeWith('type=carteira-habilitacao', 'country=arg')).toBeNull();
  });

  test('less evidence is enough for a type that the request names', async () => {
    const poor = printed('CARTEIRA NACIONAL DE HABILITAÇÃO');
    expect([await typeOf(poor), await typeOf(poor, 'country=bra')]).toEqual([null, null]);
    expect(await typeOf(poor, 'std-type=driver-licence')).toBe('bra-cnh');
  });
});
