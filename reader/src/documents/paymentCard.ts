import type { Kind } from './kind.ts';

/** A bank's card, by a number that passes its check digit. */
export const paymentCard: Kind = {
  id: 'cartao-pagamento',
  type: 'cartao-pagamento',
  stdType: 'payment-card',
  country: null,
  shows: async (page, asked) => (await import('./paymentCard/shows.ts')).showsCard(page, asked),
  read: async (page) => (await import('./paymentCard/read.ts')).readPaymentCard(page),
};
