// Before the first test: a user folder for each line, with n8n's database and our package in it, of which each n8n
// begins with a copy. To make both takes seconds.
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chosenLines, createHost } from './n8n.ts';
import { guard } from './processes.ts';
import { offerSharedHosts } from './sharedHost.ts';
import packTarball, { installTarball } from './tarball.ts';

export default async function prepare(): Promise<void> {
  const tarball = packTarball();
  const folder = mkdtempSync(join(tmpdir(), 'n8n-prepared-'));
  guard('rm -rf "$1"', folder);
  await Promise.all(
    chosenLines().map(async (line) => {
      const userFolder = join(folder, line);
      mkdirSync(userFolder);
      installTarball(tarball, userFolder);
      const host = await createHost(line, { userFolder });
      // The first start makes the database.
      await host.launch();
      await host.stop();
    }),
  );
  process.env['HOST_PREPARED'] = folder;
  await offerSharedHosts();
}
