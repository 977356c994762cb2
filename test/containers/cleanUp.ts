// After the last test: the containers with their volumes, and the engine if it was started for them.
import { execFileSync } from 'node:child_process';
import { CACHE, engine } from './compose.ts';

export default async function cleanUp(): Promise<void> {
  await engine(['compose', 'down', '--volumes', '--remove-orphans']);
  if (process.env['CONTAINERS_ENGINE_STARTED'])
    execFileSync('test/containers/engine.sh', ['stop', CACHE], { stdio: ['ignore', 'inherit', 'inherit'] });
}
