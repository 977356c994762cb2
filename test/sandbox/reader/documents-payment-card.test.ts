import { describe, expect, test } from '@jest/globals';
import { withLuhn } from '../../../sandbox/accuracy/synthetic/numbers.ts';
import type { TextItem } from '../../../sandbox/reader/src/reading.ts';
import { pageOf, recognised, typeOf, valuesOf } from './pageOfItems.ts';
import { expectSaid, printed, rulesIn } from './printedPages.ts';
import { classify } from '../../../sandbox/reader/src/documents/classify.ts';

const VISA = '4111111111111111';
const grouped = (number: string) => number.match(/.{1,4}/g)?.join(' ') ?? '';

const card = (number: string, expiry = 'VALID THRU 12/29') =>
  printed(`BANCO EXEMPLO



^${number}^

    ${expiry}

MARIA E SILVA`);

const UNTIL = `



    VALID THRU 11/26`;
const GROUPS = `
#19 apart
^5067^          ^3100^          ^0000^          ^0010^${UNTIL}
= number: 5067310000000010 | network: elo | expiry_month: 11 | expiry_year: 2026

#19 one below the other
^5067^
^3100^
^0000^
^0010^${UNTIL}
= number: 5067310000000010 | network: elo | expiry_month: 11 | expiry_year: 2026
^5067 3100^
^0000 0010^${UNTIL}
= number: 5067310000000010 | network: elo | expiry_month: 11 | expiry_year: 2026
^3714^
^495482^
^03637^${UNTIL}
= number: 371449548203637 | network: amex | expiry_month: 11 | expiry_year: 2026
^3056^
^934646^
^6855^${UNTIL}
= number: 30569346466855 | network: diners | expiry_month: 11 | expiry_year: 2026
^6011 0012^
^1670 6160^${UNTIL}
= number: 6011001216706160 | network: discover | expiry_month: 11 | expiry_year: 2026
`;

const MONTHS = `
# of two the later one
^${grouped(VISA)}^

VALID FROM 05/21 THRU 04/26
+ expiry_month: 04 | expiry_year: 2026

# not one whose label says a beginning
^${grouped(VISA)}^

~MEMBRO DESDE~  ~VÁLIDO ATÉ~
12/19           04/33
+ expiry_month: 04 | expiry_year: 2033

# none if that is the only one
^${grouped(VISA)}^

~VALID FROM~
02/21
- expiry_month:

# one printed letter by letter
^${grouped(VISA)}^

THRU  ${[...'04/29'].map((letter) => `*${letter}*`).join(' ')}
+ expiry_month: 04 | expiry_year: 2029
`;

const NONE = `
#18 lines of another size, or apart
^3056^
^934646^
~6855~

VALID THRU 12/29
=
^3056^
^934646^






^6855^

VALID THRU 12/29
=

#18 cells of a form side by side
Ramal   CEP         Número do pedido   Forma de pagamento
62      31808-302   605347             Cartão de crédito
=

#7 groups in another order, since they slant
                                          ^4761^
                            ^4237^
              ^1132^
^3530^





VALID THRU 12/29
=

#18 a number that its check digit disproves
^4111 1111 1111 1112^

VALID THRU 12/29
=

#18 an IBAN, with and without blanks, or a part of one
Rechnungsdatum: 24.09.2022

IBAN: DE81 5843 7201 8717 1130 13

Zahlbar bis 12/29
=
Rechnungsdatum: 24.09.2022

IBAN: DE81584372018717113013

Zahlbar bis 12/29
=
Rechnungsdatum: 24.09.2022

IBAN: ES91 2100 4111 1111 1111 1111

Zahlbar bis 12/29
=

#18 a number that a page mentions
${'Cobrança mensal no cartão de crédito Visa, fatura que vence\n'.repeat(12)}${grouped(VISA)}
12/29
=

#18 a number without its month
^${grouped(VISA)}^
=
`;

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

  test.each(rulesIn(GROUPS))('has its number in groups, whatever their lengths, %s', async (_, pages) => {
    for (const page of pages) expectSaid(page, await valuesOf(recognised(page.items)));
  });

  test.each(rulesIn(NONE))('%s: is none', async (_, pages) => {
    for (const { page, items } of pages) expect([page, await typeOf(items)]).toEqual([page, null]);
  });

  test('is recognised by its number and its month, without words, or by its number where the request says what it is', async () => {
    expect(await typeOf(printed(`^${grouped(VISA)}^\n\n    12/29`))).toBe('cartao-pagamento');
    expect(await typeOf(printed(`^${grouped(VISA)}^`), 'type=cartao-pagamento')).toBe('cartao-pagamento');
  });

  test.each(rulesIn(MONTHS))('expires in a month, %s', async (_, pages) => {
    for (const page of pages) expectSaid(page, await valuesOf(page.items, ['type=cartao-pagamento']));
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
