import { A4, type Truth } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { contractPages } from './contractPages.ts';
import { danfeWide } from './goodsInvoices.ts';
import { letterColumns } from './letterColumns.ts';
import { statementLedger } from './statementLedger.ts';

const JUDGED = ['numero_da_apolice', 'premio_total', 'fim_de_vigencia', 'cliente', 'conta_corrente', 'saldo_inicial'];

/** Documents of one page and of several in one file, upright and across. */
export const mixedPages: Layout = {
  id: 'unseen-mixed-pages',
  type: 'mixed',
  size: A4,
  degradations: ['pdf', 'scan300', 'scan150'],
  async draw(paper, random) {
    const truths: Truth[] = [];
    const parts: { pages: number[] }[] = [];
    for (const layout of [statementLedger, contractPages, danfeWide, letterColumns]) {
      const before = paper.page;
      truths.push(await layout.draw(paper, random));
      parts.push({ pages: Array.from({ length: paper.page - before }, (_, index) => before + index + 1) });
    }
    return { fields: truths.flatMap((truth) => truth.fields).filter(({ name }) => JUDGED.includes(name)), parts };
  },
};
