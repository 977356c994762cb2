import { plain } from '../words/plain.ts';
import type { Value } from './value.ts';

const WORD = /^\p{Lu}(?:['’´]?\p{Lu}+|['’´]?\p{Ll}+)*(?:-\p{Lu}[\p{L}'’]*)?\.?$/u;
const PARTICLE = /^(de|da|do|das|dos|di|del|della|e|y|van|von|der|la|le)$/i;

/** Words of labels and headings that nobody is called. */
const LABELS = new Set(
  `NOME NAME SOBRENOME SURNAME APELIDOS APELLIDOS NOMBRES FILIACAO FILIATION PARENTS PAI MAE DATA DATE FECHA NASCIMENTO BIRTH NACIMIENTO EMISSAO EXPEDICAO ISSUE ISSUING VALIDADE EXPIRY EXPIRATION VENCIMENTO
  NATURALIDADE NACIONALIDADE NATIONALITY NACIONALIDAD BRASILEIRA BRASILEIRO SEXO SEX REGISTRO GERAL IDENTIDADE IDENTITY DOCUMENTO DOCUMENT CARTEIRA NACIONAL HABILITACAO CATEGORIA PERMISSAO REPUBLICA FEDERATIVA
  ESTADO GOVERNO SECRETARIA SEGURANCA PUBLICA INSTITUTO IDENTIFICACAO MINISTERIO DEPARTAMENTO TRANSITO ASSINATURA SIGNATURE PORTADOR TITULAR DIRETOR EMISSOR POLEGAR DIREITO ORGAO AUTORIDADE AUTHORITY TERRITORIO VALIDA LICENSE DRIVER
  CPF LOCAL PLACE OBSERVACOES PASSAPORTE PASSPORT`
    .split(/\s+/)
    .map(plain),
);

/** A name of a person: at least two words that begin with capitals, and nothing else. */
export const personName = (text: string): Value | null => nameOf(text, 2);

/** A part of a name may be one word. */
export const partOfName = (text: string): Value | null => nameOf(text, 1);

function nameOf(text: string, words: number): Value | null {
  const parts = text.split(/\s+/).filter((part) => part !== '');
  while (parts.length > 0 && isDirt(parts[0] as string)) parts.shift();
  while (parts.length > 0 && isDirt(parts.at(-1) as string)) parts.pop();
  const long = parts.filter((part) => /\p{L}{2}/u.test(part) && !PARTICLE.test(part));
  if (long.length < words || !parts.every((part) => WORD.test(part) || PARTICLE.test(part))) return null;
  if (PARTICLE.test(parts.at(-1) as string) || parts.some((part) => LABELS.has(plain(part)))) return null;
  return { value: parts.join(' ').replace(/[.,]$/, '') };
}

/** Signs at the edges are borders of boxes and specks. */
const isDirt = (part: string) => !/[\p{L}\p{N}]/u.test(part);
