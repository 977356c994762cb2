// n8n in queue mode: one main, workers, webhook processes and a proxy before them, all on this machine.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCommand } from '../n8n/commands.ts';
import type { Line } from '../n8n/lines.ts';
import { memoryOf, resetPeak } from '../n8n/memory.ts';
import { guard } from '../n8n/processes.ts';
import type { Running } from '../n8n/processes.ts';
import { restApi } from '../n8n/restApi.ts';
import { freePorts, processSettings } from '../n8n/settings.ts';
import type { Settings } from '../n8n/settings.ts';
import packTarball, { installTarball } from '../n8n/tarball.ts';
import { waitFor } from '../n8n/waiting.ts';
import { startPostgres, startRedis } from './databases.ts';
import { startProxy } from './proxy.ts';

export const LINE: Line = '2.41';
const CONCURRENCY = 10;

export type Kind = 'main' | 'worker' | 'webhook';
export type BinaryData = 'database' | 'filesystem';
export type ExpressionEngine = 'vm' | 'legacy';

export async function startCluster() {
  const folder = mkdtempSync(join(tmpdir(), 'n8n-scale-'));
  const cleanup = guard('sleep 2; rm -rf "$1"', folder);
  const userFolder = join(folder, 'user');
  mkdirSync(join(userFolder, '.n8n'), { recursive: true });
  const postgres = await startPostgres(folder);
  const redis = await startRedis(folder);
  const [mainPort = 0, proxyPort = 0] = await freePorts(2);
  const url = `http://127.0.0.1:${proxyPort}`;
  const proxy = await startProxy(proxyPort, `http://127.0.0.1:${mainPort}`);
  installTarball(packTarball(), userFolder);
  let binaryData: BinaryData = 'database';
  // As the page recommends for webhook processes.
  let expressionEngine: ExpressionEngine = 'legacy';

  const settingsOf = async (port: number): Promise<Settings> => {
    const [brokerPort] = await freePorts(1);
    return processSettings(LINE, userFolder, {
      settings: {
        DB_TYPE: 'postgresdb',
        DB_POSTGRESDB_HOST: '127.0.0.1',
        DB_POSTGRESDB_PORT: String(postgres.port),
        DB_POSTGRESDB_DATABASE: 'postgres',
        DB_POSTGRESDB_USER: 'n8n',
        // n8n's own 2 connections and 5 s make it answer 503 under load.
        DB_POSTGRESDB_POOL_SIZE: '10',
        DB_PING_TIMEOUT_MS: '30000',
        EXECUTIONS_MODE: 'queue',
        N8N_DEFAULT_BINARY_DATA_MODE: binaryData,
        N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
        N8N_PORT: String(port),
        N8N_RUNNERS_BROKER_PORT: String(brokerPort),
        N8N_WEBHOOK_URL: url,
        OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
        QUEUE_BULL_REDIS_HOST: '127.0.0.1',
        QUEUE_BULL_REDIS_PORT: String(redis.port),
        WEBHOOK_URL: url,
      },
    });
  };

  const processes = new Map<string, { kind: Kind; port: number; running: Running }>();
  const routeToWebhooks = () => {
    const webhooks = [...processes.values()].filter(({ kind }) => kind === 'webhook');
    proxy.setWebhooks(webhooks.map((one) => `http://127.0.0.1:${one.port}`));
  };
  const READY: Record<Kind, string> = {
    main: 'Editor is now accessible via',
    worker: 'n8n worker is now ready',
    webhook: 'Webhook listener waiting for requests',
  };
  const start = async (name: string) => {
    const kind = name.split(' ')[0] as Kind;
    const port = kind === 'main' ? mainPort : ((await freePorts(1))[0] ?? 0);
    const args = { main: ['start'], worker: ['worker', `--concurrency=${CONCURRENCY}`], webhook: ['webhook'] }[kind];
    const settings = await settingsOf(port);
    if (kind === 'webhook') settings['N8N_EXPRESSION_ENGINE'] = expressionEngine;
    const running = await startCommand(LINE, args, settings, userFolder, (log) => log.includes(READY[kind]));
    processes.set(name, { kind, port, running });
    routeToWebhooks();
  };
  const runningOf = (name: string): Running => {
    const found = processes.get(name);
    if (!found) throw new Error(`There is no process called ${name}`);
    return found.running;
  };

  const restart = async (name: string) => {
    await runningOf(name).stop();
    processes.delete(name);
    await start(name);
  };
  const stopAll = async () => {
    await Promise.all([...processes.values()].map(({ running }) => running.stop()));
    processes.clear();
  };
  const dispose = async () => {
    await stopAll();
    await proxy.close();
    await redis.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
    cleanup.dismiss();
  };

  const api = restApi(`http://127.0.0.1:${mainPort}`, LINE);
  const startAll = async () => {
    // Main sets up the database, and the others find it ready.
    await start('main');
    await Promise.all(['worker 1', 'worker 2', 'webhook 1', 'webhook 2'].map(start));
  };
  const isSignedIn = async () => {
    await api.signIn();
    return true;
  };
  try {
    await startAll();
    await waitFor(() => isSignedIn().catch(() => false), 60_000, 'the owner');
  } catch (error) {
    await dispose();
    throw error;
  }

  return {
    proxy,
    postgres,
    redis,
    webhookUrl: (path: string) => `${url}/webhook/${path}`,
    start,
    stop: async (name: string) => {
      await runningOf(name).stop();
      processes.delete(name);
      routeToWebhooks();
    },
    /** Kills a process, like a power cut of its machine. The proxy finds out by itself. */
    kill: async (name: string) => await runningOf(name).kill(),
    restart,
    /** Restarts the webhook processes with another engine for expressions. */
    useExpressionEngine: async (engine: ExpressionEngine) => {
      if (engine === expressionEngine) return;
      expressionEngine = engine;
      await Promise.all([...processes].filter(([, { kind }]) => kind === 'webhook').map(([name]) => restart(name)));
    },
    /** Restarts everything with another place for binary data. */
    useBinaryData: async (mode: BinaryData) => {
      if (mode === binaryData) return;
      await stopAll();
      binaryData = mode;
      await startAll();
    },
    resetPeaks: () => {
      for (const { running } of processes.values()) if (!running.hasEnded()) resetPeak(running.pid);
    },
    /** The most memory each process has held since `resetPeaks`, in megabytes. */
    peaks: (): Record<string, number> =>
      Object.fromEntries(
        [...processes].flatMap(([name, { running }]) =>
          running.hasEnded() ? [] : [[name, Math.round(memoryOf(running.pid).peak / 2 ** 20)]],
        ),
      ),
    api,
    /** Starts n8n with settings it refuses, and returns what it says. */
    refusal: async (settings: Settings) => {
      const [port = 0] = await freePorts(1);
      const refused = { ...(await settingsOf(port)), ...settings };
      return await startCommand(LINE, ['worker'], refused, userFolder, (log) => log.includes(READY.worker)).then(
        async (running) => {
          await running.kill();
          return running.log();
        },
        (error: Error) => error.message,
      );
    },
    dispose,
  };
}
