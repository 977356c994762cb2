// Before the first test: a user folder for each line, with n8n's database and our package in it, of which each n8n
// begins with a copy. To make both takes seconds.
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chosenLines, createHost, packTarball } from './n8n.ts';
import { guard } from './processes.ts';
import { offerSharedHosts } from './sharedHost.ts';

export default async function prepare(): Promise<void> {
  const tarball = packTarball();
  const folder = mkdtempSync(join(tmpdir(), 'n8n-prepared-'));
  guard('rm -rf "$1"', folder);
  await Promise.all(
    chosenLines().map(async (line) => {
      const userFolder = join(folder, line);
      mkdirSync(userFolder);
      const host = await createHost(line, { userFolder });
      host.install(tarball);
      // Any command makes the database.
      await host.command('list:workflow');
    }),
  );
  process.env['HOST_PREPARED'] = folder;
  await offerSharedHosts();
}
