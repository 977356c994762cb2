// What a row needs to measure: an n8n, the service, the bare client, and files.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createHost, packTarball } from '../n8n/n8n.ts';
import { startCallee } from './calls.ts';
import { run as send, type Work } from './client.ts';
import { median } from './figures.ts';
import { collectGarbage, INSPECTABLE } from './inspect.ts';
import { makeFiles } from './files.ts';
import { runWorkflow } from './run-workflow.ts';
import type { ServiceFunctions } from './service/main.ts';
import { credentials, workflows } from './workflows.ts';

export type BenchHarness = Awaited<ReturnType<typeof openHarness>>;

const TIMEOUT_SECONDS = 180;

export async function openHarness() {
  const files = makeFiles();
  const service = startCallee<ServiceFunctions>('service/main.ts');
  const url = await service.call('listen', undefined);
  const tarball = packTarball();
  const host = await createHost('2.41', { readableFolders: [files.folder], settings: INSPECTABLE });
  await host.start();
  await host.createCredentials(credentials(url));
  const ids = await host.createWorkflows(workflows(url));
  for (const id of Object.values(ids)) await host.activate(id);
  /** ID of the workflow that the webhook with this path starts. */
  const workflowId = (path: string) => ids[path] ?? '';

  /** Restarts n8n, with other settings too until the next restart, and removes the data of earlier executions. */
  const restart = async (settings?: Record<string, string>) => {
    await host.stop();
    // The binary data of a few runs would take gigabytes.
    for (const folder of ['binaryData', 'storage'])
      rmSync(join(host.userFolder, '.n8n', folder), { recursive: true, force: true });
    await host.start(settings);
  };
  /** Milliseconds of the bare client: the median of so many runs, after one more. */
  const baseline = async (work: Omit<Work, 'url'>, repeats: number) => {
    const taken: number[] = [];
    for (let times = 0; times <= repeats; times++) taken.push(await send({ ...work, url }));
    return median(taken.slice(1));
  };
  const end = async () => {
    await host.close();
    service.end();
    files.remove();
  };
  return {
    ...{ host, tarball, baseline, workflowId, restart, end },
    service: service.call,
    files: files.make,
    run: async (path: string, body: object, seconds = TIMEOUT_SECONDS) =>
      await runWorkflow(host, workflowId(path), path, body, seconds),
    /** Collects garbage in n8n, before memory is measured. */
    collectGarbage: async () => await collectGarbage(host.log),
  };
}
