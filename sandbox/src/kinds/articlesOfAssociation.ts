import type { Kind } from './kind.ts';

export const articlesOfAssociation: Kind = {
  id: 'bra-contrato-social',
  type: 'contrato-social',
  stdType: 'articles-of-association',
  country: 'bra',
  has: [/CONTRATO SOCIAL/i, /S[ÓO]CI[OA]S?|SOCIEDADE/i],
};
