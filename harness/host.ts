import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GlobalConfig, InstanceSettingsConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';

/** `filesystem` is what n8n 2.x does by default, `default` is its name for keeping files in memory. */
export type BinaryMode = 'filesystem' | 'default';

let userFolder: string | undefined;
let binaryMode: BinaryMode | undefined;

function removeUserFolder(): void {
  if (userFolder) rmSync(userFolder, { recursive: true, force: true });
}

process.once('exit', removeUserFolder);
// Jest gives each test file a `process` of its own, whose `exit` never comes.
if (typeof afterAll === 'function') afterAll(removeUserFolder);

/** Settings go in before n8n-core asks for them: it makes its services, and the user folder, on first use. */
function prepareInstance(): void {
  userFolder = mkdtempSync(join(tmpdir(), 'n8n-user-'));
  Object.assign(Container.get(InstanceSettingsConfig), {
    userHome: userFolder,
    n8nFolder: join(userFolder, '.n8n'),
    encryptionKey: 'a key for this process only',
  });
  Container.get(GlobalConfig).logging.level = 'silent';
}

/** What n8n's start command does for an execution: instance settings, a silent logger, a store for files. */
export async function startHost(mode: BinaryMode = 'filesystem'): Promise<void> {
  if (!userFolder) prepareInstance();
  if (mode === binaryMode) return;
  binaryMode = mode;
  Container.get(BinaryDataConfig).mode = mode;
  await Container.get(BinaryDataService).init();
}
