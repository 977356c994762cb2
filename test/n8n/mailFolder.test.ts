import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ParsedMail } from 'mailparser';
import { keepMail } from './mailFolder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mails-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The path of each file that a mail is kept in. */
function kept(subject: string, ...filenames: string[]): string[] {
  const attachments = filenames.map((filename) => ({ filename, content: Buffer.from('a,b') }));
  const mail = { subject, text: 'Hello', attachments } as ParsedMail;
  keepMail(mail, folder, new Date('2026-03-01T09:08:07.006Z'));
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
}

test('a mail is a folder named by time and subject, with its text and attachments', () => {
  expect(kept('Consumption', 'billing-2026.csv')).toEqual([
    '2026-03-01 09.08.07.006 Consumption',
    '2026-03-01 09.08.07.006 Consumption/billing-2026.csv',
    '2026-03-01 09.08.07.006 Consumption/mail.txt',
  ]);
  expect(readFileSync(join(folder, '2026-03-01 09.08.07.006 Consumption/mail.txt'), 'utf8')).toBe('Hello');
});

test.each([
  ['Budget 85% used · A: 3 × – B', 'Budget 85 percent used A 3 B'],
  ['100%, 20 % / #1?', '100 percent, 20 percent 1'],
  ['R$ 102,00 (180 unidades)', 'R$ 102,00 180 unidades'],
  ['../../etc/passwd', 'etc passwd'],
  [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
])('the folder of the subject %j can be typed, and opened in a browser', (subject, name) => {
  const [first] = kept(subject);
  expect(first).toBe(`2026-03-01 09.08.07.006 ${name}`);
});

test('an attachment without a usable name has a number', () => {
  expect(kept('A', '..').map((path) => path.split('/')[1])).toContain('attachment-1');
});
