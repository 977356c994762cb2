import { Type } from '@sinclair/typebox';
import { meanScore, paymentCard, type ClassifiedPage, type PageReading } from 'document-processing-reader';
import { extractionTags } from '../content.ts';
import { OK } from '../envelope.ts';
import { openSource } from '../upload/source.ts';
import { results } from '../schemas/results.ts';
import { operation } from './operation.ts';
import { parameter, passwordIfEncrypted, requiredIf } from '../schemas/parameters.ts';

const { fileBase64, fileUrl } = parameter;

/** Operation 11. A document without a card number has no item. */
export const extractPaymentCard = operation({
  number: 11,
  name: 'Payment-card extraction (JSON)',
  description: 'Reads number, network and expiry of a payment card.',
  errorCodes: [],
  service: 'payment-card-extraction',
  success: OK,
  errorsAs: 'list',
  parameters: Type.Object({
    fileBase64: requiredIf(fileBase64, 'fileUrl is absent'),
    fileUrl: requiredIf(fileUrl, 'fileBase64 is absent'),
    filePassword: passwordIfEncrypted,
  }),
  result: results.paymentCard,
  async answer(given, { services, folder }) {
    const source = await openSource(given, { folder, settings: services.settings });
    const { pages } = await services.reader.readDocument(source, { tags: [`id=${paymentCard.id}`] });
    const cards = pages.filter((page) => page.document !== null);
    const counted = { typified: cards.length, nonTypified: pages.length - cards.length, billed: pages.length };
    return { result: cards.map(item), counted };
  },
});

/** A card has one section in one extraction. */
function item({ document, isPartial }: PageReading) {
  const { fields, tags } = document as ClassifiedPage;
  const { type, stdType } = paymentCard;
  const score = meanScore(fields ?? []) ?? 0;
  const section = { name: 'payment_card', stdName: 'payment_card', score, fields: fields ?? [], tables: [] };
  const extraction = {
    source: 'iocr',
    score,
    tags: extractionTags({ tags, language: null, isPartial }),
    sections: [section],
  };
  return { type, stdType, extractions: [extraction] };
}
