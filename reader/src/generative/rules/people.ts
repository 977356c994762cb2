import { findIdentityNumbers } from './identityNumbers.ts';

/** A person or company a text names with its CPF or CNPJ; `number` is null if that was misread. */
export type Person = { name: string | null; number: string | null; at: number };

const PARTICLE = String.raw`(?:d[aeo]s?|e|y|di|del|della|von|van)`;
const CAPITAL = String.raw`(?:\p{Lu}[\p{L}'’]*\.?|\p{Lu}[\p{Lu}&/.-]*[\p{Lu}.]|&)`;
const NAME = String.raw`(?<name>${CAPITAL}(?:[ \t]+(?:${PARTICLE}[ \t]+)?(?:${CAPITAL}|\d{1,4}(?=[ \t]+\p{Lu}))){1,11})`;
/** What follows the name of somebody who takes part: what he is, or his number. */
const QUALITY = String.raw`j[áa]\s+qualificad|acima|adiante|doravante|brasileir|estrangeir|naturalizad|portugu[êe]s|italian|espanho|argentin|japon[êe]s|alem[ãa]|american|chilen|urugua|paragua|casad|solteir|divorciad|separad|vi[úu]v|maior|menor|capaz|empres[áa]ri|comerciante|comerci[áa]ri|engenheir|m[ée]dic|advogad|aposentad|professor|funcion[áa]ri|servidor|agricultor|industri|banc[áa]ri|corretor|administrador|t[ée]cnic|motorista|do\s+lar|dona\s+de\s+casa|pessoa\s+jur|sociedade|empresa|institui|banco|inscrit|portador|titular|CPF|C\.P\.F|CIC|CNPJ|CGC|RG|CI\b|com\s+sede|sediad|residente|domiciliad|filh[oa]|nascid|natural\s+de|estabelecid|com\s+endere|neste\s+ato|representad`;
const QUALIFIED = new RegExp(
  String.raw`(?<![\p{L}\d./-])${NAME}(?=\s*[,;:(–-]*\s*(?:o\s+Sr\.?\s+|a\s+Sra\.?\s+)?(?:${QUALITY}))`,
  'gu',
);
const FIRST = new RegExp(String.raw`(?<![\p{L}\d./-])${NAME}(?=\s*(?:[,;(]|[-–]\s|$))`, 'gu');

/** Words before a name that are none of it: what somebody is in the act, and forms of address. */
const BEFORE =
  /^(?:(?:sr|sra|srs|dr|dra|o|a|os|as|e|de|do|da|cpf|propriet[áa]ri[oa]s?|s[óo]ci[oa]s?|outorgantes?|outorgad[oa]s?|vendedor(?:a|es|as)?|comprador(?:a|es|as)?|transmitentes?|adquirentes?|credor(?:a|es|as)?|devedor(?:a|es|as)?|doador(?:a|es|as)?|donat[áa]ri[oa]s?|fiduciantes?|fiduci[áa]ri[oa]s?|c[ôo]njuges?|espos[oa]|mulher|marido|fulan[oa]|em|im[óo]vel|valor|t[íi]tulo|ato|contratantes?|administrador(?:a|es)?)[.:,)(]*\s+)+/iu;
/** Names that are of places and offices, whatever follows them. */
const NOBODY =
  /^(rua|avenida|av|alameda|travessa|pra[çc]a|rodovia|estrada|bairro|vila|jardim|edif[íi]cio|apartamento|lote|quadra|comarca|cart[óo]rio|of[íi]cio|tabelionato|tabeli[ãa]o|registro|matr[íi]cula|livro|ficha|protocolo|estado|munic[íi]pio|cidade|escritura|carteira|c[ée]dula|secretaria|minist[ée]rio da|junta|folha|cpf|rg|ssp|oab|crea|receita|cl[áa]usula|contrato|instrumento|capital|sede|nire)\b/i;

/** Everybody a text names together with a CPF or CNPJ, in its order. */
export function findPeople(text: string): Person[] {
  let from = 0;
  return findIdentityNumbers(text).map(({ digits, at, end }) => {
    const name = nameIn(text.slice(from, at));
    from = end;
    return { name, number: digits, at };
  });
}

/** The last name of a passage that says what its bearer is, else the first one. */
export function nameIn(passage: string): string | null {
  const qualified = [...`${passage}CPF`.matchAll(QUALIFIED)].map(nameOf).filter((name) => name !== null);
  const last = qualified.at(-1);
  return last ?? [...passage.matchAll(FIRST)].map(nameOf).find((name) => name !== null) ?? null;
}

function nameOf({ groups }: RegExpExecArray): string | null {
  const name = (groups?.['name'] ?? '')
    .replace(BEFORE, '')
    .replace(/[\s,]+$|(?<!S\.A)[\s,.]+$/, '')
    .trim();
  return NOBODY.test(name) || name.split(/\s+/).length < 2 || !/\p{L}{2}/u.test(name) ? null : name;
}
