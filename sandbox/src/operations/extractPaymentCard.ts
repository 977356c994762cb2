import { Type } from '@sinclair/typebox';
import { presentCard } from '../answers/paymentCard.ts';
import { OK } from '../envelope.ts';
import { paymentCard } from '../../../reader/src/documents/paymentCard.ts';
import { openSource } from '../upload/source.ts';
import { operation } from './operation.ts';
import { parameter } from './parameters.ts';

const { fileBase64, fileUrl, filePassword } = parameter;

/** Operation 11. A document without a card number has no item. */
export const extractPaymentCard = operation({
  service: 'payment-card-extraction',
  success: OK,
  errorsAs: 'list',
  parameters: Type.Object({ fileBase64, fileUrl, filePassword }),
  async answer(given, { services, folder }) {
    const source = await openSource(given, { folder, settings: services.settings });
    const pages = await services.reader.read(source, { tags: [`id=${paymentCard.id}`] });
    const cards = pages.map(({ document }) => document).filter((document) => document !== null);
    const counted = { typified: cards.length, nonTypified: pages.length - cards.length, billed: pages.length };
    return { result: cards.map(presentCard), counted };
  },
});
