import { Type } from '@sinclair/typebox';
import type { Upload } from '../upload/upload.ts';

/** A file that has been received; nothing a client writes as JSON can pass for one. */
const received = Type.Unsafe<Upload>({ upload: true });

/** Parameters that several operations share, each written once. */
export const parameter = {
  file: Type.Optional(received),
  fileBase64: Type.Optional(received),
  fileUrl: Type.Optional(Type.String({ maxLength: 8192 })),
  filePassword: Type.Optional(Type.String({ maxLength: 4096 })),
  returnImage: Type.Optional(Type.Boolean({ default: false })),
  returnedImageQuality: Type.Optional(Type.String({ maxLength: 100, default: '75' })),
  returnCrops: Type.Optional(Type.Boolean({ default: false })),
  returnMetadata: Type.Optional(Type.Boolean({ default: false })),
  tags: Type.Optional(Type.Array(Type.String())),
};

const nameAndValue = Type.Array(Type.Object({ name: Type.String({ minLength: 1 }), value: Type.String() }));

export const webhookUrl = {
  url: Type.String({ minLength: 1, maxLength: 8192 }),
  fallbackUrl: Type.Optional(Type.String({ maxLength: 8192 })),
};

export const webhookCredentials = { headers: Type.Optional(nameAndValue), queryStrings: Type.Optional(nameAndValue) };
