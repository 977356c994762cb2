import { verboseRegExp, verboseSource } from '../../text/pattern.ts';
import { parseDate } from '../../text/dates.ts';
import { findDates, type FoundDate } from './datesInText.ts';
import type { Passage } from './passages.ts';

/** The beginning of a record (R) or an annotation (AV) on a property's sheet. */
export type Marker = { letter: 'R' | 'AV'; number: number; /** What follows it in its line. */ rest: string };

const SHEET = verboseSource`
  (?:\s*(?:[-–—/.]|d[ao]|na)?\s*(?:mat(?:r[íi]cula)?\.?\s*(?:n[º°o.]*\s*)?|m\s?[.-]?\s*)?
  (?<sheet>\d{1,3}(?:\.\d{3})+|\d{2,7}))?
`;
const SHORT = new RegExp(
  String.raw`^[(\s]*(?<letter>R|AV)\s*[.\-–—]?\s*(?<number>\d{1,3})(?![\d.])${SHEET}(?![\d/])`,
  'iu',
);
const WORD = verboseRegExp('iu')`
  ^[(\s]*(?<letter>REG(?:ISTRO|\.)|AVERBA[ÇC][ÃA]O|AVERB\.)\s*(?:n[º°o.]{0,2}\s*|[-–—]\s*)?
  (?<number>\d{1,3})(?![\d.])${SHEET}(?![\d/])
`;
/** Behind a marker the entry begins; a reference goes on in its sentence. */
const OPENS = /^\s*(?:$|[-–—:.)=;]|,\s*(?:em|aos|protocol|prenota|data)|em\s+\d|\(?\s*protocol|\p{Lu})/iu;
const GOES_ON = /^\s*(?:[,;)]|d[aoe]\s|desta|supra|retro|acima|e\s|nesta|deste|fica|foi\s)/iu;

/**
 * Tells the beginnings of entries in the order of a sheet: their numbers count up, and where a sheet's number stands it
 * is the same.
 */
export function registryMarkers(sheetNumber: string | null): (line: string) => Marker | null {
  const last = { R: 0, AV: 0 };
  return (line) => {
    const marker = markerIn(line, sheetNumber, Math.max(last.R, last.AV), last);
    if (marker) last[marker.letter] = marker.number;
    return marker;
  };
}

function markerIn(
  line: string,
  sheetNumber: string | null,
  highest: number,
  last: Record<'R' | 'AV', number>,
): Marker | null {
  const found = SHORT.exec(line) ?? WORD.exec(line);
  if (!found) return null;
  const letter = /^r/i.test(found.groups?.['letter'] ?? '') ? 'R' : 'AV';
  const number = Number(found.groups?.['number']);
  const sheet = found.groups?.['sheet']?.replace(/\D/g, '') ?? null;
  const rest = line.slice(found[0].length).replace(/^\)/, '');
  const isOfSheet = sheet !== null && (sheetNumber === null || sheet === sheetNumber);
  const counts = number > highest || (isOfSheet && number > last[letter]);
  if (!counts || (sheet !== null && !isOfSheet) || GOES_ON.test(rest) || !OPENS.test(rest)) return null;
  // Nothing else tells a lone number from a reference at the beginning of a line.
  return isOfSheet || number <= highest + FARTHEST ? { letter, number, rest } : null;
}

/** Entries that were not read may be missing in between. */
const FARTHEST = 5;

/** The number of the sheet: `MATRÍCULA Nº 12.345`. */
export function sheetNumberIn(text: string): string | null {
  const found = /MATR[ÍI]CULA\s*(?:n[º°o.]*)?\s*[:.-]?\s*(\d{1,3}(?:\.\d{3})+|\d{1,7})(?![\d/])/iu.exec(text)?.[1];
  return found?.replace(/\D/g, '') ?? null;
}

type EntryDate = { value: string; score: number };

/** Words before a date that is of something else: of the deed, of the protocol, of a birth. */
const OTHERS = verboseRegExp('iu')`
  (protocol|prenota|escritura|lavrad|nascid|nascim|livro|fls|folhas?|t[íi]tulo|contrato|instrumento
  |vencimento|vence|prazo|emitid|expedid|datad|of[íi]cio n|mandado|processo|senten[çc]a|tr[âa]nsito
  |certid[ãa]o|casad|celebrad|lei)(?:[^.;:]|\.(?=\d)){0,70}$
`;
const LABEL = /^data( d[oa] (registro|averba[çc][ãa]o|ato|lan[çc]amento))?$/i;

/** The day an entry was made: its label, else right behind its number, else at its end behind the place. */
export function entryDate({ fields }: Passage, text: string): EntryDate | null {
  const printed = fields.find(({ label }) => LABEL.test(label))?.value;
  const labelled = printed ? (parseDate(printed) ?? findDates(printed)[0]?.value ?? null) : null;
  if (labelled) return { value: labelled, score: 0.95 };
  const own = findDates(text).filter(({ at }) => !OTHERS.test(text.slice(Math.max(0, at - 90), at)));
  const early = own.find(({ at }) => at < EARLY);
  if (early) return { value: early.value, score: 0.9 };
  const last = own.at(-1);
  if (last && closes(text, last)) return { value: last.value, score: 0.9 };
  return own.length === 1 && last ? { value: last.value, score: 0.6 } : null;
}

/** So many letters stand between the number of an entry and its date at most. */
const EARLY = 110;

/** `Curitiba, 12 de março de 2020. O Oficial`. */
const closes = (text: string, { at, end }: FoundDate) =>
  /(\p{Lu}\p{L}+(\s*[-/]\s*\p{Lu}{2})?,?\s+(?:em\s+|aos\s+)?|dou f[ée][.;,:\s-]*|data[.:\s]*)$/u.test(
    text.slice(Math.max(0, at - 40), at),
  ) || text.length - end < 60;

/** What records and annotations are about; longer names before those they begin with. */
const ACTS = [
  'promessa de compra e venda',
  'compromisso de compra e venda',
  'compra e venda',
  'venda e compra',
  'doação com reserva de usufruto',
  'doação',
  'permuta',
  'dação em pagamento',
  'cancelamento de alienação fiduciária',
  'cancelamento de hipoteca',
  'cancelamento de penhora',
  'cancelamento de usufruto',
  'cancelamento',
  'consolidação da propriedade',
  'alienação fiduciária',
  'propriedade fiduciária',
  'hipoteca',
  'penhora',
  'arresto',
  'sequestro',
  'indisponibilidade',
  'arrematação',
  'adjudicação',
  'partilha',
  'inventário',
  'sobrepartilha',
  'formal de partilha',
  'herança',
  'instituição de usufruto',
  'reserva de usufruto',
  'usufruto',
  'servidão',
  'casamento',
  'pacto antenupcial',
  'divórcio',
  'separação',
  'óbito',
  'construção',
  'edificação',
  'demolição',
  'ampliação',
  'habite-se',
  'incorporação imobiliária',
  'incorporação',
  'instituição de condomínio',
  'convenção de condomínio',
  'desmembramento',
  'unificação',
  'loteamento',
  'retificação',
  'cadastro municipal',
  'inscrição municipal',
  'alteração de cadastro',
  'alteração de denominação',
  'alteração de nome',
  'alteração de estado civil',
  'mudança de denominação',
  'integralização de capital',
  'conferência de bens',
  'cédula de crédito bancário',
  'cédula de crédito rural',
  'cédula de crédito imobiliário',
  'cessão de crédito',
  'cessão',
  'locação',
  'arrendamento',
  'usucapião',
  'desapropriação',
  'averbação premonitória',
  'existência de ação',
  'georreferenciamento',
  'reserva legal',
  'quitação',
];
const FIND = new RegExp(`(?<!\\p{L})(${ACTS.join('|').replaceAll(' ', '\\s+')})(?!\\p{L})`, 'iu');

type Act = { name: string; score: number };

/** `NATUREZA DO ATO: Compra e venda`. */
const ACT_LABEL = verboseRegExp('iu')`
  (?:natureza(?:\s+do\s+ato)?|t[íi]tulo|esp[ée]cie|ato)\s*:\s*([\p{L}][\p{L}\s/-]{3,50}?)
  (?=\s*(?:[.;,]|$|\p{Lu}{4,}\s*:))
`;

/** What an entry is about: what its heading says, its label, or the first act its text names. */
export function actOf(rest: string, text: string): Act | null {
  const title = titleIn(rest);
  if (title) return { name: title, score: 0.9 };
  const labelled = ACT_LABEL.exec(text)?.[1];
  if (labelled && FIND.test(labelled)) return { name: labelled.trim(), score: 0.9 };
  const named = FIND.exec(text.slice(0, SOON))?.[1];
  return named
    ? { name: named.toUpperCase().replace(/\s+/g, ' '), score: named === named.toUpperCase() ? 0.85 : 0.7 }
    : null;
}

/** An entry says early what it is about. */
const SOON = 600;

/** The title in the line of the marker: in capitals, or by itself. */
function titleIn(rest: string): string | null {
  const plain = rest.replace(/^[\s\-–—:.)=(]+/, '').replace(/[\s.:;)-]+$/, '');
  const capitals = /^(\p{Lu}{2}[\p{Lu}\s/,-]{2,}\p{Lu})(?=\s*(?:[-–—:.;(]|$|\s\p{Lu}?\p{Ll}))/u.exec(plain)?.[1];
  if (capitals && !/^(EM|PROT|PRENOTA|DATA|MATR)/.test(capitals)) return capitals.trim();
  return plain.length < 60 && /^\p{Lu}\p{Ll}/u.test(plain) && FIND.exec(plain)?.index === 0 && !/[,;]/.test(plain)
    ? plain
    : null;
}
