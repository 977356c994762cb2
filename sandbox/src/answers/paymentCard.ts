import { paymentCard } from '../../../reader/src/documents/paymentCard.ts';
import { withLanguage } from '../../../reader/src/documents/tags.ts';
import type { DocumentReading } from '../../../reader/src/reading.ts';
import { meanScore } from '../../../reader/src/documents/present.ts';

/** A card as the operation of its own answers it: one section in one extraction. */
export function presentCard({ fields, tags }: DocumentReading) {
  const { type, stdType } = paymentCard;
  const score = meanScore(fields ?? []) ?? 0;
  const section = { name: 'payment_card', stdName: 'payment_card', score, fields: fields ?? [], tables: [] };
  return { type, stdType, extractions: [{ source: 'iocr', score, tags: withLanguage(tags, ''), sections: [section] }] };
}
