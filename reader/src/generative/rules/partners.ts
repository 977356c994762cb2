import type { Field, Table } from '../../documents/present.ts';
import { asAmount } from '../../text/amounts.ts';
import type { Person } from './people.ts';
import { field, tableOf } from './shapes.ts';

const NAME = String.raw`\p{Lu}[\p{L}'’.]+(?:[ \t]+(?:d[aeo]s?|e|\p{Lu}[\p{L}'’.&/-]*)){1,9}`;
const QUOTAS = String.raw`(?<quotas>\d{1,3}(?:\.\d{3})+|\d+)\s*(?:\([^)]{1,120}\)\s*)?(?:quotas|cotas)`;
const SHARE = new RegExp(
  String.raw`(?<![\p{L}])(?<name>${NAME})(?=[\s,:;(–-])(?<between>[^.;%]{0,140}?)${QUOTAS}`,
  'gu',
);
/** Words a sentence about quotas begins with, and what partners are called before their names. */
const LEAD =
  /^(?:(?:o|a|os|as|ao|[àa]|e|pel[oa]|s[óo]ci[oa]s?|quotistas?|cotistas?|sr|sra|assim|sendo|cabendo|capital|social|total)\.?\s+)+/iu;

/** How the capital is divided where sentences say so: each partner's quotas, what they are worth and their share. */
export function partnersTable(text: string, people: Person[]): Table[] {
  const found = [...text.matchAll(SHARE)].map((match) => ({
    match,
    name: (match.groups?.['name'] ?? '').replace(LEAD, ''),
  }));
  const named = found.filter(
    ({ name }) => name.split(' ').length > 1 && !/^(capital|cl[áa]usula|sociedade|valor|total|moeda)/i.test(name),
  );
  const rows = named.map(({ match, name }, index) => {
    const behind = text
      .slice(match.index + match[0].length, named[index + 1]?.match.index ?? text.length)
      .slice(0, LONGEST);
    return cells(name, match.groups?.['quotas'] ?? '', `${match.groups?.['between'] ?? ''} ${behind}`, people);
  });
  return tableOf('partners', ['name', 'document', 'quotas', 'value', 'share'], rows);
}

const LONGEST = 260;

function cells(name: string, quotas: string, behind: string, people: Person[]): Field[] {
  const number = people.find((person) => person.name !== null && same(person.name, name))?.number ?? null;
  const amounts = [
    ...behind.matchAll(/(?<each>cada\s+uma[^R]{0,20})?R\$\s?(\d[\d.]*,\d{2})(?<unit>\s*(?:\([^)]*\)\s*)?cada)?/giu),
  ].filter(({ groups }) => !groups?.['unit']);
  const total =
    amounts
      .map(([, , digits]) => asAmount(digits ?? ''))
      .filter((amount) => amount !== null)
      .at(-1) ?? null;
  const share = /(\d{1,3}(?:,\d+)?)\s?%/.exec(behind)?.[1] ?? null;
  return [
    field('name', name, 0.85),
    field('document', number, 0.85),
    field('quotas', quotas.replaceAll('.', ''), 0.85),
    field('value', total, 0.75),
    field('share', share && `${share}%`, 0.85),
  ];
}

const same = (a: string, b: string) => a.localeCompare(b, 'pt', { sensitivity: 'base' }) === 0;
