import { verboseRegExp, verboseSource } from '../../text/pattern.ts';
import { named, type NamedTable } from '../../documents/values/namedFields.ts';
import type { NamedSection } from '../../documents/sections.ts';
import { UNPROVEN, type SectionReading, type NamedField } from '../../reading.ts';
import { parseAmount } from '../../text/amounts.ts';
import { fold } from '../../text/normalise.ts';
import { findDates } from './datesInText.ts';
import { onlyValue } from '../../documents/values/value.ts';
import { findTaxNumbers } from './numbersInText.ts';
import { type Fact, factsIn, field, sectionOf, tableOf, textOf } from './passages.ts';
import { findPeople, type Person } from './parties.ts';

/** The numbers of people by their names. */
type Numbers = Map<string, string | null>;

const CLAUSE = /^(CL[ÁA]USULA|ARTIGO|ART\.)\s/i;
/** What may be the first line of a clause. */
const SENTENCE = /(?:\s\p{Ll}+){4}/u;
const isClause = ({ heading }: SectionReading) => CLAUSE.test(heading ?? '');

/** Articles of association and other contracts: the head, then each part in its words, clauses with the facts they state. */
export function contractSections(sections: SectionReading[]): NamedSection[] {
  const all = joinTitleWithHead(sections);
  const hasClauses = all.some(isClause);
  const leading = all.slice(0, hasClauses ? all.findIndex(isClause) : 1);
  // What a program prints above a page is no head.
  const head = leading.find((section) => findPeople(textOf(section)).length > 0) ?? leading[0] ?? null;
  const people = head ? findPeople(textOf(head)) : [];
  const numbers = new Map(people.toReversed().map(({ name, number }) => [fold(name ?? ''), number]));
  const shaped = all
    .filter((section) => section !== head)
    .map((section) => (isClause(section) ? clause(section, numbers) : part(section)));
  const last = shaped.at(-1);
  const signed = hasClauses ? signingDate(sections.map(textOf).join(' ')) : [];
  if (last) last.fields = [...last.fields, ...signed];
  return head ? [header(head, hasClauses ? people : []), ...shaped] : shaped;
}

/** A title and the section behind it are one head; headings of the same type are more of the title. */
function joinTitleWithHead(sections: SectionReading[]): SectionReading[] {
  const [title, next, ...rest] = sections;
  if (!title || isClause(title)) return sections;
  if (title.heading === null) return [title, ...joinTitleWithHead(sections.slice(1))];
  const { titleLines = 0, lines } = title;
  if (next && lines.length <= titleLines && !isClause(next)) {
    const all = [...lines, ...(next.heading === null ? [] : [next.heading]), ...next.lines];
    return joinTitleWithHead([{ ...next, heading: title.heading, titleLines, lines: all }, ...rest]);
  }
  const heading = [title.heading, ...lines.slice(0, titleLines)].join(' ');
  return [{ ...title, heading, lines: lines.slice(titleLines) }, ...sections.slice(1)];
}

/** The head: the facts of the company and the partners. */
function header(section: SectionReading, people: Person[]): NamedSection {
  const text = textOf(section);
  return sectionOf(
    'header',
    section,
    [...inWords(section), ...(people.length > 0 ? [...companyFacts(text), ...companyCnpj(text)] : [])],
    partnersInHead(section, people),
  );
}

/** The CNPJ of the company; null where the head has several, because partners may be companies. */
function companyCnpj(text: string): NamedField[] {
  const found = findTaxNumbers(text).filter(({ kind, isProven }) => kind === 'cnpj' && isProven);
  const only = onlyValue(found.map(({ value }) => value));
  return only === null ? [] : [field('cnpj', only)];
}

const hasLabelledPartners = ({ fields }: SectionReading) => fields.some(({ label }) => /s[óo]ci[oa]/i.test(label));

/** The partners, by their CPFs; none if labels name them already. */
function partnersInHead(section: SectionReading, people: Person[]): NamedTable[] {
  if (hasLabelledPartners(section)) return [];
  const known = people.filter(({ number }) => number?.length === 11);
  return tableOf(
    'involved',
    ['role', 'name', 'document'],
    known.map(({ name, number }) => [
      field('role', 'sócio', 0.75),
      field('name', name, UNPROVEN),
      field('document', number),
    ]),
  );
}

/** What a section says: sentences say more of a partner than a table has, and of a change than a field. */
const inWords = (section: SectionReading): NamedField[] =>
  [
    field('title', section.heading, isClause(section) && !SENTENCE.test(section.heading ?? '') ? undefined : UNPROVEN),
    field('text', textOf({ ...section, heading: null }) || null, UNPROVEN),
  ].filter(({ value }) => value !== null);

const part = (section: SectionReading): NamedSection => ({
  ...sectionOf('', section, inWords(section), []),
  ...(section.heading === null ? { name: null, stdName: null } : named(section.heading)),
});

function clause(section: SectionReading, numbers: Numbers): NamedSection {
  const text = textOf({ ...section, heading: null });
  const fields = [...inWords(section), ...companyFacts(text)];
  // A printed table is more reliable than sentences.
  return sectionOf('clause', section, fields, section.tables.length > 0 ? [] : partnersTable(text, numbers));
}

const NAME_END = verboseSource`
  (?=["”»]|\s*[,;(]|\.\s+(?!LTDA|Ltda)|\.$|\s+(?:e\s+
  (?:ter[áa]|tem|tendo|com|usar[áa]|adotar[áa]|nome|como|sua)|com\s+sede|tendo|que|sob|ter[áa]
  |nome\s+(?:de\s+)?fantasia|constitu|inscrita|,)|$)
`;
const SENTENCE_END = String.raw`(?=\.\s+\p{Lu}|\.\s*$|;|$)`;
const HAS_SEAT = verboseSource`
  (?:ter[áa]|ter|tem|tendo|com|possui)\s+(?:a\s+|sua\s+)?sede(?:\s+e\s+(?:foro|domic[íi]lio))?
  |sede(?:\s+(?:social|da\s+(?:sociedade|empresa)))?\s+
  (?:é|ser[áa]|fica|situa-se|est[áa]\s+localizada|localiza-se)|sediada|estabelecida
`;

/** Facts in sentences. Labelled lines are read by the layout. */
const FACTS: Fact[] = [
  {
    name: 'nome_empresarial',
    pattern: verboseRegExp('iu')`
      (?:nome\s+empresarial|denomina[çc][ãa]o(?:\s+(?:social|empresarial))?|raz[ãa]o\s+social
      |firma\s+social)\s*(?:(?:de|da|ser[áa](?:\s+a\s+de)?|é|:)\s*)?["“«]?
      (\p{Lu}[^"”»;]{2,90}?)${NAME_END}
    `,
    value: companyName,
  },
  {
    name: 'nome_fantasia',
    pattern: verboseRegExp('iu')`
      nome\s+(?:de\s+)?fantasia\s*(?:(?:de|da|ser[áa]|é|:|a\s+express[ãa]o)\s*)?["“«]?
      (\p{Lu}[^"”»;,.]{1,60}?)${NAME_END}
    `,
    value: companyName,
  },
  { name: 'nire', pattern: /NIRE\s*(?:sob\s+)?(?:o\s+)?(?:n[º°o.]{0,3}\s*)?(?:[:.]\s*)?(\d[\d./-]{8,14}\d)/iu },
  {
    name: 'sede',
    pattern: new RegExp(String.raw`(?:${HAS_SEAT})\s*(?:na|no|em|à|:)\s+(\p{Lu}.{5,250}?)${SENTENCE_END}`, 'iu'),
    value: placeName,
  },
  {
    name: 'objeto_social',
    pattern: verboseRegExp('iu')`
      (?:tem|ter[áa]|tendo)\s+(?:por|como)\s+(?:seu\s+)?(?:objet(?:o|ivo)|finalidade)
      (?:\s+social)?\s*(?::\s*)?(\S.{4,800}?)${SENTENCE_END}|objet(?:o|ivo)(?:\s+social)?
      (?:\s+da\s+sociedade)?\s+(?:é|ser[áa])\s*(?::\s*)?(\S.{4,800}?)${SENTENCE_END}
    `,
  },
  { name: 'capital_social', pattern: /capital\s+social[^;]{0,120}?R\$\s?(\d[\d.]*,\d{2})/iu, value: parseAmount },
  {
    name: 'quotas',
    pattern: verboseRegExp('iu')`
      capital\s+social[^;]{0,250}?(?:dividid[oa]|representad[oa]|distribu[íi]d[oa]|compost[oa])\s+
      (?:em|por)\s+(\d{1,3}(?:\.\d{3})+|\d+)\s*(?:\([^)]*\)\s*)?(?:quotas|cotas)
    `,
    value: (found) => found.replaceAll('.', ''),
  },
  {
    name: 'valor_quota',
    pattern:
      /(?:quotas|cotas)[^.;]{0,80}?(?:valor\s+(?:nominal\s+|unit[áa]rio\s+)?(?:de\s+)?|de\s+)R\$\s?(\d[\d.]*,\d{2})/iu,
    value: parseAmount,
  },
  {
    name: 'prazo_duracao',
    pattern: verboseRegExp('iu')`
      prazo(?:\s+de\s+dura[çc][ãa]o)?(?:\s+da\s+sociedade)?\s+(?:de\s+dura[çc][ãa]o\s+)?
      (?:é|ser[áa]|sendo)\s+(?:por\s+(?:tempo\s+)?)?(indeterminado
      |de\s+\d+\s*(?:\([^)]*\)\s*)?(?:anos?|meses))
    `,
  },
  {
    name: 'foro',
    pattern: verboseRegExp('iu')`
      foro\s+d[aeo]\s+((?:comarca\s+d[eao]\s+|cidade\s+d[eao]\s+)?\p{Lu}[\p{L}\s'’-]{2,50}?)
      (?=\s*[,.;/(]|\s+[-–]|\s+(?:para|com|como|a\s+fim|estado)|$)
    `,
  },
];

const companyFacts = (text: string): NamedField[] => factsIn(text, FACTS, 0.85);

/** Null if the sentence continues in lower case, so that no name was found. */
function companyName(found: string): string | null {
  const name = found.replace(/(?<![\s,."”])[\s,."”]+$/, '');
  return /^\p{Lu}/u.test(name) && name.split(/\s+/).length <= 14 ? name : null;
}

function placeName(found: string): string | null {
  return /^\p{Lu}/u.test(found) ? found.replace(/(?:,|(?<!\s))\s+(?:podendo|onde|e\s+poder[áa])\b.*$/iu, '') : null;
}

/** `Curitiba, 12 de março de 2024.` at the end of a contract. */
function signingDate(text: string): NamedField[] {
  const last = findDates(text).at(-1);
  const isSigned =
    last &&
    /\p{Lu}\p{L}{1,45}(?:\s*[-/(]\s*\p{Lu}{2}\)?)?,\s+(?:em\s+|aos\s+)?$/u.test(
      text.slice(Math.max(0, last.at - 45), last.at),
    );
  return isSigned ? [field('data_assinatura', last.value, 0.85)] : [];
}

const NAME = String.raw`\p{Lu}[\p{L}'’.]+(?:[ \t]+(?:d[aeo]s?|e|\p{Lu}[\p{L}'’.&/-]*)){1,9}`;
const QUOTAS = String.raw`(?<quotas>\d{1,3}(?:\.\d{3})+|\d+)\s*(?:\([^)]{1,120}\)\s*)?(?:quotas|cotas)`;
const SHARE = new RegExp(String.raw`(?<![\p{L}])(?<name>${NAME})(?=[\s,:;(–-])[^.;%]{0,140}?${QUOTAS}`, 'gu');
/** Words before a partner's name: the beginning of the sentence and the role. */
const NAME_PREFIX = verboseRegExp('iu')`
  ^(?:(?:o|a|os|as|ao|[àa]|e|pel[oa]|s[óo]ci[oa]s?|quotistas?|cotistas?|sr|sra|assim|sendo|cabendo
  |capital|social|total)\.?\s+)+
`;

/** The division of the capital in sentences: the quotas of each partner, their value and their share. */
function partnersTable(text: string, numbers: Numbers): NamedTable[] {
  const found = [...text.matchAll(SHARE)].map((match) => ({
    match,
    name: (match.groups?.['name'] ?? '').replace(NAME_PREFIX, ''),
  }));
  const named = found.filter(
    ({ name }) => name.split(' ').length > 1 && !/^(capital|cl[áa]usula|sociedade|valor|total|moeda)/i.test(name),
  );
  const rows = named.map(({ match, name }, index) => {
    const longest = match.index + match[0].length + LONGEST;
    const passage = text.slice(match.index, Math.min(named[index + 1]?.match.index ?? text.length, longest));
    return partnerCells(name, match.groups?.['quotas'] ?? '', passage, numbers);
  });
  return tableOf('partners', ['name', 'document', 'quotas', 'value', 'share'], rows);
}

/** The most characters behind the quotas that tell their value and share. */
const LONGEST = 260;

function partnerCells(name: string, quotas: string, passage: string, numbers: Numbers): NamedField[] {
  const number = numbers.get(fold(name)) ?? null;
  // Not the value of each quota.
  const amounts = [...passage.matchAll(/R\$\s?(\d[\d.]*,\d{2})(?!\s*(?:\([^)]*\)\s*)?cada)/giu)];
  const total = amounts.map(([, digits = '']) => parseAmount(digits)).findLast((amount) => amount !== null) ?? null;
  const share = /(\d{1,3}(?:,\d+)?)\s?%/.exec(passage)?.[1] ?? null;
  return [
    field('name', name, 0.85),
    field('document', number, 0.85),
    field('quotas', quotas.replaceAll('.', ''), 0.85),
    field('value', total, 0.75),
    field('share', share && `${share}%`, 0.85),
  ];
}
