/** The first bytes of pictures that may stand behind stray bytes, as a mail program or a gateway adds them. */
const SIGNATURES: [format: string, bytes: Buffer][] = [
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['image/png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ['image/gif', Buffer.from('GIF89a', 'latin1')],
  ['image/gif', Buffer.from('GIF87a', 'latin1')],
];
/** Stray bytes before a picture; more of them are another file that contains one. */
export const MOST_STRAY = 1024;

/** Where a picture begins among the first bytes of a file; null if none does. */
export function findPicture(start: Buffer): { format: string; offset: number } | null {
  const found = SIGNATURES.map(([format, bytes]) => ({ format, offset: start.subarray(0, MOST_STRAY).indexOf(bytes) }));
  return found.filter(({ offset }) => offset >= 0).toSorted((a, b) => a.offset - b.offset)[0] ?? null;
}
