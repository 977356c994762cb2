import type { Hint, Word } from './words.ts';

/** Labels of forms and what they introduce; a street type with a colon stays, it is part of the street. */
const LABELS: Record<string, Hint> = {
  endereco: 'street',
  end: 'street',
  logradouro: 'street',
  logr: 'street',
  localizacao: 'street',
  numero: 'number',
  num: 'number',
  no: 'number',
  nr: 'number',
  n: 'number',
  complemento: 'complement',
  compl: 'complement',
  comp: 'complement',
  referencia: 'complement',
  bairro: 'suburb',
  setor: 'suburb',
  distrito: 'suburb',
  cidade: 'city',
  municipio: 'city',
  localidade: 'city',
  mun: 'city',
  cid: 'city',
  uf: 'state',
  estado: 'state',
  est: 'state',
  pais: 'country',
  telefone: 'other',
  tel: 'other',
  fone: 'other',
  celular: 'other',
  cel: 'other',
  whatsapp: 'other',
  fax: 'other',
  email: 'other',
  contato: 'other',
  cpf: 'other',
  cnpj: 'other',
  rg: 'other',
  ie: 'other',
};
/** These say even without a colon that no address follows. */
const OTHER = /^(telefone|tel|fone|celular|whatsapp|fax|email|cpf|cnpj|rg)$/;
/** In a form without colons, and only if several stand there. */
const PLAIN = /^(endereco|logradouro|numero|complemento|bairro|cidade|municipio|uf|estado)$/;
const ENOUGH = 3;

/** The words without the labels of a form; each knows which label it stood behind. */
export function withoutLabels(words: Word[], text: string): Word[] {
  const hasColons = words.some(({ gap }, index) => gap === 'colon' && PLAIN.test(words[index - 1]?.plain ?? ''));
  const plainForm =
    !hasColons && new Set(words.map(({ plain }) => plain).filter((plain) => PLAIN.test(plain))).size >= ENOUGH;
  const kept: Word[] = [];
  let hint: Hint | null = null;
  let opens = false;
  words.forEach((word, index) => {
    const label = labelAt(words, index, text, plainForm);
    if (label) return void ([hint, opens] = [label, true]);
    if (!opens && endsLabelled(word, hint)) hint = null;
    kept.push({ ...word, hint, gap: opens ? 'break' : word.gap });
    opens = false;
  });
  return kept;
}

/** Also of two labels in one: `Cidade/UF:`. */
function labelAt(words: Word[], index: number, text: string, plainForm: boolean): Hint | null {
  const word = words[index] as Word;
  const hint = Object.hasOwn(LABELS, word.plain) ? LABELS[word.plain] : undefined;
  if (!hint || word.kind !== 'word') return null;
  const next = words[index + 1];
  if (next?.gap === 'colon' || (hint === 'other' && OTHER.test(word.plain))) return hint;
  if (plainForm && PLAIN.test(word.plain) && next) return hint;
  const joined = next && /^\s*[/-]\s*$/.test(text.slice(word.end, next.start)) && words[index + 2]?.gap === 'colon';
  return joined && Object.hasOwn(LABELS, next.plain) ? hint : null;
}

/** What a label introduces ends with its line; some things end with their first part. */
const endsLabelled = ({ gap, kind }: Word, hint: Hint | null) =>
  gap === 'line' ||
  (gap === 'break' &&
    (hint === 'suburb' || hint === 'number' || hint === 'country' || (hint === 'other' && kind === 'word')));
