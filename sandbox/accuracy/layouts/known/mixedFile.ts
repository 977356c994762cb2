import { A4, type Truth } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { letterForm } from './letterForm.ts';
import { nfseBoxes } from './nfseBoxes.ts';
import { rgBothSides } from './identityCards.ts';
import { statementColumns } from './statementColumns.ts';

const JUDGED = [
  'numero_do_protocolo',
  'valor_solicitado',
  'forma_de_pagamento',
  'titular',
  'saldo_anterior',
  'saldo_final',
];

/** Four documents scanned into one file. */
export const mixedFile: Layout = {
  id: 'mixed-file',
  type: 'mixed',
  size: A4,
  degradations: ['pdf', 'scan300', 'scan150'],
  async draw(paper, random) {
    const truths: Truth[] = [];
    for (const layout of [letterForm, nfseBoxes, rgBothSides, statementColumns])
      truths.push(await layout.draw(paper, random));
    // Names that several of the documents have would not say which is meant.
    const fields = truths.flatMap((truth) => truth.fields).filter(({ name }) => JUDGED.includes(name));
    return { fields, parts: truths.map((_, index) => ({ pages: [index + 1] })) };
  },
};
