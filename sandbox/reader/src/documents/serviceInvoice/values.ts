import { isStateCode } from '../../addresses/states.ts';
import { type FieldReading, isDisputed } from '../../reading.ts';
import { datesIn } from '../../text/dates.ts';
import { normaliseValue } from '../../text/values.ts';
import { accessKey, taxNumber } from '../values/documentNumbers.ts';
import { amountIn, onlyValue, type ScoredValue, scoreWithCheck } from '../values/value.ts';

type Printed = Pick<FieldReading, 'score' | 'recognised'> & { value: string };
type TextParser = (text: string) => string | null;

export const EMPTY = /^[-–—*.\s]*$/;

/** The value of a field in the form the service returns; null if the text is no such value. */
export function parseFieldValue(name: string, printed: Printed): ScoredValue | null {
  if (EMPTY.test(printed.value)) return null;
  if (name.startsWith('cpf_cnpj')) {
    const number = taxNumber(printed.value);
    return number && scoreWithCheck(number, printed.score, Boolean(printed.recognised));
  }
  if (name === 'chave_acesso') {
    const key = accessKey(printed.value.trim());
    // The rest of a key that was misread, or never had a right check digit, still finds the note.
    return key && (key.check === 'passed' || !isDisputed(printed)) ? scoreWithCheck(key, printed.score, false) : null;
  }
  if (isDisputed(printed)) return null;
  const value = parserFor(name)(printed.value.trim());
  return value ? { value, score: printed.score } : null;
}

/** What of a text is such a value. */
const found =
  (form: RegExp): TextParser =>
  (text) =>
    form.exec(text)?.[0] ?? null;

const REGISTRATION = /^isento|(?<![\dA-Z./\s-])[\dA-Z./\s-]*\d[\dX]?/i;

/** Ticked boxes: `( ) Sim (X) Não`. */
const withheld: TextParser = (text) =>
  /[([]\s*x\s*[)\]]\s*(sim|n[ãa]o)/i.exec(text)?.[1] ??
  found(/^(sim|n[ãa]o|retido|n[ãa]o retido|[SN12]|1\s*[-–]\s*sim|2\s*[-–]\s*n[ãa]o)$/i)(text);

const PARSERS: [name: RegExp, parse: TextParser][] = [
  [/^data_/, (text) => onlyValue(datesIn(text))],
  [/^valor_/, amountIn],
  [/^(numero_nota_fiscal|numero_rps)$/, number],
  [/^chave_verificacao$/, found(/^(?=.*\d|[A-Z-]+$)[A-Za-z0-9][A-Za-z0-9./\s-]{2,59}$/)],
  [/^codigo_servico$/, (text) => (/^\S*\d/.test(text) ? normaliseValue(text) : null)],
  [/^serie$/, found(/^[A-Z\d-]{1,5}$/i)],
  [/^email/, found(/(?<![^\s@,;])[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+/)],
  [/^telefone/, telephone],
  [/^endereco_cep/, found(/(?<!\d)\d{2}[.\s]?\d{3}\s?-?\s?\d{3}(?!\d)/)],
  [/^endereco_uf/, (text) => (isStateCode(text) ? text : stateIn(text))],
  [/^municipio/, municipality],
  [/^inscricao_/, (text) => found(REGISTRATION)(text)?.replace(/^[./\s-]+/, '') ?? null],
  [/^iss_retido$/, withheld],
  [/^aliquota/, (text) => /^(\d{1,2}(?:[.,]\d{1,4})?)\s?%?$/.exec(text)?.[1]?.replace(',', '.') ?? null],
  [/^(nome|descricao)/, (text) => (/\p{L}{2}/u.test(text) && !/^\d[\d./-]*$/.test(text) ? text : null)],
];

const parserFor = (name: string): TextParser => PARSERS.find(([pattern]) => pattern.test(name))?.[1] ?? normaliseValue;

function number(text: string): string | null {
  const printed = /^(?:n[º°o.]+\s*)?(\d[\d./-]*)(?!\S)/i.exec(text)?.[1];
  return printed && !onlyValue(datesIn(printed)) ? printed.replace(/(?<![./-])[./-]+$/, '') : null;
}

function telephone(text: string): string | null {
  const printed = /\+?\(?\d[\d\s().-]{6,18}\d/.exec(text)?.[0];
  return printed && printed.replace(/\D/g, '').length >= 8 ? printed.trim() : null;
}

const STATE = /(?<![\s,;/(–-])[\s,;/(–-]+([A-Z]{2})\)?$/;

function stateIn(text: string): string | null {
  const code = STATE.exec(text)?.[1] ?? '';
  return isStateCode(code) ? code : null;
}

/** `São Paulo - SP` and `Campinas/SP` are in the name's city. */
function municipality(text: string): string | null {
  const city = stateIn(text) ? text.replace(STATE, '') : text;
  const plain = city.replace(/^\d{7}\s*[-–]\s*/, '').trim();
  return /^\p{L}[\p{L}\s.'’-]+$/u.test(plain) ? plain : null;
}
