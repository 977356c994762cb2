import type { Kind } from './kind.ts';
import { says } from './classification/phrases.ts';

export const propertyRegistry: Kind = {
  id: 'bra-registro-imovel',
  type: 'registro-imovel',
  stdType: 'property-registry',
  country: 'bra',
  shows: ({ text }) => says(text, ['REGISTRO DE IMÓVEIS', 'REGISTRO GERAL']) && says(text, ['MATRÍCULA']),
};
