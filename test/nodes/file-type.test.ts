import { extensionOf, sniffMimeType } from '../../nodes/DocumentProcessing/common/file-type';

test.each([
  ['application/pdf', 'pdf', 'after a few bytes %PDF-1.7'],
  ['image/jpeg', 'jpg', '\xff\xd8\xff\xe0'],
  ['image/png', 'png', '\x89PNG\r\n\x1a\n'],
  ['image/gif', 'gif', 'GIF89a'],
  ['image/webp', 'webp', 'RIFF\x10\0\0\0WEBPVP8 '],
  ['image/tiff', 'tiff', 'II*\0'],
  ['image/tiff', 'tiff', 'MM\0*'],
  ['image/bmp', 'bmp', 'BM\x10\0\0\0\0\0\0\0'],
  ['image/jp2', 'jp2', '\0\0\0\x0cjP  \r\n\x87\n'],
  ['application/zip', 'zip', 'PK\x03\x04'],
  ['application/xml', 'xml', '\xef\xbb\xbf <?xml version="1.0"?>'],
  ['text/html', 'html', '\n<!DOCTYPE HTML>'],
  ['text/html', 'html', '<html lang="pt">'],
])('a file of the type %s (.%s) is known by its first bytes: %j', (type, extension, head) => {
  expect(sniffMimeType(Buffer.from(head, 'latin1'))).toBe(type);
  expect(extensionOf(type)).toBe(extension);
});

test.each(['', 'RIFF\x10\0\0\0WAVEfmt ', 'a text with WEBP', 'BM is a text', 'GIF', 'PK', '%PDF', 'a <html>'])(
  'no type is guessed from %j',
  (head) => {
    expect(sniffMimeType(Buffer.from(head, 'latin1'))).toBeUndefined();
  },
);

test.each(['made/up', '__proto__', ''])('the unknown type %j has the extension of any bytes', (type) => {
  expect(extensionOf(type)).toBe('bin');
});
