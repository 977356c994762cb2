import { describe, expect, test } from '@jest/globals';
import { vatNumbersIn } from '../../../sandbox/reader/src/documents/invoice/vatNumbers.ts';
import { pageFields } from '../../../sandbox/reader/src/documents/values/namedFields.ts';
import { readLayout } from '../../../sandbox/reader/src/layout/layout.ts';
import { type PageReading, type TextItem, unreadPage } from '../../../sandbox/reader/src/reading.ts';
import { parseAmount } from '../../../sandbox/reader/src/text/amounts.ts';
import { languageOf } from '../../../sandbox/reader/src/text/language.ts';
import { dateOrderOf, parseDate } from '../../../sandbox/reader/src/text/dates.ts';
import { identifier } from '../../../sandbox/reader/src/text/naming.ts';
import { ibansIn, parseIban } from '../../../sandbox/reader/src/text/iban.ts';
import { expectReadings, expectSaid, printed, rulesIn } from './printedPages.ts';

/** A page of unknown type; its lines are far from each other. */
function pageFieldsOf(items: TextItem[], source: PageReading['source']) {
  return pageFields({ ...unreadPage(1), ...readLayout(items, 1), source }).fields;
}

/** Its fields; what could not be read is left out. */
const fieldsOf = (items: TextItem[], source: PageReading['source'] = 'text-layer'): Record<string, string> =>
  Object.fromEntries(pageFieldsOf(items, source).flatMap(({ name, value }) => (value === null ? [] : [[name, value]])));

test('an IBAN is right by its check digits and the length of its country', () => {
  expectReadings(
    `DE89 3704 0044 0532 0130 00 = DE89370400440532013000
    GB82WEST12345698765432 = GB82WEST12345698765432
    FR14 2004 1010 0505 0001 3M02 606 = FR1420041010050500013M02606
    CH93 0076 2011 6238 5295 7 = CH9300762011623852957
    DE89 3704 0044 0532 0131 00 = –
    DE89 3704 0044 0532 0130 = –
    XX89 3704 0044 0532 0130 00 = –`,
    parseIban,
  );
  expectReadings(
    `Bank: IBAN DE89 3704 0044 0532 0130 00 BIC XXXXDEFF = DE89370400440532013000
    Bank: IBAN GB82WEST12345698765432 BIC XXXXDEFF = GB82WEST12345698765432
    Bank: IBAN FR14 2004 1010 0505 0001 3M02 606 BIC XXXXDEFF = FR1420041010050500013M02606
    IBAN ES91 2100 0418⏎4502 0005 1332⏎Gracias = ES9121000418450200051332
    NIF: PT511832079⏎FATURA SIMPLIFICADA = –
    DE89 3704 0044 0532 0131 00 = –
    XX89 3704 0044 0532 0130 00 = –`,
    ibansIn,
  );
});

test('a VAT number is right by its check digits, and no IBAN is one', () => {
  expectReadings(
    `DE136695976 = DE136695976
    DE136695977 = –
    FR 40 303 265 045 = FR40303265045
    FR 41 303 265 045 = –
    IT00743110157 = IT00743110157
    IT00743110158 = –
    GB 980 7806 84 = GB980780684
    GB 980 7806 85 = –
    BE 0428.759.497 = BE0428759497
    BE 0428.759.498 = –
    PT501964843 = PT501964843
    PT501964842 = –
    CHE-116.281.710 MWST = CHE116281710
    CHE-116.281.711 MWST = –
    ATU12345675 = ATU12345675
    ATU12345676 = –
    NL 8104.33.941.B01 = NL810433941B01
    NL 8104.33.942.B01 = –
    PL 526-025-02-74 = PL5260250274
    PL 526-025-02-75 = –
    IE6388047V = IE6388047V
    IE6388047W = –
    FR14 2004 1010 0505 0001 3M02 606 = –
    DE89 3704 0044 0532 0130 00 = –
    BE68 5390 0754 7034 = –`,
    vatNumbersIn,
  );
});

test('a tax number of Spain or Portugal needs no letters of its country behind its label', () => {
  expectReadings(
    `Tel. 912 000 000 ES-B12345674 Madrid = ESB12345674
    Tel. 912 000 000 NIF: B-12345674 Madrid = ESB12345674
    Tel. 912 000 000 CIF Q2345678C Madrid = ESQ2345678C
    Tel. 912 000 000 N.I.F.: 12345678Z Madrid = ES12345678Z
    Tel. 912 000 000 NIF X1234567L Madrid = ESX1234567L
    NIF: 501964843 = PT501964843
    Contribuinte n.º 501 964 843 = PT501964843
    ESB12345675 = –
    NIF: B-12345676 = –
    CIF Q23456783 = –
    N.I.F.: 12345678A = –
    NIF Y1234567L = –
    NIF: 501964842 = –
    Ref. B12345674 = –
    Ref. Q2345678C = –
    Ref. 12345678Z = –
    Ref. X1234567L = –
    Ref. 501964843 = –`,
    vatNumbersIn,
  );
});

test('an amount with its currency is read if it is plain', () => {
  expectReadings(
    `1 234,56 € = 1234.56
    1\u202f234,56 € = 1234.56
    1.234,56 EUR = 1234.56
    CHF 1'234.50 = 1234.50
    (1'234.50) = -1234.50
    BRL 1 234,50 = 1234.50
    £1,234.50 = 1234.50
    -18.80 € = -18.80
    € −18.80 = -18.80
    18,80- € = -18.80
    (5,00 €) = -5.00
    R$ (5,00) = -5.00
    1 234,56 = –
    18.80 - = –
    1.234 € = –
    1,23,456.00 € = –
    12 34,56 € = –
    -(5,00 €) = –
    -5,00- € = –
    R$ 1 234,56 = –
    2% (R$ 24,68) = –
    (24,68) 2% = –`,
    parseAmount,
  );
});

describe('a date', () => {
  test('is read in several languages', () => {
    expectReadings(
      `15 mars 2024 = 2024-03-15
      1er août 2024 = 2024-08-01
      15 de marzo de 2024 = 2024-03-15
      12. Januar 2024 = 2024-01-12
      3. März 2024 = 2024-03-03
      31. Juni 2024 = –
      8-9-2022 = 2022-09-08
      3.4.2024 = 2024-04-03
      29 maart 2014 = 2014-03-29
      2 luglio 2015 = 2015-07-02
      August 3 , 2014 = 2014-08-03`,
      parseDate,
    );
  });

  test('has the order of the other dates and of the currency', () => {
    expectReadings(
      `Date 03/25/2024, due 04/05/2024, $ 5.00 = monthFirst
      Date 25/03/2024, due 04/05/2024, $ 5.00 = dayFirst
      Date 03/04/2024, due 04/05/2024, $ 5.00 = unknown
      Date 03/04/2024, due 04/05/2024, £ 5.00 = dayFirst
      Date 03/25/2024, due 04/05/2024, £ 5.00 = unknown
      Data 03/25/2024, vencimento 04/05/2024, R$ 5,00 = dayFirst
      Data 03/04/2024, vencimento 04/05/2024, R $ 5,00 = dayFirst`,
      dateOrderOf,
    );
  });
});

const INVOICES = `
#24 what stands without a label of its own has a name
Rechnung Nr. 4711
UID CHE-116.281.710 MWST
IBAN CH93 0076 2011 6238 5295 7
= invoice_number: 4711 | vat_number: CHE116281710 | iban: CH9300762011623852957

#24 a title has its number and its date
Facture n°562044387 du 02 Juillet 2015
Some text
= invoice_number: 562044387 | invoice_date: 2015-07-02
Rechnung Nr. 4711 vom 3. März 2024
Some text
= invoice_number: 4711 | invoice_date: 2024-03-03
Handelsrechnung (380) Nr. R18-31 vom 03.10.2018
Some text
= invoice_number: R18-31 | invoice_date: 2018-10-03
Rechnung # RE-20150613/503 von 13.06.2015
Some text
= invoice_number: RE-20150613/503 | invoice_date: 2015-06-13
Invoice # RE-20190610/507 issued at 2019-06-10
Some text
= invoice_number: RE-20190610/507 | invoice_date: 2019-06-10
Rechnungskorrektur Nr. RK21012345 vom
16.09.2018
Some text
= invoice_number: RK21012345 | invoice_date: 2018-09-16
Invoice INV/2023/03/0008
Some text
= invoice_number: INV/2023/03/0008
Factuur FA-20240017
Some text
= invoice_number: FA-20240017
Avoir AV-2017-0005
Some text
= invoice_number: AV-2017-0005
Credit note no. 77
Some text
= invoice_number: 77
INVOICE
 # 10077
Some text
= invoice_number: 10077

#24 a title of words has no number, nor that of what it refers to
Invoice details
Facture du 02 Juillet 2015
= invoice_date: 2015-07-02
Gutschrift zur Rechnung Nr. 4711 vom 3. März 2024
=
Invoice for order no. 123
=
Rechnung
Berechnung Nr. 5 vom 3. März 2024
=

#24 printed labels stay; IBAN and VAT number have names of their own besides
FACTURE
TVA: FR 40 303265045
IBAN: FR14 2004 1010 0505 0001 3M02 606
= tva: FR 40 303265045 | vat_number: FR40303265045 | iban: FR1420041010050500013M02606

#24 names of fields are without the letters of its language
RECHNUNG
Straße: Weg 5
Größe: 12 cm
= strasse: Weg 5 | grosse: 12 cm
FACTURE
Œuvre: Le lac
= oeuvre: Le lac

#24 of two accounts or tax numbers it has none, nor where one of them fails its check
INVOICE
IBAN CH93 0076 2011 6238 5295 7
IBAN DE89 3704 0044 0532 0130 00
VAT DE136695976
VAT PT501964843
=
Gutschrift
Aussteller DE136695976
Lieferant DE123456789
=

#24 a letter without such a title gets nothing added
Dear Sir
our account is DE89 3704 0044 0532 0130 00
=

#24 a date begins with the month where another one of the page proves it, and is left as printed where nothing does
INVOICE
Date: 3/25/2024
Due: 04/05/2024
+ date: 2024-03-25 | due: 2024-04-05
INVOICE
Date: 03/04/2024
Total: $5.00
+ date: 03/04/2024

#24 who sells, and the bank, are read of an English one: by its letterhead, a label, and where no company is before the buyer
Fabrikam Limited
1 Station Road, Reading
INVOICE
Customer: Contoso Ltd
Please pay by SWIFT WESTGB2LXXX today
+ seller: Fabrikam Limited | bic: WESTGB2LXXX
Invoice
Sold by: Penguin Books Limited
BIC/SWIFT code: NWBKGB2L
+ sold_by: Penguin Books Limited | bic_swift_code: NWBKGB2L
- seller:
Invoice
Bill to
Contoso Ltd
Swift NWBKGB2L
+ bic: NWBKGB2L
- seller:

# its number is no value of another label, below it, beside it or below its value, however tightly it is set
Green Supplies Ltd
Buyer:
Invoice # 7781
Contoso LLC
Total: 100.00
= seller: Green Supplies Ltd | invoice_number: 7781 | total: 100.00
Green Supplies Ltd
Buyer:          Invoice # 7781
Contoso LLC
Total: 100.00
= seller: Green Supplies Ltd | buyer: Contoso LLC | invoice_number: 7781 | total: 100.00
Green Supplies Ltd
Buyer: Contoso LLC
Invoice No 7781
Total: 100.00
= seller: Green Supplies Ltd | buyer: Contoso LLC | invoice_number: 7781 | total: 100.00

#14 its number is not what begins the line below its label, in another column
Facture




Date                      N° client                                     Facture n°
24/06/2022                97879                                         F56596
= date: 2022-06-24 | no_client: 97879 | facture_no: F56596

#24 the rate of a tax belongs to its label, however it is written
${['VAT (20%)', 'VAT 20%', 'VAT @ 20%', 'VAT (20% on £550.00)']
  .map(
    (label) => `INVOICE
Subtotal: £550.00
${label}: £110.00
Total due: £660.00
+ subtotal: 550.00 | total_due: 660.00 | ${identifier(label)}: 110.00
`,
  )
  .join('')}
#24 an amount in a text layer is as it is printed
Subtotal: 90.11
Discount: -13 63
Total: 76.48
+ discount: -13 63
`;

const RECOGNISED = `
#24 of two tax numbers the one is taken that its check digits prove
Gutschrift
Aussteller DE136695976
Lieferant DE123456789
= vat_number: DE136695976

#24 there is no IBAN that fails its check, and no number that nothing checks
Invoice No 4711
IBAN: DE89 3704 0044 0532 0131 00
=
Invoice No 4711
IBAN DE89 3704 0044 0532 0130 00
= iban: DE89370400440532013000

#24 an amount has its decimal point where a sum needs it
Subtotal: 90.11
Discount: -13 63
Total: 76.48
+ discount: -13.63
Subtotal: 90.11
Discount: -13 64
Total: 76.48
+ discount: -13 64
`;

describe('of an invoice of another country', () => {
  test.each(rulesIn(INVOICES))('%s', (_, pages) => pages.forEach((page) => expectSaid(page, fieldsOf(page.items))));
  test.each(rulesIn(RECOGNISED))('in a picture, %s', (_, pages) =>
    pages.forEach((page) => expectSaid(page, fieldsOf(page.items, 'ocr'))),
  );
});

test('a language is known by its small words', () => {
  expectReadings(
    `Rechnung vom 3. März, zahlbar bis zum 4. Mai mit dem Betrag = deu
    Facture du 2 juillet, le montant avec les frais de la livraison = fra
    Factura del 2 de julio, el importe con los gastos de la entrega = spa
    Fattura del 2 luglio, il nome della ditta e la data = ita
    Nota de 2 de julho, o valor da compra e os dados do cliente = por
    Invoice of July 2, the amount to pay and the name of the client = eng
    Total 12,00 = –`,
    languageOf,
  );
});

describe('an amount that was recognised', () => {
  const scoresOf = (rows: string[], source: PageReading['source'] = 'ocr') =>
    new Map(pageFieldsOf(printed(rows.join('\n'), 24), source).map(({ name, score }) => [name, score ?? 0]));

  test('is sure where it is a part of a sum of the amounts beside it', () => {
    const added = scoresOf(['Subtotal: 41,20', 'IVA: 9,48', 'Total: 50,68']);
    expect([...added.values()].every((score) => score >= 0.9)).toBe(true);
    const items = scoresOf(['Bread: 3.10', 'Tea: 4.25', 'Discount: -1.00', 'Total: 6.35']);
    expect([...items.values()].every((score) => score >= 0.9)).toBe(true);
  });

  test('is not sure where the sum does not agree or nothing is added up', () => {
    const misread = scoresOf(['Subtotal: 41,20', 'IVA: 9,48', 'Total: 56,68']);
    expect([...misread.values()].every((score) => score < 0.9)).toBe(true);
    expect(scoresOf(['Total: 9.60']).get('total')).toBeLessThan(0.9);
  });

  test('is sure where it is printed twice, and all are in a text layer', () => {
    const twice = scoresOf(['Total: 12.30', 'Card: 12.30', 'Tip: 4.00']);
    expect([...twice]).toEqual([
      ['total', 0.99],
      ['card', 0.99],
      ['tip', 0.85],
    ]);
    expect(scoresOf(['Total: 9.60'], 'text-layer').get('total')).toBeGreaterThan(0.9);
  });
});
