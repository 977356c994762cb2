import { fold } from '../text/normalise.ts';
import { CURRENCY, parseAmount } from '../text/amounts.ts';
import { parseDate } from '../text/dates.ts';
import { verboseRegExp } from '../text/pattern.ts';
import { vocabularyStrength } from './labelWords.ts';
import type { Segment } from './segments.ts';
import { remembered } from './textMemory.ts';

/** In letters, and so in words too. */
export const LONGEST_LABEL = 48;
const MOST_WORDS = 7;

/** A box to tick, in letters, `[x]`, `( )`, or as a sign. */
export const CHOICE = /\[[ _]*(?:x[ _]*)?\]|\([ _]*(?:x[ _]*)?\)|[☐-☒]/i;
export const TICK = /\[[ _]*x[ _]*\]|\([ _]*x[ _]*\)|[☑☒]/i;

const BOX_BEFORE = new RegExp(`^(?:${CHOICE.source})\\s+`, 'i');

/** A text without the box that stands before it. */
export const withoutBox = (text: string) => text.replace(BOX_BEFORE, '');

export type Labelled = { label: string; value: string };

/** Whether a text has the form of a label: short, starting with a letter, no sentence. */
export function isLabelLike(text: string): boolean {
  // Names of taxes may be a list: `IRRF, CSLL`.
  const plain = text.replace(/(?<![:.\s])[:.\s]+$/, '').replace(/^(?:\p{Lu}{2,6},\s)+(?=\p{Lu}{2})/u, '');
  if (plain.length === 0 || plain.length > LONGEST_LABEL) return false;
  if (plain.split(/\s+/).length > MOST_WORDS) return false;
  return (
    /^[\p{L}(#]/u.test(plain) &&
    /\p{L}{2}|^\p{L}(?:\/\p{L})?$|\p{L}\.?[ºª°]/u.test(plain) &&
    !/[;?!"{}[\]]|(?<!\()=|\(\)|,\s|\p{L}{5}\.\s+\p{Lu}\p{Ll}|\p{Ll}{5}\.\s+\p{Lu}/u.test(plain)
  );
}

/**
 * How likely a text is a label, by its words: 3 all are label words, 2 it begins like a label, 1 it may be one, 0 it is
 * none.
 */
export const labelStrength = remembered((text): 0 | 1 | 2 | 3 =>
  isLabelLike(text) && !isValueLike(text) ? vocabularyStrength(text) || 1 : 0,
);

/** Whether texts may all be labels, and one is known to be. */
export function areLabels(segments: Pick<Segment, 'text'>[]): boolean {
  const strengths = segments.map(({ text }) => labelStrength(text));
  return !strengths.includes(0) && strengths.some((strength) => strength >= 2);
}

/** `Label: value`, `Label:` (value empty), `LABEL = R$ 1,00`, and of known labels `Label:value`. */
export const splitLabelled = remembered((printed): Labelled | null => {
  const text = withoutBox(printed);
  const colon =
    /^([^:]+):(?:\s(.*))?$/su.exec(text) ??
    /^([^:=]+)=\s*(R\$.*)$/u.exec(text) ??
    /^([^:]+)(?<!\d):(R\$.*|\d(?!\d:).*|\(\d.*)$/u.exec(text);
  const joined = colon ? null : /^([^:]+):(\p{L}.*)$/u.exec(text);
  const [, label = '', value = ''] = (colon ?? joined)?.map((part) => (part ?? '').trim()) ?? [];
  if (!label || !isLabelLike(label) || continuesAsProse(label, value)) return null;
  return (joined || BEHIND_PLACE.test(label)) && vocabularyStrength(label) < 3 ? null : { label, value };
});

/** `Centro - CEP: 01310-100` is a part of an address. */
const BEHIND_PLACE = /\p{L}\s?[-–—,]\s?CEP$/iu;

/** A colon inside a sentence: lower case follows several words that are no known label. */
const continuesAsProse = (label: string, value: string) =>
  /^\p{Ll}\S*(?:\s+\S+){4}/u.test(value) && label.includes(' ') && vocabularyStrength(label) < 2;

/** Whether a text is a label with a colon, with or without a value. */
export const hasLabel = (text: string) => splitLabelled(text) !== null;

/** Kinds of numbers, which are parts of values: "CPF 529.982.247-25" may stand for a document, "CEP 80010-000" in an address. */
const PART_OF_VALUE = /^(cpf|cnpj|rg|cnh|cep|ag|agencia|conta|tel|telefone|fone|phone|fax|celular|vat|nif)\b/i;

/** The rate of a tax or discount is a part of its label: `VAT (20% of £550.00)`, `VAT @ 20%`, `zzgl. 19 % MwSt.` */
const RATE = /^(\p{L}.*?)(?:\([^()]{0,20}%[^()]{0,30}\)|(?:@\s?)?\d{1,2}(?:[.,]\d{1,2})?\s?%)/u;
/** A rate alone, or before its amount; in brackets behind it, it is explained. */
const RATE_BEFORE = /^\d{1,2}(?:[.,]\d{1,2})?\s?%(?:\s(?!\()|$)/;

/** An amount without the rate before it. */
export function withoutRate(text: string): string {
  const amount = text.replace(RATE_BEFORE, '');
  return parseAmount(amount) ? amount : text;
}

/** The text beside another one; of a rate and its amount, that. */
export function textBeside(line: Segment[], at: number): Segment | undefined {
  const [first, second] = line.slice(at + 1, at + 3);
  const isRate = first && second && withoutRate(`${first.text} ${second.text}`) === second.text;
  return isRate ? second : first;
}

const NUMBERED = verboseRegExp('u')`
  ^(\p{Lu}\D*?\p{L}[.)]?)\s+((?:${CURRENCY}\s?)?-?\d[\d.,/-]{4,}(?:\s\d\d?(?::\d\d){1,2})?)$
`;

/** `Placa 95727561`, `VAT 20% £110.00`: known label words and a long number or a date with its time, without a sign between them. */
export function splitNumbered(text: string): Labelled | null {
  const [, label = '', value = ''] = NUMBERED.exec(text.replace(RATE, '$1 ')) ?? [];
  const isKnown = label !== '' && isLabelLike(label) && vocabularyStrength(label) === 3;
  const isPart = PART_OF_VALUE.test(fold(label)) && parseAmount(value) === null;
  return isKnown && !isPart ? { label: text.slice(0, -value.length).trim(), value } : null;
}

/** `Invoice # 7781`: known label words, a sign for a number, and a number. */
const SIGNED_NUMBER = /^(\p{Lu}\D*)\s(?:#|n(?:[º°o]|r)\.?)\s?\d[\d./-]{2,}$/iu;

/** Such a text has a label of its own, so it is no value of another one. */
export function beginsWithLabel(text: string): boolean {
  const [, label = ''] = SIGNED_NUMBER.exec(text) ?? [];
  const isNumbered = label !== '' && vocabularyStrength(label) === 3 && !PART_OF_VALUE.test(fold(label));
  return isNumbered || hasLabel(text) || splitNumbered(text) !== null;
}

/** A date, an amount, a number or an answer: nothing that could be a label. */
export const isValueLike = (text: string) =>
  /\d(?![ºª°])|@/.test(text.replace(/\((art|lei|item)[^)]{0,100}\)/i, '').replace(RATE, '$1')) ||
  /^(sim|não|yes|no|n\/a|isento|isenta)$/i.test(text) ||
  /^[-–—*.\s]+$/.test(text);

/** A number, an amount or a date, with its unit or currency at most. */
const QUANTITY = /^\p{L}{0,4}\$?\s?[^\p{L}\d]*\d[^\p{L}]*(\s?\p{L}{1,4}[²³]?)?$/u;
/** A date with a time behind it, as `04/09/2022 às 14:32` or `2022-09-04T14:32:10Z`. */
const POINT_IN_TIME = /^(\d{1,2}[/.-]\d{1,2}[/.-]\d{4}|\d{4}-\d{2}-\d{2})(\D{1,6}\d{1,2}(:|h)\d{2}\b.*)?$/iu;

/** Whether a text is nothing else. */
export const isQuantity = (text: string) => QUANTITY.test(text) || POINT_IN_TIME.test(text) || parseDate(text) !== null;

/** In capitals, but for the small letter of `NFS-e`. */
export const isUpperCase = (text: string) =>
  /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text.replace(/(?<=\p{Lu}-)e(?!\p{L})/gu, ''));

const FEWEST_WORDS_OF_PROSE = 8;
const STOP_WORDS_OF_PROSE =
  /^(a|o|as|os|um|uma|de|da|do|das|dos|e|em|no|na|nos|nas|que|por|para|com|ou|se|ao|à|the|of|and|in|for|is|to|by|an?)$/i;
const OTHER_STOP_WORDS =
  /^(el|los|las|del|al|y|con|le|les|des|du|et|est|par|pour|der|die|das|dem|den|und|ist|für|von|zu|mit|wie|il|gli|di|che|si|per)$/i;

/** Running text: many words, and stop words among them, in Portuguese or English, or in `anyLanguage`. */
export function isProse({ text }: Pick<Segment, 'text'>, anyLanguage = false): boolean {
  const words = text.split(/\s+/);
  if (words.length < FEWEST_WORDS_OF_PROSE) return false;
  const isStopWord = (word: string) => STOP_WORDS_OF_PROSE.test(word) || (anyLanguage && OTHER_STOP_WORDS.test(word));
  const stopWords = words.filter(isStopWord).length;
  const lowerCase = words.filter((word) => /^\p{Ll}/u.test(word)).length;
  return stopWords >= 2 && lowerCase >= words.length / 2;
}
