import type { Field } from '../../documents/present.ts';
import { asAmount } from '../../text/amounts.ts';
import { findDates } from './dates.ts';
import { field } from './shapes.ts';

type Fact = { name: string; pattern: RegExp; value?: (found: string) => string | null };

const NAME_END = String.raw`(?=["”»]|\s*[,;(]|\.\s+(?!LTDA|Ltda)|\.$|\s+(?:e\s+(?:ter[áa]|tem|tendo|com|usar[áa]|adotar[áa]|nome|como|sua)|com\s+sede|tendo|que|sob|ter[áa]|nome\s+(?:de\s+)?fantasia|constitu|inscrita|,)|$)`;
const SENTENCE_END = String.raw`(?=\.\s+\p{Lu}|\.\s*$|;|$)`;
const PLACED = String.raw`(?:ter[áa]|ter|tem|tendo|com|possui)\s+(?:a\s+|sua\s+)?sede(?:\s+e\s+(?:foro|domic[íi]lio))?|sede(?:\s+(?:social|da\s+(?:sociedade|empresa)))?\s+(?:é|ser[áa]|fica|situa-se|est[áa]\s+localizada|localiza-se)|sediada|estabelecida`;

/** What contracts of companies say in sentences. Labels in lines are read by the layout. */
const FACTS: Fact[] = [
  {
    name: 'nome_empresarial',
    pattern: new RegExp(
      String.raw`(?:nome\s+empresarial|denomina[çc][ãa]o(?:\s+(?:social|empresarial))?|raz[ãa]o\s+social|firma\s+social)\s*(?:(?:de|da|ser[áa](?:\s+a\s+de)?|é|:)\s*)?["“«]?(\p{Lu}[^"”»;]{2,90}?)${NAME_END}`,
      'iu',
    ),
    value: asCompany,
  },
  {
    name: 'nome_fantasia',
    pattern: new RegExp(
      String.raw`nome\s+(?:de\s+)?fantasia\s*(?:(?:de|da|ser[áa]|é|:|a\s+express[ãa]o)\s*)?["“«]?(\p{Lu}[^"”»;,.]{1,60}?)${NAME_END}`,
      'iu',
    ),
    value: asCompany,
  },
  { name: 'nire', pattern: /NIRE\s*(?:sob\s+)?(?:o\s+)?(?:n[º°o.]{0,3}\s*)?[:.]?\s*(\d[\d./-]{8,14}\d)/iu },
  {
    name: 'sede',
    pattern: new RegExp(String.raw`(?:${PLACED})\s*(?:na|no|em|à|:)\s+(\p{Lu}.{5,250}?)${SENTENCE_END}`, 'iu'),
    value: asPlace,
  },
  {
    name: 'objeto_social',
    pattern: new RegExp(
      String.raw`(?:tem|ter[áa]|tendo)\s+(?:por|como)\s+(?:seu\s+)?(?:objet(?:o|ivo)|finalidade)(?:\s+social)?\s*:?\s*(\S.{4,800}?)${SENTENCE_END}|objet(?:o|ivo)(?:\s+social)?(?:\s+da\s+sociedade)?\s+(?:é|ser[áa])\s*:?\s*(\S.{4,800}?)${SENTENCE_END}`,
      'iu',
    ),
  },
  { name: 'capital_social', pattern: /capital\s+social[^;]{0,120}?R\$\s?(\d[\d.]*,\d{2})/iu, value: asAmount },
  {
    name: 'quotas',
    pattern:
      /capital\s+social[^;]{0,250}?(?:dividid[oa]|representad[oa]|distribu[íi]d[oa]|compost[oa])\s+(?:em|por)\s+(\d{1,3}(?:\.\d{3})+|\d+)\s*(?:\([^)]*\)\s*)?(?:quotas|cotas)/iu,
    value: (found) => found.replaceAll('.', ''),
  },
  {
    name: 'valor_quota',
    pattern:
      /(?:quotas|cotas)[^.;]{0,80}?(?:valor\s+(?:nominal\s+|unit[áa]rio\s+)?(?:de\s+)?|de\s+)R\$\s?(\d[\d.]*,\d{2})/iu,
    value: asAmount,
  },
  {
    name: 'prazo_duracao',
    pattern:
      /prazo(?:\s+de\s+dura[çc][ãa]o)?(?:\s+da\s+sociedade)?\s+(?:de\s+dura[çc][ãa]o\s+)?(?:é|ser[áa]|sendo)\s+(?:por\s+(?:tempo\s+)?)?(indeterminado|de\s+\d+\s*(?:\([^)]*\)\s*)?(?:anos?|meses))/iu,
  },
  {
    name: 'foro',
    pattern:
      /foro\s+d[aeo]\s+((?:comarca\s+d[eao]\s+|cidade\s+d[eao]\s+)?\p{Lu}[\p{L}\s'’-]{2,50}?)(?=\s*[,.;/(]|\s+[-–]|\s+(?:para|com|como|a\s+fim|estado)|$)/iu,
  },
];

/** What a passage of a contract says of the company; only what stands in it. */
export function companyFacts(text: string): Field[] {
  const facts = FACTS.map(({ name, pattern, value }) => {
    const found = pattern
      .exec(text)
      ?.slice(1)
      .find((group) => group !== undefined)
      ?.trim();
    return { name, value: found ? (value ? value(found) : found) : null };
  });
  return facts.filter(({ value }) => value !== null).map(({ name, value }) => field(name, value, 0.85));
}

/** A sentence may go on with small letters where a name was expected. */
function asCompany(found: string): string | null {
  const name = found.replace(/[\s,."”]+$/, '');
  return /^\p{Lu}/u.test(name) && name.split(/\s+/).length <= 14 ? name : null;
}

function asPlace(found: string): string | null {
  return /^\p{Lu}/u.test(found) ? found.replace(/,?\s+(?:podendo|onde|e\s+poder[áa])\b.*$/iu, '') : null;
}

/** `Curitiba, 12 de março de 2024.` at the end of a contract. */
export function signingDate(text: string): Field[] {
  const last = findDates(text).at(-1);
  const isSigned =
    last &&
    /\p{Lu}\p{L}+(?:\s*[-/(]\s*\p{Lu}{2}\)?)?,\s+(?:em\s+|aos\s+)?$/u.test(
      text.slice(Math.max(0, last.at - 45), last.at),
    );
  return isSigned ? [field('data_assinatura', last.value, 0.85)] : [];
}
