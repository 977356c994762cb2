import { editDistance } from '../../text/distance.ts';
import { lookAlikeKey } from '../../text/lookAlikes.ts';
import type { PageContent } from '../classification/documentRules.ts';
import type { Form } from '../form/form.ts';
import type { FormLine } from '../form/formLine.ts';
import { COMPANY, withCompanyDots } from '../values/partyNames.ts';
import type { ScoredValue } from '../values/value.ts';

/** The receipt stub names the issuer. Text of the neighbouring box may stand in the middle of it. */
const RECEIPT =
  /RECEBEMOS\s+D[EA]\s(.{1,200}?),?\s{1,5}(?:OS|AS|O)\s{1,5}(?:\S{1,40}\s{1,5}){0,4}?(?:PRODUTOS?|MERCADORIAS?|SERVI[ÇC]OS|CONSTANTES)/i;
const NAME = /^\p{L}[\p{L}\d\s.&'’/-]{3,}$/u;
const PAIRING_SCORE = { receipt: 0.95, largest: 0.974 };

/**
 * The name of the issuer: on the stub that the customer signs, and in the largest print of the issuer box. Null if the
 * two differ.
 */
export function issuerName(
  page: Pick<PageContent, 'text' | 'items'>,
  form: Form,
  labelled: ScoredValue | null,
): ScoredValue | null {
  const receipt = nameOnReceipt(page);
  const head = nameInHead(form);
  if (!receipt || !head) return head ?? receipt ?? labelled;
  return reconcileNames(receipt, head);
}

/** The stub may print the name in capitals or cut it off, and the head may lack a line of it. */
function reconcileNames(receipt: ScoredValue, head: ScoredValue): ScoredValue | null {
  const [onStub, above] = [lookAlikeKey(receipt.value), lookAlikeKey(head.value)];
  if (onStub === above) return { value: head.value, score: Math.max(receipt.score, head.score) };
  if (above.startsWith(onStub)) return head;
  const rest = receipt.value.split(' ').slice(head.value.split(' ').length).join(' ');
  if (onStub.startsWith(above)) return { value: `${head.value} ${rest}`, score: receipt.score };
  return editDistance(onStub, above) < above.length / 3 ? null : receipt;
}

function nameOnReceipt({ text, items }: Pick<PageContent, 'text' | 'items'>): ScoredValue | null {
  const pieces = items.filter((item) => RECEIPT.test(item.text));
  const confidence = Math.min(1, ...pieces.map((item) => item.confidence ?? 1));
  const name = RECEIPT.exec(text.replace(/\n/g, ' '))?.[1]?.replace(/\s+/g, ' ').trim();
  return name && NAME.test(name)
    ? { value: withCompanyDots(name, confidence === 1), score: PAIRING_SCORE.receipt * confidence }
    : null;
}

/**
 * Print this much narrower than the widest is another line of the box, or where it has few letters; lines of one name
 * are this near, in widths of a letter.
 */
const [ALIKE, FEW_ALIKE, NEXT_LINE] = [0.86, 0.6, 3.4];

/** The sizes of recognised lines are less exact than the widths of their letters. */
const widthOf = ({ x, right, text }: FormLine) => (right - x) / text.length;

/** The widest print above the address in the issuer box. */
function nameInHead(form: Form): ScoredValue | null {
  const lines = headLines(form);
  const widest = Math.max(...lines.filter(({ text }) => text.length > SHORT).map(widthOf));
  const isWide = (line: FormLine) => widthOf(line) >= (line.text.length > SHORT ? ALIKE : FEW_ALIKE) * widest;
  const main = lines.find((line) => line.text.length > SHORT && isWide(line));
  if (!main) return null;
  const near = (line: FormLine) => line.x < main.right && line.right > main.x && line.y >= main.y - 1 && isWide(line);
  const name = lines
    .filter(near)
    .filter((line, index, all) => index === 0 || line.y - (all[index - 1] as FormLine).y <= NEXT_LINE * widest);
  const value = name.map(({ text, fromTextLayer }) => withCompanyDots(text.trim(), fromTextLayer)).join(' ');
  if (name.some(({ incomplete }) => incomplete) || !NAME.test(value) || !/\s/.test(value)) return null;
  // Large print may be a brand, with the company's name under it.
  if (!COMPANY.test(value) && lines.some(({ text }) => COMPANY.test(text))) return null;
  return { value, score: PAIRING_SCORE.largest * Math.min(...name.map(({ score }) => score)) };
}

/** The width of fewer letters says little. */
const SHORT = 8;
const BELOW_HEAD = /^(NATUREZADAOPERACAO|INSCRICAOESTADUAL|DESTINATARIO)/;
/** The last boxes of the stub, where it is above the head. */
const STUB = /^(DATAD[EO]RECEBIMENTO|IDENTIFICACAOEASSINATURA)/;
/** The title of the box, which some forms print as large as the name. */
const CAPTION = 'IDENTIFICACAODOEMITENTE';
const ADDRESS = /\d|^(RUA|R\.|AV\.?|AVENIDA|TRAVESSA|ALAMEDA|PRA[ÇC]A|RODOVIA|ESTRADA|LARGO|FONE|CEP)\s/i;

/** Lines left of the title and above the first row of boxes, down to the address. */
function headLines(form: Form): FormLine[] {
  const title = form.findLabel(/^DANFE/);
  const first = title && form.findLabel(BELOW_HEAD, title.y + title.size);
  if (!title || !first) return [];
  const stub = form.findLabel(STUB);
  const top = stub && stub.y < title.y ? stub.y : -Infinity;
  const inBox = form.unlabelled.filter(
    (line) =>
      line.y > top &&
      line.right < title.x &&
      lookAlikeKey(line.text) !== CAPTION &&
      line.y < first.y &&
      /\p{L}.*\p{L}/u.test(line.text),
  );
  const address = inBox.findIndex(({ text }) => ADDRESS.test(text));
  return address > 0 ? inBox.slice(0, address) : inBox;
}
