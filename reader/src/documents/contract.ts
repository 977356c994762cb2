import type { Kind } from './kind.ts';
import { says } from './classification/phrases.ts';

export const contract: Kind = {
  id: 'contrato',
  type: 'contrato',
  stdType: 'contract',
  country: null,
  shows: ({ text }) => says(text, ['CONTRATO']) && says(text, ['CLÁUSULA']),
};
