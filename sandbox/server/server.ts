import * as module from 'node:module';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { HELP, readOptions, UsageError } from './options.ts';
import { startError } from './startError.ts';
import type { Settings } from './settings.ts';

// Each look-up of a name holds one of half of these threads until a name server answers, which may be never: with four, two
// dead names of webhooks would hold all others. Node reads it with the first use, which on Node 20 is before this line.
process.env['UV_THREADPOOL_SIZE'] ??= '64';

// Modules imported after this line are compiled once and cached for the next start: in the clone, or, installed as a
// package, among the temporary files. Node 20 has no such cache.
const cache = import.meta.url.endsWith('.ts') ? new URL('../../node_modules/.cache/sandbox', import.meta.url) : null;
const { enableCompileCache } = module as Partial<typeof module>;
enableCompileCache?.(cache ? fileURLToPath(cache) : undefined);

/** In milliseconds, for what is printed at the end. */
const LONGEST_OUTPUT = 5000;
let isStopping = false;

async function main(): Promise<void> {
  const { print, settings: given } = readOptions(process.argv.slice(2));
  if (print === 'help') return void process.stdout.write(HELP);
  const { settingsFrom, unknownSettings, version } = await import('./settings.ts');
  if (print === 'version') return console.log(version);
  for (const line of unknownSettings(process.env)) console.error(line);
  const settings = settingsFrom({ ...process.env, ...given });
  await start(settings).catch((error: Error) => {
    throw startError(error, settings);
  });
}

/** Starts listening; the first line it prints has the address. */
async function start(settings: Settings): Promise<void> {
  const [{ buildApp }, { isPrivate }] = [await import('./app.ts'), await import('./settings.ts')];
  const app = await buildApp(settings);
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    void app.close().then(() => {
      const report = app.check?.report();
      const exit = () => process.exit(report?.passes === false ? 1 : 0);
      // Who reads it may be slow, and would not get all of it. Or nobody reads.
      process.stdout.write((report?.lines ?? []).map((line) => `${line}\n`).join(''), exit);
      setTimeout(exit, LONGEST_OUTPUT);
    });
  };
  // A terminal that is closed says so, and who has started this process says it again. Ctrl-C ends at the second time.
  process.once('SIGINT', stop).once('SIGTERM', stop).on('SIGHUP', stop);
  try {
    const listensOn = await app.listen({ port: settings.port, host: settings.host });
    // No browser opens the address that stands for all.
    const address = settings.publicUrl ?? listensOn.replace('[::]', '[::1]');
    const isAny = settings.replay !== null && isPrivate(settings);
    console.log(`Document processing sandbox on ${address} (token: ${isAny ? 'any' : tokenOf(settings)})`);
    const isGenerated = app.consoleToken !== null && settings.consoleToken === null;
    console.log(
      `Console: ${address}/_sandbox${isGenerated ? `#token=${app.consoleToken}` : ''} (ready after ${Math.round(performance.now())} ms)`,
    );
    const { record, replay } = settings;
    if (record) console.log(`Answers come from ${record.upstream} and are recorded in ${record.folder}`);
    if (replay !== null) console.log(`Answers are replayed from ${replay}${isAny ? '; any token is taken' : ''}`);
    if (settings.warm) void warm(app);
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** What is printed of the token: a secret that was set is not. */
function tokenOf({ record, token }: Settings): string {
  if (record) return 'that of the account';
  return process.env['SANDBOX_TOKEN'] ? 'as set' : token;
}

/** Loads the engines in the background, so that the first picture does not wait for them. */
async function warm(app: FastifyInstance): Promise<void> {
  try {
    const missing = await app.warm();
    console.log([`Engines for pictures ready after ${(performance.now() / 1000).toFixed(1)} s`, ...missing].join('; '));
  } catch (error) {
    if (!isStopping) console.error(`The engines for pictures could not be loaded: ${(error as Error).message}`);
  }
}

// What it prints may have nowhere to go, as on a full disk: that is no reason to end.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
main().catch((error: Error) => {
  console.error(error instanceof UsageError ? error.message : `The sandbox cannot start: ${error.message}`);
  process.exitCode = 1;
});
