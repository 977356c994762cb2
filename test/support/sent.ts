import type { RecordedRequest } from './recordedRequest.ts';

export type SentValue = string | { filename: string; contentType: string; content: string };

/** The parts of a form as the server got them, in their order: a text, or a file with its name, type and content. */
export const formOf = ({ parts }: RecordedRequest): Array<[name: string, value: SentValue]> =>
  parts.map(({ name, filename, contentType, data }) => [
    name,
    filename === undefined ? data.toString() : { filename, contentType, content: data.toString('latin1') },
  ]);

/** The one request a test expects. */
export function only<T>(requests: T[]): T {
  expect(requests).toHaveLength(1);
  return requests[0] as T;
}
