// npm start: n8n in the browser, with this package, the sandbox and the examples.
import { root } from '../../test/n8n/lines.ts';
import { UsageError } from '../commandLine.ts';
import { DataFolder } from './dataFolder.ts';
import { HELP, readOptions } from './options.ts';
import { start } from './start.ts';
import type { Started } from './start.ts';

const stops: Array<() => Promise<void>> = [];
let data: DataFolder | undefined;
let stopping: Promise<void> | undefined;

function stopAll(): Promise<void> {
  stopping ??= Promise.allSettled(stops.map((stop) => stop())).then(() => data?.release());
  return stopping;
}

function fail(message: string): void {
  // Ctrl-C ends n8n, npm and tar as well, whose ends are no news then: the signal is handled in the next tick.
  setTimeout(() => {
    if (stopping) return;
    console.error(message);
    void stopAll().finally(() => process.exit(1));
  }, 100);
}

async function main(): Promise<void> {
  // npm runs scripts in the root. INIT_CWD is the folder in which the command was typed.
  const options = readOptions(process.argv.slice(2), root, process.env['INIT_CWD'] ?? process.cwd());
  if (options.isHelp) return void process.stdout.write(HELP);
  if (process.platform === 'win32')
    throw new UsageError(
      'npm start needs Linux or macOS. On Windows, run it in WSL: https://learn.microsoft.com/windows/wsl',
    );
  const folder = new DataFolder(options.folder);
  folder.claim();
  data = folder;
  if (options.isFresh) folder.clear();
  const started = await start(folder, options.port, (stop) => stops.push(stop));
  console.log(welcome(started, folder.path));
  await started.host.ended();
  fail(`n8n has ended by itself. Its log: ${folder.path}/n8n.log`);
}

const welcome = ({ host, sandbox, mails, email, password, notes }: Started, folder: string): string => `
${notes.map((note) => `${note}\n`).join('')}
  n8n       ${host.url}
  Email     ${email}
  Password  ${password}

  Sandbox   ${sandbox.baseUrl}/docs
  Console   ${sandbox.baseUrl}/_sandbox
  Mails     ${mails}
  Data      ${folder}

Begin with the workflow "Read a document": press "Execute workflow" and upload sandbox/samples/service-invoice.pdf.
Ctrl-C stops n8n and the sandbox.
`;

let stoppedAt = 0;
for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
  process.on(signal, () => {
    if (stopping) {
      // A second Ctrl-C does not wait: what still runs is killed when this process ends. A signal to the process group
      // comes twice at once, because scripts/node.mjs passes it on.
      if (Date.now() - stoppedAt > 1000) process.exit(code);
      return;
    }
    stoppedAt = Date.now();
    console.error('\nStopping …');
    void stopAll().finally(() => process.exit(code));
  });
}
// A closed terminal takes no more output.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

main().catch((error: Error) =>
  fail(error instanceof UsageError ? error.message : `n8n could not be started: ${error.message}`),
);
