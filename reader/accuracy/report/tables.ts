import { CONDITIONS, type Condition } from '../degradations/conditions.ts';
import { KINDS } from '../document.ts';
import type { Judgement } from '../metrics/judge.ts';
import { percent, table } from './markdown.ts';
import { sumUp, type Part, type Shares, type Sums } from './sums.ts';

/** Fields of each kind in each condition: exact / wrong / missing, in per cent. */
export function fieldTable(judgements: Judgement[]): string {
  const conditions = CONDITIONS.filter((condition) =>
    judgements.some((judgement) => judgement.condition === condition),
  );
  const kinds = KINDS.filter((kind) =>
    judgements.some((judgement) => judgement.kind === kind && judgement.fields.length > 0),
  );
  const cells = (of: Judgement[]) =>
    conditions.map((condition) => shares(sumUp(of.filter((judgement) => judgement.condition === condition)).fields));
  const rows = kinds.map((kind) => [kind, ...cells(judgements.filter((judgement) => judgement.kind === kind))]);
  return table(['fields: exact / wrong / missing %', ...conditions], [...rows, ['all', ...cells(judgements)]]);
}

/** Everything that is not a field, for each condition. */
export function otherTable(judgements: Judgement[]): string {
  const conditions = CONDITIONS.filter((condition) =>
    judgements.some((judgement) => judgement.condition === condition),
  );
  const sums = conditions.map((condition: Condition) =>
    sumUp(judgements.filter((judgement) => judgement.condition === condition)),
  );
  const row = (label: string, show: (of: Sums) => string) => [label, ...sums.map(show)];
  return table(
    ['', ...conditions],
    [
      row('wrong among values scored 0.9 or more', ({ sure }) => fraction(sure)),
      row('wrong among values scored less', ({ unsure }) => fraction(unsure)),
      row(
        'wrong: accents / letters / another value',
        ({ errors }) => `${errors.accents} / ${errors.letters} / ${errors.value}`,
      ),
      row('table cells: exact / wrong / missing %', ({ cells }) => shares(cells)),
      row('characters of texts wrong %', ({ characters }) =>
        characters.of === 0 ? '–' : percent(1 - characters.done / characters.of),
      ),
      row('portraits found (false)', ({ portraits }) => crops(portraits)),
      row('signatures found (false)', ({ signatures }) => crops(signatures)),
      row('QR codes read', ({ qr }) => fraction(qr)),
      row('bar codes read', ({ bars }) => fraction(bars)),
      row('machine-readable zones valid', ({ zones }) => fraction(zones)),
      row('card numbers exact (wrong)', ({ cards }) => (cards.of === 0 ? '–' : `${fraction(cards)} (${cards.wrong})`)),
      row('documents found in files of several', ({ parts }) => fraction(parts)),
      row('seconds a document, median', ({ seconds }) => seconds?.toFixed(seconds < 1 ? 2 : 1) ?? '–'),
      row('memory of the sandbox, highest', ({ memory }) =>
        memory === null ? '–' : `${Math.round(memory / 1_048_576)} MB`,
      ),
      row('documents (failed)', ({ documents, failed }) => `${documents} (${failed})`),
    ],
  );
}

const shares = ({ count, exact, wrong, missing }: Shares): string =>
  count === 0 ? '–' : [exact, wrong, missing].map(percent).join(' / ');
const fraction = ({ of, done }: Part): string => (of === 0 ? '–' : `${done}/${of}`);
const crops = (part: Part & { false: number }): string =>
  part.of === 0 && part.false === 0 ? '–' : `${fraction(part)} (${part.false})`;
