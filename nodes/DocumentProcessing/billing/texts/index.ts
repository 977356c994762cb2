import { en, type Texts } from './en';
import { es } from './es';
import { ptBR } from './pt-BR';

/** The texts of a locale's language, and the tag of that language; English if there are none. */
export function textsFor(locale: string): { language: string; texts: Texts } {
  if (/^pt\b/i.test(locale)) return { language: 'pt-BR', texts: ptBR };
  if (/^es\b/i.test(locale)) return { language: 'es', texts: es };
  return { language: 'en', texts: en };
}
