import { accessKeyOf } from './danfe/accessKey.ts';
import type { Kind } from './kind.ts';
import { mentions } from './words/likeness.ts';
import { plain } from './words/plain.ts';

const TITLE = /\bDANFE\b|DOCUMENTO AUXILIAR DA NOTA FISCAL ELETR[ÔO]NICA(?! DE SERVI)/i;
const OF_SERVICES = /NFS\s?-?\s?E\b|DANFSE/i;

/** The printed form of an invoice for goods (NF-e). */
export const danfe: Kind = {
  id: 'bra-danfe',
  type: 'danfe',
  stdType: 'goods-invoice',
  country: 'bra',
  shows: (page) => {
    if (OF_SERVICES.test(page.text)) return false;
    const letters = plain(page.text);
    return (
      TITLE.test(page.text) ||
      mentions(letters, 'DOCUMENTO AUXILIAR DA NOTA FISCAL ELETRÔNICA') ||
      (mentions(letters, 'NOTA FISCAL') && accessKeyOf(page) !== null)
    );
  },
  read: async (page) => (await import('./danfe/read.ts')).readDanfe(page),
};
