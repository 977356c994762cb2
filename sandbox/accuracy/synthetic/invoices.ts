import { type Truth, fieldList } from '../groundTruth.ts';
import { addressInPrint, type City, generateAddress } from './addresses.ts';
import { type Company, generateCompany } from './companies.ts';
import { type Day, dayBetween, printed, two } from './dates.ts';
import { amount, asCnpj, asCpf, asTaxNumber, cnpj, withKeyCheck } from './numbers.ts';
import { generatePerson } from './people.ts';
import type { Random } from './random.ts';
import { standardForms, textList } from '../../reader/src/text/pattern.ts';

const STATE_CODES = standardForms(`
  35: SP | 33: RJ | 31: MG | 32: ES | 41: PR | 42: SC | 43: RS | 29: BA | 26: PE | 23: CE | 24: RN | 25: PB | 27: AL |
  21: MA | 15: PA | 13: AM | 52: GO | 53: DF | 51: MT | 50: MS
`);
const ARTICLES = textList(`
  PARAFUSO SEXTAVADO M8 | TINTA ACRÍLICA BRANCA 18L | CADEIRA GIRATÓRIA | PAPEL SULFITE A4 | CABO DE REDE CAT6 |
  LÂMPADA LED 12W | CAFÉ TORRADO 500G | LUVA DE PROTEÇÃO | FILTRO DE ÓLEO | ROLAMENTO 6204 | CAIXA DE SOM
`);

/** An invoice for goods (NF-e), with the content of its printed form. */
export type GoodsInvoice = ReturnType<typeof generateGoodsInvoice>;

export function generateGoodsInvoice(random: Random, rows = random.whole(2, 5)) {
  const seller = generateCompany(random);
  const sellerAddress = generateAddress(random);
  const issued = dayBetween(random, 2021, 2025);
  const [number, series] = [random.whole(100, 999_999), random.whole(1, 9)];
  const articles = ARTICLES.toSorted(() => random.next() - 0.5)
    .slice(0, rows)
    .map((text) => generateArticle(random, text));
  const person = generatePerson(random);
  return {
    key: accessKey(random, { city: sellerAddress.city, issued, seller, number, series }),
    number,
    series,
    issued,
    protocol: `1${random.digits(14)}`,
    seller,
    sellerAddress,
    buyer: random.chance(0.5)
      ? { name: person.name, document: person.cpf }
      : { name: generateCompany(random).name, document: cnpj(random) },
    buyerAddress: generateAddress(random),
    articles,
    total: articles.reduce((sum, { quantity, price }) => sum + Math.round(quantity * price * 100), 0) / 100,
  };
}

type Article = ReturnType<typeof generateArticle>;

const generateArticle = (random: Random, text: string) => ({
  code: random.digits(5),
  text,
  ncm: random.digits(8),
  cfop: random.pick(['5102', '6102', '5405']),
  unit: random.pick(['UN', 'CX', 'PC', 'KG']),
  quantity: random.whole(1, 40),
  price: random.whole(150, 60_000) / 100,
});

type KeyParts = { city: City; issued: Day; seller: Company; number: number; series: number };

/** An access key of 44 digits; the last is a check digit. */
function accessKey(random: Random, { city, issued, seller, number, series }: KeyParts): string {
  const yearAndMonth = `${issued.slice(2, 4)}${issued.slice(5, 7)}`;
  const numbers = `${padded(series, 3)}${padded(number, 9)}1${random.digits(8)}`;
  return withKeyCheck(`${STATE_CODES[city.state]}${yearAndMonth}${seller.cnpj}55${numbers}`);
}

export const inFours = (digits: string): string => digits.replace(/(.{4})(?=.)/g, '$1 ');

const padded = (value: number, length: number): string => String(value).padStart(length, '0');
const dotted = (number: number): string => padded(number, 9).replace(/(\d{3})(?=\d)/g, '$1.');

/** What the printed form of an NF-e has of it. */
export const goodsInPrint = (invoice: GoodsInvoice) => ({
  key: inFours(invoice.key),
  number: dotted(invoice.number),
  series: String(invoice.series),
  paddedSeries: padded(invoice.series, 3),
  issued: printed(invoice.issued),
  protocol: invoice.protocol,
  seller: invoice.seller.name,
  sellerNumber: asCnpj(invoice.seller.cnpj),
  stateNumber: invoice.seller.state,
  phone: invoice.seller.phone,
  from: addressInPrint(invoice.sellerAddress),
  buyer: invoice.buyer.name,
  buyerNumber: asTaxNumber(invoice.buyer.document),
  to: addressInPrint(invoice.buyerAddress),
  articles: invoice.articles.map(articleCells),
  total: amount(invoice.total),
  zero: amount(0),
});

export function goodsTruth({ key, number, series, issued, seller, buyer, total }: GoodsInvoice): Truth {
  const fields = fieldList`
    chave_acesso ${key} | numero_nota_fiscal ${String(number)} or ${dotted(number)} or ${padded(number, 9)} |
    serie ${String(series)} or ${padded(series, 3)} | data_emissao ${issued} |
    nome_prestador ${seller.name} | cpf_cnpj_prestador ${seller.cnpj} | nome ${buyer.name} |
    cpf_cnpj ${buyer.document} | valor_total_nota ${total.toFixed(2)}
  `;
  return { fields, codes: [{ format: 'Code128', value: key }] };
}

const SERVICES = textList(`
  Manutenção de computadores | Consultoria contábil mensal | Projeto elétrico residencial |
  Aulas particulares de inglês | Revisão de textos técnicos | Instalação de câmeras |
  Desenvolvimento de página na internet | Serviço de jardinagem | Locação de equipamento | Treinamento de equipe |
  Impressão de material gráfico
`);

/** What a table of goods prints of an article. */
function articleCells({ code, text, ncm, cfop, unit, quantity, price }: Article): string[] {
  return [code, text, ncm, cfop, unit, String(quantity), amount(price), amount(quantity * price)];
}

type ServiceBill = ReturnType<typeof generateServiceBill>;

export function generateServiceBill(random: Random, rows = random.whole(1, 4)) {
  const rate = random.pick([2, 3, 5]);
  const texts = SERVICES.toSorted(() => random.next() - 0.5).slice(0, rows);
  const lines = texts.map((text) => {
    return { text, quantity: random.whole(1, 12), price: random.whole(1500, 90_000) / 100, rate };
  });
  const total = cents(lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0));
  const tax = cents((total * rate) / 100);
  return {
    number: String(random.whole(120, 98_000)),
    issued: dayBetween(random, 2021, 2025),
    time: `${two(random.whole(8, 19))}:${random.whole(10, 59)}:${random.whole(10, 59)}`,
    verification: letters(random, 8),
    provider: generateCompany(random),
    providerAddress: generateAddress(random),
    customer: generatePerson(random),
    customerAddress: generateAddress(random),
    lines,
    total,
    base: total,
    tax,
    net: cents(total - tax),
  };
}

/** What service invoices print. */
export const billInPrint = ({ provider, ...bill }: ServiceBill) => ({
  ...{ ...provider, ...bill },
  issued: printed(bill.issued),
  provider: provider.name,
  providerNumber: asCnpj(provider.cnpj),
  from: addressInPrint(bill.providerAddress),
  customer: bill.customer.name,
  customerNumber: asCpf(bill.customer.cpf),
  to: addressInPrint(bill.customerAddress),
  lines: bill.lines.map(({ text, quantity, price, rate }) => ({
    text,
    quantity: String(quantity),
    price: amount(price),
    rate: `${rate},00%`,
    sum: amount(quantity * price),
  })),
  total: amount(bill.total),
  base: amount(bill.base),
  tax: amount(bill.tax),
  net: amount(bill.net),
});

const cents = (value: number): number => Math.round(value * 100) / 100;

export const letters = (random: Random, count: number): string =>
  random.text('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', count);
