import { generateDocument, GROUPS, planDocuments, type Group, type Plan } from '../documents.ts';
import type { Degradation } from '../degradations/degradations.ts';
import type { DocumentType } from '../groundTruth.ts';
import { evaluate, type Evaluation } from '../metrics/evaluation.ts';
import { fieldsGoal, goal, type Goal, partGoal, slowest, under, usual } from '../report/goals.ts';
import { sumUp } from '../report/summary.ts';
import { fieldTable, otherTable, percent } from '../report/tables.ts';
import { send } from '../service/client.ts';
import type { Sandbox } from '../service/sandbox.ts';
import { readWithCommandLine } from '../service/tesseract.ts';
import { lineOf, type Suite } from '../suite.ts';

/** Documents of the layouts, as PDFs and through simulated scanners and cameras. */
export const layouts: Suite<Evaluation> = {
  async *measure(sandbox, wanted) {
    // What nobody writes rules with comes first: its times count.
    const plans = planDocuments({
      ...wanted,
      groups: GROUPS.toReversed().filter((one) => wanted.groups.includes(one)),
    });
    await warmUp(sandbox, plans);
    for (const plan of plans) yield await measureOne(sandbox, plan);
  },

  line({ name, fields, seconds }) {
    const right = fields.filter(({ outcome }) => outcome === 'exact').length;
    return `${name}: ${right} of ${fields.length}, ${seconds.toFixed(1)} s`;
  },

  report(evaluations) {
    return GROUPS.flatMap((group) => {
      const own = evaluations.filter((one) => one.group === group);
      return own.length === 0 ? [] : [`### ${TITLES[group]}`, fieldTable(own), otherTable(own)];
    });
  },

  details(evaluations) {
    return evaluations.flatMap(({ name, fields, cells, codes, status }) => [
      ...(status >= 400 ? [`${name}: HTTP ${status}`] : []),
      ...fields.flatMap((result) => lineOf(name, result)),
      ...cells.flatMap((result) => lineOf(`${name} (table)`, result)),
      ...codes.filter(({ isRead }) => !isRead).map(({ format }) => `${name}: ${format} not read`),
    ]);
  },

  goals,
};

async function measureOne(sandbox: Sandbox, plan: Plan): Promise<Evaluation> {
  const document = await generateDocument(plan);
  const answer = await send(sandbox, document);
  const tesseract = plan.group === 'known' ? null : await readWithCommandLine(document.bytes, document.extension);
  return await evaluate(document, answer, { memory: await sandbox.memory(), tesseract });
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

/** Of held-out layouts where nothing else is said. */
function goals(evaluations: Evaluation[]): Goal[] {
  const heldOut = evaluations.filter(({ group }) => group === 'held-out');
  const only = (degradation: Degradation) => heldOut.filter((evaluation) => evaluation.degradation === degradation);
  const fieldsOf = (degradation: Degradation) => only(degradation).flatMap(({ fields }) => fields);
  const ofType = (type: DocumentType, degradation: Degradation) =>
    evaluations.filter((one) => one.type === type && one.degradation === degradation);
  const photos = sumUp(only('photo'));
  const legible = sumUp(heldOut.filter(({ degradation }) => degradation !== 'low'));
  return [
    fieldsGoal('PDF text: fields exact ≥ 95 %, wrong ≤ 0.5 %', '100 %, 0 %', fieldsOf('pdf')),
    fieldsGoal('300 dpi scans: fields exact ≥ 90 %, wrong ≤ 1 %', '96.7 %, 0.9 %', fieldsOf('scan300')),
    fieldsGoal('photographs: fields exact ≥ 85 %, wrong ≤ 1 %', '96.1 %, 0 %', fieldsOf('photo')),
    partGoal('portraits found ≥ 85 %', '100 %', legible.portraits),
    partGoal('QR codes of photographs ≥ 97 %', '100 %', photos.qr),
    partGoal('Code128 and ITF of photographs ≥ 60 %', '100 %', photos.bars),
    partGoal('machine-readable zones valid ≥ 95 %', '100 %', legible.mrzs),
    goal(
      'card numbers exact ≥ 98 %, none wrong',
      '100 %, wrong 0',
      legible.cards.of > 0 ? legible.cards : null,
      ({ of, done, wrong }) => `${percent(done / of)} % of ${of}, wrong ${wrong}`,
      ({ of, done, wrong }) => done / of >= 0.98 && wrong === 0,
    ),
    usual('DANFE, text with codes ≤ 0.3 s', '1.1 s', ofType('danfe', 'pdf')),
    usual('DANFE, photograph ≤ 3.5 s', '6.3 s', ofType('danfe', 'photo')),
    usual('receipt, photograph ≤ 2 s', '2.5 s', ofType('receipt', 'photo')),
    usual('text PDF < 0.1 s', '0.05 s', heldOut.filter(isPlainPdf)),
    usual('photograph < 3 s', '2.84 s', only('photo')),
    slowest('slowest photograph < 8 s', '6.96 s', only('photo')),
    under(
      "photographs ≤ 1.0 × the time of Tesseract's command line",
      '1.80 ×',
      photos.beside && photos.beside.own / photos.beside.tesseract,
    ),
  ];
}

/** A PDF whose pictures are not needed. */
const isPlainPdf = ({ degradation, type, codes, portraits }: Evaluation): boolean =>
  degradation === 'pdf' && type !== 'mixed' && type !== 'vio' && codes.length + portraits.wanted === 0;
