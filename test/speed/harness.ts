// What a row needs to measure: an n8n, the service, the bare client, and files.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../n8n/lines.ts';
import { createHost, packTarball } from '../n8n/n8n.ts';
import type { Host } from '../n8n/n8n.ts';
import { startCallee } from './calls.ts';
import type { Callee } from './calls.ts';
import { callInside, collectGarbage, INSPECTABLE } from './inspect.ts';
import { profiled } from './profile.ts';
import { makeFiles } from './files.ts';
import type { Files } from './files.ts';
import type { Work } from './baseline/client.ts';
import type { BaselineFunctions } from './baseline/main.ts';
import { runWorkflow } from './run-workflow.ts';
import type { Run } from './run-workflow.ts';
import type { ServiceFunctions } from './service/main.ts';
import { credentials, workflows } from './workflows.ts';

export interface BenchHarness {
  host: Host;
  tarball: string;
  serviceUrl: string;
  service: Callee<ServiceFunctions>['call'];
  /** Milliseconds of the bare client. */
  baseline: (work: Omit<Work, 'url'>) => Promise<number>;
  /** Milliseconds of the bare client inside the n8n process, with n8n's heap. */
  baselineInside: (work: Omit<Work, 'url'>) => Promise<number>;
  files: (count: number, size: number) => Files;
  /** ID of the workflow that the webhook with this path starts. */
  workflowId: (path: string) => string;
  /** Restarts n8n, with other settings too until the next restart, and removes the data of earlier executions. */
  restart: (settings?: Record<string, string>) => Promise<void>;
  run: (path: string, body: object, seconds?: number) => Promise<Run>;
  /** Collects garbage in n8n, before memory is measured. */
  collectGarbage: () => Promise<void>;
  end: () => Promise<void>;
}

const TIMEOUT_SECONDS = 180;

export async function openHarness({ profiles }: { profiles: boolean }): Promise<BenchHarness> {
  const files = makeFiles();
  const service = startCallee<ServiceFunctions>('service/main.ts');
  const baseline = startCallee<BaselineFunctions>('baseline/main.ts');
  const serviceUrl = await service.call('listen', undefined);
  const tarball = packTarball();
  const host = await createHost('2.41', { readableFolders: [files.folder], settings: INSPECTABLE });
  host.install(tarball);
  await host.importCredentials(credentials(serviceUrl));
  const all = workflows(serviceUrl);
  const imported = await host.importWorkflows(Object.values(all));
  const ids = new Map(Object.keys(all).map((path, index) => [path, imported[index] as string]));
  const workflowId = (path: string) => ids.get(path) ?? '';
  await host.start();
  for (const id of imported) await host.activate(id);

  const restart = async (settings?: Record<string, string>) => {
    await host.stop();
    // The binary data of a few runs would take gigabytes.
    for (const folder of ['binaryData', 'storage'])
      rmSync(join(host.userFolder, '.n8n', folder), { recursive: true, force: true });
    await host.start(settings);
  };
  const end = async () => {
    await host.dispose();
    service.end();
    baseline.end();
    files.remove();
  };
  return {
    host,
    tarball,
    serviceUrl,
    workflowId,
    restart,
    end,
    service: service.call,
    baseline: async (work) => await baseline.call('run', { ...work, url: serviceUrl }),
    baselineInside: async (work) =>
      (await callInside(host.log, join(root, 'test/speed/baseline/client.ts'), 'run', {
        ...work,
        url: serviceUrl,
      })) as number,
    files: files.make,
    run: async (path, body, seconds = TIMEOUT_SECONDS) => {
      const run = async () => await runWorkflow(host, workflowId(path), path, body, seconds);
      return profiles ? await profiled(host.log, path, run) : await run();
    },
    collectGarbage: async () => await collectGarbage(host.log),
  };
}
