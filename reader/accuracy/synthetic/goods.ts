import type { TrueField } from '../document.ts';
import { madeAddress, type Address } from './addresses.ts';
import type { City } from './cities.ts';
import { madeCompany, type Company } from './companies.ts';
import { dayBetween, type Day } from './days.ts';
import { cnpj } from './numbers.ts';
import { madePerson } from './people.ts';
import type { Random } from './random.ts';

export type Article = {
  code: string;
  text: string;
  ncm: string;
  cfop: string;
  unit: string;
  quantity: number;
  price: number;
};

/** An invoice for goods (NF-e), as its printed form shows it. */
export type GoodsInvoice = {
  key: string;
  number: number;
  series: number;
  issued: Day;
  protocol: string;
  seller: Company;
  sellerAddress: Address;
  buyer: { name: string; document: string };
  buyerAddress: Address;
  articles: Article[];
  total: number;
};

const STATE_CODES: Record<string, string> = {
  SP: '35',
  RJ: '33',
  MG: '31',
  ES: '32',
  PR: '41',
  SC: '42',
  RS: '43',
  BA: '29',
  PE: '26',
  CE: '23',
  RN: '24',
  PB: '25',
  AL: '27',
  MA: '21',
  PA: '15',
  AM: '13',
  GO: '52',
  DF: '53',
  MT: '51',
  MS: '50',
};
const ARTICLES = [
  'PARAFUSO SEXTAVADO M8',
  'TINTA ACRÍLICA BRANCA 18L',
  'CADEIRA GIRATÓRIA',
  'PAPEL SULFITE A4',
  'CABO DE REDE CAT6',
  'LÂMPADA LED 12W',
  'CAFÉ TORRADO 500G',
  'LUVA DE PROTEÇÃO',
  'FILTRO DE ÓLEO',
  'ROLAMENTO 6204',
  'CAIXA DE SOM',
];

export function madeGoodsInvoice(random: Random, rows = random.whole(2, 5)): GoodsInvoice {
  const seller = madeCompany(random);
  const sellerAddress = madeAddress(random);
  const issued = dayBetween(random, 2021, 2025);
  const [number, series] = [random.whole(100, 999_999), random.whole(1, 9)];
  const articles = ARTICLES.toSorted(() => random.next() - 0.5)
    .slice(0, rows)
    .map((text) => madeArticle(random, text));
  const person = madePerson(random);
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
      : { name: madeCompany(random).name, document: cnpj(random) },
    buyerAddress: madeAddress(random),
    articles,
    total: articles.reduce((sum, { quantity, price }) => sum + Math.round(quantity * price * 100), 0) / 100,
  };
}

const madeArticle = (random: Random, text: string): Article => ({
  code: random.digits(5),
  text,
  ncm: random.digits(8),
  cfop: random.pick(['5102', '6102', '5405']),
  unit: random.pick(['UN', 'CX', 'PC', 'KG']),
  quantity: random.whole(1, 40),
  price: random.whole(150, 60_000) / 100,
});

type KeyParts = { city: City; issued: Day; seller: Company; number: number; series: number };

/** 44 digits, the last from the others. */
function accessKey(random: Random, { city, issued, seller, number, series }: KeyParts): string {
  const padded = (value: number, length: number) => String(value).padStart(length, '0');
  const base = `${STATE_CODES[city.state]}${issued.slice(2, 4)}${issued.slice(5, 7)}${seller.cnpj}55${padded(series, 3)}${padded(number, 9)}1${random.digits(8)}`;
  const sum = [...base].reverse().reduce((total, digit, index) => total + Number(digit) * ((index % 8) + 2), 0);
  return base + (sum % 11 < 2 ? 0 : 11 - (sum % 11));
}

export const inFours = (digits: string): string => digits.replace(/(\d{4})(?=\d)/g, '$1 ');

export const dotted = (number: number): string =>
  String(number)
    .padStart(9, '0')
    .replace(/(\d{3})(?=\d)/g, '$1.');

export const goodsFields = (
  invoice: GoodsInvoice,
  names = { seller: invoice.seller.name, buyer: invoice.buyer.name },
): TrueField[] => [
  { name: 'chave_acesso', value: invoice.key },
  {
    name: 'numero_nota_fiscal',
    value: String(invoice.number),
    accepted: [dotted(invoice.number), String(invoice.number).padStart(9, '0')],
  },
  { name: 'serie', value: String(invoice.series), accepted: [String(invoice.series).padStart(3, '0')] },
  { name: 'data_emissao', value: invoice.issued },
  { name: 'nome_prestador', value: names.seller },
  { name: 'cpf_cnpj_prestador', value: invoice.seller.cnpj },
  { name: 'nome', value: names.buyer },
  { name: 'cpf_cnpj', value: invoice.buyer.document },
  { name: 'valor_total_nota', value: invoice.total.toFixed(2) },
];
