import { datesIn } from '../../text/dates.ts';
import { taxNumberIn } from '../serviceInvoice/taxNumber.ts';
import { agreed, type Reading } from '../business/agree.ts';
import { boxed, only, printedAmount } from '../business/boxed.ts';
import { withPoints } from '../business/names.ts';
import type { Box, Grid } from '../business/grid.ts';
import { isOnLineOf } from '../form/words.ts';
import { plain } from '../words/plain.ts';

export type Party = 'emitente' | 'destinatario';

const NAME = /^\p{L}[\p{L}\d\s.,&'’/()-]{3,}$/u;

/**
 * Whose a box is: the heading over it says so; what stands over the customer's heading is the issuer's, and the day of
 * issue stands in the customer's row.
 */
function ownerOf({ label }: Box, grid: Grid): Party | null {
  if (grid.labels('data_emissao').some((day) => isOnLineOf(day, label))) return 'destinatario';
  const headings = (['emitente', 'identificacao_emitente', 'destinatario', 'parte'] as const).flatMap((name) =>
    grid.labels(name),
  );
  const [last] = headings
    .filter(({ y, x }) => y < label.y && x <= label.x + 2 * label.size)
    .toSorted((a, b) => b.y - a.y);
  if (last?.name === 'emitente' || last?.name === 'destinatario') return last.name;
  return !last && grid.labels('destinatario').some(({ y }) => y > label.y) ? 'emitente' : null;
}

export function nameOf(party: Party, grid: Grid): Reading | null {
  const [box] = grid.boxes('nome').filter((other) => ownerOf(other, grid) === party);
  const line = box?.lines[0];
  if (!line || line.torn || !NAME.test(line.text) || !/\p{L}{2}/u.test(plain(line.text))) return null;
  return { value: withPoints(line.text.trim(), line.printed), score: line.score };
}

/** A number that its check digits prove, from the party's box. */
export function numberOf(party: Party, grid: Grid): Reading | null {
  return agreed(
    grid
      .boxes('numero')
      .filter((box) => ownerOf(box, grid) === party)
      .flatMap(({ lines }) => {
        const number = lines[0] && taxNumberIn(lines[0].text);
        return number?.proven ? [{ value: number.digits, score: 1 - 0.2 * (1 - (lines[0]?.score ?? 0)) }] : [];
      }),
  );
}

export const dayOf = (grid: Grid): Reading | null => agreed(boxed(grid, 'data_emissao', (text) => only(datesIn(text))));

export const totalOf = (grid: Grid): Reading | null => agreed(boxed(grid, 'valor_total_nota', printedAmount));
