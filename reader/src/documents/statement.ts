import type { Kind } from './kind.ts';
import { isTitled } from './classification/phrases.ts';

export const statement: Kind = {
  id: 'extrato',
  type: 'extrato',
  stdType: 'statement',
  country: null,
  shows: ({ text }) => isTitled(text, ['EXTRATO', 'ACCOUNT STATEMENT', 'STATEMENT OF ACCOUNT']),
};
