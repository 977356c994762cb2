// n8n itself, prepared for this process: its classes, its instance settings, its stores for binary data and deduplication.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GlobalConfig, InstanceSettingsConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import * as commonJs from 'n8n-workflow/dist/cjs/index.js';
import { initializeDeduplication } from './deduplication.ts';

// As an ES module, 'n8n-workflow' is a second copy of the package: n8n-core would not know its classes and errors.
const n8nWorkflow = commonJs as unknown as typeof import('n8n-workflow');

export const {
  createRunExecutionData,
  getCredentialOwnRequestAllowedDomains,
  ICredentialsHelper,
  isExpression,
  NodeHelpers,
  Workflow,
} = n8nWorkflow;

/** `filesystem` is the default of n8n 2; `default` is n8n's name for keeping files in memory. */
export type BinaryMode = 'filesystem' | 'default';

// Files of tests share n8n's code (`jest/`), but not its services.
Container.reset();

let userFolder: string | undefined;
let binaryMode: BinaryMode | undefined;
let configured: Promise<void> | undefined;

function removeUserFolder(): void {
  if (userFolder) rmSync(userFolder, { recursive: true, force: true });
}

if (typeof afterAll === 'function') afterAll(removeUserFolder);
else process.once('exit', removeUserFolder);

/** n8n-core creates its services and the user folder on first use: the settings must be in place before that. */
async function configureInstance(): Promise<void> {
  userFolder = mkdtempSync(join(tmpdir(), 'n8n-user-'));
  Object.assign(Container.get(InstanceSettingsConfig), {
    userHome: userFolder,
    n8nFolder: join(userFolder, '.n8n'),
    encryptionKey: 'a key for this process only',
  });
  Container.get(GlobalConfig).logging.level = 'silent';
  await initializeDeduplication();
}

/** Does what n8n's start command does for an execution: instance settings, a silent logger, and the stores. */
export async function initializeN8n(mode: BinaryMode = 'filesystem'): Promise<void> {
  await (configured ??= configureInstance());
  if (mode === binaryMode) return;
  binaryMode = mode;
  Container.get(BinaryDataConfig).mode = mode;
  await Container.get(BinaryDataService).init();
}
