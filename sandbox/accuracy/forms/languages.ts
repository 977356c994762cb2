import { textList } from '../../reader/src/text/pattern.ts';
import type { Random } from '../synthetic/random.ts';
import type { Value } from './sheet.ts';
import { two } from './values.ts';

type Texts =
  | ('invoice' | 'receipt' | 'number' | 'date' | 'due' | 'customer' | 'order' | 'to' | 'subtotal' | 'tax' | 'total')
  | ('paid' | 'change' | 'discount' | 'taxNumber' | 'items' | 'companies' | 'people' | 'thanks' | 'currency');

/** What an invoice or receipt says in one language, and how it prints dates and amounts. */
export type Language = Record<Texts, string[]> & {
  columns: string[][];
  street: string;
  city: string;
  money(cents: number): string;
  day(year: number, month: number, day: number, random: Random): string;
};

const withPoints = (cents: number, thousands: string, decimal: string) => {
  const [whole = '', rest = ''] = (Math.abs(cents) / 100).toFixed(2).split('.');
  return `${cents < 0 ? '-' : ''}${whole.replace(/\B(?=(\d{3}){1,9}(?!\d))/g, thousands)}${decimal}${rest}`;
};
/** What each column may be called: `Item | Description / Quantity`. */
const columnsOf = (columns: string): string[][] => columns.split(' / ').map(textList);
const slashed = (year: number, month: number, day: number) => `${two(day)}/${two(month)}/${year}`;
const MONTHS = {
  en: 'January February March April May June July August September October November December'.split(' '),
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
};

export const LANGUAGES: Record<string, Language> = {
  pt: {
    invoice: ['Fatura', 'FATURA'],
    receipt: ['Recibo', 'FATURA SIMPLIFICADA'],
    number: ['N.º da fatura', 'Número', 'Fatura n.º'],
    date: ['Data', 'Data de emissão', 'Data da fatura'],
    due: ['Vencimento', 'Data de vencimento', 'Data limite de pagamento'],
    customer: ['N.º de cliente', 'Cliente n.º'],
    order: ['Encomenda', 'V/ Ref.'],
    to: ['Faturar a', 'Cliente', 'Exmo.(s) Sr.(s)'],
    columns: columnsOf('Descrição / Qtd. | Quantidade / Preço unitário | Preço / Total | Valor'),
    subtotal: ['Subtotal', 'Total ilíquido'],
    tax: ['IVA (23%)', 'IVA 23%', 'IVA'],
    total: ['Total', 'Total a pagar', 'TOTAL'],
    paid: ['Numerário', 'Multibanco'],
    change: ['Troco'],
    discount: ['Desconto'],
    taxNumber: ['NIF', 'NIF do cliente', 'Contribuinte'],
    items: ['Consultoria', 'Papel A4', 'Manutenção', 'Café em grão', 'Cadeira de escritório'],
    companies: ['Oficina Modelo, Lda.', 'Papelaria Amostra, S.A.', 'Exemplo & Filhos, Lda.'],
    people: ['Maria Exemplo', 'João Amostra Teste'],
    street: 'Rua do Modelo',
    city: '1200-001 Lisboa',
    thanks: ['Obrigado pela sua preferência.', 'Processado por programa certificado'],
    currency: ['€'],
    money: (cents) => withPoints(cents, '.', ','),
    day: (year, month, day, random) => random.pick([slashed(year, month, day), `${year}-${two(month)}-${two(day)}`]),
  },
  en: {
    invoice: ['Invoice', 'INVOICE', 'Tax Invoice'],
    receipt: ['RECEIPT', 'Receipt'],
    number: ['Invoice number', 'Invoice no.', 'Invoice #', 'Invoice ID', 'Number'],
    date: ['Date', 'Invoice date', 'Issue date', 'Date of issue', 'Issued'],
    due: ['Due date', 'Payment due', 'Due', 'Date due', 'Pay by'],
    customer: ['Customer no.', 'Account number', 'Client ID'],
    order: ['PO number', 'Order no.', 'Your reference'],
    to: ['Bill to', 'Billed to', 'Invoice to', 'Ship to'],
    columns: columnsOf('Description | Item / Qty | Quantity | Hours / Unit price | Rate | Price / Amount | Line total'),
    subtotal: ['Subtotal', 'Sub total', 'Net amount'],
    tax: ['VAT (20%)', 'VAT 20%', 'VAT', 'Sales tax'],
    total: ['Total', 'Total due', 'Amount due', 'Balance due', 'Grand total', 'TOTAL'],
    paid: ['Cash', 'Card', 'Amount paid'],
    change: ['Change'],
    discount: ['Discount'],
    taxNumber: ['VAT no.', 'VAT number', 'VAT Reg No', 'Tax ID'],
    items: ['Consulting services', 'Paper A4', 'Maintenance', 'Website design', 'Office chair', 'Logo redesign'],
    companies: ['Sample Works Ltd', 'Example Trading LLC', 'Specimen & Sons Inc.'],
    people: ['Jane Sample', 'Robert T. Example'],
    street: 'Example Street',
    city: 'London W1A 1AA',
    thanks: ['Thank you for your business!', 'Payment is due within 30 days.'],
    currency: ['£', '$', '€'],
    money: (cents) => withPoints(cents, ',', '.'),
    day: (year, month, day, random) =>
      random.pick([
        `${day} ${MONTHS.en[month - 1]} ${year}`,
        `${MONTHS.en[month - 1]} ${day}, ${year}`,
        `${MONTHS.en[month - 1]?.slice(0, 3)} ${day}, ${year}`,
        `${year}-${two(month)}-${two(day)}`,
      ]),
  },
  es: {
    invoice: ['Factura', 'FACTURA'],
    receipt: ['TICKET', 'Recibo'],
    number: ['Número de factura', 'Factura n.º', 'Nº factura', 'Núm. factura'],
    date: ['Fecha', 'Fecha de emisión', 'Fecha de factura', 'Fecha de expedición'],
    due: ['Vencimiento', 'Fecha de vencimiento', 'Fecha límite'],
    customer: ['Código de cliente', 'N.º cliente'],
    order: ['Pedido', 'Su referencia'],
    to: ['Facturar a', 'Cliente', 'Datos del cliente'],
    columns: columnsOf('Descripción | Concepto / Cantidad | Uds. / Precio unitario | Precio / Importe | Total'),
    subtotal: ['Base imponible', 'Subtotal'],
    tax: ['IVA (21%)', 'IVA 21%', 'IVA'],
    total: ['Total', 'Total factura', 'Total a pagar', 'TOTAL'],
    paid: ['Efectivo', 'Tarjeta'],
    change: ['Cambio'],
    discount: ['Descuento'],
    taxNumber: ['NIF', 'CIF'],
    items: ['Consultoría', 'Papel A4', 'Mantenimiento', 'Café molido', 'Silla de oficina'],
    companies: ['Talleres Ejemplo, S.L.', 'Papelería Muestra, S.A.', 'Modelo e Hijos, S.L.U.'],
    people: ['María Ejemplo Muestra', 'José Modelo'],
    street: 'Calle del Ejemplo',
    city: '28001 Madrid',
    thanks: ['Gracias por su confianza.', 'Gracias por su visita'],
    currency: ['€'],
    money: (cents) => withPoints(cents, '.', ','),
    day: (year, month, day, random) =>
      random.pick([
        slashed(year, month, day),
        `${day} de ${MONTHS.es[month - 1]} de ${year}`,
        slashed(year, month, day).replaceAll('/', '-'),
      ]),
  },
  fr: {
    invoice: ['Facture', 'FACTURE'],
    receipt: ['TICKET', 'Reçu'],
    number: ['Numéro de facture', 'Facture n°', 'N° de facture', 'Réf. facture'],
    date: ['Date', "Date d'émission", 'Date de facturation', 'Date de la facture'],
    due: ['Échéance', "Date d'échéance", 'À régler avant le'],
    customer: ['N° client', 'Code client'],
    order: ['Commande', 'Votre référence'],
    to: ['Facturé à', 'Client', 'Adresse de facturation'],
    columns: columnsOf(
      'Désignation | Description / Qté | Quantité / Prix unitaire HT | P.U. HT / Montant HT | Total HT',
    ),
    subtotal: ['Total HT', 'Sous-total'],
    tax: ['TVA (20%)', 'TVA 20 %', 'TVA'],
    total: ['Total TTC', 'Net à payer', 'Montant dû'],
    paid: ['Espèces', 'Carte bancaire'],
    change: ['Rendu'],
    discount: ['Remise'],
    taxNumber: ['N° TVA', 'TVA intracommunautaire', 'N° TVA intracom.'],
    items: ['Conseil', 'Papier A4', 'Entretien', 'Café moulu', 'Chaise de bureau'],
    companies: ['Atelier Exemple SARL', 'Papeterie Modèle SAS', 'Échantillon et Fils'],
    people: ['Marie Exemple', 'Jean-Luc Modèle'],
    street: "rue de l'Exemple",
    city: '75001 Paris',
    thanks: ['Merci de votre confiance.', 'Merci de votre visite'],
    currency: ['€'],
    money: (cents) => withPoints(cents, ' ', ','),
    day: (year, month, day, random) =>
      random.pick([slashed(year, month, day), `${day} ${MONTHS.fr[month - 1]} ${year}`]),
  },
  de: {
    invoice: ['Rechnung', 'RECHNUNG'],
    receipt: ['QUITTUNG', 'Rechnung'],
    number: ['Rechnungsnummer', 'Rechnungs-Nr.', 'Rechnung Nr.', 'Rechnungsnr.'],
    date: ['Datum', 'Rechnungsdatum', 'Ausstellungsdatum'],
    due: ['Fällig am', 'Zahlbar bis', 'Fälligkeitsdatum', 'Zahlungsziel'],
    customer: ['Kundennummer', 'Kunden-Nr.'],
    order: ['Bestellnummer', 'Ihr Zeichen', 'Auftragsnummer'],
    to: ['Rechnung an', 'Kunde', 'Rechnungsempfänger'],
    columns: columnsOf(
      'Beschreibung | Bezeichnung | Leistung / Menge | Anzahl / Einzelpreis | Preis / Gesamtpreis | Betrag | Summe',
    ),
    subtotal: ['Zwischensumme', 'Nettobetrag', 'Summe netto'],
    tax: ['MwSt. (19%)', 'USt. 19 %', 'zzgl. 19% MwSt.', 'Umsatzsteuer 19%'],
    total: ['Gesamtbetrag', 'Rechnungsbetrag', 'Summe', 'Bruttobetrag'],
    paid: ['Bar', 'Girocard'],
    change: ['Rückgeld'],
    discount: ['Rabatt'],
    taxNumber: ['USt-IdNr.', 'USt-ID'],
    items: ['Beratung', 'Papier A4', 'Wartung', 'Kaffee gemahlen', 'Bürostuhl'],
    companies: ['Muster Werkstatt GmbH', 'Beispiel Handels AG', 'Probe & Söhne KG'],
    people: ['Erika Muster', 'Hans-Peter Beispiel'],
    street: 'Musterstraße',
    city: '10115 Berlin',
    thanks: ['Vielen Dank für Ihren Auftrag.', 'Vielen Dank für Ihren Einkauf'],
    currency: ['€'],
    money: (cents) => withPoints(cents, '.', ','),
    day: (year, month, day, random) =>
      random.pick([`${two(day)}.${two(month)}.${year}`, `${day}. ${MONTHS.de[month - 1]} ${year}`]),
  },
};

/** An amount with its currency before or behind it. */
export function priced(
  { money }: Language,
  currency: string,
  cents: number,
  style: 'before' | 'behind' | 'none',
): Value {
  const printed = money(cents);
  const value = (cents / 100).toFixed(2);
  if (style === 'none') return { printed, value };
  return { printed: style === 'before' ? `${currency}${printed}` : `${printed} ${currency}`, value };
}

/** A day by chance, printed as the language prints it. */
export function someDay({ day }: Language, random: Random): Value {
  const [year, month, number] = [random.whole(2022, 2026), random.whole(1, 12), random.whole(1, 28)];
  return { printed: day(year, month, number, random), value: `${year}-${two(month)}-${two(number)}` };
}

/** A tax number with right check digits, as the countries of these languages have them. */
export function taxNumber(language: string, random: Random): Value {
  if (language === 'pt') {
    const base = `5${random.digits(7)}`;
    const sum = [...base].reduce((all, digit, at) => all + Number(digit) * (9 - at), 0);
    const number = `${base}${sum % 11 < 2 ? 0 : 11 - (sum % 11)}`;
    return { printed: random.pick([number, `PT${number}`]), value: `PT${number}` };
  }
  if (language === 'es') {
    const base = random.digits(7);
    const sum = [...base].reduce(
      (all, digit, at) => all + (at % 2 ? Number(digit) : ((Number(digit) * 2) % 10) + Math.floor(Number(digit) / 5)),
      0,
    );
    const number = `B${base}${(10 - (sum % 10)) % 10}`;
    return { printed: number, value: `ES${number}` };
  }
  if (language === 'fr') {
    const base = `${random.whole(3, 8)}${random.digits(7)}`;
    const digits = [...base].map((digit, at) =>
      at % 2 ? ((Number(digit) * 2) % 10) + Math.floor(Number(digit) / 5) : Number(digit),
    );
    const siren = `${base}${(10 - (digits.reduce((all, digit) => all + digit, 0) % 10)) % 10}`;
    const key = two((12 + 3 * (Number(siren) % 97)) % 97);
    return { printed: `FR ${key} ${siren.replace(/(\d{3})(?=\d)/g, '$1 ')}`, value: `FR${key}${siren}` };
  }
  if (language === 'de') {
    const base = `${random.whole(1, 9)}${random.digits(7)}`;
    let product = 10;
    for (const digit of base) {
      const sum = (Number(digit) + product) % 10 || 10;
      product = (2 * sum) % 11;
    }
    const number = `DE${base}${(11 - product) % 10}`;
    return { printed: number, value: number };
  }
  // From 949 on some numbers are not given out.
  const base = `${random.whole(1, 8)}${random.digits(6)}`;
  const sum = [...base].reduce((all, digit, at) => all + Number(digit) * (8 - at), 0);
  const check = two(97 - (sum % 97));
  return { printed: `GB ${base.slice(0, 3)} ${base.slice(3)} ${check}`, value: `GB${base}${check}` };
}

const ACCOUNTS: Record<string, [country: string, form: string]> = {
  pt: ['PT', '21'],
  en: ['GB', 'NWBK14'],
  es: ['ES', '20'],
  fr: ['FR', '23'],
  de: ['DE', '18'],
};

export function iban(language: string, random: Random): Value {
  const [country, form] = ACCOUNTS[language] as [string, string];
  const bank = form.replace(/\d/g, '');
  const account = bank + random.digits(Number(form.replace(/\D/g, '')));
  const asDigits = (text: string) => [...text].map((letter) => parseInt(letter, 36)).join('');
  const check = two(98 - Number(BigInt(asDigits(`${account}${country}00`)) % 97n));
  const value = `${country}${check}${account}`;
  return { printed: value.replace(/(.{4})(?=.)/g, '$1 '), value };
}
