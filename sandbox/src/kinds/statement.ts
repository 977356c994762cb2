import type { Kind } from './kind.ts';

export const statement: Kind = {
  id: 'extrato',
  type: 'extrato',
  stdType: 'statement',
  country: null,
  has: [/\bEXTRATO\b|ACCOUNT STATEMENT|STATEMENT OF ACCOUNT/i],
};
