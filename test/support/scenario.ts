import type { INodeParameters } from 'n8n-workflow';
import type { NodeRun } from '../engine/execution.ts';
import { pdfItem, runOperation } from './document-node.ts';
import { envelope } from './envelope.ts';
import type { RecordedRequest } from './recordedRequest.ts';
import { startServer, type Respond } from './server.ts';

type Setup = Parameters<typeof runOperation>[3];

interface Told extends NodeRun {
  requests: RecordedRequest[];
}

/** An operation and what the service answers: with these results one after the other, or as it is told to respond. */
export function scenario(operation: string, respond: Respond = () => ({ result: [] })) {
  return {
    answers: (...results: unknown[]) =>
      scenario(operation, (_request, index) => ({ result: results[index % results.length] })),
    responds: (next: Respond) => scenario(operation, next),
    /** Runs it for an item with a PDF, or for others: what the workflow got, and what the service. */
    async with(parameters: INodeParameters = {}, setup: Setup = {}): Promise<Told> {
      const server = await startServer(respond);
      try {
        const run = await runOperation(server, operation, parameters, {
          ...setup,
          items: setup.items ?? [await pdfItem()],
        });
        return { ...run, requests: server.requests };
      } finally {
        await server.close();
      }
    },
  };
}

/** The run of an operation that reads this result, with such members beside it. */
export async function read(
  result: unknown,
  parameters: INodeParameters = {},
  operation = 'document.extractContent',
  members = {},
): Promise<Told> {
  const run = await scenario(operation, () => ({ json: envelope(result, members) })).with(parameters);
  expect(run.error).toBeUndefined();
  return run;
}

/** The items of that run, without what belongs to n8n. */
export const jsonOf = async (...given: Parameters<typeof read>) => (await read(...given)).json;

/** A test for each: it is refused before anything is sent, with what is wrong and what to do. */
export function refuses(
  operation: string,
  table: Array<[parameters: INodeParameters, message: string | RegExp]>,
): void {
  test.each(table)(`${operation} refuses %j before anything is sent`, async (parameters, message) => {
    const { error, requests } = await scenario(operation).with(parameters);
    expect(error?.message).toMatch(message);
    expect(error?.message).toMatch(/ \[item 0\]$/);
    expect(error?.description ?? '').not.toBe('');
    expect(requests).toEqual([]);
  });
}
