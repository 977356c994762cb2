import { standardForms } from '../text/pattern.ts';
import { markTaken, textOf, type Draft, type Part, beginsPart, type Word, keyOf } from './tokens.ts';
import { streetTypeOf, isSuburbPrefix } from './vocabulary.ts';

/** The names of countries as keys, under their Portuguese name. */
const COUNTRIES = standardForms(`
  Brasil: brasil brazil | Portugal: portugal | Espanha: espanha espana spain | França: franca france |
  Itália: italia italy | Alemanha: alemanha deutschland germany |
  Reino Unido: reinounido unitedkingdom uk inglaterra england granbretanha grabretanha escocia scotland |
  Irlanda: irlanda ireland | Países Baixos: paisesbaixos holanda netherlands nederland |
  Bélgica: belgica belgium belgique | Suíça: suica switzerland schweiz suisse | Áustria: austria osterreich |
  Suécia: suecia sweden | Noruega: noruega norway | Dinamarca: dinamarca denmark | Finlândia: finlandia finland |
  Polônia: polonia poland | Grécia: grecia greece | Luxemburgo: luxemburgo luxembourg | Turquia: turquia turkey |
  Rússia: russia |
  Estados Unidos: estadosunidos estadosunidosdaamerica usa eua unitedstates unitedstatesofamerica us |
  Canadá: canada | México: mexico | Argentina: argentina | Uruguai: uruguai uruguay |
  Paraguai: paraguai paraguay | Chile: chile | Bolívia: bolivia | Peru: peru | Colômbia: colombia |
  Equador: equador ecuador | Venezuela: venezuela | Panamá: panama | Cuba: cuba | China: china |
  Japão: japao japan | Coreia do Sul: coreiadosul southkorea | Índia: india | Israel: israel |
  Emirados Árabes Unidos: emiradosarabesunidos uae | Austrália: australia |
  Nova Zelândia: novazelandia newzealand | Angola: angola | Moçambique: mocambique mozambique |
  Cabo Verde: caboverde | África do Sul: africadosul southafrica | Egito: egito egypt | Marrocos: marrocos morocco
`);
const MOST_WORDS = 4;

/** The country, if it is alone at the end or the beginning, or labelled. */
export function findCountry(draft: Draft): Part | null {
  const { words } = draft;
  for (let count = MOST_WORDS; count >= 1; count--) {
    for (const from of places(words, count)) {
      const to = from + count;
      const name = COUNTRIES[keyOf(words, { from, to })];
      if (!name || !isCountry(words, from, to, name)) continue;
      markTaken(draft, { from, to });
      return { value: textOf(draft, { from, to }), stdValue: name, score: 0.98 };
    }
  }
  return null;
}

/** Where a name of so many words could begin. */
function places(words: Word[], count: number): number[] {
  const end = words.findLastIndex(({ kind, hint }) => kind !== 'cep' && hint !== 'other') + 1;
  const labelled = words.flatMap(({ hint }, index) =>
    hint === 'country' && words[index - 1]?.hint !== 'country' ? [index] : [],
  );
  return [...labelled, end - count, 0].filter(
    (from) =>
      from >= 0 &&
      from + count <= words.length &&
      words.slice(from + 1, from + count).every((word) => !beginsPart(word)),
  );
}

function isCountry(words: Word[], from: number, to: number, name: string): boolean {
  const [word, before, next] = [words[from] as Word, words[from - 1], words[to]];
  if (word.hint !== null && word.hint !== 'country' && !(word.hint === 'city' || word.hint === 'state')) return false;
  if (word.hint === 'country') return true;
  const alone = beginsPart(word) && (!next || beginsPart(next) || next.kind === 'cep');
  // A foreign country alone at the beginning is more likely another name.
  if (alone) return name === 'Brasil' || (from > 0 && word.hint === null);
  const tied =
    !before ||
    streetTypeOf(before.plain) !== undefined ||
    isSuburbPrefix(before.plain) ||
    /^d[aeo]$/.test(before.plain);
  return name === 'Brasil' && !tied && from > 1 && !next;
}
