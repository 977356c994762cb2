import { request } from 'node:http';

/** Sends a callback on a connection of its own. The status of the answer, or 0 where there is none. */
export function deliver(
  url: string,
  headers: Record<string, string>,
  body: object,
  timeout = 900_000,
): Promise<number> {
  const text = JSON.stringify(body);
  return new Promise((resolve) => {
    const sent = request(
      url,
      {
        method: 'POST',
        agent: false,
        signal: AbortSignal.timeout(timeout),
        headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
      },
      (response) =>
        response
          .resume()
          .on('end', () => resolve(response.statusCode ?? 0))
          .on('error', () => resolve(0)),
    );
    sent.on('error', () => resolve(0)).end(text);
  });
}
