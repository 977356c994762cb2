import type { DocumentReader } from 'document-processing-reader';
import { readContent, type ContentOptions } from '../content.ts';
import { OK, failureEnvelope, failureStatus, successEnvelope, type Envelope, type RequestInfo } from '../envelope.ts';
import { asServiceError, notProcessed } from '../errors.ts';
import type { Settings } from '../settings.ts';
import type { Counted } from '../store.ts';
import { openSource } from '../upload/source.ts';
import type { ProcessRow, StoredProcess } from './processStore.ts';
import { Upload, type UploadFolder } from '../upload/upload.ts';

/** A content extraction to do later. */
type ContentJob = { fileUrl: string | null; password: string | null; options: ContentOptions; hasFile: boolean };

export type JobContext = {
  reader: DocumentReader;
  settings: Settings;
  folder: UploadFolder;
  /** The one that was sent, if one was. */
  file: string;
  /** Waits for a turn to read. */
  inTurn: <Result>(read: () => Promise<Result>) => Promise<Result>;
};

/** A document that ends the sandbox would do so at each start. */
const MOST_TRIES = 4;

/** The text of the callback, why it tells a failure, and what to bill. */
export type JobResult = { text: string; failed: string | null; counted: Counted | null };

/** Where its document is downloaded from; null if it is not. */
export const downloadAddress = ({ kind, job }: ProcessRow): string | null =>
  kind === 'contentExtraction' && !(job as ContentJob).hasFile ? ((job as ContentJob).fileUrl ?? '') : null;

/** Does the work of a process. */
export async function runJob(
  { id, kind, job, requestId, steps }: StoredProcess,
  context: JobContext,
): Promise<JobResult> {
  if (kind === 'enrichment')
    return { text: JSON.stringify(enrich(id, job as EnrichmentJob)), failed: null, counted: null };
  const textOf = (envelope: Envelope) => JSON.stringify({ ...envelope, processId: id });
  const tries = steps.filter(({ what }) => what === 'reading').length;
  return extract({ ...(job as ContentJob), tries }, { requestId, startedAt: performance.now() }, textOf, context);
}

async function extract(
  { fileUrl, password, options, hasFile, tries }: ContentJob & { tries: number },
  request: RequestInfo,
  textOf: (envelope: Envelope) => string,
  { reader, settings, folder, file, inTurn }: JobContext,
): Promise<JobResult> {
  try {
    if (tries >= MOST_TRIES)
      throw notProcessed(`reading it was begun ${tries} times, and the sandbox ended each time before it was done`);
    // The size was checked when the file was received; here it only has to be more than zero.
    const parameters = hasFile ? { file: new Upload(file, 1, '') } : fileUrl ? { fileUrl } : {};
    const source = { ...(await openSource(parameters, { folder, settings })), password };
    folder.document = source;
    // The process is accepted already, so its document waits however long the queue is.
    const read = () => readContent(reader, source, { ...options, whenBusy: 'wait' });
    const { result, counted = null } = await inTurn(read);
    return { text: textOf(successEnvelope(request, OK, result)), failed: null, counted };
  } catch (error) {
    const status = failureStatus(asServiceError(error), 'object');
    const failed = `${status.code}: ${status.message}`;
    return { text: textOf(failureEnvelope(request, status)), failed, counted: null };
  }
}

type EnrichmentJob = { query: string; parameters: Record<string, unknown> };

/**
 * The payload of an enrichment, of which the service interface shows nothing. It is made up and says so, and repeats the
 * request so that callbacks can be told apart.
 */
function enrich(processId: string, { query, parameters }: EnrichmentJob): Record<string, unknown> {
  const dataset = Object.hasOwn(DATASETS, query) ? DATASETS[query] : {};
  return {
    processId,
    query,
    parameters,
    tags: ['source=synthetic'],
    result: [{ tags: ['source=synthetic'], data: dataset }],
    status: { code: '200', message: 'OK', errors: [] },
  };
}

const PERSON = { nome: 'PESSOA SINTÉTICA DE TESTE', data_nascimento: '1990-01-31', situacao_cadastral: 'SINTÉTICA' };
const COMPANY = {
  razao_social: 'EMPRESA SINTÉTICA DE TESTE LTDA',
  data_abertura: '2015-06-30',
  situacao_cadastral: 'SINTÉTICA',
};

const DATASETS: Record<string, object> = {
  pf: PERSON,
  'pf full': { ...PERSON, nome_mae: 'MÃE SINTÉTICA DE TESTE', enderecos: [], telefones: [], emails: [] },
  pj: COMPANY,
  'pj full': { ...COMPANY, socios: [], enderecos: [], telefones: [], emails: [] },
};
