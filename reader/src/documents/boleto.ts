import { slipIn, slipOfBarcode } from './boleto/digitableLine.ts';
import type { Kind } from './kind.ts';
import { mentions } from './words/likeness.ts';
import { plain } from './words/plain.ts';

/** Two of these stand on nothing else. */
const WORDS = [
  'NOSSO NÚMERO',
  'PAGADOR',
  'SACADO',
  'BENEFICIÁRIO',
  'CEDENTE',
  'LOCAL DE PAGAMENTO',
  'FICHA DE COMPENSAÇÃO',
  'AUTENTICAÇÃO MECÂNICA',
  'RECIBO DO PAGADOR',
  'ESPÉCIE DOC',
  'LINHA DIGITÁVEL',
];
const ENOUGH = { alone: 4, withNumbers: 1, asked: 2 };

export const boleto: Kind = {
  id: 'bra-boleto',
  type: 'boleto',
  stdType: 'bank-slip',
  country: 'bra',
  shows: ({ text, codes }, asked) => {
    const hasNumbers = slipIn(text) !== null || codes.some(({ value }) => slipOfBarcode(value) !== null);
    const letters = plain(text);
    const said = WORDS.filter((word) => mentions(letters, word)).length;
    return said >= ENOUGH[hasNumbers ? 'withNumbers' : asked ? 'asked' : 'alone'];
  },
  read: async (page) => (await import('./boleto/read.ts')).readBoleto(page),
};
