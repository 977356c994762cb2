import type { Kind } from './kind.ts';
import { says } from './classification/phrases.ts';

export const articlesOfAssociation: Kind = {
  id: 'bra-contrato-social',
  type: 'contrato-social',
  stdType: 'articles-of-association',
  country: 'bra',
  shows: ({ text }) => says(text, ['CONTRATO SOCIAL']) && says(text, ['SOCIEDADE', 'SÓCIO', 'SÓCIA']),
};
