import { median } from '../../reader/src/statistics.ts';
import { generateDocument, GROUPS, planDocuments, type Group, type Plan } from '../documents.ts';
import { DEGRADATIONS, type Degradation } from '../degradations/degradations.ts';
import { DOCUMENT_TYPES, type DocumentType } from '../groundTruth.ts';
import { evaluate } from '../metrics/evaluation.ts';
import { countOutcomes, type FieldResult, KINDS } from '../metrics/fields.ts';
import { fieldsGoal, type Goal, slowest, under, usual } from '../report/goals.ts';
import { shares, table } from '../report/tables.ts';
import { send } from '../service/client.ts';
import type { Sandbox } from '../service/sandbox.ts';
import { secondsOfTesseract } from '../service/tesseract.ts';
import { suiteOfFields, type FieldsResult, type Suite } from '../suite.ts';

/** `tesseract`: the seconds of its command line for the same picture. */
export type Evaluation = FieldsResult & {
  type: DocumentType;
  degradation: Degradation;
  group: Group;
  tesseract: number | null;
};

/** Documents of the layouts, as PDFs and through simulated scanners and cameras. */
export const layouts: Suite<Evaluation> = {
  ...suiteOfFields<Evaluation>({
    title: 'Layouts',

    async *measure(sandbox, wanted) {
      // What nobody writes rules with comes first: its times count.
      const groups = GROUPS.toReversed().filter((one) => wanted.groups.includes(one));
      const plans = planDocuments({ ...wanted, groups });
      await warmUp(sandbox, plans);
      for (const plan of plans) yield await measureOne(sandbox, plan);
    },

    goals,
  }),

  report(evaluations) {
    return GROUPS.flatMap((group) => {
      const own = evaluations.filter((one) => one.group === group);
      return own.length === 0 ? [] : [`### ${TITLES[group]}`, fieldTable(own), otherTable(own)];
    });
  },
};

async function measureOne(sandbox: Sandbox, plan: Plan): Promise<Evaluation> {
  const document = await generateDocument(plan);
  const answer = await send(sandbox, document);
  const { name, group, degradation, layout, bytes } = document;
  const isCompared = group === 'held-out' && degradation === 'photo';
  return {
    ...{ name, group, degradation, type: layout.type, groups: [] },
    seconds: answer.milliseconds / 1000,
    tesseract: isCompared ? await secondsOfTesseract(bytes) : null,
    fields: await evaluate(document, answer),
  };
}

/** The first documents load the engines. Two that need different ones are sent and not counted. */
async function warmUp(sandbox: Sandbox, plans: Plan[]): Promise<void> {
  const first = plans.find(({ degradation }) => degradation === 'pdf');
  const second = plans.find(({ degradation }) => degradation !== 'pdf');
  for (const plan of [first, second])
    if (plan) await send(sandbox, await generateDocument({ ...plan, seed: 0, name: `${plan.name}-warmUp` }));
}

export const TITLES: Record<Group, string> = {
  known: 'Known layouts',
  'held-out': 'Held-out layouts',
  'third-party': 'Layouts of third-party packages',
};

type Kind = 'field' | (typeof KINDS)[number];

const ofKinds = (evaluations: Evaluation[], ...kinds: Kind[]): FieldResult[] =>
  evaluations.flatMap(({ fields }) => fields.filter((field) => kinds.includes(field.kind ?? 'field')));

const sharesOf = (evaluations: Evaluation[], kind: Kind): string => shares(countOutcomes(ofKinds(evaluations, kind)));

/** Fields by type of document and degradation. */
export function fieldTable(evaluations: Evaluation[]): string {
  const types = DOCUMENT_TYPES.map((type) => [type, (one: Evaluation) => one.type === type] as const);
  const there = types.filter(([, isMeant]) => ofKinds(evaluations.filter(isMeant), 'field').length > 0);
  return byDegradation(evaluations, 'fields: exact / wrong / missing %', [
    ...there.map(([type, isMeant]): Row => [type, (of) => sharesOf(of.filter(isMeant), 'field')]),
    ['all', (of) => sharesOf(of, 'field')],
  ]);
}

/** Everything that is not a field, by degradation. */
const otherTable = (evaluations: Evaluation[]): string =>
  byDegradation(evaluations, 'others: exact / wrong / missing %', [
    ...KINDS.map((kind): Row => [kind, (of) => sharesOf(of, kind)]),
    ['fields wrong at ≥ 0.9', (of) => String(countOutcomes(ofKinds(of, 'field')).sure)],
    ['documents', (of) => String(of.length)],
    ['seconds a document, median', (of) => secondsOf(of)?.toFixed(2) ?? '–'],
    ["seconds of Tesseract's command line, median", (of) => ofTesseract(of)?.toFixed(2) ?? '–'],
  ]);

type Row = [label: string, cellOf: (of: Evaluation[]) => string];

function byDegradation(evaluations: Evaluation[], head: string, rows: Row[]): string {
  const columns = DEGRADATIONS.map((one) => evaluations.filter(({ degradation }) => degradation === one)).filter(
    ([first]) => first,
  );
  return table(
    [head, ...columns.map(([first]) => first?.degradation ?? '')],
    rows.map(([label, cellOf]) => [label, ...columns.map(cellOf)]),
  );
}

const secondsOf = (evaluations: Evaluation[]) => median(evaluations.map(({ seconds }) => seconds));
const ofTesseract = (evaluations: Evaluation[]) => median(evaluations.flatMap(({ tesseract }) => tesseract ?? []));

/** Of held-out layouts where nothing else is said. */
function goals(evaluations: Evaluation[]): Goal[] {
  const heldOut = evaluations.filter(({ group }) => group === 'held-out');
  const only = (degradation: Degradation) => heldOut.filter((evaluation) => evaluation.degradation === degradation);
  const ofType = (type: DocumentType, degradation: Degradation) =>
    evaluations.filter((one) => one.type === type && one.degradation === degradation);
  const photos = only('photo');
  const legible = heldOut.filter(({ degradation }) => degradation !== 'low');
  const numbers = ofKinds(
    legible.filter(({ type }) => type === 'card'),
    'field',
  ).filter(({ name }) => name === 'number');
  const compared = photos.filter(({ tesseract }) => tesseract !== null);
  const [own = NaN, others] = [secondsOf(compared), ofTesseract(compared)];
  return [
    fieldsGoal('PDF text: fields exact ≥ 95 %, wrong ≤ 0.5 %', '100 %, 0 %', ofKinds(only('pdf'), 'field')),
    fieldsGoal('300 dpi scans: fields exact ≥ 90 %, wrong ≤ 1 %', '96.7 %, 0.9 %', ofKinds(only('scan300'), 'field')),
    fieldsGoal('photographs: fields exact ≥ 85 %, wrong ≤ 1 %', '96.1 %, 0 %', ofKinds(photos, 'field')),
    fieldsGoal('portraits found ≥ 85 %', '100 %', ofKinds(legible, 'portrait')),
    fieldsGoal('QR codes of photographs ≥ 97 %', '100 %', ofKinds(photos, 'QRCode')),
    fieldsGoal('Code128 and ITF of photographs ≥ 60 %', '100 %', ofKinds(photos, 'Code128', 'ITF')),
    fieldsGoal('machine-readable zones valid ≥ 95 %', '100 %', ofKinds(legible, 'zone')),
    fieldsGoal('card numbers exact ≥ 98 %, none wrong', '100 %, wrong 0', numbers),
    usual('DANFE, text with codes ≤ 0.3 s', '1.1 s', ofType('danfe', 'pdf')),
    usual('DANFE, photograph ≤ 3.5 s', '6.3 s', ofType('danfe', 'photo')),
    usual('text PDF < 0.1 s', '0.05 s', heldOut.filter(isPlainPdf)),
    usual('photograph < 3 s', '2.84 s', photos),
    slowest('slowest photograph < 8 s', '6.96 s', photos),
    under("photographs ≤ 1.0 × the time of Tesseract's command line", '1.80 ×', others && own / others),
  ];
}

/** A PDF whose pictures are not needed. */
const isPlainPdf = (evaluation: Evaluation): boolean =>
  evaluation.degradation === 'pdf' &&
  !['mixed', 'vio'].includes(evaluation.type) &&
  ofKinds([evaluation], 'portrait', 'QRCode', 'Code128', 'ITF').every(({ truth }) => truth === null);
