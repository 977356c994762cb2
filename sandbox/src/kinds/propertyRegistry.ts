import type { Kind } from './kind.ts';

export const propertyRegistry: Kind = {
  id: 'bra-registro-imovel',
  type: 'registro-imovel',
  stdType: 'property-registry',
  country: 'bra',
  has: [/REGISTRO DE IM[ÓO]VEIS|REGISTRO GERAL/i, /MATR[ÍI]CULA/i],
};
