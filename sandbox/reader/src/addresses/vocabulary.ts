import { standardForms, verboseRegExp, verboseSource, wordSet } from '../text/pattern.ts';
import { ANY_WORD, beginsPart, matchEnd, matches, NUMERIC, WORD_END, type Draft, type Word } from './tokens.ts';

/**
 * Where a street type counts: anywhere, at the beginning of a part, or as the first word of the address with a number
 * behind the name.
 */
type Reach = 'anywhere' | 'part' | 'first';
type StreetType = { standard: string; reach: Reach };

const TYPES: Record<Reach, Record<string, string>> = {
  anywhere: standardForms(`
    Rua: rua | Avenida: avenida av avda | Alameda: alameda alam | Travessa: travessa trav tv | Praça: praca pca pc |
    Rodovia: rodovia rod | Estrada: estrada estr | Ladeira: ladeira | Beco: beco | Viela: viela | Servidão: servidao |
    Viaduto: viaduto | Largo: largo lgo | Boulevard: boulevard | Calçadão: calcadao
  `),
  part: standardForms(`
    Rua: r | Alameda: al | Travessa: tr | Estrada: est | Largo: lg | Ladeira: lad | Beco: bc | Via: via |
    Marginal: marginal | Esplanada: esplanada | Passagem: passagem pass | Escadaria: escadaria |
    Rotatória: rotatoria | Contorno: contorno | Vereda: vereda | Caminho: caminho | Servidão: serv | Rampa: rampa |
    Ramal: ramal
  `),
  first: standardForms(`
    Vila: vila vl | Praia: praia | Parque: parque pq | Jardim: jardim | Fazenda: fazenda faz | Sítio: sitio |
    Chácara: chacara | Colônia: colonia | Linha: linha | Acesso: acesso | Recanto: recanto | Cais: cais |
    Campo: campo | Morro: morro | Condomínio: condominio | Loteamento: loteamento | Vicinal: vicinal |
    Granja: granja | Povoado: povoado | Setor: setor | Residencial: residencial | Ilha: ilha | Anel: anel |
    Galeria: galeria | Aeroporto: aeroporto | Assentamento: assentamento | Comunidade: comunidade | Gleba: gleba
  `),
};

const BY_WORD = new Map(
  Object.entries(TYPES).flatMap(([reach, types]) =>
    Object.entries(types).map(([word, standard]) => [word, { standard, reach: reach as Reach }] as const),
  ),
);

export const streetTypeOf = (plain: string): StreetType | undefined => BY_WORD.get(plain);

/** First words of suburbs: they show a suburb where nothing separates it from the street. */
const SUBURB_PREFIXES = wordSet`
  bairro jardim jd vila vl parque pq setor conjunto conj residencial loteamento nucleo cidade balneario chacara granja
  distrito zona povoado quinta recanto portal vale alto barra asa
`;
/** Suburbs of one word. */
const COMPLETE_SUBURBS = new Set(['centro', 'interior']);

export const isSuburbPrefix = (plain: string) => SUBURB_PREFIXES.has(plain);
export const isCompleteSuburb = (plain: string) => COMPLETE_SUBURBS.has(plain);

/** Words before a place that are not part of its name: `no bairro do Batel`, `na cidade de Curitiba`. */
export const LEAD_IN_WORDS = wordSet`
  bairro no na em de do da dos das e a o cidade municipio comarca estado distrito cep localizado
  localizada situado situada capital desta nesta neste
`;

/** Names of municipalities that are also common names of suburbs. */
export const AMBIGUOUS_SUBURBS = wordSet`
  boavista belavista santaluzia saofrancisco santoantonio petropolis ipiranga aparecida santacruz santahelena planalto
  bomjesus liberdade primavera saojose santateresinha santaterezinha santarita saojorge saodomingos saosebastiao
  saopedro saogeraldo saobenedito santana penha lapa pinheiros saude esplanada independencia alvorada progresso canaa
  jardim ouropreto santaisabel vilanova novoprogresso saocristovao consolacao perdizes floresta gloria santamonica
  saolucas saojoao palmares cordeiro estreito saovicente novaesperanca
`;

/** For each word, whether it may be part of the name of a street or of a suburb. */
export type NameContext = { inStreet: boolean[]; inSuburb: boolean[] };

export function findNameContext(draft: Draft): NameContext {
  const { words } = draft;
  const inStreet = words.map(() => false);
  const inSuburb = words.map(() => false);
  words.forEach((_word, at) => {
    if (streetStartsAt(words, at)) inStreet.fill(true, at + 1, matchEnd(draft, at, STREET_NAME) ?? 0);
    else if (suburbStartsAt(words, at)) inSuburb.fill(true, at + 1, matchEnd(draft, at, SUBURB_NAME) ?? 0);
  });
  return { inStreet, inSuburb };
}

/** Whether the name of a suburb begins with this word; in `Bom Jardim` it begins one word earlier. */
export function suburbStartsAt(words: Word[], at: number): boolean {
  const [word, before] = [words[at] as Word, words[at - 1]];
  if (!isSuburbPrefix(word.plain) || word.hint === 'city') return false;
  return (
    !before ||
    beginsPart(word) ||
    before.kind !== 'word' ||
    before.text.length === 1 ||
    /^(no|na|do|da|terreo|fundos|norte|sul)$/.test(before.plain)
  );
}

/** Whether this word is a street type with a name behind it. */
export function streetStartsAt(words: Word[], at: number): boolean {
  const [word, next] = [words[at] as Word, words[at + 1]];
  const type = streetTypeOf(word.plain);
  if (!type || !next || next.gap === 'line' || next.gap === 'break' || next.kind === 'cep') return false;
  if (word.hint !== null && word.hint !== 'street') return false;
  return type.reach === 'anywhere' || (type.reach === 'part' && beginsPart(word) && next.gap !== 'hyphen');
}

/** The day in a name such as `25 de Março`. */
export const DAY = verboseSource`
  ${NUMERIC}[| -]de[ -]
  (?:janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)${WORD_END}
`;
/** The first word of a name with what follows it, in a street up to a number that is no day. */
const NO_NAME = String.raw`s/n|/|km\.?\d`;
const STREET_NAME = verboseRegExp('y')`
  ${ANY_WORD}[| -](?!${NO_NAME})${ANY_WORD}(?:[ -](?!${NO_NAME}|(?!${DAY})${NUMERIC})${ANY_WORD})*
`;
const SUBURB_NAME = verboseRegExp('y')`${ANY_WORD}(?:[ -](?!${NO_NAME})${ANY_WORD})*`;

const DAY_PATTERN = new RegExp(DAY, 'y');

export const isDay = (draft: Draft, at: number): boolean => matches(draft, at, DAY_PATTERN);
