// After the last test, or where the tests are killed: no containers and volumes stay, nor the engine if it was started for them.
import { execFileSync } from 'node:child_process';
import { guard } from '../n8n/processes.ts';
import { CACHE, ENGINE, PROJECT, engine } from './compose.ts';

const ENGINE_SCRIPT = 'test/containers/engine.sh';
let guarded: { dismiss: () => void } | undefined;

/** From now on all is taken down in whatever way this process ends. */
export function beginGuard(): void {
  const command = `"$1" compose --project-name "$2" down --volumes --remove-orphans
    [ -z "$CONTAINERS_ENGINE_STARTED" ] || ${ENGINE_SCRIPT} stop "$3"`;
  guarded = guard(command, ENGINE, PROJECT, CACHE);
}

export default async function cleanUp(): Promise<void> {
  await engine(['compose', 'down', '--volumes', '--remove-orphans']);
  if (process.env['CONTAINERS_ENGINE_STARTED'])
    execFileSync(ENGINE_SCRIPT, ['stop', CACHE], { stdio: ['ignore', 'inherit', 'inherit'] });
  guarded?.dismiss();
}
