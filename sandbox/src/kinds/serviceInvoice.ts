import type { Kind } from './kind.ts';

export const serviceInvoice: Kind = {
  id: 'bra-nfse',
  type: 'nota-fiscal-servico',
  stdType: 'service-invoice',
  country: 'bra',
  has: [/NFS-?e|NOTA FISCAL (ELETR[ÔO]NICA )?DE SERVI[ÇC]O/i, /PRESTADOR|TOMADOR/i],
};
