import { mixedFile } from '../families.ts';
import { contractPages } from './contracts.ts';
import { danfeWide } from './goodsInvoices.ts';
import { letterColumns } from './letters.ts';
import { statementLedger } from './statements.ts';

/** Documents of one page and of several in one file, upright and across. */
export const mixedPages = mixedFile(
  'unseen-mixed-pages',
  [statementLedger, contractPages, danfeWide, letterColumns],
  ['numero_da_apolice', 'premio_total', 'fim_de_vigencia', 'cliente', 'conta_corrente', 'saldo_inicial'],
);
