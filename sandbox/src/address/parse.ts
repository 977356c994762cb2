import { citySuburb } from './place.ts';
import { stateOf, STATES } from './states.ts';
import { LABELS } from './street.ts';

/** An address in the parts of the interface; what the text does not say is null. */
export type Component = { name: string; stdName: string; value: string | null; stdValue: string | null; score: number | null };
export type ParsedAddress = { stdValue: string | null; score: number | null; components: Component[]; secondaries: [] };

type Part = { value: string; stdValue: string; score: number } | null;

export function parseAddress(text: string): ParsedAddress {
  const plain = text.replace(/\s+/g, ' ').trim();
  const cep = cepIn(plain);
  const state = stateOf(text);
  const street = streetIn(text);
  const { city, suburb } = citySuburb(text, state?.value ?? null, street?.whole ?? null);
  const parts: Record<string, Part> = {
    cep,
    pais: countryIn(plain, cep !== null || state !== null),
    estado: state,
    cidade: city,
    bairro: suburb,
    logradouro: street?.place ?? null,
    rotulo: street?.label ?? null,
    numero: street?.number ?? null,
  };
  const components = Object.entries(STANDARD_NAMES).map(([name, stdName]) => component(name, stdName, parts[name] ?? null));
  return { stdValue: standardLines(parts), score: meanScore(components), components, secondaries: [] };
}

const STANDARD_NAMES = {
  cep: 'postcode',
  pais: 'country',
  estado: 'state',
  cidade: 'city',
  bairro: 'suburb',
  logradouro: 'place',
  rotulo: 'label',
  numero: 'number',
};

const component = (name: string, stdName: string, part: Part): Component => ({
  name,
  stdName,
  value: part?.value ?? null,
  stdValue: part?.stdValue ?? null,
  score: part?.score ?? null,
});

function cepIn(text: string): Part {
  const found = /(?<!\d)(\d{5})-(\d{3})(?!\d)|\bCEP:?\s*(\d{2})\.?(\d{3})-?(\d{3})(?!\d)/i.exec(text);
  if (!found) return null;
  const digits = found.slice(1).filter(Boolean).join('');
  return { value: found[0].replace(/^CEP:?\s*/i, ''), stdValue: `${digits.slice(0, 5)}-${digits.slice(5)}`, score: 0.98 };
}

/** A Brazilian postcode or state says which country it is; otherwise the text must. */
function countryIn(text: string, isBrazilian: boolean): Part {
  const written = /\bBra[sz]il\b/i.exec(text)?.[0];
  if (written) return { value: written, stdValue: 'Brasil', score: 0.99 };
  return isBrazilian ? { value: 'Brasil', stdValue: 'Brasil', score: 0.9 } : null;
}

function streetIn(text: string) {
  const words = Object.keys(LABELS).join('|');
  const found = new RegExp(`(?<![\\p{L}])(${words})\\.?\\s+([^,;\\n]+?)(?=\\s*(?:[,;\\n]|\\s[-–]\\s|\\s+n[º°o.]+\\s*\\d|$))`, 'iu').exec(text);
  if (!found) return null;
  const [whole, label = '', rest = ''] = found;
  const inside = /^(.*\D)\s+(\d+[A-Z]?)$/.exec(rest);
  const after = /^\s*[,;-]?\s*(?:n[º°o.]*\s*)?(\d{1,6}[A-Z]?|s\/?n[º°]?)(?![\d-]*\d{3}\b)/iu.exec(text.slice(found.index + whole.length));
  const name = after ? rest : (inside?.[1] ?? rest);
  const number = after?.[1] ?? inside?.[2] ?? null;
  const standard = LABELS[label.toLowerCase()] ?? label;
  return {
    whole: whole + (after?.[0] ?? ''),
    label: { value: label, stdValue: standard, score: 0.95 },
    place: { value: name.trim(), stdValue: name.trim(), score: 0.9 },
    number: number === null ? null : { value: number, stdValue: number.toUpperCase(), score: after ? 0.95 : 0.8 },
  };
}

function standardLines({ rotulo, logradouro, numero, bairro, cidade, estado, cep }: Record<string, Part>): string | null {
  const said = (part: Part | undefined) => part?.stdValue ?? '';
  const street = [[said(rotulo), said(logradouro)].filter(Boolean).join(' '), said(numero)].filter(Boolean).join(', ');
  const town = [said(cidade), said(estado)].filter(Boolean).join(' - ');
  return [street, said(bairro), town, said(cep)].filter(Boolean).join('\n') || null;
}

function meanScore(components: Component[]): number | null {
  const scores = components.map(({ score }) => score).filter((score) => score !== null);
  if (scores.length === 0) return null;
  return Math.round((100 * scores.reduce((sum, score) => sum + score, 0)) / scores.length) / 100;
}

export const isState = (text: string) => Object.hasOwn(STATES, text.toUpperCase());
