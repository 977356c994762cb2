import { Type, type TSchema } from '@sinclair/typebox';
import type { Upload } from '../upload/upload.ts';

/*
 * Two keywords of the schemas are for the documentation: `x-required` says when an optional parameter is required, and
 * `x-sandbox` marks what the service interface does not show, as a choice of the sandbox.
 */

/** A received file; no JSON value can pass for one. `upload` tells how it is sent. */
export const upload = (as: 'binary' | 'base64', description: string) =>
  Type.Unsafe<Upload>({ upload: as, description });

/** Parameters that several operations share. */
export const parameter = {
  file: Type.Optional(upload('binary', 'File to process')),
  fileBase64: Type.Optional(upload('base64', 'File content in base64 (RFC 4648)')),
  fileUrl: Type.Optional(Type.String({ maxLength: 8192, description: 'Public URL of the file', examples: [''] })),
  filePassword: Type.Optional(
    Type.String({ maxLength: 4096, description: 'Password of an encrypted PDF, in base64 (RFC 4648)', examples: [''] }),
  ),
  returnImage: Type.Optional(
    Type.Boolean({ default: false, description: 'Return the image of the document, with its perspective corrected' }),
  ),
  returnedImageQuality: Type.Optional(
    Type.String({
      maxLength: 100,
      default: '75',
      description: 'Quality of the returned image',
      'x-sandbox': 'It must be a whole number from 0 to 100.',
    }),
  ),
  returnCrops: Type.Optional(
    Type.Boolean({ default: false, description: 'Return crops: photo, signature, fingerprint, barcode' }),
  ),
  returnMetadata: Type.Optional(
    Type.Boolean({ default: false, description: 'Add `metadata`, with the QR codes of the document in `barcodes`' }),
  ),
  tags: Type.Optional(
    Type.Array(Type.String(), {
      examples: [[]],
      description: 'Filters that help to identify the document. Repeat the form parameter for each value',
      'x-sandbox':
        'A document is only identified as a type whose own tags agree with the given tags of the same key (`type`, ' +
        '`std-type`, `country`, `id`, …); of several values of a key, one is enough. A value must match the whole ' +
        'tag, in any case. A value that is not a regular expression, or that could be slow (nested repetition, ' +
        'references), is compared as text. A type that is named is identified by less evidence.',
    }),
  ),
};

/** The same filters in JSON. */
export const tagsAsJson = Type.Optional(
  Type.Array(Type.String(), {
    description:
      'Filters that help to identify the document, each a regular expression; they reduce time and improve accuracy',
    'x-sandbox': 'As in operation 1.',
  }),
);

/** Marks an optional parameter as required under a condition. */
export const requiredIf = <S extends TSchema>(schema: S, condition: string): S => ({
  ...schema,
  'x-required': `if ${condition}`,
});

/** The password of operations whose interface requires it for encrypted PDFs. */
export const passwordIfEncrypted = requiredIf(parameter.filePassword, 'the PDF is encrypted');

const nameAndValue = (description: string) =>
  Type.Optional(
    Type.Array(Type.Object({ name: Type.String({ minLength: 1 }), value: Type.String() }), { description }),
  );

/** `webhook.url` and `webhook.fallbackUrl`. */
export const webhookUrl = {
  url: Type.String({ minLength: 1, maxLength: 8192, description: 'URL that receives the result' }),
  fallbackUrl: Type.Optional(
    Type.String({
      maxLength: 8192,
      description: 'Used if communication with `url` fails',
    }),
  ),
};

export const webhookCredentials = {
  headers: nameAndValue('Headers sent with the callback'),
  queryStrings: nameAndValue('Query-string parameters sent with the callback'),
};
