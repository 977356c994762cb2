import type { Kind } from './kind.ts';

export const driverLicence: Kind = {
  id: 'bra-cnh',
  type: 'carteira-habilitacao',
  stdType: 'driver-licence',
  country: 'bra',
  has: [/CARTEIRA NACIONAL DE HABILITA[ÇC][ÃA]O/i],
};
