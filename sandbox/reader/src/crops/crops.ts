import type { Code } from '../codes/codes.ts';
import { distinct, onPage, scaled, withMargin } from './boxes.ts';
import { warmFaces } from './faceDetector.ts';
import { findFaces, type FaceThresholds } from './faces.ts';
import { findPhotoFrame } from './photoFrame.ts';
import { shrinkPage, type Raster } from './raster.ts';
import { findSignature } from './signature.ts';
import { encodeJpeg } from '../preprocessing/images.ts';
import type { Box, CropReading, PageImage, TextItem } from '../reading.ts';

/** What is known of the page; `documentType` is the id of the type. */
export type KnownContent = { items: TextItem[]; codes: Code[]; documentType: string | null };

/** Photos and signatures are found in a copy of this size and cut out of the original. In pixels. */
const LONGEST = 1600;

/** The photos, the signature and the codes of a page. */
export async function findCrops(
  { pixels, scale }: PageImage,
  { items, codes, documentType }: KnownContent,
): Promise<CropReading[]> {
  const page = await shrinkPage(pixels, LONGEST);
  const factor = page.width / pixels.width;
  const photos = await findPhotos(page, documentType);
  const others = [...photos, ...codes.map(({ box }) => scaled(box, factor))];
  const signature = await findSignature(page, items, scale * factor, others);
  const cut = async (name: string, stdName: string, box: Box, quality = QUALITY) => ({
    name,
    stdName,
    value: await encodeJpeg(pixels, quality, onPage(box, pixels)),
  });
  const own = (box: Box) => scaled(box, 1 / factor);
  return Promise.all([
    ...photos.map((box) => cut('foto', 'photo', own(box))),
    ...(signature ? [cut('assinatura', 'signature', own(signature))] : []),
    ...codes.map(({ box }) => cut('codigo_barras', 'barcode', withMargin(box, CODE_MARGIN), CODE_QUALITY)),
  ]);
}

/** Of the JPEGs. */
const [QUALITY, CODE_QUALITY] = [90, 85];
/** In pixels, around a code. */
const CODE_MARGIN = 8;

/** Document types that have a photo of their holder. */
const WITH_PHOTO = new Set([
  'bra-cnh',
  'bra-documento-pessoal',
  'passaporte',
  'visto',
  'documento-identidade-estrangeiro',
]);

/** Forms that never have one: to look for faces on a page costs more than all of its text layer. */
const WITHOUT_PHOTO = new Set(['bra-danfe', 'bra-boleto', 'bra-nfse']);

/** Where a photo is expected it may be a poor one; elsewhere a face must be beyond doubt. */
const EXPECTED: FaceThresholds = { found: 0.3, pictures: true };
const UNEXPECTED: FaceThresholds = { found: 0.6, pictures: false };
/** A page of unknown type may be the side of an identity card that has the photo. */
const UNKNOWN: FaceThresholds = { ...UNEXPECTED, pictures: true };
/** Share of the largest face's width: the faded copy of a photo on identity documents is half as wide. */
const SMALLEST_FACE = 0.75;
const MOST = 4;
const SAME_PHOTO = 0.2;

/** The photos of persons on a page, without small copies; none if the face detector cannot be loaded, or on forms. */
export async function findPhotos(page: Raster, documentType: string | null): Promise<Box[]> {
  if (documentType !== null && WITHOUT_PHOTO.has(documentType)) return [];
  if ((await warmFaces()) !== null) return [];
  const thresholds = documentType === null ? UNKNOWN : WITH_PHOTO.has(documentType) ? EXPECTED : UNEXPECTED;
  const faces = await findFaces(page, thresholds);
  const widest = Math.max(0, ...faces.map(({ width }) => width));
  const photos: Box[] = [];
  for (const face of faces.filter(({ width }) => width >= SMALLEST_FACE * widest).slice(0, MOST))
    photos.push(await findPhotoFrame(page, face));
  return distinct(photos, SAME_PHOTO);
}
