import { Type, type Static } from '@sinclair/typebox';
import { decodeVio, type Vio } from 'document-processing-reader';
import { S100 } from '../envelope.ts';
import { openSource } from '../upload/source.ts';
import type { Answer } from '../content.ts';
import { operation, type OperationContext } from './operation.ts';
import { parameter } from './parameters.ts';

const { file, fileBase64, fileUrl, filePassword } = parameter;
const qrCodeField = Type.Optional(Type.String({ maxLength: 1_000_000 }));
const json = Type.Object({ qrCodeField, fileBase64, fileUrl, filePassword });
const form = Type.Object({ qrCodeField, file, fileUrl, filePassword });

const described = { service: 'vio-extraction', success: S100, errorsAs: 'list' } as const;

/** Operation 9. */
export const extractDriverLicenceJson = operation({ ...described, parameters: json, answer: extractVio });
/** Operation 10. */
export const extractDriverLicenceForm = operation({ ...described, parameters: form, answer: extractVio });

/** Only the input of highest priority is looked at: qrCodeField, then the file, then fileUrl. */
async function extractVio(
  given: Static<typeof json> & Static<typeof form>,
  { services, folder }: OperationContext,
): Promise<Answer> {
  // A code sent as text stands on no page.
  if (given.qrCodeField) return answerOf([{ value: given.qrCodeField, pageNumber: 0 }]);
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

/** A code that cannot be decoded has been found, and that is all that is known of it. */
function item({ vio, pageNumber }: { vio: Vio | null; pageNumber: number }) {
  if (!vio) return { crops: [], fields: [], pageNumber, tags: [] };
  const fields = Object.entries(vio.fields).map(([name, value]) => ({ name, score: 1, value }));
  const crops = vio.photo === null ? [] : [{ name: 'foto', value: vio.photo }];
  return { crops, fields, pageNumber, tags: ['country=bra', 'subtype=vio', 'source=synthetic'] };
}
