import { lookAlikeKey } from '../text/lookAlikes.ts';
import type { Kind } from './kind.ts';
import { namedFields } from './present.ts';
import { mentions } from './classification/phrases.ts';

const PARTIES = ['PRESTADOR', 'TOMADOR'];
/** What the parties are called where it says that it is a service invoice. */
const TITLE = /NFS\s?-?\s?E\b|DANFSE|NOTA\s+FISCAL\s+(ELETR[ÔO]NICA\s+)?(DE|DOS)\s+SERVI[ÇC]O/i;

export const serviceInvoice: Kind = {
  id: 'bra-nfse',
  type: 'nota-fiscal-servico',
  stdType: 'service-invoice',
  country: 'bra',
  shows: ({ text }, asked) => {
    const letters = lookAlikeKey(text);
    const parties = PARTIES.filter((party) => mentions(letters, party)).length;
    const titled =
      TITLE.test(text) ||
      mentions(letters, 'NOTA FISCAL ELETRÔNICA DE SERVIÇO') ||
      mentions(letters, 'NOTA FISCAL DE SERVIÇO');
    return parties + (asked ? 1 : 0) > 0 && titled;
  },
  read: async (page) => namedFields((await import('./serviceInvoice/invoice.ts')).readInvoice(page.sections).fields),
};
