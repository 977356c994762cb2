import { Type } from '@sinclair/typebox';
import { readCard, type Card } from '../answers/paymentCard.ts';
import { OK } from '../envelope.ts';
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
    const pages = await services.reader.read(source);
    const cards = pages.map(({ text }) => readCard(text)).filter((card) => card !== null);
    const counted = { typified: cards.length, nonTypified: pages.length - cards.length, billed: pages.length };
    return { result: cards.map(item), counted };
  },
});

function item({ number, network, expiry }: Card) {
  const values = { number, network, expiry_month: expiry?.month ?? null, expiry_year: expiry?.year ?? null };
  const fields = Object.entries(values).map(([name, value]) => ({ name, stdName: name, value, score: value === null ? null : 0.99 }));
  const section = { name: 'payment_card', stdName: 'payment_card', score: 0.99, fields, tables: [] };
  const extraction = { source: 'iocr', score: 0.99, tags: ['type=cartao-pagamento', 'process-type=extraction'], sections: [section] };
  return { type: 'cartao-pagamento', stdType: 'payment-card', extractions: [extraction] };
}
