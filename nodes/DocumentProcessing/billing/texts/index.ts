import { asObject, isObject } from '../../common/shape';
import { en, type Language } from './en';
import { es } from './es';
import { ptBR } from './pt-BR';

/** The languages of the report, by their tags. */
export const TEXTS: Record<string, Language> = { en, 'pt-BR': ptBR, es };

/** A text, or a function of what stands in its braces, in the order in which the English text has it. */
export type Texts = Written<typeof en>;

type Written<T> = T extends string
  ? Parts<T> extends []
    ? string
    : (...parts: Parts<T>) => string
  : T extends { one: string; several: infer Several }
    ? (count: number, ...parts: Parts<Several>) => string
    : { [Name in keyof T]: Written<T[Name]> };

type Parts<T> = T extends `${string}{${string}}${infer Rest}` ? [part: string, ...Parts<Rest>] : [];

/** The texts of a locale's language, and the tag of that language; English if there are none. */
export function textsFor(locale: string): { language: string; texts: Texts } {
  const [asked] = locale.toLowerCase().split('-');
  const [language = 'en', own = en] = Object.entries(TEXTS).find(([tag]) => tag.split('-')[0] === asked) ?? [];
  return { language, texts: written(own, en) as Texts };
}

function written(own: unknown, english: unknown): unknown {
  const model = asObject(english);
  if (typeof own === 'string') {
    const write = (...parts: string[]) => fill(own, String(english), parts);
    return String(english).includes('{') ? write : own;
  }
  if (!isObject(own)) return own;
  const { one, several } = own;
  if (several === undefined)
    return Object.fromEntries(Object.entries(own).map(([name, text]) => [name, written(text, model[name])]));
  return (count: number, ...parts: string[]) =>
    fill(String(count === 1 ? one : several), String(model['several']), parts);
}

const PART = /\{\w+\}/g;

function fill(text: string, english: string, parts: string[]): string {
  const names: string[] = english.match(PART) ?? [];
  return text.replace(PART, (name) => parts[names.indexOf(name)] ?? name);
}
