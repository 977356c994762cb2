import { en, type Texts } from './en';
import { es } from './es';
import { ptBR } from './pt-BR';

/** The languages of the report, by their tags. */
export const TEXTS: Record<string, Texts> = { en, 'pt-BR': ptBR, es };

/** The texts of a locale's language, and the tag of that language; English if there are none. */
export function textsFor(locale: string): { language: string; texts: Texts } {
  const [asked] = locale.toLowerCase().split('-');
  const [language = 'en', texts = en] = Object.entries(TEXTS).find(([tag]) => tag.split('-')[0] === asked) ?? [];
  return { language, texts };
}
