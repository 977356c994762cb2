import type { Kind } from './kind.ts';

export const identityCard: Kind = {
  id: 'bra-documento-pessoal',
  type: 'documento-pessoal',
  stdType: 'personal-document',
  country: 'bra',
  has: [/(CARTEIRA|C[ÉE]DULA) DE IDENTIDADE|REGISTRO GERAL|DOCUMENTO DE IDENTIDADE/i, /NASCIMENTO|FILIA[ÇC][ÃA]O/i],
};
