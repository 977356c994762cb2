import { Type } from '@sinclair/typebox';
import { askModel, type Make } from 'document-processing-reader';
import { OK } from '../envelope.ts';
import { wrongParameter } from '../errors.ts';
import { openSource } from '../upload/source.ts';
import { countDocuments } from '../content.ts';
import { results } from '../schemas/results.ts';
import { operation } from './operation.ts';
import { parameter } from '../schemas/parameters.ts';

const { file, filePassword, returnMetadata } = parameter;

/** The documented models, and what choosing one says about the document. */
const MODELS: Record<string, { type: string; stdType: string }> = {
  'id=bra-nlp-registro-imovel-1': { type: 'registro-imovel', stdType: 'property-registry' },
  'id=bra-nlp-contrato-social-1': { type: 'contrato-social', stdType: 'articles-of-association' },
};

/** `type` and `stdType` are required, also of a document that was not identified. */
const UNKNOWN = { type: '', stdType: '' };

/** Of the pictures a model is shown. */
const IMAGE_QUALITY = 85;

/** A page: as it was read, in what is sent to a model, and on its way there. */
const TIMES_IN_MEMORY = 3;

export const extractGenerative = operation({
  number: 5,
  name: 'Generative content extraction (multipart)',
  description:
    'Reads complex documents into sections, fields and tables. A tag selects the model: ' +
    '`id=bra-nlp-registro-imovel-1` (Property registry) or `id=bra-nlp-contrato-social-1` (Articles of ' +
    'association).',
  sandbox: [
    'Values of a model that are not in the document are null; values that the document writes differently have a ' +
      'low score, and all have 0.3 if there is no text to compare with. An endpoint that fails, or twice gives no ' +
      'valid reading, is E100; the rules are not used instead.',
    'A CPF or CNPJ with wrong check digits is null. An amount in a former currency (`Cz$`) stays as printed.',
  ],
  errorCodes: [],
  service: 'generative-content-extraction',
  success: OK,
  errorsAs: 'list',
  parameters: Type.Object({
    file: { ...file, 'x-required': 'yes' },
    tags: Type.String({ minLength: 1, description: 'Selects the model' }),
    filePassword,
    returnMetadata,
  }),
  result: results.generative,
  async answer({ tags, returnMetadata, ...given }, { services, folder }) {
    if (!given.file) throw wrongParameter('file', 'file is required');
    const source = await openSource(given, { folder, settings: services.settings });
    const { generative } = services.settings;
    const wanted = {
      barcodes: returnMetadata ?? false,
      imageQuality: generative?.input === 'images' ? IMAGE_QUALITY : null,
    };
    const { reader } = services;
    const model = Object.hasOwn(MODELS, tags) ? MODELS[tags] : undefined;
    const stdType = model?.stdType ?? null;
    const byRules: Make<'extractions'> | undefined = generative ? undefined : ['extractions', tags, stdType, null];
    const { pages, documents, made } = await reader.readDocument(source, wanted, byRules);
    // A model may take minutes.
    if (generative) for (const page of pages) folder.takeMemory(TIMES_IN_MEMORY * JSON.stringify(page).length);
    const replies = [];
    if (generative) for (const document of documents) replies.push(await askModel(generative, document.pages, tags));
    const extractions = generative ? await reader.make(pages, ['extractions', tags, stdType, replies]) : made;
    const result = documents.map((document, at) => {
      const { type, stdType } = document.documentType ?? model ?? UNKNOWN;
      const barcodes = document.pages.flatMap((page) => page.barcodes);
      return { type, stdType, extractions: [extractions[at]], ...(returnMetadata ? { metadata: { barcodes } } : {}) };
    });
    return { result, counted: countDocuments(documents.map(({ documentType }) => documentType ?? model ?? null)) };
  },
});
