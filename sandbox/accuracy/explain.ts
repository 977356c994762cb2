import { existsSync } from 'node:fs';
import { fileTypeFromFile } from 'file-type';
import { pageFields } from '../reader/src/documents/values/namedFields.ts';
import { openReader } from '../reader/src/reader.ts';
import type { PageReading, PairingStep } from '../reader/src/reading.ts';
import { fold } from '../reader/src/text/normalise.ts';
import { generateDocument, planDocuments } from './documents.ts';
import { FORMS, printForm, type FormSort } from './forms/forms.ts';
import { withFile } from './service/temporaryFile.ts';

/**
 * Reads one document and says how its labels and values were paired. `name` is a file, or a generated document as
 * `--details` and `--save` call it: `letter-form-pdf-1`, `transport 376be34d 12`. `about` narrows it to what contains this
 * text.
 */
export async function explain(name: string, about = ''): Promise<string> {
  const reader = openReader({ workers: 1 });
  const explained = async (path: string) => {
    const format = (await fileTypeFromFile(path))?.mime ?? 'application/pdf';
    const { pages } = await reader.readDocument({ path, format, password: null }, { barcodes: true, explain: true });
    return pages.map((page) => explanationOf(page, about)).join('\n\n');
  };
  try {
    return await (existsSync(name) ? explained(name) : withFile(await generated(name), explained));
  } finally {
    await reader.close();
  }
}

async function generated(name: string): Promise<Buffer> {
  const sort = (Object.keys(FORMS) as FormSort[]).find((candidate) => name.startsWith(`${candidate} `));
  if (sort) return (await printForm(sort, name.slice(sort.length + 1))).pdf;
  const seeds = Number(/-(\d{1,4})$/.exec(name)?.[1] ?? 1);
  const plans = planDocuments({ seeds });
  const plan = plans.find((candidate) => candidate.name === name);
  if (!plan)
    throw new Error(
      `"${name}" is no file and no generated document; those are called like ${plans[0]?.name} or form 1 (any seed)`,
    );
  return (await generateDocument(plan)).bytes;
}

/** A line for each field, each table, and each thing that was weighed; those of one label stand together, the chosen first. */
function explanationOf({ pairing = [], sections, ...page }: PageReading, about: string): string {
  const fields = pageFields({ pairing, sections, ...page }).fields.map(
    ({ name, value, score }) => `field ${name}: ${quoted(value)}${scored(score)}`,
  );
  const tables = sections
    .flatMap((section) => section.tables)
    .map(({ headers, rows }) => `table ${[headers, ...rows].map((row) => row.join(' | ')).join(' / ')}`);
  // What was chosen may be refused later.
  const steps = new Map(pairing.map((step) => [subjectOf(step), step]));
  const weighed = [...steps].map(([subject, step]) => `${subject}${outcomeOf(step)}`).toSorted();
  const lines = [...fields, ...tables, ...weighed].filter((line) => fold(line).includes(fold(about)));
  return [
    `Page ${page.number}: ${page.document?.documentType.id ?? 'no known type'}, ${page.source ?? 'no text'}`,
    ...(lines.length > 0 ? lines : [about ? `nothing contains "${about}"` : 'no labels']).map((line) => `  ${line}`),
  ].join('\n');
}

function subjectOf(step: PairingStep): string {
  if (step.step === 'page') return 'page: ';
  if (step.step === 'reading') return `read ${step.name}: ${quoted(step.text)}`;
  const { label, rules, way, value } = step;
  return `label ${at(label)}, ${label.known ?? 'of no field'} (${rules}) ${way} ${at(value)}`;
}

function outcomeOf(step: PairingStep): string {
  if (step.step === 'page') return step.reason;
  if (step.step === 'reading') return ` → ${quoted(step.value)}${scored(step.score)}: ${step.reason}`;
  // A cost without end is that of a value in another column.
  const cost = step.cost === null || step.cost === Infinity ? '' : `, cost ${step.cost.toFixed(2)}`;
  return `: ${step.isChosen ? 'chosen' : 'not'}${cost}, ${step.reason}`;
}

const quoted = (text: string | null) => (text === null ? 'null' : JSON.stringify(text));

const scored = (score: number | null) => (score === null ? '' : `, score ${Number(score.toFixed(4))}`);

const at = ({ text, x, y }: { text: string; x: number; y: number }) =>
  `${quoted(text)} at ${Math.round(x)}, ${Math.round(y)}`;
