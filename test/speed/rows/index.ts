import { addresses } from './addresses.ts';
import { callbacks } from './callbacks.ts';
import { crops } from './crops.ts';
import { editor } from './editor.ts';
import { many } from './many.ts';
import type { Row } from './row.ts';
import { smallAnswers } from './small-answers.ts';
import { base64, gigabyteBase64, gigabyteForm, multipart } from './uploads.ts';

export const rows: Row[] = [
  multipart,
  base64,
  gigabyteForm,
  gigabyteBase64,
  many,
  smallAnswers,
  addresses,
  crops,
  callbacks,
  editor,
];
