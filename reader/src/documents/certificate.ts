import type { Kind } from './kind.ts';

export const certificate: Kind = {
  id: 'bra-certidao',
  type: 'certidao',
  stdType: 'certificate',
  country: 'bra',
  has: [/CERTID[ÃA]O DE (NASCIMENTO|CASAMENTO|[ÓO]BITO)/i],
};
