import { verboseRegExp, verboseSource } from '../../text/pattern.ts';
import { findTaxNumbers } from './numbersInText.ts';

/** A person or company named with a CPF or CNPJ; `number` is null if that was misread. `at`: where the number is. */
export type Person = { name: string | null; number: string | null; at: number };

const PARTICLE = String.raw`(?:d[aeo]s?|e|y|di|del|della|von|van)`;
const CAPITAL = String.raw`(?:\p{Lu}[\p{L}'’]{0,40}\.?|\p{Lu}{1,20}[&/.-][\p{Lu}&/.-]{0,40}[\p{Lu}.]|&)`;
const NAME = verboseSource`
  (?<name>${CAPITAL}(?:[ \t]+(?:${PARTICLE}[ \t]+)?(?:${CAPITAL}|\d{1,4}(?=[ \t]+\p{Lu}))){1,11})
`;
/** What follows the name of a party: nationality, marital status, occupation, or the number. Beginnings of words. */
const QUALIFICATION = verboseSource`
  j[áa]\s+qualificad|acima|adiante|doravante|brasileir|estrangeir|naturalizad|portugu[êe]s|italian
  |espanho|argentin|japon[êe]s|alem[ãa]|american|chilen|urugua|paragua|casad|solteir|divorciad|separad
  |vi[úu]v|maior|menor|capaz|empres[áa]ri|comerciante|comerci[áa]ri|engenheir|m[ée]dic|advogad
  |aposentad|professor|funcion[áa]ri|servidor|agricultor|industri|banc[áa]ri|corretor|administrador
  |t[ée]cnic|motorista|do\s+lar|dona\s+de\s+casa|pessoa\s+jur|sociedade|empresa|institui|banco|inscrit
  |portador|titular|CPF|C\.P\.F|CIC|CNPJ|CGC|RG|CI\b|com\s+sede|sediad|residente|domiciliad|filh[oa]
  |nascid|natural\s+de|estabelecid|com\s+endere|neste\s+ato|representad
`;
const QUALIFIED = new RegExp(
  String.raw`(?<![\p{L}\d./-])${NAME}(?=\s*(?:[,;:(–-]+\s*)?(?:o\s+Sr\.?\s+|a\s+Sra\.?\s+)?(?:${QUALIFICATION}))`,
  'gu',
);
const FIRST = new RegExp(String.raw`(?<![\p{L}\d./-])${NAME}(?=\s*(?:[,;(]|[-–]\s|$))`, 'gu');

/** A role in an act, of one party or several. */
const ROLE = verboseSource`
  (?:transmitente|adquirente|alienante|outorgante|promitente|fiduciante|permutante|cedente|exequente|arrematante
  |avalista|interveniente|requerente|emitente|(?:outorgad|executad|inventariad|herdeir|s[óo]ci)[oa]
  |(?:vended|comprad|doad|cred|deved|garantid|fiad|locad|instituid|administrad)or(?:a|e(?=s))?
  |(?:compromiss|donat|fiduci|hipotec|(?:nu[- ])?propriet|cession|usufrutu|locat|adjudicat)[áa]ri[oa])s?
`;
/** Words before a name that do not belong to it: roles and forms of address. */
const NAME_PREFIX = verboseRegExp('iu')`
  ^(?:(?:sr|sra|srs|dr|dra|o|a|os|as|e|de|do|da|cpf|${ROLE}|c[ôo]njuges?|espos[oa]|mulher|marido|fulan[oa]|em
  |im[óo]vel|valor|t[íi]tulo|ato|contratantes?)[.:,)(]*\s+)+
`;
/** First words of the names of places and offices, which are not parties. */
const PLACE_OR_OFFICE = verboseRegExp('i')`
  ^(rua|avenida|av|alameda|travessa|pra[çc]a|rodovia|estrada|bairro|vila|jardim|edif[íi]cio
  |apartamento|lote|quadra|comarca|cart[óo]rio|of[íi]cio|tabelionato|tabeli[ãa]o|registro|matr[íi]cula
  |livro|ficha|protocolo|estado|munic[íi]pio|cidade|escritura|carteira|c[ée]dula|secretaria
  |minist[ée]rio da|junta|folha|cpf|rg|ssp|oab|crea|receita|cl[áa]usula|contrato|instrumento|capital
  |sede|nire)\b
`;

/** The people and companies that a text names with a CPF or CNPJ, in order. */
export function findPeople(text: string): Person[] {
  let from = 0;
  return findTaxNumbers(text).map(({ value, isProven, at, end }) => {
    const name = nameIn(text.slice(from, at));
    from = end;
    return { name, number: isProven ? value : null, at };
  });
}

/** The last name of a passage that a qualification follows, else the first name. */
export function nameIn(passage: string): string | null {
  const qualified = [...`${passage}CPF`.matchAll(QUALIFIED)].map(nameOf).filter((name) => name !== null);
  const last = qualified.at(-1);
  return last ?? [...passage.matchAll(FIRST)].map(nameOf).find((name) => name !== null) ?? null;
}

function nameOf({ groups }: RegExpExecArray): string | null {
  const name = (groups?.['name'] ?? '')
    .replace(NAME_PREFIX, '')
    .replace(/(?<![\s,.])((?<=S\.A)\.)?[\s,.]*$/, '$1')
    .trim();
  return PLACE_OR_OFFICE.test(name) || name.split(/\s+/).length < 2 || !/\p{L}{2}/u.test(name) ? null : name;
}

/** A party to an act, and its role. */
export type Party = { role: string; name: string | null; number: string | null; score: number };

const ROLE_LABEL = verboseRegExp('giu')`
  (?<![\p{L}-])(?<role>intervenientes?\s+\p{L}+
  |(?:(?:outorg|comprom|promit|cred|deved|s[óo]ci)\p{L}*[\s-])?${ROLE})
  (?:\s?\(?(?:s|es|as|a)(?:/(?:s|es|as|a))?\)|\(a\)\(?s?\)?)*\s*[:=–](?!\p{L}*\d)
`;
/** Labels that end the passage of a role. */
const OTHER_LABEL = verboseRegExp('giu')`
  (?<![\p{L}])(?:t[íi]tulo|forma do t[íi]tulo|valor|valores|objeto|im[óo]vel|condi[çc][õo]es
  |emolumentos|protocolo|data|itbi|avalia[çc][ãa]o|registro anterior|observa[çc][ãa]o|obs|anu[êe]ncia
  |documento|prazo|juros)\s*:
`;

/** The parties of an act: from labels if there are any, else from sentences. */
export function findParties(text: string): Party[] {
  const labelled = labelledParties(text);
  return labelled.length > 0 ? labelled : partiesInProse(text);
}

function labelledParties(text: string): Party[] {
  const labels = [...text.matchAll(ROLE_LABEL)];
  const ends = [...labels, ...text.matchAll(OTHER_LABEL)].map(({ index }) => index).toSorted((a, b) => a - b);
  let next = 0;
  return labels.flatMap(({ 0: whole, index, groups }) => {
    const from = index + whole.length;
    while ((ends[next] ?? text.length) < from) next++;
    const passage = text.slice(from, ends[next]);
    const role = singular(groups?.['role'] ?? '');
    const people = findPeople(passage);
    if (people.length > 0) return people.map((person) => partyOf(person, role, 0.9));
    const name = nameIn(passage.split(/[;\n]/)[0] ?? '');
    return name === null ? [] : [{ role, name, number: null, score: 0.8 }];
  });
}

const partyOf = ({ name, number }: Person, role: string, score: number): Party => ({ role, name, number, score });

/** `TRANSMITENTES` and `compradoras` as the role of one party. */
const singular = (role: string) =>
  role
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .split(' ')
    .map((word) => word.replace(/(dor|tor|sor)es$/, '$1').replace(/(?<!p[óo])s$/, ''))
    .join(' ');

/** Verbs of transfer, with the roles of the parties before and behind them. */
const TRANSFERS: [RegExp, before: string, behind: string][] = [
  [
    /\b(?:alien(?:ou|aram)\s+fiduciariamente|(?:deu|deram)\b(?=[^]{0,155}fiduci))/iu,
    'devedor fiduciante',
    'credor fiduciário',
  ],
  [/\b(?:vendeu|venderam|transmit(?:iu|iram)|alien(?:ou|aram)|cedeu|cederam)\b/iu, 'transmitente', 'adquirente'],
  [/\b(?:doou|doaram)\b/iu, 'doador', 'donatário'],
  [/\bhipotec(?:ou|aram)\b/iu, 'devedor', 'credor'],
];
/** `foi adquirido por A, …, por compra feita a B`: the buyer comes first. */
const ACQUIRED = verboseRegExp('iu')`
  \b(?:adquirid[oa]s?|comprad[oa]s?|arrematad[oa]s?|adjudicad[oa]s?|havid[oa]s?)\b\s+
  (?:o\s+im[óo]vel\s+)?(?:por|pel[oa]s?|a|[àa]|ao)\b
`;
const FROM_SELLER = verboseRegExp('iu')`
  \b(?:por\s+compra|por\s+doa[çc][ãa]o|compra)\s+(?:e\s+venda\s+)?
  (?:(?:que\s+)?(?:feita|fez|fizeram)\s+)?(?:a|de|[àa])\b|\b(?:de|havido\s+de)\s+propriedade\s+de\b
`;

function partiesInProse(text: string): Party[] {
  const bought = ACQUIRED.exec(text);
  if (bought) {
    const rest = text.slice(bought.index + bought[0].length);
    return partiesAround(rest, FROM_SELLER.exec(rest)?.index ?? rest.length, 'adquirente', 'transmitente');
  }
  for (const [verb, before, behind] of TRANSFERS) {
    const at = text.search(verb);
    if (at >= 0) return partiesAround(text, at, before, behind);
  }
  return [];
}

const partiesAround = (text: string, at: number, before: string, behind: string): Party[] =>
  findPeople(text).map((person) => partyOf(person, person.at < at ? before : behind, 0.75));
