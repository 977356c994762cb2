import { randomBytes } from 'node:crypto';
import { encodeBase64 } from '../../../nodes/DocumentProcessing/transport/base64';

describe('base64 as bytes', () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 97, 3 * 32 * 1024, 3 * 32 * 1024 + 1, 3 * 32 * 1024 + 2])(
    'is what Node writes of %d bytes',
    (length) => {
      const bytes = randomBytes(length);
      expect(encodeBase64(bytes).toString('latin1')).toBe(bytes.toString('base64'));
    },
  );

  it('has every digit in both places, of bytes that begin anywhere in their memory', () => {
    const bytes = Buffer.alloc(1 + 3 * 4096);
    for (let bits = 0; bits < 4096; bits++) bytes.writeUIntBE((bits << 12) | (4095 - bits), 1 + 3 * bits, 3);
    expect(encodeBase64(bytes.subarray(1)).toString('latin1')).toBe(bytes.toString('base64', 1));
  });
});
