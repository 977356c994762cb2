import { Type, type Static } from '@sinclair/typebox';
import { decodeVio, type Vio } from 'document-processing-reader';
import { S100 } from '../envelope.ts';
import { wrongParameter } from '../errors.ts';
import { openSource } from '../upload/source.ts';
import type { Answer } from '../content.ts';
import { operation, type OperationContext } from './operation.ts';
import { parameter, passwordIfEncrypted, requiredIf } from '../schemas/parameters.ts';
import { results } from '../schemas/results.ts';

const { file, fileBase64, fileUrl } = parameter;
const qrCodeField = Type.Optional(Type.String({ maxLength: 1_000_000, description: 'Content of the VIO QR code' }));
const json = Type.Object({
  qrCodeField: requiredIf(qrCodeField, 'fileBase64 and fileUrl are absent'),
  fileBase64: requiredIf(fileBase64, 'qrCodeField and fileUrl are absent'),
  fileUrl: requiredIf(fileUrl, 'qrCodeField and fileBase64 are absent'),
  filePassword: passwordIfEncrypted,
});
const form = Type.Object({
  qrCodeField: requiredIf(qrCodeField, 'file and fileUrl are absent'),
  file: requiredIf(file, 'qrCodeField and fileUrl are absent'),
  fileUrl: requiredIf(fileUrl, 'qrCodeField and file are absent'),
  filePassword: passwordIfEncrypted,
});

const PRIORITY = 'If several inputs are sent, only the first is used, in the order';

const shared = {
  service: 'vio-extraction',
  success: S100,
  errorCodes: [],
  result: results.vio,
  sandbox: [
    'VIO codes are encrypted, so their fields stay empty. The sandbox decodes its own test code, `SANDBOX-VIO:` and the ' +
      'base64 of a JSON object of field names and values, and adds the tag `source=synthetic`.',
  ],
};

export const extractDriverLicenceJson = operation({
  ...shared,
  errorsAs: 'list',
  number: 9,
  name: 'VIO extraction (JSON)',
  description: `Reads a driver licence from its QR code. ${PRIORITY} qrCodeField, fileBase64, fileUrl.`,
  parameters: json,
  answer: extractVio,
});

export const extractDriverLicenceForm = operation({
  ...shared,
  errorsAs: 'list',
  number: 10,
  name: 'VIO extraction (multipart)',
  description: `Reads a driver licence from its QR code. ${PRIORITY} qrCodeField, file, fileUrl.`,
  parameters: form,
  answer: extractVio,
});

async function extractVio(
  given: Static<typeof json> & Static<typeof form>,
  { services, folder }: OperationContext,
): Promise<Answer> {
  // A code sent as text stands on no page.
  if (given.qrCodeField) return answerOf([{ value: given.qrCodeField, pageNumber: 0 }]);
  if (!given.file && !given.fileBase64 && !given.fileUrl)
    throw wrongParameter('qrCodeField', 'none of qrCodeField, a file and fileUrl was sent');
  const source = await openSource(given, { folder, settings: services.settings });
  const { pages } = await services.reader.readDocument(source, { codesOnly: true });
  const codes = pages.flatMap(({ barcodes }) => barcodes).filter(({ type }) => /QR/i.test(type));
  return answerOf(codes);
}

function answerOf(codes: { value: string; pageNumber: number }[]): Answer {
  const licences = codes.map(({ value, pageNumber }) => ({ vio: decodeVio(value), pageNumber }));
  const typified = licences.filter(({ vio }) => vio !== null).length;
  return {
    result: licences.map(item),
    counted: { typified, nonTypified: licences.length - typified, billed: licences.length },
  };
}

/** A code that cannot be decoded gives an item without fields. */
function item({ vio, pageNumber }: { vio: Vio | null; pageNumber: number }) {
  if (!vio) return { crops: [], fields: [], pageNumber, tags: [] };
  const fields = Object.entries(vio.fields).map(([name, value]) => ({ name, score: 1, value }));
  const crops = vio.photo === null ? [] : [{ name: 'foto', value: vio.photo }];
  return { crops, fields, pageNumber, tags: ['country=bra', 'subtype=vio', 'source=synthetic'] };
}
