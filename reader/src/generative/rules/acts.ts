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

export type Act = { name: string; score: number };

/** What an entry is about: what its heading says, its label, or the first act its text names. */
export function actOf(rest: string, text: string): Act | null {
  const title = titleIn(rest);
  if (title) return { name: title, score: 0.9 };
  const labelled =
    /(?:natureza(?:\s+do\s+ato)?|t[íi]tulo|esp[ée]cie|ato)\s*:\s*([\p{L}][\p{L}\s/-]{3,50}?)(?=\s*(?:[.;,]|$|\p{Lu}{4,}\s*:))/iu.exec(
      text,
    )?.[1];
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
