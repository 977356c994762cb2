import { asIsoDate } from './formats';
import type { Field } from './service-document';

// A value is only converted if both its name and its shape say what it is (service interface, "Field" and the names
// seen in each operation): dates are `YYYY-MM-DD`, amounts are decimal texts with a dot, numbers of documents are texts.
const DATE_WORDS = new Set(['data', 'date']);

const NUMBER_WORDS = new Set([
  ...['valor', 'valores', 'preco', 'total', 'subtotal', 'capital', 'saldo', 'debito', 'credito', 'desconto', 'frete'],
  ...['value', 'amount', 'price', 'balance', 'debit', 'credit', 'discount', 'freight', 'salario', 'salary'],
  ...['quantidade', 'qtde', 'qtd', 'quantity', 'aliquota', 'percentual', 'rate'],
]);

// Words that make a name something else: an identifier, or free text.
const OTHER_WORDS = new Set([
  ...['numero', 'number', 'codigo', 'code', 'chave', 'key', 'id', 'conta', 'account', 'cartao', 'card', 'tipo', 'type'],
  ...['cpf', 'cnpj', 'rg', 'cep', 'telefone', 'phone', 'extenso', 'moeda', 'currency'],
  ...['descricao', 'description', 'observacao', 'observacoes', 'informacoes', 'information', 'texto', 'text', 'nome'],
  ...['name', 'complemento', 'comentario', 'comment', 'motivo', 'reason'],
]);

const LARGEST_EXACT_DIGITS = 15;

/**
 * The value of a field as data: a date in ISO form, a number where it fits without loss, `true` and `false`. Anything
 * else is returned as it was read.
 */
export function typedValue({ name, stdName, value }: Field): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  const words = [name, stdName ?? ''].flatMap(wordsOf);
  if (words.some((word) => OTHER_WORDS.has(word))) return value;
  if (text === 'true' || text === 'false') return text === 'true';
  // Dates with the day first are Brazilian: an English name leaves open which comes first.
  if (words.some((word) => DATE_WORDS.has(word)))
    return asIsoDate(text, { isDayFirst: words.includes('data') }) ?? value;
  return words.some((word) => NUMBER_WORDS.has(word)) ? (asExactNumber(text) ?? value) : value;
}

const wordsOf = (name: string): string[] =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

/** Three decimals may be thousands, so they stay text; so does a number that a double cannot hold. */
function asExactNumber(text: string): number | undefined {
  const [, whole = '', decimals = ''] = /^-?(0|[1-9]\d*)(?:\.(\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${decimals}`.replace(/^0+/, '').length;
  if (whole === '' || decimals.length === 3 || digits > LARGEST_EXACT_DIGITS) return undefined;
  // "-0.00" has a sign that a number loses in JSON.
  return Object.is(Number(text), -0) ? undefined : Number(text);
}
