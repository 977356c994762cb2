import { paymentCard } from '../kinds/paymentCard.ts';
import { withLanguage } from '../kinds/tags.ts';
import type { DocumentReading } from '../reading/document.ts';
import { meanScore } from './present.ts';

/** A card as the operation of its own answers it: one section in one extraction. */
export function presentCard({ fields, tags }: DocumentReading) {
  const { type, stdType } = paymentCard;
  const score = meanScore(fields ?? []) ?? 0;
  const section = { name: 'payment_card', stdName: 'payment_card', score, fields: fields ?? [], tables: [] };
  return { type, stdType, extractions: [{ source: 'iocr', score, tags: withLanguage(tags, ''), sections: [section] }] };
}
