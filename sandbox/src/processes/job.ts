import { OK, failureEnvelope, successEnvelope, type Asked } from '../envelope.ts';
import { asServiceError, errorsOf } from '../errors.ts';
import { readContent, type WantedContent } from '../operations/contentReading.ts';
import type { Counted } from '../operations/operation.ts';
import type { ReadsDocuments } from '../../../reader/src/reader.ts';
import type { Settings } from '../settings.ts';
import type { ProcessRow } from '../store/processes.ts';
import { openSource } from '../upload/source.ts';
import { Upload, type UploadFolder } from '../upload/upload.ts';
import { enrich, type EnrichmentJob } from './enrichment.ts';

export type ContentJob = { fileUrl: string | null; password: string | null; wanted: WantedContent; path?: string };

export type JobContext = { reader: ReadsDocuments; settings: Settings; folder: UploadFolder };

export type Outcome = { body: Record<string, unknown>; failed: boolean; counted: Counted | null };

/** What the callback of a process says. */
export async function perform({ id, kind, job, requestId }: ProcessRow, context: JobContext): Promise<Outcome> {
  if (kind === 'enrichment') return { body: enrich(id, job as EnrichmentJob), failed: false, counted: null };
  const asked = { requestId, startedAt: performance.now() };
  return withProcessId(id, await extract(job as ContentJob, asked, context));
}

async function extract(
  { fileUrl, password, wanted, path }: ContentJob,
  asked: Asked,
  { reader, settings, folder }: JobContext,
): Promise<Outcome> {
  try {
    // The size only matters for being more than nothing, which was checked when the file came.
    const given = path ? { file: new Upload(path, 1, '') } : fileUrl ? { fileUrl } : {};
    const source = await openSource(given, { folder, settings });
    const { result, counted = null } = await readContent(reader, { ...source, password }, wanted);
    return { body: successEnvelope(asked, OK, result), failed: false, counted };
  } catch (error) {
    const failure = asServiceError(error);
    const { code, message } = failure;
    return {
      body: failureEnvelope(asked, { code, message, errors: errorsOf(failure, 'object') }),
      failed: true,
      counted: null,
    };
  }
}

const withProcessId = (processId: string, outcome: Outcome): Outcome => ({
  ...outcome,
  body: { ...outcome.body, processId },
});
