import { textList, verboseRegExp, verboseSource } from '../../text/pattern.ts';
import { parseDate } from '../../text/dates.ts';
import { findDates } from './datesInText.ts';
import type { Passage } from './passages.ts';

/** The number that begins a record (R) or an annotation (AV), and the rest of its line. */
export type Marker = { letter: 'R' | 'AV'; number: number; rest: string };

const MATRICULA = verboseSource`
  (?:\s*(?:(?:[-–—/.]|d[ao]|na)\s*)?(?:mat(?:r[íi]cula)?\.?\s*(?:n[º°o.]*\s*)?|m\s?[.-]?\s*)?
  (?<matricula>\d{1,3}(?:\.\d{3})+|\d{2,7}))?
`;
const NUMBERED = verboseRegExp('iu')`
  ^[(\s]*(?<letter>R(?:EG(?:ISTRO|\.))?|AV(?:ERBA[ÇC][ÃA]O|ERB\.)?)\s*(?:n[º°o.]{0,2}\s*|[.\-–—]\s*)?
  (?<number>\d{1,3})(?![\d.])${MATRICULA}(?![\d/])
`;
/** What follows the number of an entry; a mere reference continues its sentence. */
const ENTRY_FOLLOWS = /^\s*(?:$|[-–—:.)=;]|,\s*(?:em|aos|protocol|prenota|data)|em\s+\d|(?:\(\s*)?protocol|\p{Lu})/iu;
const SENTENCE_FOLLOWS = /^\s*(?:[,;)]|d[aoe]\s|desta|supra|retro|acima|e\s|nesta|deste|fica|foi\s)/iu;

/**
 * Finds the lines that begin entries; call it with each line in order. Numbers of entries count up, and a number of the
 * matrícula beside them must be the document's own.
 */
export function entryMarkers(matricula: string | null): (line: string) => Marker | null {
  const last = { R: 0, AV: 0 };
  return (line) => {
    const found = NUMBERED.exec(line);
    if (!found) return null;
    const letter = /^r/i.test(found.groups?.['letter'] ?? '') ? 'R' : 'AV';
    const number = Number(found.groups?.['number']);
    const printed = found.groups?.['matricula']?.replace(/\D/g, '') ?? null;
    const rest = line.slice(found[0].length).replace(/^\)/, '');
    const highest = Math.max(last.R, last.AV);
    const isOwn = printed !== null && (matricula === null || printed === matricula);
    // Without the matrícula only the order tells an entry from a reference at the beginning of a line.
    const counts = isOwn
      ? number > last[letter]
      : printed === null && number > highest && number <= highest + MOST_MISSING;
    if (!counts || SENTENCE_FOLLOWS.test(rest) || !ENTRY_FOLLOWS.test(rest)) return null;
    last[letter] = number;
    return { letter, number, rest };
  };
}

/** So many entries in a row may not have been read. */
const MOST_MISSING = 5;

/** `MATRÍCULA Nº 12.345`, and not the beginning of another number. */
export const MATRICULA_NUMBER =
  /MATR[ÍI]CULA\s*(?:n[º°o.]*\s*)?(?:[:.-]\s*)?(\d{1,3}(?:\.\d{3})+(?![.-]?\d)|\d{1,7}(?![ .-]?\d))(?!\/)/iu;

/** The number of the matrícula, in digits. */
export function matriculaIn(text: string): string | null {
  return MATRICULA_NUMBER.exec(text)?.[1]?.replace(/\D/g, '') ?? null;
}

type EntryDate = { value: string; score: number };

/** Words before the date of something else: of the deed, of the protocol, of a birth. */
const OTHER_DATES = verboseRegExp('iu')`
  (?:(?:escritura|lavrad|nascid|nascim|livro|fls|folhas?|t[íi]tulo|contrato|instrumento
  |vencimento|vence|prazo|emitid|expedid|datad|of[íi]cio n|mandado|processo|senten[çc]a|tr[âa]nsito
  |certid[ãa]o|casad|celebrad|lei)(?:[^.;:]|\.(?=\d)){0,70}|(?:prot(?:ocol|\.)|prenota)(?:[^.;]|\.(?=\d)){0,70})$
`;
const LABEL = /^data( d[oa] (registro|averba[çc][ãa]o|ato|lan[çc]amento))?$/i;
/** `… Dou fé. São José do Rio Preto/SP, em `: what stands between a sentence and the date of the entry. */
const BEFORE_OWN_DATE = verboseRegExp('u')`
  (?:[.;:)–—-](?:\s?,)?|\p{Lu}{2}(?=\s(?:E[Mm]|A[Oo][Ss])\s)|[Dd]ou\sf[ée],?)\s*
  (?:(?<=[.;:)–—-]\s*)\p{Lu}[\p{L}'’]+(?:\s(?:d[aeo]s?|\p{Lu}[\p{L}'’]+))*(?:\s?[\/(-]\s?\p{Lu}{2}\)?)?,\s)?
  (?:(?:[Ee]m|EM|[Aa]os|AOS|(?:[Rr]egistrad|[Aa]verbad)[ao]\sem|(?:Data|DATA)[^\d.;]{0,25})\s)?$
`;
const AFTER_OWN_DATE = /^\s*(?:[-–—.,;:)]|\p{Lu}|e\sdou\sf[ée]|$)/u;
/** The foot of a certificate, which stands below the last entry. */
const CERTIFICATE = verboseRegExp('iu')`
  certific[oa](?:-se)?(?:\s+e\s+dou\s+f[ée])?,?\s+que\s+(?:[ao]\s+presente|est[ae])\s
`;

/** The date of an entry: labelled, else what stands apart from its sentences, behind its number or at its end. */
export function entryDate({ fields }: Passage, text: string): EntryDate | null {
  const printed = fields.find(({ label }) => LABEL.test(label))?.value;
  const labelled = printed ? (parseDate(printed) ?? findDates(printed)[0]?.value ?? null) : null;
  if (labelled) return { value: labelled, score: 0.95 };
  const words = (text.split(CERTIFICATE)[0] ?? '').replace(NUMBERED, '.');
  const dates = findDates(words).filter(({ at }) => !OTHER_DATES.test(words.slice(Math.max(0, at - 90), at)));
  const own = dates.filter(
    ({ at, end }) =>
      BEFORE_OWN_DATE.test(words.slice(Math.max(0, at - 90), at)) && AFTER_OWN_DATE.test(words.slice(end)),
  );
  const [first] = own;
  if (first) return { value: first.value, score: own.every(({ value }) => value === first.value) ? 0.9 : 0.75 };
  const last = dates.at(-1);
  return last && (dates.length === 1 || words.length - last.end < 60) ? { value: last.value, score: 0.6 } : null;
}

/** The acts that are recorded; a longer name comes before its own beginning. */
const ACTS = textList(`
  promessa de compra e venda | compromisso de compra e venda | compra e venda | venda e compra |
  doação com reserva de usufruto | doação | permuta | dação em pagamento | cancelamento de alienação fiduciária |
  cancelamento de hipoteca | cancelamento de penhora | cancelamento de usufruto | cancelamento |
  consolidação da propriedade | alienação fiduciária | propriedade fiduciária | hipoteca | penhora | arresto |
  sequestro | indisponibilidade | arrematação | adjudicação | partilha | inventário | sobrepartilha |
  formal de partilha | herança | instituição de usufruto | reserva de usufruto | usufruto | servidão | casamento |
  pacto antenupcial | divórcio | separação | óbito | construção | edificação | demolição | ampliação | habite-se |
  incorporação imobiliária | incorporação | instituição de condomínio | convenção de condomínio | desmembramento |
  unificação | loteamento | retificação | cadastro municipal | inscrição municipal | alteração de cadastro |
  alteração de denominação | alteração de nome | alteração de estado civil | mudança de denominação |
  integralização de capital | conferência de bens | cédula de crédito bancário | cédula de crédito rural |
  cédula de crédito imobiliário | cessão de crédito | cessão | locação | arrendamento | usucapião | desapropriação |
  averbação premonitória | existência de ação | georreferenciamento | reserva legal | quitação
`);
const ACT = new RegExp(`(?<!\\p{L})(${ACTS.join('|').replaceAll(' ', '\\s+')})(?!\\p{L})`, 'iu');

type Act = { name: string; score: number };

/** `NATUREZA DO ATO: Compra e venda`. */
const ACT_LABEL = verboseRegExp('iu')`
  (?:natureza(?:\s+do\s+ato)?|t[íi]tulo|esp[ée]cie|ato)\s*:\s*([\p{L}][\p{L}\s/-]{3,50}?)
  (?=\s*(?:[.;,]|$|\p{Lu}{4,}\s*:))
`;

/** The act of an entry: its title, else its label, else the first act in its text. */
export function actOf(rest: string, text: string): Act | null {
  const title = titleIn(rest);
  if (title) return { name: title, score: 0.9 };
  const labelled = ACT_LABEL.exec(text)?.[1];
  if (labelled && ACT.test(labelled)) return { name: labelled.trim(), score: 0.9 };
  const named = ACT.exec(text.slice(0, ACT_WITHIN))?.[1];
  return named
    ? { name: named.toUpperCase().replace(/\s+/g, ' '), score: named === named.toUpperCase() ? 0.85 : 0.7 }
    : null;
}

/** An entry names its act within so many characters. */
const ACT_WITHIN = 600;

/** The title in the first line: in capitals, or alone. */
function titleIn(rest: string): string | null {
  const plain = rest.replace(/^[\s\-–—:.)=(]+/, '').replace(/(?<![\s.:;)-])[\s.:;)-]+$/, '');
  const capitals = /^(\p{Lu}{2}[\p{Lu}\s/,-]{2,}\p{Lu})(?=\s*(?:[-–—:.;(]|$|\s\p{Lu}?\p{Ll}))/u.exec(plain)?.[1];
  if (capitals && !/^(EM|PROT|PRENOTA|DATA|MATR)/.test(capitals)) return capitals.trim();
  return plain.length < 60 && /^\p{Lu}\p{Ll}/u.test(plain) && ACT.exec(plain)?.index === 0 && !/[,;]/.test(plain)
    ? plain
    : null;
}
