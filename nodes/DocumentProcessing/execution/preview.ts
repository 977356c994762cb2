import type { IExecuteFunctions } from 'n8n-workflow';
import { asObject, type JsonObject, textOf } from '../common/shape';
import { FileSource } from '../transport/file';
import { entriesOf, type ServiceRequest } from '../transport/request';
import type { Job } from './plan';

/** Jobs that send nothing: the result of each item is what would be sent for it. */
export function previewsOf(context: IExecuteFunctions, jobs: Job[], operation: string, alreadyRead: Set<Job>): Job[] {
  const count = jobs.reduce((sum, job) => sum + (alreadyRead.has(job) ? 0 : job.requests.length), 0);
  const items = jobs.reduce((sum, job) => sum + job.items.length, 0);
  context.addExecutionHints({
    message: `Preview: nothing was sent. ${counted(items, 'item')} would be ${counted(count, 'request')}.`,
    location: 'outputPane',
    type: 'info',
  });
  return jobs.map((job) => {
    const isRead = alreadyRead.has(job);
    const requests = isRead ? [] : job.requests.map(describe);
    const previews = job.items.map((_item, position) => ({
      preview: true,
      operation,
      alreadyRead: isRead,
      requests: position === 0 ? requests : [],
      ...(position !== 0 && { sentWith: job.items[0]?.index }),
    }));
    return { ...job, requests: [], wait: undefined, read: () => previews.map((json) => [{ json }]) };
  });
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** A request without what may be secret: of values their sizes, of addresses nothing but host and path. */
function describe({ method = 'POST', path, body }: ServiceRequest): JsonObject {
  // A form repeats the parameter for each entry of a list.
  const partsOf = (value: unknown) => (body && 'form' in body ? [value].flat() : [value]);
  const sent = entriesOf(body)
    .flatMap(([name, value]) => partsOf(value).map((one): [string, unknown] => [name, one]))
    .filter(([, value]) => value !== undefined);
  const tags = sent.filter(([name]) => name === 'tags').flatMap(([, value]) => value);
  const url = textOf(asObject(sent.find(([name]) => name === 'webhook')?.[1])['url']);
  return {
    method,
    path: path.split(/[?#]/, 1)[0],
    parts: sent.map(([name, value]) => ({ name, ...sizeOf(value) })),
    ...(tags.length > 0 && { tags }),
    ...(URL.canParse(url) && { callback: withoutKeys(url) }),
  };
}

const sizeOf = (value: unknown): JsonObject =>
  value instanceof FileSource
    ? { fileName: value.fileName, mimeType: value.mimeType, size: value.size }
    : { size: Buffer.byteLength(textOf(value)) };

function withoutKeys(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
