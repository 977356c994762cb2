import { withoutAccents } from '../../src/text/normalise.ts';
import type { Agreement } from '../document.ts';

/** Whether a value read is the value printed. Blanks between words never count. */
export function agrees(read: string, truth: string, agreement: Agreement = 'exact', accepted: string[] = []): boolean {
  const plain = READY[agreement];
  return [truth, ...accepted].some((value) => plain(value) === plain(read));
}

const collapsed = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();
const lettersOnly = (text: string): string =>
  collapsed(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

const READY: Record<Agreement, (text: string) => string> = {
  exact: collapsed,
  free: lettersOnly,
  plain: (text) => lettersOnly(withoutAccents(text)),
};
