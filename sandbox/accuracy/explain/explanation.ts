import { pageFields } from '../../reader/src/documents/values/namedFields.ts';
import type { NamedField, PageReading, PairingStep, TableReading } from '../../reader/src/reading.ts';
import { fold } from '../../reader/src/text/normalise.ts';

type Candidate = Extract<PairingStep, { step: 'candidate' }>;
type Reading = Extract<PairingStep, { step: 'reading' }>;

/** Where a pairing is decided: the fields of a known type of document come from its known labels. */
const RULES: Record<Candidate['rules'], string> = {
  form: 'known labels of this type of document: documents/form/formPairing.ts',
  layout: 'labels of any document: layout/keyValuePairs.ts',
};

/** Whether somebody asked for what has one of these texts. */
type IsMeant = (...texts: (string | null | undefined)[]) => boolean;

/** How a page was paired, in words; where `about` is given, only what contains this text. */
export function explanationOf(page: PageReading, about: string | undefined): string {
  const isMeant: IsMeant = (...texts) =>
    about === undefined || texts.some((text) => text && fold(text).includes(fold(about)));
  const steps = page.pairing ?? [];
  const parts = [...answerOf(page, steps, isMeant), ...labelsOf(steps, isMeant)];
  return [
    `Page ${page.number}: ${page.document?.documentType.id ?? 'no known type'}, ${page.source ?? 'no text'}`,
    ...steps.flatMap((step) => (step.step === 'page' ? `  ${step.reason}` : [])),
    ...(parts.length > 0 ? parts : [about === undefined ? '  no labels' : `  nothing contains "${about}"`]),
  ].join('\n');
}

const part = (title: string, lines: string[]): string[] => (lines.length > 0 ? ['', title, ...lines] : []);

function answerOf(page: PageReading, steps: PairingStep[], isMeant: IsMeant): string[] {
  const fields = pageFields(page).fields.filter(({ name, value }) => isMeant(name, value));
  const readings = steps.filter((step) => step.step === 'reading');
  const meant = readings.filter(({ name, label, text }) => isMeant(name, label, text));
  const tables = page.sections.flatMap((section) => section.tables);
  const shown = tables.filter(({ headers, rows }) => isMeant(...headers, ...rows.flat()));
  return [
    ...part('Fields of the answer', fields.map(lineOfField)),
    ...part('What became of the values of labels', meant.map(lineOfReading)),
    ...part('Tables, whose texts are no values of labels', shown.map(lineOfTable)),
  ];
}

function labelsOf(steps: PairingStep[], isMeant: IsMeant): string[] {
  const candidates = steps.filter((step) => step.step === 'candidate');
  // What was chosen may be refused later.
  const all = [...new Map(candidates.map((one) => [`${keyOf(one)} ${one.way} ${at(one.value)}`, one])).values()];
  const labels = [...Map.groupBy(all, keyOf).values()].filter((ofLabel) =>
    ofLabel.some(({ label, value, isChosen }) => isMeant(label.text, label.known, isChosen ? value.text : null)),
  );
  return Object.entries(RULES).flatMap(([name, where]) => {
    const own = labels.filter(([first]) => first?.rules === name);
    const inOrder = own.toSorted(([a], [b]) => placeOf(a) - placeOf(b));
    return part(
      `Labels and the values they may have (${where})`,
      inOrder.flatMap((ofLabel) => blockOf(ofLabel, all)),
    );
  });
}

const keyOf = ({ rules, label: { text, x, y } }: Candidate) => `${rules} ${text} ${x} ${y}`;

const quoted = (text: string | null) => (text === null ? 'null' : JSON.stringify(text));

const lineOfField = ({ name, value, score }: NamedField) => `  ${name}: ${quoted(value)}${scored(score)}`;

const scored = (score: number | null) => (score === null ? '' : `, score ${Number(score.toFixed(4))}`);

function lineOfReading({ name, label, text, value, score, reason }: Reading): string {
  const from = label === undefined ? '' : ` at "${label}"`;
  return `  ${name}${from}: ${quoted(text)} → ${quoted(value)}${value === null ? '' : scored(score)}: ${reason}`;
}

const lineOfTable = ({ headers, rows, score }: TableReading) =>
  `  ${headers.map(quoted).join(' | ')}: ${rows.length} rows, score ${score}`;

/** A label with the values that were considered, the chosen first; below a chosen one, what else claimed it. */
function blockOf(candidates: Candidate[], all: Candidate[]): string[] {
  const { label, rules } = candidates[0] as Candidate;
  const ofField = label.known === null ? 'no label of a field' : `label of ${label.known}`;
  return [
    `  ${at(label)}, ${rules === 'layout' ? label.known : ofField}`,
    ...candidates.filter(({ isChosen }) => isChosen).flatMap((one) => [lineOf('+', one), ...rivals(one, all)]),
    ...candidates.filter(({ isChosen }) => !isChosen).map((one) => lineOf('-', one)),
  ];
}

/** Downwards, then to the right. */
const placeOf = (candidate: Candidate | undefined) =>
  candidate ? 10_000 * Math.round(candidate.label.y) + candidate.label.x : 0;

const at = ({ text, x, y }: { text: string; x: number; y: number }) =>
  `${quoted(text)} at ${Math.round(x)}, ${Math.round(y)}`;

const lineOf = (mark: '+' | '-', { value, way, cost, reason }: Candidate) =>
  `    ${mark} ${way} ${at(value)}${costing(cost)}: ${reason}`;

/** A cost without end is that of a value in another column. */
const costing = (cost: number | null) => (cost === null || cost === Infinity ? '' : `, cost ${cost.toFixed(2)}`);

const rivals = (chosen: Candidate, all: Candidate[]): string[] =>
  all
    .filter(
      ({ rules, value, label }) =>
        rules === chosen.rules && at(value) === at(chosen.value) && at(label) !== at(chosen.label),
    )
    .map(({ label, way, cost, reason }) => `        not ${at(label)}: ${way}${costing(cost)}, ${reason}`);
