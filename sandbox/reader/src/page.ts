import { findAllCodes } from './codes/codes.ts';
import { findCrops } from './crops/crops.ts';
import { pageContent } from './documents/classification/documentRules.ts';
import { classify } from './documents/classify.ts';
import { isFieldLost, readInvoice } from './documents/serviceInvoice/serviceInvoice.ts';
import { DOCUMENT_TYPES } from './documents/types.ts';
import { toNamedFields, toNamedTables } from './documents/values/namedFields.ts';
import { readLayout } from './layout/layout.ts';
import { lumaOf, pageImage } from './pagePicture.ts';
import { areOver, NO_CODES, SCANNED, textOf, type FoundCodes } from './pageText.ts';
import { encodeJpeg } from './preprocessing/images.ts';
import {
  DISPUTED,
  edgesOf,
  HANG,
  LEFT_OUT,
  RISE,
  unreadPage,
  type DocumentType,
  type PageImage,
  type PageReading,
  type PageSource,
  type PairingStep,
  type PlacedText,
  type ReadingOptions,
  type TextItem,
  unproven,
} from './reading.ts';
import { isPageBudgetSpent, pageTime, reasonLeftOut, startPageBudget } from './pageBudget.ts';
import { lifetimeDatesIn } from './text/dates.ts';
import { languageOf } from './text/language.ts';
import { plainText } from './text/normalise.ts';

/** Of a page that took longer, in milliseconds, what is known is told before the next step. */
const LONG = 5000;
/** Letters with a stroke of their own through them. */
const STRUCK = /.[\u0335\u0336]+/gu;
const EMPTY = 'none of the fields that its type has was read';
const WITHHELD = 'a value of it was read too doubtfully to be given';
const DRAWN = 'what is drawn beside a label was not read as text';
/** The path of every page: text (from its layer, or recognised), codes, layout, document type and fields, crops. */
export async function readPage(
  page: PageSource,
  task: Required<ReadingOptions> & { pageTimeMs?: number },
  tellSoFar: (soFar: PageReading) => void = () => {},
): Promise<PageReading> {
  startPageBudget(task.pageTimeMs);
  if (task.codesOnly) return readCodesOnly(page);
  const { source, recognition, image, ...found } = await textOf(page, task);
  const items = found.items
    .filter(({ isStruck }) => !isStruck)
    .map((item) => ({ ...item, text: plainText(item.text.replace(STRUCK, (letters) => ' '.repeat(letters.length))) }));
  const steps: PairingStep[] = [];
  const trace = task.explain ? (step: PairingStep) => void steps.push(step) : undefined;
  const { text, sections, leftOut } = readLayout(items, page.number, trace);
  const reading: PageReading = {
    ...unreadPage(page.number),
    text,
    language: languageOf(text),
    sections,
    source,
    isPartial: false,
    missing: null,
    ...(trace ? { pairing: steps } : {}),
  };
  if (pageTime() > LONG) tellSoFar(reading);
  const needsCodes = task.barcodes || task.crops;
  const { codes, outside } =
    found.codes ?? (needsCodes ? await findAllCodes(lumaOf(await image()), null, { text: items }) : NO_CODES);
  reading.barcodes = barcodesOf({ codes, outside }, page);
  const content = pageContent({ text, items, sections, codes: [...codes, ...outside], recognition, trace });
  reading.document = await classify(content, task.tags);
  if (!reading.document || reading.document.documentType.id === DOCUMENT_TYPES.receipt.id)
    reading.receipt = content.receipt();
  if (pageTime() > LONG) tellSoFar(reading);
  const documentType = reading.document?.documentType.id ?? null;
  if (task.crops && !isPageBudgetSpent())
    reading.crops = await findCrops(await image(), { items, codes, documentType });
  if (task.imageQuality !== null) {
    const shown = await image();
    reading.image = await encodeJpeg(shown.pixels, task.imageQuality);
    reading.placed = items.map((item) => placeIn(shown, item));
  }
  const values = sections.flatMap(({ fields }) => fields.filter(({ score }) => score > DISPUTED));
  const isRead = ({ text }: TextItem) => values.some(({ value }) => value?.includes(text.trim()));
  const isInk = page.ink?.some((ink) => !items.some((item) => areOver(ink, edgesOf(item)) && isRead(item)));
  const missing =
    page.missing ?? reasonLeftOut() ?? found.missing ?? page.unread ?? (isInk ? DRAWN : leftOutOf(reading, leftOut));
  const told = page.isUnseen
    ? { ...withDoubts(reading, () => true), isUnseen: true }
    : source === 'ocr' && !ENGINE_LANGUAGES.includes(reading.language)
      ? withDoubts(reading, (text) => /\p{L}{2}/u.test(text))
      : reading;
  return { ...told, isPartial: missing !== null, missing };
}

/** The letters of others, as `ñ` and `ß`, are not among those that the engines know. */
const ENGINE_LANGUAGES: PageReading['language'][] = ['por', 'eng', null];

function withDoubts(reading: PageReading, isDoubtful: (text: string) => boolean): PageReading {
  const doubt = <Read extends { value: string | null; score: number | null }>(read: Read) =>
    isDoubtful(read.value ?? '') ? unproven(read) : read;
  const sections = reading.sections.map((section) => ({
    ...section,
    fields: section.fields.map(doubt),
    tables: section.tables.map(({ scores, ...table }) => ({
      ...unproven(table),
      ...(scores ? { scores: scores.map((row) => row.map((score) => unproven({ score }).score)) } : {}),
    })),
  }));
  const document = reading.document && {
    ...reading.document,
    fields: reading.document.fields?.map(doubt) ?? null,
  };
  return { ...reading, sections, document };
}

/** By type, the fields of every such document that has these words: a form whose labels are broken over lines has those. */
const EXPECTED: Record<string, Record<string, RegExp>> = {
  [DOCUMENT_TYPES.boleto.id]: {
    valor: /valor/i,
    data_vencimento: /vencimento/i,
    beneficiario: /benefici[áa]rio|cedente/i,
    pagador: /pagador|sacado/i,
  },
  [DOCUMENT_TYPES.danfe.id]: {
    data_emissao: /emiss[ãa]o/i,
    nome_prestador: /emitente/i,
    nome: /destinat[áa]rio/i,
    valor_total_nota: /c[áa]lculo do imposto|total da nota|valor a pagar/i,
  },
};

/**
 * In words, what the answer leaves out. The rules of a type read what it has, whatever else is printed beside it; what an
 * invoice is for belongs to it, and one for services is read by its labels, like any page.
 */
function leftOutOf(
  { document, receipt, sections, text }: PageReading,
  ofLayout: (said?: string[] | null) => string | null,
): string | null {
  const fields = sections.flatMap((section) => section.fields);
  const named = toNamedFields(fields);
  if (document?.fields) {
    const printed = named.filter(({ value }) => value !== null);
    const expected = EXPECTED[document.documentType.id] ?? {};
    const isLost = document.fields.some(
      ({ name, value }) =>
        value === null && (expected[name]?.test(text) || printed.some((field) => field.name === name)),
    );
    if (document.fields.every(({ value }) => value === null)) return EMPTY;
    const isOf = (type: DocumentType) => document.documentType.id === type.id;
    const isOfServices = isOf(DOCUMENT_TYPES.serviceInvoice);
    const invoice = isOfServices || isOf(DOCUMENT_TYPES.danfe) ? readInvoice(sections) : null;
    if (isLost || invoice?.tables.length === 0) return LEFT_OUT;
    if (!isOfServices || !invoice) return ofLayout(null);
    return isFieldLost(sections, invoice) ? LEFT_OUT : ofLayout(document.fields.map(({ value }) => value ?? ''));
  }
  const tables = sections.flatMap((section) => section.tables.filter(({ recognised }) => recognised));
  const cells = tables.flatMap(({ rows }) => rows.flat());
  const given = toNamedTables(tables).flatMap(({ values }) => values.flat());
  const isWithheld = [[fields.map(({ value }) => value), named] as const, [cells, given] as const].some(
    ([read, answered]) => read.some((value, at) => value !== null && answered[at]?.value === null),
  );
  const isDate = (line: string) => lifetimeDatesIn(line).some((date) => date === receipt?.date?.value);
  return isWithheld ? WITHHELD : ofLayout(text.split('\n').filter(isDate));
}

function placeIn({ pixels, scale }: PageImage, { text, x, y, width, size }: TextItem): PlacedText {
  const [acrossPage, downPage] = [scale / pixels.width, scale / pixels.height];
  return {
    text,
    left: x * acrossPage,
    top: (y - RISE * size) * downPage,
    width: width * acrossPage,
    height: (RISE + HANG) * size * downPage,
  };
}

async function readCodesOnly(page: PageSource): Promise<PageReading> {
  const image =
    page.items.length > 0 && page.pictured < SCANNED
      ? { pixels: await page.pixels(), scale: 1, original: null }
      : await pageImage(page);
  const found = 'empty' in image ? NO_CODES : await findAllCodes(lumaOf(image), image.original);
  const missing = { isPartial: Boolean(page.missing), missing: page.missing ?? null };
  return { ...unreadPage(page.number), barcodes: barcodesOf(found, page), ...missing };
}

const barcodesOf = ({ codes, outside }: FoundCodes, { number }: PageSource) =>
  [...codes, ...outside].map(({ type, value }) => ({ type, value, pageNumber: number }));
