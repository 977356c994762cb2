import { monthsIn } from '../synthetic/dates.ts';
import { wordLists } from '../templates.ts';

type Words =
  | ('shops' | 'places' | 'goods' | 'heads' | 'total' | 'subtotal' | 'tax' | 'net' | 'discount' | 'cash' | 'card')
  | ('change' | 'dated' | 'numbered' | 'feet' | 'dates' | 'times' | 'months');

/**
 * What receipts of a country print: shops and goods that nobody has, the words around the sums, and how dates, times and amounts are
 * written (1,234.56). Dates are patterns of `dayIn`.
 */
export type Country = ReturnType<ReturnType<typeof country>>;

/**
 * `money`: tax in percent, in or added to prices, the currency before or behind amounts, and those. `months`: where they are
 * not the first three letters of the language's own short names.
 */
const country =
  (language: string) =>
  ([texts = '']: TemplateStringsArray) => {
    const { money, months, ...words } = wordLists<Words | 'money'>(texts);
    const [percent, tax, currency = '', sign, amounts = ''] = money;
    return {
      ...words,
      months: months ?? monthsIn(language, 'short').map((name) => name.slice(0, 3)),
      /** The share of tax, which prices have in them or which is added to them. */
      taxShare: Number(percent) / 100,
      taxIsAdded: tax === 'added',
      ...{ currency, sign: sign as 'before' | 'behind', amounts },
    };
  };

export const COUNTRIES: Record<string, Country> = {
  us: country('en')`
    shops = PINE & PEBBLE MARKET | BLUE HERON DINER | Quartz Hardware #0214 | THE OTTER CAFE;
    places = 418 Specimen Ave, Dayville, OH 45001 | 77 Sample Blvd, Testburg, CA 90012 |
    9 Model Rd, Mockton, TX 75001; goods = ORG BANANAS | WHL MILK 1GAL | AA BATTERY 8PK | CLUB SANDWICH | ICED TEA |
    PAINT ROLLER 9IN | CHDR CHS SHRED | GRND BEEF 80/20; heads = SALE | CUSTOMER COPY | Guest Check |
    Server: Kim  Table 12; total = TOTAL | Total | BALANCE DUE | AMOUNT DUE | Grand Total | TOTAL SALE;
    subtotal = SUBTOTAL | Sub Total | Subtotal | SUB-TTL; tax = TAX 7.25% | Sales Tax | TAX1 | State Tax;
    net = Taxable; discount = COUPON | Mfr Coupon | MEMBER SAVINGS; cash = CASH | CASH TEND | Cash Tendered;
    card = VISA | MASTERCARD | DEBIT TEND | Amex ****1004; change = CHANGE | CHANGE DUE | Change; dated = Date |
    DATE | Date/Time; numbered = TC# | Check # | Trans | ORDER; feet = THANK YOU FOR SHOPPING WITH US |
    Come again soon! | Survey code 8842-1093-55 | Returns within 30 days; dates = MM/DD/YY | MM/DD/YYYY | MM-DD-YYYY |
    MMMM D, YYYY | M/D/YYYY; times = 12h; money = 7.25 | added | $ | before | 1,234.56
  `,
  gb: country('en')`
    shops = Thistle & Co Grocers | THE COPPER KETTLE | Moorgate Test Pharmacy | Fen Lane Garage;
    places = 12 Example Row, Fakeham FK1 2ZZ | 3 Mock Street, Testerton TT9 9ZZ; goods = SEMI SKIMMED 2L |
    BROWN BREAD | PARACETAMOL 16S | FLAT WHITE | CHED CHEESE | UNLEADED | TEA BAGS 80 | MEAL DEAL;
    heads = VAT Reg No 000 0000 00 | SALE | CUSTOMER RECEIPT | Served by Jo; total = TOTAL | Total to pay |
    BALANCE DUE | Total | AMOUNT | To Pay; subtotal = Sub-total | SUBTOTAL | Sub Total; tax = VAT 20% | VAT @ 20.00% |
    VAT; net = Net | Goods | Ex VAT; discount = Multibuy | Loyalty saving | OFFER 2 FOR 3; cash = CASH | Cash;
    card = VISA DEBIT | CONTACTLESS | Mastercard | Card payment; change = CHANGE | Change due | Change; dated = Date |
    DATE:; numbered = Receipt No | Till 3  Trans | Order; feet = Thank you, please call again |
    Keep this for your records | Points balance 1240; dates = DD/MM/YY | DD/MM/YYYY | DD MMMM YYYY | DD-MMMM-YYYY;
    times = HH:MM | HH:MM:SS; money = 20 | in | £ | before | 1,234.56
  `,
  my: country('en')`
    shops = KEDAI CONTOH SDN BHD | UJIAN BAKERY & CAFE | PERNIAGAAN SAMPEL ENT | RESTORAN MODEL MAJU;
    places = NO 8, JALAN CONTOH 3/2, 47000 UJIAN, SELANGOR | LOT 21, TAMAN SAMPEL, 81000 JOHOR; goods = TEH TARIK |
    NASI LEMAK AYAM | A4 PAPER 80GSM | KOPI O KAW | PVC TAPE | ROTI CANAI | MINERAL WATER 1.5L | SIMCARD;
    heads = TAX INVOICE | CASH BILL | SIMPLIFIED TAX INVOICE | GST ID : 000000000000; total = TOTAL | Total Amount |
    NET TOTAL | TOTAL SALES (INCLUSIVE GST) | TOTAL RM | Grand Total; subtotal = SUB TOTAL | Subtotal |
    Total Excl GST; tax = GST 6% | SST @6% | Service Tax 6%; net = Amt(RM) | Goods; discount = DISCOUNT | Disc |
    Voucher; cash = CASH | Cash Received | TENDER; card = VISA CARD | MASTER | Bank Card; change = CHANGE | Change |
    BALANCE; dated = Date | Date : | DATE/TIME; numbered = Bill No: | Invoice No : | Doc No.;
    feet = GOODS SOLD ARE NOT RETURNABLE | THANK YOU PLEASE COME AGAIN | Terima kasih; dates = DD/MM/YYYY |
    DD-MM-YYYY | DD/MM/YY | DD MMMM YYYY; times = 12h | HH:MM:SS; money = 6 | added | RM | before | 1,234.56
  `,
  de: country('de')`
    shops = Kornblume Naturkost | BÄCKEREI PROBST & PROBE | Testmarkt Süd | Gasthaus Zum Beispiel;
    places = Probenweg 4, 99998 Musterhausen | Am Testplatz 11, 00000 Beispielstadt; goods = Roggenbrot 750g |
    Hafermilch | Apfelschorle | Schnitzel m. Pommes | Bergkäse | Glühbirne E27 | Bio Eier 10er | Pfand 0,25;
    heads = Kassenbon | K-U-N-D-E-N-B-E-L-E-G | Tisch 14 | Rechnung; total = SUMME | Summe EUR | Zu zahlen | GESAMT |
    Zahlbetrag | Total EUR | Endbetrag; subtotal = Zwischensumme | ZW-Summe | Warenwert; tax = MwSt 19% |
    A= 19,00% MwSt | enth. MwSt 7%; net = Netto; discount = Rabatt 10% | Coupon | Treuerabatt; cash = Gegeben BAR |
    BAR | Bar; card = Girocard | EC-Karte | Kartenzahlung | VISA; change = Rückgeld BAR | Zurück | Rückgeld;
    dated = Datum | Datum: | Datum/Uhrzeit; numbered = Bon-Nr. | Beleg | Re.Nr.; feet = Vielen Dank für Ihren Besuch |
    Es bediente Sie: Frau Muster | TSE-Transaktion: 48812 | Umtausch nur mit Bon; dates = DD.MM.YYYY | DD.MM.YY |
    DD. MMMM YYYY | YYYY-MM-DD; times = HH:MM | HH:MM:SS | HH:MM Uhr; money = 19 | in | € | behind | 1.234,56
  `,
  fr: country('fr')`
    shops = Au Panier Modèle | BRASSERIE DU SPÉCIMEN | Pharmacie Fictive | Quincaillerie Témoin;
    places = 6 allée des Essais, 00100 Villetest | 21 rue Factice, 99000 Exempleville; goods = BAGUETTE TRAD |
    Café crème | Menu midi | Beurre doux 250g | Vis 4x40 (x50) | Doliprane | Eau 50cl | Tarte citron;
    heads = Ticket client | TICKET N° 0482 | Table 7  Couverts 2 | DUPLICATA; total = TOTAL | NET A PAYER |
    Total TTC | A PAYER | MONTANT TTC | Total EUR; subtotal = Sous-total | SOUS TOTAL | Total avant remise;
    tax = TVA 20,00% | dont TVA 10% | TVA 5,5%; net = HT | Total HT; discount = Remise fidélité | Bon de réduction |
    REMISE; cash = ESPECES | Espèces | Reçu espèces; card = CB | CARTE BANCAIRE | CB sans contact; change = RENDU |
    A rendre | Rendu monnaie; dated = Date | Le | Date :; numbered = Ticket | N° caisse 2 op | Facture;
    feet = Merci de votre visite | A bientôt | Echange sous 15 jours | Vous avez été servi par Léo; months = janv |
    févr | mars | avr | mai | juin | juil | août | sept | oct | nov | déc; dates = DD/MM/YYYY | DD/MM/YY |
    DD-MM-YYYY | DD.MM.YY; times = HH:MM | HHhMM | HH:MM:SS; money = 20 | in | € | behind | 1 234,56
  `,
  es: country('es')`
    shops = ULTRAMARINOS EL BOCETO | Bar La Muestra | Ferretería Ficticia S.L. | Farmacia de Prueba;
    places = Calle Inventada 3, 00001 Villaprueba | Avda. del Ensayo 40, 99001 Modelo; goods = PAN BARRA | Caña |
    Bocadillo jamón | Aceite 1L | Tomate rama | Menú del día | Tornillos | Agua 1,5L; heads = FACTURA SIMPLIFICADA |
    TICKET | Mesa 4 | Atendido por: Eva; total = TOTAL | Total a pagar | IMPORTE TOTAL | TOTAL COMPRA | TOTAL (EUR) |
    A PAGAR; subtotal = Subtotal | SUMA | Base; tax = IVA 21% | IVA 10,00% | Cuota IVA; net = Base imponible | BASE;
    discount = Dto. | Descuento socio | Vale; cash = EFECTIVO | Entregado | Efectivo; card = TARJETA | Tarjeta VISA |
    TARJ. CREDITO; change = CAMBIO | Devolución | Cambio; dated = Fecha | FECHA: | Fecha y hora; numbered = Nº |
    Ticket: | Fra. simp.; feet = GRACIAS POR SU VISITA | IVA incluido | No se admiten devoluciones;
    dates = DD/MM/YYYY | DD-MM-YYYY | DD/MM/YY | DD MMMM YYYY; times = HH:MM | HH:MM:SS; money = 21 | in | € |
    behind | 1.234,56
  `,
  pt: country('pt')`
    shops = Mercearia Hipótese | PASTELARIA ENSAIO | Drogaria Fictícia Lda | Café Protótipo;
    places = Rua Imaginária 15, 0000-001 Vila Teste | Largo do Esboço 2, 9999-999 Porto Modelo; goods = Bica |
    Pastel de nata | Azeite 75cl | Meia de leite | Sopa do dia | Detergente | Bacalhau | Água 33cl;
    heads = FATURA SIMPLIFICADA | Original | Mesa 9 | Consumidor final; total = TOTAL | Total a pagar | TOTAL EUR |
    Valor a pagar | Total Documento; subtotal = Subtotal | Total bruto | SUB-TOTAL; tax = IVA 23% | IVA (13%) |
    Total IVA; net = Incidência | Base; discount = Desconto | Desc. cartão | Poupança imediata; cash = Numerário |
    Entregue | DINHEIRO; card = Multibanco | Cartão | MB WAY; change = Troco | TROCO; dated = Data | Data: |
    Data/Hora; numbered = FS | Doc. | Nro; feet = Obrigado e volte sempre |
    Processado por programa certificado n. 0000/AT | Artigos entregues na data do documento; dates = DD/MM/YYYY |
    YYYY-MM-DD | DD-MM-YYYY; times = HH:MM | HH:MM:SS; money = 23 | in | € | behind | 1.234,56
  `,
  br: country('pt')`
    shops = PADARIA DO EXEMPLO | Lanchonete Amostra | Mercadinho Fictício | Posto Modelo 24h;
    places = Rua das Amostras, 120 - Cidade Teste - SP | Av. Hipotética, 900 - Vila Modelo - MG;
    goods = PAO FRANCES KG | Coxinha | Refrigerante lata | Arroz 5kg | Café expresso | Gasolina comum | Suco laranja |
    Queijo minas; heads = CUPOM | RECIBO DE VENDA | Mesa 03 | NAO E DOCUMENTO FISCAL; total = TOTAL R$ | VALOR TOTAL |
    Total | VALOR A PAGAR | TOTAL GERAL; subtotal = SUBTOTAL | Subtotal | Total dos itens; tax = Tributos aprox. |
    Serviço 10%; net = Base; discount = Desconto | DESC | Cupom desconto; cash = DINHEIRO | Dinheiro | Valor recebido;
    card = CARTAO CREDITO | Cartão débito | PIX; change = TROCO | Troco; dated = Data | DATA: | Emissão;
    numbered = Pedido | Venda | COO:; feet = OBRIGADO, VOLTE SEMPRE | Troca em 7 dias com este cupom | Operador: 04;
    dates = DD/MM/YYYY | DD/MM/YY | DD-MM-YYYY; times = HH:MM | HH:MM:SS; money = 10 | in | R$ | before | 1.234,56
  `,
  it: country('it')`
    shops = Alimentari Campione | BAR DELLA PROVA | Trattoria Il Modello | Ferramenta Esempio snc;
    places = Via Inesistente 7, 00000 Borgo Prova | Piazza del Campione 1, 99999 Esempio; goods = Caffè | Cornetto |
    Pane casereccio | Acqua nat. 1L | Tagliatelle ragù | Olio EVO | Coperto | Viti inox;
    heads = DOCUMENTO COMMERCIALE | di vendita o prestazione | Scontrino | Tavolo 5; total = TOTALE COMPLESSIVO |
    TOTALE EURO | Totale | TOTALE | Importo pagato; subtotal = Subtotale | SUBTOTALE; tax = di cui IVA | IVA 22% |
    di cui IVA 10%; net = Imponibile; discount = SCONTO | Sconto tessera; cash = CONTANTI | Contante |
    Pagamento contante; card = Pagamento elettronico | BANCOMAT | Carta di credito; change = RESTO | Resto;
    dated = Data | Del; numbered = DOCUMENTO N. | Scontr. n. | RT 99MOD000001; feet = GRAZIE E ARRIVEDERCI |
    Conservare per la garanzia | Punti 12; dates = DD-MM-YYYY | DD/MM/YYYY | DD/MM/YY; times = HH:MM | HH.MM;
    money = 22 | in | € | before | 1.234,56
  `,
  nl: country('nl')`
    shops = Kaaswinkel De Proef | BRUIN CAFE VOORBEELD | Testmarkt Noord | Bloemist Model;
    places = Proefstraat 5, 0000 AA Testdam | Voorbeeldlaan 18, 9999 ZZ Modelwijk; goods = Volkoren brood |
    Kopje koffie | Goudse kaas | Tulpen bos | Broodje kroket | Statiegeld | Appelsap | Schroeven; heads = Kassabon |
    KLANTTICKET | Tafel 3 | Bonnr. 00418; total = TOTAAL | Totaal | Te betalen | TOTAAL EUR | Te voldoen;
    subtotal = Subtotaal | SUBTOTAAL; tax = BTW 21% | BTW laag 9% | waarvan BTW; net = Excl. BTW | Over;
    discount = Korting | BONUS; cash = CONTANT | Contant | Ontvangen; card = PIN | Betaald met PIN | MAESTRO;
    change = WISSELGELD | Wisselgeld | Terug; dated = Datum | Datum:; numbered = Bon | Transactie | Kassa 2 bon;
    feet = Bedankt en tot ziens | Ruilen binnen 14 dagen | Vandaag geholpen door Sem; dates = DD-MM-YYYY |
    DD/MM/YYYY | DD-MM-YY | YYYY-MM-DD; times = HH:MM | HH:MM:SS; money = 21 | in | € | before | 1.234,56
  `,
  ch: country('de')`
    shops = Dorfladen Versuch AG | CAFÉ MUSTERLI | Kiosk Beispiel | Restaurant Probe;
    places = Testgasse 9, 0000 Probikon | Musterweg 30, 9999 Versuchswil; goods = Rivella 5dl | Gipfeli |
    Rösti m. Ei | Schokolade | Kaffee crème | Zeitung | Käsefondue | Nussgipfel; heads = Quittung | Beleg Nr. 7712 |
    Tisch 2 | MWST-Nr. CHE-000.000.000; total = TOTAL CHF | Total | Rechnungsbetrag CHF | Zahlbar;
    subtotal = Zwischentotal | Summe Artikel; tax = MWST 8.1% | inkl. MWST 2.6%; net = Netto; discount = Rabatt |
    Cumulus-Bon; cash = Bar CHF | Bargeld; card = TWINT | Maestro | Postcard; change = Rückgeld | Retour;
    dated = Datum | vom; numbered = Kasse 1 Bon | Beleg; feet = Merci und uf Widerluege | Rückgabe innert 30 Tagen |
    Es bediente Sie Reto; months = Jan | Feb | März | Apr | Mai | Juni | Juli | Aug | Sept | Okt | Nov | Dez;
    dates = DD.MM.YYYY | DD.MM.YY; times = HH:MM | HH:MM:SS; money = 8.1 | in | CHF | before | 1'234.56
  `,
  se: country('sv')`
    shops = Provhandeln i Testby | KAFFESTUGAN EXEMPEL | Modellens Livs; places = Provgatan 3, 000 00 Testby |
    Exempeltorget 1, 999 99 Modell; goods = Kanelbulle | Bryggkaffe | Mjölk 1,5% | Räksmörgås | Lingonsylt |
    Pant burk | Knäckebröd | Glass; heads = KVITTO | Org.nr 000000-0000 | Kassa 1 | KOPIA; total = Att betala |
    TOTALT | Summa SEK | TOTAL | Belopp att betala; subtotal = Delsumma | Varor; tax = Moms 25% | Varav moms 12%;
    net = Netto; discount = Rabatt | Medlemspris; cash = Kontant | Erhållet; card = Kort | Kontokort | Swish;
    change = Växel | Tillbaka; dated = Datum | Tid; numbered = Kvittonr | Ordernr; feet = Tack och välkommen åter |
    Spara kvittot | Öppet köp 30 dagar; dates = YYYY-MM-DD | YYYY-MM-DD | DD.MM.YYYY; times = HH:MM | HH:MM:SS;
    money = 25 | in | kr | behind | 1 234,56
  `,
};
