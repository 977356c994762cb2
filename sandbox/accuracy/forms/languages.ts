import { textList } from '../../reader/src/text/pattern.ts';
import { dayBetween, dayIn, monthsIn, two } from '../synthetic/dates.ts';
import { inFours } from '../synthetic/invoices.ts';
import { amountIn, elevens, ibanOf, weighted, withLuhn } from '../synthetic/numbers.ts';
import type { Random } from '../synthetic/random.ts';
import { wordLists } from '../templates.ts';
import type { Value } from './sheet.ts';

type Words =
  | ('invoice' | 'receipt' | 'number' | 'date' | 'due' | 'customer' | 'order' | 'to' | 'subtotal' | 'tax' | 'total')
  | ('paid' | 'change' | 'discount' | 'taxNumber' | 'items' | 'companies' | 'people' | 'thanks' | 'currency')
  | ('dates' | 'months');
type Texts = 'street' | 'city' | 'amounts';

/** What an invoice or receipt says in one language, and how it prints amounts (1.234,56) and dates (as `dayIn` has them). */
export type Language = Record<Words, string[]> & Record<Texts, string> & { columns: string[][] };

/** `columns`: what each may be called, `Item | Description / Quantity`. */
const language =
  (code: string) =>
  ([texts = '']: TemplateStringsArray): Language => {
    const { street, city, amounts, columns, ...words } = wordLists<Words | Texts | 'columns'>(texts);
    return {
      ...words,
      ...{ street: street.join(), city: city.join(), amounts: amounts.join() },
      months: monthsIn(code),
      columns: columns.join(' | ').split(' / ').map(textList),
    };
  };

export const LANGUAGES: Record<string, Language> = {
  pt: language('pt')`
    invoice = Fatura | FATURA; receipt = Recibo | FATURA SIMPLIFICADA; number = N.º da fatura | Número | Fatura n.º;
    date = Data | Data de emissão | Data da fatura; due = Vencimento | Data de vencimento | Data limite de pagamento;
    customer = N.º de cliente | Cliente n.º; order = Encomenda | V/ Ref.; to = Faturar a | Cliente | Exmo.(s) Sr.(s);
    columns = Descrição / Qtd. | Quantidade / Preço unitário | Preço / Total | Valor; subtotal = Subtotal |
    Total ilíquido; tax = IVA (23%) | IVA 23% | IVA; total = Total | Total a pagar | TOTAL; paid = Numerário |
    Multibanco; change = Troco; discount = Desconto; taxNumber = NIF | NIF do cliente | Contribuinte;
    items = Consultoria | Papel A4 | Manutenção | Café em grão | Cadeira de escritório;
    companies = Oficina Modelo, Lda. | Papelaria Amostra, S.A. | Exemplo & Filhos, Lda.; people = Maria Exemplo |
    João Amostra Teste; street = Rua do Modelo; city = 1200-001 Lisboa; thanks = Obrigado pela sua preferência. |
    Processado por programa certificado; currency = €; amounts = 1.234,56; dates = DD/MM/YYYY | YYYY-MM-DD
  `,
  en: language('en')`
    invoice = Invoice | INVOICE | Tax Invoice; receipt = RECEIPT | Receipt; number = Invoice number | Invoice no. |
    Invoice # | Invoice ID | Number; date = Date | Invoice date | Issue date | Date of issue | Issued;
    due = Due date | Payment due | Due | Date due | Pay by; customer = Customer no. | Account number | Client ID;
    order = PO number | Order no. | Your reference; to = Bill to | Billed to | Invoice to | Ship to;
    columns = Description | Item / Qty | Quantity | Hours / Unit price | Rate | Price / Amount | Line total;
    subtotal = Subtotal | Sub total | Net amount; tax = VAT (20%) | VAT 20% | VAT | Sales tax; total = Total |
    Total due | Amount due | Balance due | Grand total | TOTAL; paid = Cash | Card | Amount paid; change = Change;
    discount = Discount; taxNumber = VAT no. | VAT number | VAT Reg No | Tax ID; items = Consulting services |
    Paper A4 | Maintenance | Website design | Office chair | Logo redesign; companies = Sample Works Ltd |
    Example Trading LLC | Specimen & Sons Inc.; people = Jane Sample | Robert T. Example; street = Example Street;
    city = London W1A 1AA; thanks = Thank you for your business! | Payment is due within 30 days.; currency = £ | $ |
    €; amounts = 1,234.56; dates = D MMMM YYYY | MMMM D, YYYY | MMM D, YYYY | YYYY-MM-DD
  `,
  es: language('es')`
    invoice = Factura | FACTURA; receipt = TICKET | Recibo; number = Número de factura | Factura n.º | Nº factura |
    Núm. factura; date = Fecha | Fecha de emisión | Fecha de factura | Fecha de expedición; due = Vencimiento |
    Fecha de vencimiento | Fecha límite; customer = Código de cliente | N.º cliente; order = Pedido | Su referencia;
    to = Facturar a | Cliente | Datos del cliente; columns = Descripción | Concepto / Cantidad |
    Uds. / Precio unitario | Precio / Importe | Total; subtotal = Base imponible | Subtotal; tax = IVA (21%) |
    IVA 21% | IVA; total = Total | Total factura | Total a pagar | TOTAL; paid = Efectivo | Tarjeta; change = Cambio;
    discount = Descuento; taxNumber = NIF | CIF; items = Consultoría | Papel A4 | Mantenimiento | Café molido |
    Silla de oficina; companies = Talleres Ejemplo, S.L. | Papelería Muestra, S.A. | Modelo e Hijos, S.L.U.;
    people = María Ejemplo Muestra | José Modelo; street = Calle del Ejemplo; city = 28001 Madrid;
    thanks = Gracias por su confianza. | Gracias por su visita; currency = €; amounts = 1.234,56; dates = DD/MM/YYYY |
    D de MMMM de YYYY | DD-MM-YYYY
  `,
  fr: language('fr')`
    invoice = Facture | FACTURE; receipt = TICKET | Reçu; number = Numéro de facture | Facture n° | N° de facture |
    Réf. facture; date = Date | Date d'émission | Date de facturation | Date de la facture; due = Échéance |
    Date d'échéance | À régler avant le; customer = N° client | Code client; order = Commande | Votre référence;
    to = Facturé à | Client | Adresse de facturation; columns = Désignation | Description / Qté |
    Quantité / Prix unitaire HT | P.U. HT / Montant HT | Total HT; subtotal = Total HT | Sous-total; tax = TVA (20%) |
    TVA 20 % | TVA; total = Total TTC | Net à payer | Montant dû; paid = Espèces | Carte bancaire; change = Rendu;
    discount = Remise; taxNumber = N° TVA | TVA intracommunautaire | N° TVA intracom.; items = Conseil | Papier A4 |
    Entretien | Café moulu | Chaise de bureau; companies = Atelier Exemple SARL | Papeterie Modèle SAS |
    Échantillon et Fils; people = Marie Exemple | Jean-Luc Modèle; street = rue de l'Exemple; city = 75001 Paris;
    thanks = Merci de votre confiance. | Merci de votre visite; currency = €; amounts = 1 234,56; dates = DD/MM/YYYY |
    D MMMM YYYY
  `,
  de: language('de')`
    invoice = Rechnung | RECHNUNG; receipt = QUITTUNG | Rechnung; number = Rechnungsnummer | Rechnungs-Nr. |
    Rechnung Nr. | Rechnungsnr.; date = Datum | Rechnungsdatum | Ausstellungsdatum; due = Fällig am | Zahlbar bis |
    Fälligkeitsdatum | Zahlungsziel; customer = Kundennummer | Kunden-Nr.; order = Bestellnummer | Ihr Zeichen |
    Auftragsnummer; to = Rechnung an | Kunde | Rechnungsempfänger; columns = Beschreibung | Bezeichnung |
    Leistung / Menge | Anzahl / Einzelpreis | Preis / Gesamtpreis | Betrag | Summe; subtotal = Zwischensumme |
    Nettobetrag | Summe netto; tax = MwSt. (19%) | USt. 19 % | zzgl. 19% MwSt. | Umsatzsteuer 19%;
    total = Gesamtbetrag | Rechnungsbetrag | Summe | Bruttobetrag; paid = Bar | Girocard; change = Rückgeld;
    discount = Rabatt; taxNumber = USt-IdNr. | USt-ID; items = Beratung | Papier A4 | Wartung | Kaffee gemahlen |
    Bürostuhl; companies = Muster Werkstatt GmbH | Beispiel Handels AG | Probe & Söhne KG; people = Erika Muster |
    Hans-Peter Beispiel; street = Musterstraße; city = 10115 Berlin; thanks = Vielen Dank für Ihren Auftrag. |
    Vielen Dank für Ihren Einkauf; currency = €; amounts = 1.234,56; dates = DD.MM.YYYY | D. MMMM YYYY
  `,
};

/** An amount with its currency before or behind it. */
export function priced({ amounts }: Language, currency: string, cents: number, style: CurrencyStyle): Value {
  const printed = amountIn(cents / 100, amounts);
  const ways = { none: printed, before: `${currency}${printed}`, behind: `${printed} ${currency}` };
  return { printed: ways[style], value: (cents / 100).toFixed(2) };
}

export type CurrencyStyle = 'before' | 'behind' | 'none';

/** A day by chance, printed as the language prints it. */
export function someDay({ dates, months }: Language, random: Random): Value {
  const value = dayBetween(random, 2022, 2026);
  return { printed: dayIn(random.pick(dates), value, months), value };
}

/** Tax numbers with right check digits, as the countries of these languages have them. */
const TAX_NUMBERS: Record<string, (random: Random) => Value> = {
  pt: (random) => {
    const base = `5${random.digits(7)}`;
    const number = base + elevens(base, [9, 8, 7, 6, 5, 4, 3, 2]);
    return { printed: random.pick([number, `PT${number}`]), value: `PT${number}` };
  },
  es: (random) => {
    const number = `B${withLuhn(random.digits(7))}`;
    return { printed: number, value: `ES${number}` };
  },
  fr: (random) => {
    const siren = withLuhn(`${random.whole(3, 8)}${random.digits(7)}`);
    const key = two((12 + 3 * (Number(siren) % 97)) % 97);
    return { printed: `FR ${key} ${siren.replace(/(\d{3})(?=\d)/g, '$1 ')}`, value: `FR${key}${siren}` };
  },
  de: (random) => {
    const base = `${random.whole(1, 9)}${random.digits(7)}`;
    let product = 10;
    for (const digit of base) {
      const sum = (Number(digit) + product) % 10 || 10;
      product = (2 * sum) % 11;
    }
    const number = `DE${base}${(11 - product) % 10}`;
    return { printed: number, value: number };
  },
  en: (random) => {
    // From 949 on some numbers are not given out.
    const base = `${random.whole(1, 8)}${random.digits(6)}`;
    const check = two(97 - (weighted(base, [8, 7, 6, 5, 4, 3, 2]) % 97));
    return { printed: `GB ${base.slice(0, 3)} ${base.slice(3)} ${check}`, value: `GB${base}${check}` };
  },
};

export const taxNumber = (code: string, random: Random): Value =>
  (TAX_NUMBERS[code] as (typeof TAX_NUMBERS)[string])(random);

/** Of each language the country, the letters of a bank, and how many digits follow. */
const ACCOUNTS = wordLists(`
  pt = PT | | 21; en = GB | NWBK | 14; es = ES | | 20; fr = FR | | 23; de = DE | | 18
`);

export function iban(code: string, random: Random): Value {
  const [country = '', bank = '', digits] = ACCOUNTS[code] ?? [];
  const value = ibanOf(country, bank + random.digits(Number(digits)));
  return { printed: inFours(value), value };
}
