import type { PrintedForm, TruePair } from '../forms/sheet.ts';
import { dayBetween, printed } from '../synthetic/dates.ts';
import { amount, asCnpj, cnpj } from '../synthetic/numbers.ts';
import { randomFrom, type Random } from '../synthetic/random.ts';
import type { Print } from './content.ts';
import { FONT_KINDS } from './fonts.ts';
import { HIDDEN_KINDS, SEEN } from './hidden.ts';
import { MARKED } from './marks.ts';
import { PICTURED } from './pictures.ts';

/** What is written on a page: its lines, and the fields they are read as. */
type Written = { lines: string[]; pairs: TruePair[] };

const CLIENTS = ['Mercado Azul Ltda', 'Oficina Nova Ltda', 'Padaria Central Ltda', 'Livraria Horizonte Ltda'];
const CAPTIONS = ['Numero do pedido', 'Vencimento', 'Cliente', 'CNPJ', 'Valor total'];
function written(random: Random): Written {
  const [order, day, client] = [
    random.digits(5).replace(/^0/, '4'),
    dayBetween(random, 2023, 2026),
    random.pick(CLIENTS),
  ];
  const [company, total] = [cnpj(random), random.whole(100_000, 999_999) / 100];
  const values = [order, printed(day), client, asCnpj(company), `R$ ${amount(total)}`];
  const read = [order, day, client, company, total.toFixed(2)];
  const names = ['numero_do_pedido', 'vencimento', 'cliente', 'cnpj', 'valor_total'];
  return {
    lines: CAPTIONS.map((caption, at) => `${caption}: ${values[at]}`),
    pairs: names.map((name, at) => ({ name, value: read[at] as string })),
  };
}

/** How layer and page differ: what is seen in one of them only, how much of the page the layer covers, and how well it says it. */
export const LAYERS: Record<string, Print> = { ...HIDDEN_KINDS, ...SEEN, ...MARKED, ...PICTURED, ...FONT_KINDS };

/** A page whose layer and drawing differ in this way, with the values that a person sees. */
export function printLayers(name: string, seed: string): PrintedForm {
  const random = randomFrom(`${name} ${seed}`);
  const [seen, unseen] = [written(random), written(random)];
  const print = LAYERS[name] as Print;
  return { pdf: print(seen.lines, unseen.lines, random), pairs: seen.pairs, captions: CAPTIONS };
}
