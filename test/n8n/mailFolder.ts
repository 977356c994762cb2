// Keeps the mails that workflows send as files.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ParsedMail } from 'mailparser';

/** Writes a mail where its owner finds it: a folder with the mail as a page, as a text, and its attachments. */
export function keepMail(mail: ParsedMail, mails: string, at: Date): void {
  const time = at.toISOString().replace('Z', '').replaceAll(':', '.').replace('T', ' ');
  const folder = join(mails, `${time} ${nameFor(mail.subject ?? '')}`.trim());
  mkdirSync(folder, { recursive: true });
  if (mail.html) writeFileSync(join(folder, 'mail.html'), mail.html);
  if (mail.text) writeFileSync(join(folder, 'mail.txt'), mail.text);
  for (const [index, { filename, content }] of mail.attachments.entries())
    writeFileSync(join(folder, nameFor(filename ?? '') || `attachment-${index + 1}`), content);
}

/** A name that can be typed, and opened in a browser: there a % would begin an encoded character. */
const nameFor = (text: string): string =>
  text
    .replaceAll('%', ' percent ')
    .replace(/[^\p{L}\p{N}\p{Sc}.,-]+/gu, ' ')
    .replace(/ (?=[.,])|^[. ]+/g, '')
    .slice(0, 80)
    .trim();
